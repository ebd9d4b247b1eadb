/** Replaces two full stops in a row by one: a name such as "e. V." at the end of a sentence brings its own. */
export function withOneFullStop(text: string): string {
  return text.replaceAll(/(?<!\.)\.\.(?!\.)/g, ".");
}

/** Replaces ß, which Switzerland does not write, by ss. Not for names, which stay as they are. */
export function inSwissSpelling(text: string): string {
  return text.replaceAll("ß", "ss");
}
