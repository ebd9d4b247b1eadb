import type { Recipient } from "./invoice";

type Name = Pick<Recipient, "customerOrganization" | "customerPrefix" | "customerFirstName" | "customerInfix" | "customerLastName">;

/**
 * The customer in one line: the organization, else the person; a title only in place of a first name ("Familie van der Meer"). The database's
 * `customer_name` says the same, for what it sorts and searches by.
 */
export function formatCustomerName(name: Name): string {
  const organization = trimmed(name.customerOrganization);
  if (organization) return organization;
  return [trimmed(name.customerFirstName) || trimmed(name.customerPrefix), trimmed(name.customerInfix), trimmed(name.customerLastName)]
    .filter(Boolean)
    .join(" ");
}

/** Of spaces alone, as Postgres's btrim does. */
function trimmed(text: string | null): string {
  return (text ?? "").replace(/^ +| +$/g, "");
}
