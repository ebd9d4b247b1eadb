import { eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { partners } from "@/db/schema/partners";
import type { EventKind } from "@/server/domain/rules/event-kinds";
import { DomainError } from "@/server/errors";
import { asOperator, recordEvent } from "@/server/platform/audit/record-event";

/**
 * Lets the partner switch direct debits on, for the operator, who has agreed on them with the partner (decision 0192). Sandboxes always may.
 * Throws `invalid_partner_id`.
 */
export async function openDebits(db: Database, partnerId: string): Promise<void> {
  await setOpened(db, partnerId, sql`coalesce(${partners.debitsOpenedAt}, now())`, "debits_opened");
}

/**
 * Refuses to switch direct debits on from now on. Companies and imports that have them on go on, so that no announced debit is dropped
 * without a word: their settings end it. Throws `invalid_partner_id`.
 */
export async function closeDebits(db: Database, partnerId: string): Promise<void> {
  await setOpened(db, partnerId, sql`null`, "debits_closed");
}

async function setOpened(db: Database, partnerId: string, debitsOpenedAt: SQL, kind: EventKind): Promise<void> {
  await db.transaction(async (tx) => {
    const changed = await tx.update(partners).set({ debitsOpenedAt }).where(eq(partners.id, partnerId)).returning({ id: partners.id });
    if (changed.length === 0) throw new DomainError("invalid_partner_id");
    await recordEvent(tx, asOperator(partnerId), kind);
  });
}
