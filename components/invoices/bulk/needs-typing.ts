/** Most invoices that one click confirms. */
const MOST_UNTYPED = 50;

/** Whether a bulk action on this many invoices is confirmed by typing the number. */
export function needsTyping(count: number | undefined): boolean {
  return count !== undefined && count > MOST_UNTYPED;
}
