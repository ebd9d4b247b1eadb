/**
 * Marks for the places where a bank divided a text. A short line or part lost the blank at its end; a full one may have ended within a
 * word. Both marks are characters for private use, which banks' texts do not contain.
 */
const SHORT = "\ue000";
const FULL = "\ue001";
const SEAMS = /[\ue000\ue001]/g;

/** Joins lines or parts, with a mark at each place where they were divided. `isFull`: whether the piece had no room for more. */
export function joined(pieces: readonly string[], isFull: (piece: string, index: number) => boolean): string {
  return pieces
    .map((piece, index) => {
      const next = pieces[index + 1];
      if (next === undefined || next === "" || piece === "" || /\s$/.test(piece) || /^\s/.test(next)) return piece;
      return piece + (isFull(piece, index) ? FULL : SHORT);
    })
    .join("");
}

/** Width of a line of `:86:`, in characters. */
const LINE = 65;

/** Joins the lines of `:86:`. Some banks count the field's own name in the first line. */
export function joinedLines(text: string): string {
  return joined(text.split("\n"), (line, index) => line.length >= LINE || (index === 0 && line.length === LINE - ":86:".length));
}

/** Returns the text as people read it: with the blanks that the bank left out. */
export function readable(text: string): string {
  return UNEVEN.test(text) ? text.replaceAll(FULL, "").replaceAll(SHORT, " ").replace(/\s+/g, " ").trim() : text;
}

/** Matches marks, and blanks other than one space between words. */
const UNEVEN = /[\ue000\ue001]|\s\s|[^\S ]|^\s|\s$/;

/** Returns a text without marks, for texts that have no blanks of their own, such as an account number or an identifier. */
export function unbroken(text: string): string {
  return text.replace(SEAMS, "").trim();
}

function hasSeams(text: string): boolean {
  return text.includes(SHORT) || text.includes(FULL);
}

/**
 * Returns the other readings of a text that the bank divided:
 * - without blanks at the marks;
 * - with a blank at each mark;
 * - with full pieces kept apart, if they divide digits: digits on both sides of a blank may be read as one number.
 */
export function otherReadings(text: string): string[] {
  if (!hasSeams(text)) return [];
  const apart = DIVIDED_DIGITS.test(text) ? [text.replaceAll(FULL, " | ").replaceAll(SHORT, " ")] : [];
  return [text.replace(SEAMS, ""), text.replace(SEAMS, " "), ...apart];
}

const DIVIDED_DIGITS = /\d\ue001\d/;

/** Whether the bank divided a text where a reference may be: beside a digit, `+` or `*`, or within `RF`. */
export function mayDivideReference(text: string): boolean {
  return BESIDE_DIGITS.test(text);
}

const BESIDE_DIGITS = /[\d+*][\ue000\ue001]|[\ue000\ue001][\d+*]|[rR][\ue000\ue001][fF]/;

/** Returns a pattern for a word, wherever the bank divided it. */
export function dividedAnywhere(word: string): string {
  return [...word].join(`[${SHORT}${FULL}]?`);
}
