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
