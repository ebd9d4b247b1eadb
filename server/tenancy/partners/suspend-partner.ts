import { eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { partners } from "@/db/schema/partners";
import { DomainError } from "@/server/errors";

/**
 * Refuses the partner's systems and people from now on, for the operator: keys within 5 seconds, people at their next request. Its customers can still read and pay their invoices, and
 * collecting goes on. Throws `invalid_partner_id`.
 */
export async function suspendPartner(db: Database, partnerId: string): Promise<void> {
  const suspended = await db
    .update(partners)
    .set({ suspendedAt: sql`coalesce(${partners.suspendedAt}, now())` })
    .where(eq(partners.id, partnerId))
    .returning({ id: partners.id });
  if (suspended.length === 0) throw new DomainError("invalid_partner_id");
}

/** Lets a suspended partner's keys and people in again. Throws `invalid_partner_id`. */
export async function resumePartner(db: Database, partnerId: string): Promise<void> {
  const resumed = await db.update(partners).set({ suspendedAt: null }).where(eq(partners.id, partnerId)).returning({ id: partners.id });
  if (resumed.length === 0) throw new DomainError("invalid_partner_id");
}
