import { type SQL, sql } from "drizzle-orm";
import { invoices } from "@/db/schema/invoices";

// Contact details that a customer corrects on the page are unproven until the company states the same or others (decision 0189): they reach the
// customer, and give no right that the details stated by the company would not give.

/** SQL for a customer's own statements of a kind about an invoice that no statement of the company has followed: `from` and `where`. */
const ownStatements = (kind: "email" | "country") => sql`from contact_changes own_statement
    where own_statement.partner_id = ${invoices.partnerId} and own_statement.invoice_id = ${invoices.id}
      and own_statement.kind = ${sql.raw(`'${kind}'`)} and own_statement.ended_at is null`;

/**
 * SQL for the e-mail address by which an invoice's payer is known. Null while the address is one that the customer set on their page, until the
 * company states the same one (`endOwnStatements`) or another (trigger `invoices_state_address`, db/rules/invoices.sql).
 */
export const provenEmail: SQL<string | null> = sql<string | null>`case when not exists (select ${ownStatements("email")})
    then ${invoices.customerEmail} end`;

/**
 * SQL for the country that the company had stated before the customer set another one on their page; empty if the company had stated none. Null if
 * the customer set none, or the company has since stated the same one (`endOwnStatements`) or another (trigger `invoices_state_country`,
 * db/rules/invoices.sql).
 */
export const formerCountry: SQL<string | null> = sql<string | null>`(select upper(own_statement.former_country) ${ownStatements("country")}
    order by own_statement.created_at, own_statement.id limit 1)`;
