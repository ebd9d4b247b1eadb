import { eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { partners } from "@/db/schema/partners";
import type { EventKind } from "@/server/domain/rules/event-kinds";
import { DomainError } from "@/server/errors";
import { asOperator, recordEvent } from "@/server/platform/audit/record-event";

/**
 * Refuses the partner's systems and people, for the operator: keys within 5 seconds, people at their next request. Its customers can still
 * read and pay their invoices, and collection goes on. Throws `invalid_partner_id`.
 */
export async function suspendPartner(db: Database, partnerId: string): Promise<void> {
  await setSuspended(db, partnerId, sql`coalesce(${partners.suspendedAt}, now())`, "partner_suspended");
}

/** Lets a suspended partner's keys and people sign in again. Throws `invalid_partner_id`. */
export async function resumePartner(db: Database, partnerId: string): Promise<void> {
  await setSuspended(db, partnerId, sql`null`, "partner_resumed");
}

async function setSuspended(db: Database, partnerId: string, suspendedAt: SQL, kind: EventKind): Promise<void> {
  await db.transaction(async (tx) => {
    const changed = await tx.update(partners).set({ suspendedAt }).where(eq(partners.id, partnerId)).returning({ id: partners.id });
    if (changed.length === 0) throw new DomainError("invalid_partner_id");
    await recordEvent(tx, asOperator(partnerId), kind);
  });
}
