/**
 * One customer of a partner: the e-mail address in small letters, or the invoice alone where there is none.
 * SQL: the function `customer_key` (db/rules/shared.sql).
 */
export function customerKey(email: string | null, invoiceId: string): string {
  return (email ?? "").replace(/^ +| +$/g, "").toLowerCase() || invoiceId;
}
