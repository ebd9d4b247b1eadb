import { eq } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import type { Database } from "@/db/client";
import { partners } from "@/db/schema/partners";
import type { EventKind } from "@/server/domain/rules/event-kinds";
import { DomainError } from "@/server/errors";
import { asOperator, recordEvent } from "@/server/platform/audit/record-event";

/** Changes a partner for the operator, and records that in its security log. Throws `invalid_partner_id`. */
export async function changePartner(
  db: Database,
  partnerId: string,
  values: PgUpdateSetSource<typeof partners>,
  kind: EventKind,
): Promise<void> {
  await db.transaction(async (tx) => {
    const changed = await tx.update(partners).set(values).where(eq(partners.id, partnerId)).returning({ id: partners.id });
    if (changed.length === 0) throw new DomainError("invalid_partner_id");
    await recordEvent(tx, asOperator(partnerId), kind);
  });
}
