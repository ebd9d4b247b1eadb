import { and, asc, eq, not, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { BankTransaction } from "@/db/schema/bank-transactions";
import { invoices } from "@/db/schema/invoices";
import { type Actor, visibleTo } from "@/server/actor";
import { customerName } from "@/server/billing/invoices/customer-name";
import { accountKey } from "@/server/domain/banking/british-account";
import { addDays } from "@/server/domain/formats/calendar";
import { hasAll, hasLastName } from "./named-better";
import { numberReasons } from "./number-reasons";
import { type ReadPayment, readPayment } from "./read-payment";

/** An invoice whose customer has paid more than is owed. */
export interface OwedInvoice {
  id: string;
  externalInvoiceNumber: string;
  customerName: string;
  /** Whether a refund file orders the amount, so that it must not be recorded on the invoice as well. */
  isInFile: boolean;
}

/** Facts of an invoice by which outgoing money may be its refund. */
export interface OwedFacts {
  externalInvoiceNumber: string;
  invoiceNumber: number;
  lastName: string;
  organization: string;
  directDebitIban: string;
  /** Payments on statements that paid the invoice. */
  payers: { name: string; iban: string }[];
  /** Day of the last payment, as a date; null: nothing was paid. */
  lastPaidOn: string | null;
}

/** Maximum number of invoices that are found. */
const MOST_OWED = 5;
/** Maximum number of invoices of the amount that are compared with the payment. */
const MOST_COMPARED = 200;

/**
 * Finds the invoices on which exactly an outgoing payment's amount is owed, and of which the payment may be a refund (`mayRefund`). Leaves out
 * those whose refund is in progress otherwise than by a refund file.
 */
export async function findOwed(db: Database, actor: Actor, outgoing: BankTransaction): Promise<OwedInvoice[]> {
  const { id, externalInvoiceNumber, invoiceNumber, amountTotalCents, customerLastName, customerOrganization, directDebitIban } = invoices;
  const pending = (isInFile: boolean) =>
    sql<boolean>`exists (select from refunds r where r.partner_id = invoices.partner_id and r.invoice_id = invoices.id
      and r.status = 'pending' and r.is_in_file = ${isInFile})`;
  const paid = sql`from payments p left join bank_transactions t on t.partner_id = p.partner_id and t.id = p.bank_transaction_id
    where p.partner_id = invoices.partner_id and p.invoice_id = invoices.id and p.status = 'paid' and p.charged_back_at is null`;
  const found = await db
    .select({
      id,
      externalInvoiceNumber,
      invoiceNumber,
      customerName,
      lastName: customerLastName,
      organization: sql<string>`coalesce(${customerOrganization}, '')`,
      directDebitIban: sql<string>`coalesce(${directDebitIban}, '')`,
      isInFile: pending(true),
      payers: sql<OwedFacts["payers"]>`coalesce((select json_agg(json_build_object('name', t.name, 'iban', t.iban)) ${paid}
        and t.id is not null), '[]')`,
      lastPaidOn: sql<string | null>`(select max(coalesce(t.booked_on, p.ended_at::date))::text ${paid})`,
    })
    .from(invoices)
    .where(
      and(
        visibleTo(actor, invoices),
        eq(invoices.companyId, outgoing.companyId),
        eq(amountTotalCents, outgoing.amountCents),
        // Written out, because the index `invoices_owed_back` has this condition.
        sql`${amountTotalCents} < 0`,
        not(pending(false)),
      ),
    )
    .orderBy(asc(invoiceNumber))
    .limit(MOST_COMPARED);
  const read = readPayment(outgoing);
  return found
    .filter((facts) => mayRefund(outgoing, read, facts))
    .slice(0, MOST_OWED)
    .map((each) => ({
      id: each.id,
      externalInvoiceNumber: each.externalInvoiceNumber,
      customerName: each.customerName,
      isInFile: each.isInFile,
    }));
}

/**
 * Whether outgoing money of exactly the amount that is owed may refund an invoice: the last payment of the invoice had come, and the money
 * went to an account that paid the invoice, or names the customer, the payer or the invoice. The amount alone may be chance.
 */
export function mayRefund(outgoing: Pick<BankTransaction, "bookedOn" | "iban">, read: ReadPayment, owed: OwedFacts): boolean {
  // The days of two banks may differ by one.
  if (owed.lastPaidOn !== null && owed.lastPaidOn > addDays(outgoing.bookedOn, 1)) return false;
  const accounts = [owed.directDebitIban, ...owed.payers.map(({ iban }) => iban)].filter(Boolean).map(accountKey);
  if (outgoing.iban !== "" && accounts.includes(accountKey(outgoing.iban))) return true;
  const { words } = read;
  const isNamed = hasAll(words, owed.organization) || hasLastName(words, owed.lastName);
  return isNamed || owed.payers.some(({ name }) => hasAll(words, name)) || numberReasons(read, exactOrSeparated(read), owed).length > 0;
}

/** Returns the numbers as `numberReasons` reads them, without slips: the company itself wrote the text. */
function exactOrSeparated({ separated }: ReadPayment) {
  return { numbers: [], tokens: [], separated };
}
