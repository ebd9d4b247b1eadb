import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { invoices } from "@/db/schema/invoices";

// A customer corrects their contact details on the page. Until the company states others, nobody has proven them (decision 0189): they reach
// the customer, and give no right that the company's would not give.

interface InvoiceColumns {
  partnerId: SQLWrapper;
  id: SQLWrapper;
}

/** Changes of a kind that the customer made, and that no statement of the company has followed. */
const ownStatements = (kind: "email" | "country", { partnerId, id }: InvoiceColumns) => sql`from contact_changes own_statement
    where own_statement.partner_id = ${partnerId} and own_statement.invoice_id = ${id}
      and own_statement.kind = ${sql.raw(`'${kind}'`)} and own_statement.ended_at is null`;

/**
 * SQL for the customer's e-mail address, by which a payer is known. Null while the address is one that the customer set on their page. The trigger
 * `invoices_state_address` (db/rules/invoices.sql) ends that when the company states another one. Takes the invoice's columns: `invoices`, or
 * those of an alias.
 */
export function provenEmail(invoice: InvoiceColumns & { customerEmail: SQLWrapper } = invoices): SQL<string | null> {
  return sql<string | null>`case when not exists (select ${ownStatements("email", invoice)}) then ${invoice.customerEmail} end`;
}

/** SQL for the country that the company had stated before the customer set another one on their page; empty: it had stated none. Null: not set. */
export function formerCountry(invoice: InvoiceColumns = invoices): SQL<string | null> {
  return sql<string | null>`(select upper(own_statement.former_country) ${ownStatements("country", invoice)}
    order by own_statement.created_at, own_statement.id limit 1)`;
}
