import { type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { invoices } from "@/db/schema/invoices";
import type { Reach } from "@/server/domain/rules/reach";

/** Matches a character other than those that JavaScript trims, so that blank text means the same here as in `channelsOf`. */
const GIVEN = "[^\\s\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff]";

const given = (column: AnyPgColumn): SQL => sql`coalesce(${column} ~ ${sql.raw(`'${GIVEN}'`)}, false)`;

/** SQL for the first channel by which an invoice's customer is reached: `channelsOf` for many invoices. */
export const reachedBy: SQL<Reach> = sql<Reach>`case
  when ${given(invoices.customerEmail)} then 'email'
  when ${given(invoices.customerPhoneNumber)} then 'sms'
  when ${given(invoices.customerAddress1)} and ${given(invoices.customerZipcode)} and ${given(invoices.customerCity)}
    and ${given(invoices.customerCountryCode)} then 'letter'
  else 'nobody' end`;

/** Condition: the phone number has fewer than 8 or more than 15 digits, or characters that are unusual in phone numbers. */
export const hasDoubtfulPhoneNumber: SQL = sql`(
  char_length(regexp_replace(${invoices.customerPhoneNumber}, '[^0-9]', '', 'g')) not between 8 and 15
  or ${invoices.customerPhoneNumber} !~ '^[0-9+()./\\s-]*$')`;
