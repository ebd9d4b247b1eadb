import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { partners } from "@/db/schema/partners";
import { changePartner } from "./change-partner";

/**
 * Refuses the partner's systems and people, for the operator: keys within 5 seconds, people at their next request. The partner's customers
 * can still read and pay their invoices, and collection goes on. Throws `invalid_partner_id`.
 */
export async function suspendPartner(db: Database, partnerId: string): Promise<void> {
  await changePartner(db, partnerId, { suspendedAt: sql`coalesce(${partners.suspendedAt}, now())` }, "partner_suspended");
}

/** Lets a suspended partner's keys and people sign in again. Throws `invalid_partner_id`. */
export async function resumePartner(db: Database, partnerId: string): Promise<void> {
  await changePartner(db, partnerId, { suspendedAt: null }, "partner_resumed");
}
