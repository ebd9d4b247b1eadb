/** Maximum number of invoices that a single click confirms. */
const MOST_UNTYPED = 50;

/** Whether confirming a bulk action on this many invoices requires typing the number. */
export function needsTyping(count: number | undefined): boolean {
  return count !== undefined && count > MOST_UNTYPED;
}
