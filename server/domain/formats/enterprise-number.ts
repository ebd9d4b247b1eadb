/** Nine or ten digits after an optional country, once the separators are removed. */
const SHAPE = /^(?:BE)?([01]?\d{9})$/;

/**
 * Returns a Belgian enterprise number (ondernemingsnummer, numéro d'entreprise) as `0123.456.749`; undefined if the text is none. Its last
 * two digits are 97 minus the remainder of the first eight by 97. Numbers issued before 2005 have nine digits; they get a leading 0.
 */
export function readEnterpriseNumber(text: string): string | undefined {
  const [, given] = SHAPE.exec(text.toUpperCase().replace(/[\s.\-()]/g, "")) ?? [];
  const digits = given?.padStart(10, "0");
  if (digits === undefined || Number(digits.slice(8)) !== 97 - (Number(digits.slice(0, 8)) % 97)) return undefined;
  return `${digits.slice(0, 4)}.${digits.slice(4, 7)}.${digits.slice(7)}`;
}
