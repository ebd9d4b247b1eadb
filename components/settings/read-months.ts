/** Number that the service refuses, as it does other numbers out of range. */
const REFUSED = 0;

/**
 * Returns the number of months that a person typed; null if the field is empty. Text that is no whole number, such as "1 year" or "1.5",
 * becomes a number that the service refuses.
 */
export function readMonths(typed: string): number | null {
  const text = typed.trim();
  if (text === "") return null;
  return /^\d+$/.test(text) ? Number(text) : REFUSED;
}
