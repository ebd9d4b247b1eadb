/**
 * Returns the key of one customer of a partner: the e-mail address in lower case, or the invoice's id if there is none. SQL: the function
 * `customer_key` (db/rules/shared.sql).
 */
export function customerKey(email: string | null, invoiceId: string): string {
  return (email ?? "").replace(/^ +| +$/g, "").toLowerCase() || invoiceId;
}
