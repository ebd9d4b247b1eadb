import { type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { invoices } from "@/db/schema/invoices";
import type { Reach } from "@/server/domain/rules/reach";

/** Characters that JavaScript trims, so that empty text means the same here as in `channelsOf`. */
const GIVEN = "[^\\s\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff]";

const given = (column: AnyPgColumn): SQL => sql`coalesce(${column} ~ ${sql.raw(`'${GIVEN}'`)}, false)`;

/** How an invoice's customer is reached first: `channelsOf` for many at once. */
export const reachedBy: SQL<Reach> = sql<Reach>`case
  when ${given(invoices.customerEmail)} then 'email'
  when ${given(invoices.customerPhoneNumber)} then 'sms'
  when ${given(invoices.customerAddress1)} and ${given(invoices.customerZipcode)} and ${given(invoices.customerCity)}
    and ${given(invoices.customerCountryCode)} then 'letter'
  else 'nobody' end`;

/** No telephone has fewer than 8 digits or more than 15, or anything but what numbers are usually written with. */
export const hasDoubtfulPhoneNumber: SQL = sql`(
  char_length(regexp_replace(${invoices.customerPhoneNumber}, '[^0-9]', '', 'g')) not between 8 and 15
  or ${invoices.customerPhoneNumber} !~ '^[0-9+()./\\s-]*$')`;
