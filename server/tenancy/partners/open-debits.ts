import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { partners } from "@/db/schema/partners";
import { changePartner } from "./change-partner";

/**
 * Lets the partner switch direct debits on, for the operator, who has agreed on them with the partner (decision 0192). Sandboxes always may.
 * Throws `invalid_partner_id`.
 */
export async function openDebits(db: Database, partnerId: string): Promise<void> {
  await changePartner(db, partnerId, { debitsOpenedAt: sql`coalesce(${partners.debitsOpenedAt}, now())` }, "debits_opened");
}

/**
 * Stops the partner from switching direct debits on, for the operator. Companies and imports that already collect by direct debit go on
 * until their settings are changed, so that no announced debit is dropped without a word. Throws `invalid_partner_id`.
 */
export async function closeDebits(db: Database, partnerId: string): Promise<void> {
  await changePartner(db, partnerId, { debitsOpenedAt: null }, "debits_closed");
}
