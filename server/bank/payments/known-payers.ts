import { and, desc, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { knownPayers } from "@/db/schema/bank-transactions";
import { invoices } from "@/db/schema/invoices";
import { type Actor, visibleTo } from "@/server/actor";
import { customerName } from "@/server/billing/invoices/customer-name";
import { recordEvent } from "@/server/platform/audit/record-event";
import { transact } from "@/server/platform/transact";
import { textArray } from "./companies-of-account";

/** An account from which a customer has paid. */
export interface KnownPayer {
  companyId: string;
  iban: string;
  /** The customer's key: the e-mail address in lower case, or without one the invoice's id. */
  customer: string;
  customerName: string;
  invoiceId: string;
  learnedAt: Date;
}

/** Maximum number of known payers that are listed. */
const MOST_LISTED = 200;

/** Lists a company's known payers, latest first. */
export function listKnownPayers(db: Database, actor: Actor, companyId: string): Promise<KnownPayer[]> {
  return db
    .select({
      companyId: knownPayers.companyId,
      iban: knownPayers.iban,
      customer: knownPayers.customer,
      customerName,
      invoiceId: knownPayers.invoiceId,
      learnedAt: knownPayers.learnedAt,
    })
    .from(knownPayers)
    .innerJoin(invoices, and(eq(invoices.partnerId, knownPayers.partnerId), eq(invoices.id, knownPayers.invoiceId)))
    .where(and(visibleTo(actor, knownPayers), eq(knownPayers.companyId, companyId)))
    .orderBy(desc(knownPayers.learnedAt), desc(knownPayers.invoiceId))
    .limit(MOST_LISTED);
}

/** Customer whose invoices an account has paid. */
export type PaidForCustomer = Pick<KnownPayer, "companyId" | "customer" | "invoiceId">;

/** Returns the customers whose invoices each account has paid, by IBAN. */
export async function customersPaidFrom(
  db: Database,
  { partnerId }: Actor,
  ibans: readonly string[],
): Promise<Map<string, PaidForCustomer[]>> {
  const wanted = [...new Set(ibans)].filter((iban) => iban !== "");
  const rows = await db.execute<PaidForCustomer & { iban: string }>(sql`
    select k.iban, k.company_id as "companyId", k.customer, k.invoice_id as "invoiceId" from known_payers k
    where k.partner_id = ${partnerId} and k.iban = any(${textArray(wanted)})`);
  const customers = new Map<string, PaidForCustomer[]>();
  for (const { iban, ...customer } of rows) customers.set(iban, [...(customers.get(iban) ?? []), customer]);
  return customers;
}

/** Forgets that this account pays for this customer. Earlier bookings stay. Does nothing if the account is not a known payer. */
export function forgetPayer(
  db: Database,
  actor: Actor,
  { companyId, iban, customer }: Pick<KnownPayer, "companyId" | "iban" | "customer">,
): Promise<void> {
  return transact(db, actor, async (tx) => {
    const [forgotten] = await tx
      .delete(knownPayers)
      .where(
        and(
          visibleTo(actor, knownPayers),
          eq(knownPayers.companyId, companyId),
          eq(knownPayers.iban, iban),
          eq(knownPayers.customer, customer),
        ),
      )
      .returning({ invoiceId: knownPayers.invoiceId });
    if (forgotten) await recordEvent(tx, actor, "payer_forgotten", { about: `invoice:${forgotten.invoiceId}` });
  });
}
