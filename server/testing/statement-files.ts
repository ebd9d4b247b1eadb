import { addDays } from "@/server/domain/formats/calendar";

/** An entry on a made-up statement. */
export interface MadeEntry {
  /** Amount in cents; positive: incoming. */
  cents: number;
  /** Day of booking. */
  on?: string;
  name?: string;
  iban?: string;
  reference?: string;
  text?: string;
  endToEndId?: string;
  bankReference?: string;
  status?: string;
  isReversal?: boolean;
  returnReason?: string;
  /** Banks' charges in cents that the amount of a returned debit contains. */
  chargesCents?: number;
  /** Several payments in one entry. */
  batch?: { cents: number; reference?: string; endToEndId?: string }[];
  /** Id of the batch in the file that the bank carried out and booked as one sum, without its payments. */
  batchId?: string;
  /** Amount and currency that the payer ordered, such as `10.50 USD`. */
  instructed?: string;
  /** SEPA creditor identifier, in the bank's field for it. */
  creditorIdentifier?: string;
}

export interface MadeStatement {
  iban: string;
  currency?: string;
  id?: string;
  /** Opening balance, in cents. */
  opening?: number;
  /** Closing balance, in cents; absent: the sum of opening balance and entries. */
  closing?: number;
  /** Day of the closing balance. The opening balance is that of the day before. */
  on?: string;
  entries: MadeEntry[];
}

/**
 * Dialects of banks, which differ in message, version, prefix, and the places of names and amounts. `report8` is an intraday report with both
 * balances, `intraday8` an intraday report with the opening balance alone.
 */
export const styles = ["plain8", "prefixed2", "swiss4", "notification8", "report8", "intraday8"] as const;
export type StatementStyle = (typeof styles)[number];

const message = {
  plain8: ["053", "08"],
  prefixed2: ["053", "02"],
  swiss4: ["053", "04"],
  notification8: ["054", "08"],
  report8: ["052", "08"],
  intraday8: ["052", "08"],
} as const;

const elements = {
  "052": ["BkToCstmrAcctRpt", "Rpt"],
  "053": ["BkToCstmrStmt", "Stmt"],
  "054": ["BkToCstmrDbtCdtNtfctn", "Ntfctn"],
} as const;

/** Returns a camt file in a bank's dialect. The structure is that of ISO 20022, the values are invented. */
export function camtFile(statements: MadeStatement[], style: StatementStyle = "plain8"): string {
  const [kind, version] = message[style];
  const [root, part] = elements[kind];
  const body = statements.map((made) => statementIn(made, style, part)).join("\n");
  const xml = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.${kind}.001.${version}">
<${root}><GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-11-25T06:00:00+01:00</CreDtTm></GrpHdr>
${body}
</${root}></Document>`;
  const prefixed = style === "prefixed2" ? xml.replace(/<(\/?)(\w)/g, "<$1ns2:$2").replace("xmlns=", "xmlns:ns2=") : xml;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${prefixed}`;
}

