/** Signs and codes of each currency, in capitals. French texts write "£GB"; "FR" is Swiss for francs. */
const signsOf: Record<string, string[]> = { EUR: ["€", "EUR"], GBP: ["£", "£GB", "GBP"], CHF: ["CHF", "FR", "FR."] };

/** A figure, with cents or a dash for them. Before and after it, there may be a sign of a currency, a minus, or both. */
const SIGNED = /^([^\d.,]*|-?FR\.-?)(\d[\d.,]*?)(?:[.,]-)?([^\d.,]*|-?FR\.-?)$/;
/** Whole units, which may be grouped in thousands by the same mark throughout (`\2`), and cents. */
const FIGURE = /^(\d{1,3}(?:([.,])\d{3})(?:\2\d{3})*|\d{1,12})(?:[.,](\d{1,2}))?$/;

/**
 * Reads an amount as typed, or as copied from the service's pages, with a point or a comma as the decimal mark: "75", "1.234,50", "€
 * −40,00", "−€40.00", "CHF 1’234.50", "40,00-", "Fr. 75.–". `currency`: the ISO 4217 code whose signs are read; absent: all known ones.
 * Returns cents, or undefined for other text, such as one with two currency signs.
 */
export function readAmount(text: string, currency?: string): number | undefined {
  const typed = text
    .replace(/[\s'’]/g, "")
    .replace(/[−–—]/g, "-")
    .toUpperCase();
  const [, before = "", figure = "", after = ""] = SIGNED.exec(typed) ?? [];
  const [, whole, , fraction = ""] = FIGURE.exec(figure) ?? [];
  if (whole === undefined) return undefined;
  // Only one minus is removed: a second one is left in `sign`, which is then unknown, as with two currency signs.
  const isBelowZero = `${before} ${after}`.includes("-");
  const sign = `${before} ${after}`.replace("-", "").trim();
  const known = currency === undefined ? Object.values(signsOf).flat() : (signsOf[currency] ?? []);
  if (sign !== "" && !known.includes(sign)) return undefined;
  const cents = Number(whole.replace(/[.,]/g, "")) * 100 + Number(fraction.padEnd(2, "0"));
  // `0 -` instead of a unary minus, because −0 would be shown as "−0.00".
  return isBelowZero ? 0 - cents : cents;
}
