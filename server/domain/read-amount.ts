/**
 * The amount as typed, in cents, with a point or a comma as they are used to: "75", "1.234,50", "1'234.5", "−15,00". Undefined where
 * it is not an amount.
 */
export function readAmount(text: string): number | undefined {
  const typed = text.replace(/[\s'’]/g, "").replace(/^[−–]/, "-");
  const [, minus, whole = "", , fraction = ""] = typed.match(/^(-?)(\d{1,3}(?:([.,])\d{3})(?:\3\d{3})*|\d{1,12})(?:[.,](\d{1,2}))?$/) ?? [];
  if (minus === undefined) return undefined;
  const cents = Number(whole.replace(/[.,]/g, "")) * 100 + Number(fraction.padEnd(2, "0"));
  return minus ? 0 - cents : cents;
}
