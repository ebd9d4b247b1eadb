/** Returns the text on one line, with at most `most` characters: cut after a word, with an ellipsis. */
export function shorten(text: string, most: number): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= most) return line;
  const cut = line.slice(0, most - 1);
  // If the cut falls within a word, the part of that word is dropped.
  const whole = cut.includes(" ") && line.charAt(most - 1) !== " " ? cut.slice(0, cut.lastIndexOf(" ")) : cut;
  // Without half of a surrogate pair at the end.
  return `${whole.trimEnd().replace(/[\uD800-\uDBFF]$/, "")}…`;
}
