import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type Debit, debits } from "@/db/schema/debits";
import { isAccountReason, mayNeverBeDebited } from "@/server/domain/rules/debit-reasons";
import { dayInSql } from "@/server/platform/day-in-sql";
import { failedAt } from "./find-end-reasons";

/** The payer of a company's debits. */
export interface Debited {
  partnerId: string;
  companyId: string;
  /** The `customer_key` (db/rules/shared.sql) of the payer's invoices. */
  customerKey: string;
}

/** A direct debit that the bank rejected or returned. Days such as `2026-11-20`. */
export interface FailedDebit {
  /** Day of the collection. */
  collectOn: string;
  /** Day on which it was rejected or returned. */
  failedOn: string;
  /** ISO 20022 code or the bank's own word; null if the bank states no reason, or a person has ended the debit. */
  code: string | null;
  /** Account that was to be debited. */
  iban: string;
  /** Whether the reason is about this account. */
  isAboutAccount: boolean;
}

/** Returns the payer's newest debit in a file if it failed; null if it goes on, was booked, or there is none. */
export function findFailedDebit(db: Database, payer: Debited): Promise<FailedDebit | null> {
  return findNewestIfFailed(db, payer);
}

/** As `findFailedDebit`, for the newest debit of one invoice. */
export function findFailedDebitOfInvoice(db: Database, payer: Debited, invoiceId: string): Promise<FailedDebit | null> {
  return findNewestIfFailed(
    db,
    payer,
    sql`exists (select from payments part where part.partner_id = ${debits.partnerId} and part.debit_id = ${debits.id}
      and part.invoice_id = ${invoiceId} and part.undone_by is null)`,
  );
}

/**
 * Returns the payer's newest debit from this account, if it failed for a reason by which no debit from the account can succeed
 * (`mayNeverBeDebited`). Null if the account was debited since.
 */
export async function findRefusedAccount(db: Database, payer: Debited, iban: string): Promise<FailedDebit | null> {
  const failed = await findNewestIfFailed(db, payer, eq(debits.iban, iban));
  return failed && mayNeverBeDebited(failed.code, failed.scheme) ? failed : null;
}

async function findNewestIfFailed(
  db: Database,
  { partnerId, companyId, customerKey }: Debited,
  which?: SQL,
): Promise<(FailedDebit & { scheme: Debit["scheme"] }) | null> {
  const { collectOn, status, reasonCode, endedBy, iban, scheme } = debits;
  const [newest] = await db
    .select({ collectOn, status, reasonCode, endedBy, iban, scheme, failedOn: sql<string>`${dayInSql(failedAt)}::text` })
    .from(debits)
    .where(
      and(
        ...[eq(debits.partnerId, partnerId), eq(debits.companyId, companyId), eq(debits.customerKey, customerKey)],
        inArray(status, ["at_bank", "booked", "rejected", "returned"]),
        which,
      ),
    )
    .orderBy(sql`${collectOn} desc, ${debits.createdAt} desc, ${debits.id} desc`)
    .limit(1);
  if (!newest || newest.iban === null || (newest.status !== "rejected" && newest.status !== "returned")) return null;
  const code = newest.endedBy === null ? newest.reasonCode : null;
  return {
    ...{ collectOn: newest.collectOn, failedOn: newest.failedOn, code, iban: newest.iban, scheme: newest.scheme },
    isAboutAccount: isAccountReason(code),
  };
}
