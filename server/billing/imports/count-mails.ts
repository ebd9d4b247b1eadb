import { type SQL, sql } from "drizzle-orm";
import { invoices } from "@/db/schema/invoices";
import { MOST_IN_HOUSEHOLD } from "@/server/domain/rules/household-size";
import { whereOwing } from "./outstanding";
import { reachedBy } from "./reach";

type Id = SQL | string;

/**
 * Counts the mails of one request to all customers of an import before its transmission: one for all invoices with an e-mail address that
 * `formHouseholds` will join, and one for each other invoice. `where`: condition for the invoices.
 */
export function countRequests(partnerId: Id, importId: Id, where: SQL = sql`true`): SQL<number> {
  const address = sql`customer_key(${invoices.customerEmail}, '')`;
  return sql<number>`(select coalesce(sum(case when is_household then 1 else invoices end), 0) from (
    select count(*) as invoices, count(*) between 2 and ${MOST_IN_HOUSEHOLD} and ${address} like '%_@_%' and exists (
      select from import_settings s where s.partner_id = ${partnerId} and s.import_id = ${importId} and s.joins_households) as is_household
    from ${invoices} where ${ofImport(partnerId, importId)} and ${whereOwing} and ${where} group by ${address}
  ) payers)`;
}

/** Counts the mails to customers with a credit note: one each. */
export function countCreditNotes(partnerId: Id, importId: Id): SQL<number> {
  return sql<number>`(select count(*) from ${invoices} where ${ofImport(partnerId, importId)}
    and ${invoices.retractedAt} is null and ${invoices.amountTotalCents} < 0)`;
}

const ofImport = (partnerId: Id, importId: Id) =>
  sql`${invoices.partnerId} = ${partnerId} and ${invoices.importId} = ${importId} and ${reachedBy} = 'email'`;
