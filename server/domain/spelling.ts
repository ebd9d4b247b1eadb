/** A name that ends with a full stop, such as "e. V.", ends its sentence too. */
export function withOneFullStop(text: string): string {
  return text.replaceAll(/(?<!\.)\.\.(?!\.)/g, ".");
}

/** Switzerland writes no ß. Not for names, which are as they are. */
export function inSwissSpelling(text: string): string {
  return text.replaceAll("ß", "ss");
}
