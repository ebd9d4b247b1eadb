import { amountIn, element, nameElement } from "@/server/domain/banking/pain-elements";
import { toSepaText } from "@/server/domain/banking/sepa-text";
import { addDays } from "@/server/domain/formats/calendar";

/** One entry of a statement or a notification. Amount in cents, below 0 if money leaves the account. */
export interface CamtEntry {
  amountCents: number;
  /** The bank's own reference, the same in a statement and a notification. */
  bankReference: string;
  /** Other party; null for a batch. */
  party: { name: string; iban: string } | null;
  endToEndId: string | null;
  /** Reference of a transfer: ISO 11649, or a national one. */
  reference: string | null;
  text: string;
  /** Id of the batch that the bank booked as one sum. */
  batchId: string | null;
  returnCode: string | null;
}

export interface CamtFile {
  kind: "camt053" | "camt054";
  messageId: string;
  day: string;
  iban: string;
  holder: string;
  currency: string;
  /** Balance before the entries; a notification has none. */
  openingCents: number;
  entries: readonly CamtEntry[];
}

const messages = {
  camt053: { name: "camt.053.001.08", root: "BkToCstmrStmt", part: "Stmt" },
  camt054: { name: "camt.054.001.08", root: "BkToCstmrDbtCdtNtfctn", part: "Ntfctn" },
} as const;

/**
 * Writes a bank's statement of one day (camt.053.001.08), or a notification of entries (camt.054.001.08), by the messages of ISO 20022. The
 * time in the file is 17:00 of its day.
 */
export function writeCamt(file: CamtFile): string {
  const { name, root, part } = messages[file.kind];
  const { messageId, day, iban, holder, currency, openingCents, entries } = file;
  const createdAt = element("CreDtTm", `${day}T17:00:00`);
  const closingCents = openingCents + entries.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const balances = [balance("OPBD", openingCents, addDays(day, -1), currency), balance("CLBD", closingCents, day, currency)];
  const account = `<Acct><Id>${element("IBAN", iban)}</Id>${element("Ccy", currency)}<Ownr>${nameElement(holder)}</Ownr></Acct>`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${name}"><${root}>`,
    `<GrpHdr>${element("MsgId", messageId)}${createdAt}</GrpHdr>`,
    `<${part}>${element("Id", messageId)}${createdAt}`,
    account,
    ...(file.kind === "camt053" ? balances : []),
    ...entries.map((entry) => entryElement(entry, file)),
    `</${part}></${root}></Document>\n`,
  ].join("\n");
}

function balance(code: string, cents: number, day: string, currency: string): string {
  return `<Bal><Tp><CdOrPrtry>${element("Cd", code)}</CdOrPrtry></Tp>${money(cents, currency)}${direction(cents)}<Dt>${element("Dt", day)}</Dt></Bal>`;
}

function entryElement(entry: CamtEntry, { day, currency }: CamtFile): string {
  const { amountCents, bankReference, batchId, returnCode } = entry;
  const on = `<BookgDt>${element("Dt", day)}</BookgDt><ValDt>${element("Dt", day)}</ValDt>`;
  const batch = batchId ? `<Btch>${element("PmtInfId", batchId)}</Btch>` : paymentElement(entry, currency);
  return [
    `<Ntry>${money(amountCents, currency)}${direction(amountCents)}${returnCode ? element("RvslInd", "true") : ""}<Sts>${element("Cd", "BOOK")}</Sts>`,
    `${on}${element("AcctSvcrRef", bankReference)}<NtryDtls>${batch}</NtryDtls></Ntry>`,
  ].join("");
}

function paymentElement({ amountCents, party, endToEndId, reference, text, returnCode }: CamtEntry, currency: string): string {
  const parties = party
    ? `<RltdPties><Dbtr><Pty>${nameElement(party.name)}</Pty></Dbtr><DbtrAcct><Id>${element("IBAN", party.iban)}</Id></DbtrAcct></RltdPties>`
    : "";
  const structured = reference
    ? `<Strd><CdtrRefInf><Tp><CdOrPrtry>${element("Cd", "SCOR")}</CdOrPrtry></Tp>${element("Ref", reference)}</CdtrRefInf></Strd>`
    : "";
  const words = toSepaText(text).slice(0, 140).trim();
  const information = [words && element("Ustrd", words), structured].join("");
  return [
    `<TxDtls><Refs>${element("EndToEndId", endToEndId ?? "NOTPROVIDED")}</Refs>${money(amountCents, currency)}${direction(amountCents)}`,
    parties,
    information && `<RmtInf>${information}</RmtInf>`,
    returnCode ? `<RtrInf><Rsn>${element("Cd", returnCode)}</Rsn></RtrInf>` : "",
    "</TxDtls>",
  ].join("");
}

function money(cents: number, currency: string): string {
  return `<Amt Ccy="${currency}">${amountIn(Math.abs(cents))}</Amt>`;
}

function direction(cents: number): string {
  return element("CdtDbtInd", cents < 0 ? "DBIT" : "CRDT");
}
