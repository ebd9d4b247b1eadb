/** Name fields of a recipient. */
export interface CustomerName {
  customerOrganization: string | null;
  customerPrefix: string | null;
  customerFirstName: string | null;
  customerInfix: string | null;
  customerLastName: string;
}

/**
 * Returns the customer's name on one line: the organization, otherwise the person. A prefix stands in for a missing first name ("Familie
 * van der Meer"). SQL: the function `customer_name`, which the list sorts and searches by.
 */
export function formatCustomerName(name: CustomerName): string {
  const organization = trimSpaces(name.customerOrganization);
  if (organization) return organization;
  return [
    trimSpaces(name.customerFirstName) || trimSpaces(name.customerPrefix),
    trimSpaces(name.customerInfix),
    trimSpaces(name.customerLastName),
  ]
    .filter(Boolean)
    .join(" ");
}

/** Trims spaces only, as Postgres's `btrim` does. */
function trimSpaces(text: string | null): string {
  return (text ?? "").replace(/^ +| +$/g, "");
}

/** Name by which a customer is greeted. */
export interface Addressee {
  kind: "person" | "organisation";
  name: string;
}

/** Returns the person to greet, or the organisation if it names no contact. */
export function addresseeOf(customer: CustomerName): Addressee {
  const person = formatCustomerName({ ...customer, customerOrganization: null });
  // Without a first name or prefix, an organisation's last name may only repeat its name.
  const hasContact = [customer.customerFirstName, customer.customerPrefix].some((name) => name?.trim());
  const isPerson = person !== "" && (hasContact || !trimSpaces(customer.customerOrganization));
  return isPerson ? { kind: "person", name: person } : { kind: "organisation", name: formatCustomerName(customer) };
}
