import { sql } from "drizzle-orm";

/** Membership number of the invoice `i`'s customer; empty if unknown. */
export const memberNumber = sql`coalesce(nullif(i.club_membership_number, ''), nullif(i.external_membership_number, ''),
  nullif(i.federation_membership_number, ''), '')`;

/** Columns of a `Namesake`, from the invoice `i`. */
export const namesakeFacts = sql`${memberNumber} as "memberNumber", json_build_object('street', coalesce(i.customer_address1, ''),
  'houseNumber', coalesce(i.customer_house_number, ''), 'zipcode', coalesce(i.customer_zipcode, ''), 'city', coalesce(i.customer_city, '')) as address`;
