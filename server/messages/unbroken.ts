import { html, type Piece } from "@/server/platform/html";

/** Maximum number of characters of a word that fits on a phone's line in any case. */
const MOST_ON_A_LINE = 24;

/**
 * Keeps each word of a text on one line, also words such as `2027-001` that programs break at the hyphen. Longer words may break, because
 * they would be cut off. A word ends at a space that may break.
 */
export function unbroken(text: string): Piece {
  return text
    .split(/([ \t\r\n]+)/)
    .map((word) => (BREAKABLE.test(word) && word.length <= MOST_ON_A_LINE ? html`<span style="white-space:nowrap">${word}</span>` : word));
}

/** A sign at which programs break a line, within a word. */
const BREAKABLE = /\S[-‐–—/+?!]\S/u;
