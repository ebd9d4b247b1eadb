import { and, eq } from "drizzle-orm";
import { isOneOf } from "@/db/array-text";
import type { Database } from "@/db/client";
import { invoices } from "@/db/schema/invoices";
import { customerKey } from "@/server/domain/rules/customer-key";
import { provenEmail } from "./proven-contact";

/**
 * Returns those of the invoices `ids` whose payer is known by the same e-mail address as the payer of `invoiceId` (`provenEmail`, decision 0189).
 * Returns none if that invoice has no address, or one that the customer set on the page.
 */
export async function keepProvenAlike(db: Database, invoiceId: string, partnerId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ id: invoices.id, email: provenEmail })
    .from(invoices)
    .where(and(eq(invoices.partnerId, partnerId), isOneOf(invoices.id, [invoiceId, ...ids])));
  const keyOf = (id: string) => customerKey(rows.find((row) => row.id === id)?.email ?? "", "");
  const own = keyOf(invoiceId);
  return own === "" ? [] : ids.filter((id) => keyOf(id) === own);
}
