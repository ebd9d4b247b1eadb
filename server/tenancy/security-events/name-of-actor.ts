import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { apiKeys } from "@/db/schema/api-keys";
import { users } from "@/db/schema/users";

// References as the table of changes names who acts. What is named may have another name by now, or be gone: then null.

/** The name of the partner's person that a reference `person:<id>` is about. */
export function nameOfPerson(reference: SQLWrapper, partnerId: string | SQLWrapper): SQL<string | null> {
  return sql`(select coalesce(nullif(${users}.name, ''), ${users}.email) from ${users}
    where ${reference} like 'person:%' and ${users}.id = substr(${reference}, 8) and ${users}.partner_id = ${partnerId})`;
}

/** The name of the partner's person or API key. */
export function nameOfActor(reference: SQLWrapper, partnerId: string | SQLWrapper): SQL<string | null> {
  return sql`coalesce(${nameOfPerson(reference, partnerId)}, (select ${apiKeys}.name from ${apiKeys}
    where ${reference} like 'key:%' and ${apiKeys}.partner_id = ${partnerId} and ${apiKeys}.id = substr(${reference}, 5)))`;
}
