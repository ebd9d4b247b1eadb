/**
 * Reads an amount as typed, with a point or a comma as the decimal mark: "75", "1.234,50", "1'234.5", "−15,00". Returns cents, or undefined
 * for other text.
 */
export function readAmount(text: string): number | undefined {
  const typed = text.replace(/[\s'’]/g, "").replace(/^[−–]/, "-");
  // Whole units may be grouped in thousands, by the same sign throughout (`\3`).
  const [, minus, whole = "", , fraction = ""] = typed.match(/^(-?)(\d{1,3}(?:([.,])\d{3})(?:\3\d{3})*|\d{1,12})(?:[.,](\d{1,2}))?$/) ?? [];
  if (minus === undefined) return undefined;
  const cents = Number(whole.replace(/[.,]/g, "")) * 100 + Number(fraction.padEnd(2, "0"));
  // `0 -` instead of a unary minus, because −0 would be shown as "−0.00".
  return minus ? 0 - cents : cents;
}
