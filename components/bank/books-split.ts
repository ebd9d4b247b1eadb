/** A pressed key, as in `KeyboardEvent`. */
interface PressedKey {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  repeat: boolean;
}

interface SplitState {
  /** Element that has the focus. `page`: none, for example after an added invoice left the list. */
  focus: "search" | "amount" | "page" | "other";
  /** Whether the search field contains a text. */
  isSearching: boolean;
  /** Whether all amounts are valid. */
  isValid: boolean;
  /** Part of the payment that is not divided, in cents. */
  restCents: number;
}

/**
 * Whether a key books the division of a payment: Enter in an amount; Enter in the empty search field or on the page, once nothing is left;
 * Ctrl+Enter and Cmd+Enter everywhere. A key that is held down books nothing.
 */
export function booksSplit({ key, ctrlKey, metaKey, repeat }: PressedKey, { focus, isSearching, isValid, restCents }: SplitState): boolean {
  if (key !== "Enter" || repeat || !isValid) return false;
  if (ctrlKey || metaKey || focus === "amount") return true;
  const isOutsideFields = focus === "page" || (focus === "search" && !isSearching);
  return restCents === 0 && isOutsideFields;
}
