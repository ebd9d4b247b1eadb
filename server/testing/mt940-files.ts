import { addDays } from "@/server/domain/formats/calendar";
import type { MadeEntry, MadeStatement } from "./statement-files";

/**
 * MT940 dialects of German, Dutch and Swiss banks. `plain` has unstructured text and no SWIFT blocks. `sns` and `triodos` have no identifier
 * of the payer.
 */
export const mt940Styles = ["german", "dutch", "ing", "plain", "rabobank", "abn", "sns", "triodos"] as const;
export type Mt940Style = (typeof mt940Styles)[number];

/** Returns an MT940 file in a bank's dialect. The structure is that of real banks, the values are invented. */
export function mt940File(
  { iban, currency = "EUR", id = "7/1", opening = 100_000, closing, on = "2026-11-25", entries }: MadeStatement,
  style: Mt940Style = "german",
): string {
  const total = closing ?? entries.reduce((sum, { cents }) => sum + cents, opening);
  const account = {
    dutch: `${iban} ${currency}`,
    rabobank: `${iban} ${currency}`,
    ing: `${iban}${currency}`,
    triodos: `TRIODOSBANK/${iban.slice(-10)}`,
  };
  const fields = [
    ":20:M1",
    `:25:${(account as Partial<Record<Mt940Style, string>>)[style] ?? iban}`,
    `:28C:${id}`,
    `:60F:${balance(opening, addDays(on, -1), currency)}`,
    ...entries.flatMap((entry) => [line61(style, entry), `:86:${narrative(style, entry)}`]),
    `:62F:${balance(total, on, currency)}`,
  ];
  const text = fields.join("\r\n");
  if (style === "rabobank") return `:940:\r\n${text}\r\n\u001a`;
  if (style === "abn") return `ABNANL2A\r\n940\r\nABNANL2A\r\n${text}\r\n-\r\n`;
  return style === "plain" || style === "triodos"
    ? `${text}\r\n-\r\n`
    : `{1:F01TESTNL2AXXXX0000000000}{2:I940TESTNL2AXXXN}{4:\r\n${text}\r\n:64:${balance(total, on, currency)}\r\n-}\r\n`;
}

/** Returns the payer's account. Its check digits are right in the dialects that do not tag it, because readers recognise it by them. */
function payerOf(style: Mt940Style): string {
  return ["rabobank", "abn", "sns", "triodos"].includes(style) ? "NL09INGB0009100010" : "NL02TEST0123456789";
}

function balance(cents: number, on: string, currency: string): string {
  return `${cents < 0 ? "D" : "C"}${on.replaceAll("-", "").slice(2)}${currency}${amountOf(cents)}`;
}

function amountOf(cents: number): string {
  return (Math.abs(cents) / 100).toFixed(2).replace(".", ",");
}

function line61(
  style: Mt940Style,
  {
    cents,
    on = "2026-11-25",
    isReversal,
    bankReference = "B1",
    endToEndId = "NONREF",
    iban = payerOf(style),
    name = "Ada Brandsma",
    chargesCents = 0,
  }: MadeEntry,
): string {
  const day = on.replaceAll("-", "").slice(2);
  const ofMoney = cents < 0 ? "D" : "C";
  // A reversal names the direction of the entry that it reverses.
  const ofReversed = cents < 0 ? "RC" : "RD";
  const sign = isReversal ? ofReversed : ofMoney;
  if (style === "rabobank") return `:61:${day}${sign}${amountOf(cents).padStart(15, "0")}N541EREF//${bankReference}\r\n${iban}`;
  if (style === "sns") return `:61:${day}    ${sign}${amountOf(cents)}NOV${iban}//${bankReference}\r\n${name.toLowerCase()}`;
  if (style === "triodos") return `:61:${day}${sign}${amountOf(cents)}NET NONREF//${bankReference}`;
  if (chargesCents > 0) {
    const amounts = `/OCMT/EUR${amountOf(-cents - chargesCents)}//CHGS/EUR${amountOf(chargesCents)}/`;
    return `:61:${day}${day.slice(2)}${sign}${amountOf(cents)}NRTINONREF//${bankReference}\r\n${amounts}`;
  }
  return `:61:${day}${day.slice(2)}${sign}${amountOf(cents)}NTRF${style === "plain" ? endToEndId : "NONREF"}//${bankReference}`;
}

function narrative(
  style: Mt940Style,
  {
    name = "Ada Brandsma",
    iban = payerOf(style),
    reference = "",
    text = "",
    endToEndId = "NOTPROVIDED",
    cents,
    creditorIdentifier,
    returnReason,
    batchId,
  }: MadeEntry,
): string {
  const said = [reference, text].filter(Boolean).join(" ");
  if (style === "german") {
    // A sum names the batch by `KREF`, and no payer.
    if (batchId) return folded(`192?00SEPA DD SAMMEL?109310${numbered(`KREF+${batchId}SVWZ+${said || "SAMMLER"}`)}`);
    const returned = returnReason ? `RTRN+${returnReason}` : "";
    const purpose = `EREF+${endToEndId}${returned}${creditorIdentifier ? `CRED+${creditorIdentifier}` : ""}SVWZ+${said}`;
    return folded(
      `${returnReason ? "109?00RETOURE" : "166?00GUTSCHRIFT"}?109310${numbered(purpose)}?30TESTNL2A?31${iban}?32${name.slice(0, 27)}?34000`,
    );
  }
  const creditor = creditorIdentifier ? `/CSID/${creditorIdentifier}` : "";
  if (style === "dutch")
    return folded(`/TRTP/SEPA OVERBOEKING${creditor}/IBAN/${iban}/BIC/TESTNL2A/NAME/${name}/REMI/${said}/EREF/${endToEndId}`);
  if (style === "ing")
    return folded(`/EREF/${endToEndId}//CNTP/${iban}/TESTNL2A/${name}///REMI/${reference ? `STRD/CUR/${reference}` : `USTD//${text}`}/`);
  if (style === "rabobank") return folded(`/EREF/${endToEndId}/${cents < 0 ? "BENM" : "ORDP"}//NAME/${name}/REMI/${said}/ISDT/2026-11-25`);
  if (style === "abn") {
    const words = `SEPA OVERBOEKING                 IBAN: ${iban}\r\nBIC: TESTNL2A                    NAAM: ${name}`;
    return `${words}\r\nOMSCHRIJVING: ${said}\r\nKENMERK: ${endToEndId}`;
  }
  if (style === "sns") return [`${iban} ${name.toLowerCase()}`, " ".repeat(65), folded(said), " ".repeat(65)].join("\r\n");
  if (style === "triodos") {
    const parts = (said.match(/.{1,27}/g) ?? []).map((part, at) => `>${23 + at}${part}`).join("\r\n");
    return `000>100000000000\r\n>20TESTNL2A\r\n>21${iban}\r\n>22${name}${parts}>310000000000`;
  }
  return folded(`${name} ${iban} ${said}`);
}

/** Divides a text into parts of 27 characters, numbered from `?20`. */
function numbered(text: string): string {
  return (text.match(/.{1,27}/g) ?? []).map((part, at) => `?${20 + at}${part}`).join("");
}

/** Breaks a text into lines of 65 characters, also within words. */
function folded(text: string): string {
  return (text.match(/.{1,65}/g) ?? []).join("\r\n");
}
