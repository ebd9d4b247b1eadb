import { and, isNull, type SQL, sql } from "drizzle-orm";
import { invoices } from "@/db/schema/invoices";
import { mandates } from "@/db/schema/mandates";
import { provenEmail } from "@/server/billing/contact-changes/proven-contact";
import { MANDATE_MONTHS, MANDATE_WARNING_MONTHS } from "@/server/domain/rules/mandate-state";

/** SQL for the day from which a mandate is expired: same as `mandateExpiresOn` (server/domain/rules/mandate-state.ts). */
export const mandateExpiresOn: SQL = monthsAfterUse(MANDATE_MONTHS);

function monthsAfterUse(months: number): SQL {
  return sql`(coalesce(${mandates.lastCollectedOn}, ${mandates.signedOn}) + make_interval(months => ${sql.raw(String(months))}))::date`;
}

/** Condition: the mandate is valid on the day, as by `mandateState`. */
export function whereMandateValid(today: string): SQL | undefined {
  return and(isNull(mandates.endedAt), sql`${mandateExpiresOn} > ${today}::date`);
}

/** Condition: the mandate is valid on the day and will soon have expired, as by `isMandateExpiring` (server/domain/rules/mandate-state.ts). */
export function whereMandateExpiring(today: string): SQL | undefined {
  return and(whereMandateValid(today), sql`${monthsAfterUse(MANDATE_MONTHS - MANDATE_WARNING_MONTHS)} <= ${today}::date`);
}

/**
 * Condition: the mandate is of the invoice's payer (`provenEmail`), for its company. Business mandates count only for organisations. The
 * company is compared as an expression, so that Postgres looks mandates up by payer: while the table has no statistics, it would read all of
 * the company's.
 */
export const whereMandateOfInvoice: SQL = sql`(${mandates.partnerId} = ${invoices.partnerId} and ${mandates.companyId} || '' = ${invoices.companyId}
  and ${mandates.customerKey} = customer_key(${provenEmail}, ${invoices.id})
  and (${mandates.scheme} = 'CORE' or ${invoices.customerOrganization} <> ''))`;

/** Condition: the invoice names an account for direct debits, and its payer has no valid mandate. Such an account is never debited. */
export function whereMandateMissing(today: string): SQL {
  return sql`(${invoices.directDebitIban} <> '' and not exists (select from ${mandates} where ${and(whereMandateOfInvoice, whereMandateValid(today))} offset 0))`;
}