function statementIn(
  { iban, currency = "EUR", id = "S1", opening = 100_000, closing, on = "2026-11-25", entries }: MadeStatement,
  style: StatementStyle,
  part: string,
) {
  const booked = entries.filter(({ status = "BOOK" }) => status === "BOOK").reduce((sum, { cents }) => sum + cents, 0);
  const balance = (code: string, cents: number, on: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">${amountOf(cents)}</Amt><CdtDbtInd>${cents < 0 ? "DBIT" : "CRDT"}</CdtDbtInd><Dt><Dt>${on}</Dt></Dt></Bal>`;
  const openingIn = style === "notification8" ? "" : balance(style === "swiss4" ? "PRCD" : "OPBD", opening, addDays(on, -1));
  const closingIn = style === "notification8" || style === "intraday8" ? "" : balance("CLBD", closing ?? opening + booked, on);
  return `<${part}><Id>${id}</Id><ElctrncSeqNb>7</ElctrncSeqNb><CreDtTm>2026-11-25T06:00:00+01:00</CreDtTm>
<Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>${currency}</Ccy></Acct>
${openingIn}${closingIn}
${entries.map((entry) => entryIn(entry, currency, style)).join("\n")}
</${part}>`;
}

function entryIn(made: MadeEntry, currency: string, style: StatementStyle): string {
  const { cents, on = "2026-11-25", status = "BOOK", isReversal, bankReference = "", batch, batchId } = made;
  const transactions = batchId ? [] : (batch ?? [{ cents, reference: made.reference }]);
  const isOld = style === "prefixed2";
  return `<Ntry><Amt Ccy="${currency}">${amountOf(cents)}</Amt><CdtDbtInd>${cents < 0 ? "DBIT" : "CRDT"}</CdtDbtInd>${isReversal ? "<RvslInd>true</RvslInd>" : ""}
<Sts>${isOld ? status : `<Cd>${status}</Cd>`}</Sts><BookgDt><Dt>${on}</Dt></BookgDt><ValDt><Dt>${on}</Dt></ValDt><AcctSvcrRef>${bankReference}</AcctSvcrRef>
<NtryDtls>${batchId ? `<Btch><PmtInfId>${batchId}</PmtInfId></Btch>` : ""}${batch ? `<Btch><NbOfTxs>${batch.length}</NbOfTxs></Btch>` : ""}
${transactions.map((each) => transactionIn({ ...made, ...each }, currency, isOld, cents < 0)).join("\n")}
</NtryDtls></Ntry>`;
}

function transactionIn(made: MadeEntry, currency: string, isOld: boolean, isDebit: boolean): string {
  const {
    cents,
    name = "Ada Brandsma",
    iban = "NL02TEST0123456789",
    reference,
    text,
    endToEndId = "NOTPROVIDED",
    returnReason,
    chargesCents = 0,
    instructed = chargesCents > 0 ? `${amountOf(-cents - chargesCents)} ${currency}` : undefined,
    creditorIdentifier,
  } = made;
  const role = isDebit && !made.isReversal ? "Cdtr" : "Dbtr";
  const amount = `<Amt Ccy="${currency}">${amountOf(cents)}</Amt>`;
  const [value, other] = instructed?.split(" ") ?? [];
  const instructedIn = instructed ? `<InstdAmt><Amt Ccy="${other}">${value}</Amt></InstdAmt>` : "";
  const amounts = isOld
    ? `<AmtDtls>${instructedIn}<TxAmt>${amount}</TxAmt></AmtDtls>`
    : `${amount}<CdtDbtInd>${isDebit ? "DBIT" : "CRDT"}</CdtDbtInd>${instructed ? `<AmtDtls>${instructedIn}</AmtDtls>` : ""}`;
  const party = (inside: string) => (isOld ? inside : `<Pty>${inside}</Pty>`);
  const named = `<Nm>${escaped(name)}</Nm>`;
  const identified = creditorIdentifier
    ? `<Id><PrvtId><Othr><Id>${creditorIdentifier}</Id><SchmeNm><Prtry>SEPA</Prtry></SchmeNm></Othr></PrvtId></Id>`
    : "";
  const creditor = identified && role === "Dbtr" ? `<Cdtr>${party(identified)}</Cdtr>` : "";
  const charges = chargesCents > 0 ? `<Chrgs><Rcrd><Amt Ccy="${currency}">${amountOf(chargesCents)}</Amt></Rcrd></Chrgs>` : "";
  return `<TxDtls><Refs><EndToEndId>${endToEndId}</EndToEndId></Refs>${amounts}${charges}
<RltdPties><${role}>${party(role === "Cdtr" ? named + identified : named)}</${role}><${role}Acct><Id><IBAN>${iban}</IBAN></Id></${role}Acct>${creditor}</RltdPties>
<RmtInf>${text === undefined ? "" : `<Ustrd>${escaped(text)}</Ustrd>`}${reference ? `<Strd><CdtrRefInf><Tp><CdOrPrtry><Cd>SCOR</Cd></CdOrPrtry></Tp><Ref>${reference}</Ref></CdtrRefInf></Strd>` : ""}</RmtInf>
${returnReason ? `<RtrInf><Rsn><Cd>${returnReason}</Cd></Rsn></RtrInf>` : ""}</TxDtls>`;
}

function amountOf(cents: number): string {
  return (Math.abs(cents) / 100).toFixed(2);
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

/** Yields the file in pieces, as it arrives. */
export async function* inPieces(file: string | Uint8Array, bytes = 64 * 1024): AsyncGenerator<Uint8Array> {
  const whole = Buffer.from(file);
  for (let at = 0; at < whole.length; at += bytes) yield whole.subarray(at, at + bytes);
}
