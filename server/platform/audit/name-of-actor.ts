import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { apiKeys } from "@/db/schema/api-keys";
import { users } from "@/db/schema/users";

// References in the form in which the table of changes names actors. The name is the present one; null if the record is gone.

/** Returns the name of the partner's person in a reference `person:<id>`. */
export function nameOfPerson(reference: SQLWrapper, partnerId: string | SQLWrapper): SQL<string | null> {
  return sql`(select coalesce(nullif(${users}.name, ''), ${users}.email) from ${users}
    where ${reference} like 'person:%' and ${users}.id = substr(${reference}, 8) and ${users}.partner_id = ${partnerId})`;
}

/** Returns the name of the partner's person or API key. */
export function nameOfActor(reference: SQLWrapper, partnerId: string | SQLWrapper): SQL<string | null> {
  return sql`coalesce(${nameOfPerson(reference, partnerId)}, (select ${apiKeys}.name from ${apiKeys}
    where ${reference} like 'key:%' and ${apiKeys}.partner_id = ${partnerId} and ${apiKeys}.id = substr(${reference}, 5)))`;
}
