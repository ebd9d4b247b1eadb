import { addDays } from "@/server/domain/formats/calendar";
import type { MadeEntry, MadeStatement } from "./statement-files";

/** MT940 dialects of German, Dutch and Swiss banks; the last without SWIFT's blocks and with unstructured text. */
export const mt940Styles = ["german", "dutch", "ing", "plain"] as const;
export type Mt940Style = (typeof mt940Styles)[number];

/** An MT940 file in a bank's dialect. The structure is the banks', the values are invented. */
export function mt940File(
  { iban, currency = "EUR", id = "7/1", opening = 100_000, closing, on = "2026-11-25", entries }: MadeStatement,
  style: Mt940Style = "german",
): string {
  const total = closing ?? entries.reduce((sum, { cents }) => sum + cents, opening);
  const account = style === "dutch" ? `${iban} ${currency}` : style === "ing" ? `${iban}${currency}` : iban;
  const fields = [
    ":20:M1",
    `:25:${account}`,
    `:28C:${id}`,
    `:60F:${balance(opening, addDays(on, -1), currency)}`,
    ...entries.flatMap((entry) => [line61(entry, style), `:86:${narrative(entry, style)}`]),
    `:62F:${balance(total, on, currency)}`,
  ];
  const text = fields.join("\r\n");
  return style === "plain"
    ? `${text}\r\n-\r\n`
    : `{1:F01TESTNL2AXXXX0000000000}{2:I940TESTNL2AXXXN}{4:\r\n${text}\r\n:64:${balance(total, on, currency)}\r\n-}\r\n`;
}

function balance(cents: number, on: string, currency: string): string {
  return `${cents < 0 ? "D" : "C"}${on.replaceAll("-", "").slice(2)}${currency}${amountOf(cents)}`;
}

function amountOf(cents: number): string {
  return (Math.abs(cents) / 100).toFixed(2).replace(".", ",");
}

function line61(
  { cents, on = "2026-11-25", isReversal, bankReference = "B1", endToEndId = "NONREF" }: MadeEntry,
  style: Mt940Style,
): string {
  const day = on.replaceAll("-", "").slice(2);
  const sign = isReversal ? (cents < 0 ? "RC" : "RD") : cents < 0 ? "D" : "C";
  return `:61:${day}${day.slice(2)}${sign}${amountOf(cents)}NTRF${style === "plain" ? endToEndId : "NONREF"}//${bankReference}`;
}

function narrative(
  { name = "Ada Brandsma", iban = "NL02TEST0123456789", reference = "", text = "", endToEndId = "NOTPROVIDED" }: MadeEntry,
  style: Mt940Style,
): string {
  const said = [reference, text].filter(Boolean).join(" ");
  if (style === "german") {
    const purpose = `EREF+${endToEndId}SVWZ+${said}`;
    const parts = (purpose.match(/.{1,27}/g) ?? []).map((part, at) => `?${20 + at}${part}`);
    return folded(`166?00GUTSCHRIFT?109310${parts.join("")}?30TESTNL2A?31${iban}?32${name.slice(0, 27)}?34000`);
  }
  if (style === "dutch") return folded(`/TRTP/SEPA OVERBOEKING/IBAN/${iban}/BIC/TESTNL2A/NAME/${name}/REMI/${said}/EREF/${endToEndId}`);
  if (style === "ing")
    return folded(`/EREF/${endToEndId}//CNTP/${iban}/TESTNL2A/${name}///REMI/${reference ? `STRD/CUR/${reference}` : `USTD//${text}`}/`);
  return folded(`${name} ${iban} ${said}`);
}

/** Breaks text into lines of 65 characters, anywhere. */
function folded(text: string): string {
  return (text.match(/.{1,65}/g) ?? []).join("\r\n");
}
