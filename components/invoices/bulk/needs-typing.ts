/** Up to so many invoices, one click is enough. */
const MOST_UNTYPED = 50;

/** Whether an act on so many is confirmed by typing how many they are. */
export function needsTyping(count: number | undefined): boolean {
  return count !== undefined && count > MOST_UNTYPED;
}
