/** A made-up camt file. */
interface KeptCamtFile {
  name: string;
  text: string;
  /** Numbers, from 0, of the entries that are described better than by the parser's first version. */
  improved: ReadonlySet<number>;
}

const FILES = 60;
/** Number of entries of a file. */
const ENTRIES = 8;
const accounts = [
  ["DE75504000000031000225", "EUR"],
  ["CH8309000000003100227", "CHF"],
  ["NL79ABNA0310002214", "EUR"],
  ["FI3720001800310003", "EUR"],
] as const;
const payers = [
  ["Anna Beispiel", "DE90370400440910002000"],
  ["Beat Müller & Söhne", "CH5604835012345678009"],
  ["Noor Brandsma", "NL09INGB0009100010"],
  ["", ""],
] as const;

/** Returns files of versions 2 to 13, always the same: statements and notifications, batches, details, charges, returns, currencies. */
export function keptCamtFiles(): KeptCamtFile[] {
  return Array.from({ length: FILES }, (_, index) => keptFile(index));
}

function keptFile(index: number): KeptCamtFile {
  const version = 2 + (index % 12);
  const isNotification = index % 5 === 4;
  const count = index % 7 === 3 ? 2 : 1;
  const improved = new Set<number>();
  const statements = Array.from({ length: count }, (_, at) => {
    const made = Array.from({ length: ENTRIES / count }, (_, place) => madeEntry(index, version, at * (ENTRIES / count) + place));
    for (const [place, { isImproved }] of made.entries()) if (isImproved) improved.add(at * (ENTRIES / count) + place);
    return statementOf(index + at, made, isNotification, version);
  });
  const [root, kind] = isNotification ? ["BkToCstmrDbtCdtNtfctn", "054"] : ["BkToCstmrStmt", "053"];
  const xml = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.${kind}.001.${String(version).padStart(2, "0")}"><${root}>
<GrpHdr><MsgId>M${index}</MsgId><CreDtTm>2026-11-10T01:00:00</CreDtTm></GrpHdr>
${statements.join("\n")}
</${root}></Document>`;
  const prefixed = index % 6 === 1 ? xml.replace(/<(\/?)(\w)/g, "<$1n:$2").replace("xmlns=", "xmlns:n=") : xml;
  return { name: `${index}`, text: `<?xml version="1.0" encoding="UTF-8"?>\n${prefixed}\n`, improved };
}

interface MadeCamtEntry {
  xml: string;
  cents: number;
  isImproved: boolean;
}

function statementOf(index: number, made: readonly MadeCamtEntry[], isNotification: boolean, version: number): string {
  const [iban, currency] = accounts[index % accounts.length] ?? accounts[0];
  const openingCents = (index % 3) * 5_000 - 2_500;
  const closingCents = made.reduce((sum, { cents }) => sum + cents, openingCents);
  const opening = balance(index % 4 === 2 ? "PRCD" : "OPBD", openingCents, "2026-11-08", currency);
  const balances = isNotification
    ? ""
    : opening + balance("CLBD", closingCents, "2026-11-09", currency) + balance("CLAV", 99_900, "2026-11-09", currency);
  const part = isNotification ? "Ntfctn" : "Stmt";
  return `<${part}><Id>S${index}</Id><ElctrncSeqNb>${index}</ElctrncSeqNb><CreDtTm>2026-11-10T01:00:00</CreDtTm>
<Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>${currency}</Ccy><Ownr>${named("Turnverein Musterstadt", version)}</Ownr></Acct>
${balances}
${made.map(({ xml }) => xml.replaceAll("CURRENCY", currency)).join("\n")}
</${part}>`;
}

function balance(code: string, cents: number, day: string, currency: string): string {
  return `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${amount(cents, currency)}<CdtDbtInd>${direction(cents)}</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`;
}

const amount = (cents: number, currency = "CURRENCY") => `<Amt Ccy="${currency}">${(Math.abs(cents) / 100).toFixed(2)}</Amt>`;
const direction = (cents: number) => (cents < 0 ? "DBIT" : "CRDT");
const named = (name: string, version: number) => (version >= 8 ? `<Pty><Nm>${escaped(name)}</Nm></Pty>` : `<Nm>${escaped(name)}</Nm>`);
const escaped = (text: string) => text.replaceAll("&", "&amp;");

function madeEntry(index: number, version: number, place: number): MadeCamtEntry {
  const seed = index * ENTRIES + place;
  const cents = (1_000 + seed * 7) * (seed % 3 === 2 ? -1 : 1);
  const isPending = seed % 17 === 5;
  const status = isPending ? "PDNG" : "BOOK";
  const isReversal = seed % 11 === 7;
  const isReturned = isReversal || seed % 19 === 3;
  const namesDocument = seed % 13 === 6;
  const day = seed % 10 === 0 ? "<DtTm>2026-11-09T12:00:00+01:00</DtTm>" : "<Dt>2026-11-09</Dt>";
  const reference = seed % 3 === 0 ? "" : `<AcctSvcrRef>${seed % 7 === 1 ? "NONREF" : `B${seed}`}</AcctSvcrRef>`;
  const transaction = { seed, version, isReturned, namesDocument };
  const half = Math.trunc(cents / 2);
  const details = [
    "",
    `<NtryDtls>${transactionOf(cents, transaction)}</NtryDtls>`,
    `<NtryDtls><Btch><NbOfTxs>2</NbOfTxs></Btch>${transactionOf(half, transaction)}${transactionOf(cents - half, transaction)}</NtryDtls>`,
    `<NtryDtls>${transactionOf(cents, transaction)}</NtryDtls><NtryDtls>${transactionOf(cents, transaction)}</NtryDtls>`,
  ][[1, 1, 2, 1, 0, 1, 3, 1][seed % 8] ?? 0];
  const xml = `<Ntry>${amount(cents)}<CdtDbtInd>${direction(cents)}</CdtDbtInd>${isReversal ? "<RvslInd>true</RvslInd>" : ""}
<Sts>${version >= 8 ? `<Cd>${status}</Cd>` : status}</Sts><BookgDt>${day}</BookgDt>${seed % 9 === 4 ? "" : "<ValDt><Dt>2026-11-09</Dt></ValDt>"}${reference}<BkTxCd/>
${seed % 5 === 2 ? `<Chrgs><Rcrd>${amount(35)}<ChrgInclInd>true</ChrgInclInd></Rcrd></Chrgs>` : ""}${details}${seed % 4 === 1 ? `<AddtlNtryInf>Entry ${seed}</AddtlNtryInf>` : ""}</Ntry>`;
  return { xml, cents: isPending ? 0 : cents, isImproved: details !== "" && (isReturned || namesDocument) };
}

interface MadeTransaction {
  seed: number;
  version: number;
  isReturned: boolean;
  namesDocument: boolean;
}

function transactionOf(cents: number, { seed, version, isReturned, namesDocument }: MadeTransaction): string {
  const [name, iban] = payers[seed % payers.length] ?? payers[0];
  const role = cents < 0 ? "Cdtr" : "Dbtr";
  const ultimate = seed % 6 === 1 ? `<Ultmt${role}>${named("Ultimate Person", version)}</Ultmt${role}>` : "";
  const account = iban ? `<${role}Acct><Id><IBAN>${iban}</IBAN></Id></${role}Acct>` : "";
  const parties = name ? `<RltdPties><${role}>${named(name, version)}</${role}>${account}${ultimate}</RltdPties>` : "";
  const value = amount(cents);
  const instructed = seed % 12 === 8 ? '<InstdAmt><Amt Ccy="USD">10.50</Amt></InstdAmt>' : "";
  const amounts =
    version >= 8 || seed % 4 === 0
      ? `${value}${instructed && `<AmtDtls>${instructed}</AmtDtls>`}`
      : `<AmtDtls>${instructed}<TxAmt>${value}</TxAmt></AmtDtls>`;
  const document = namesDocument ? `<Strd><RfrdDocInf><Nb>2026-${seed}</Nb></RfrdDocInf></Strd>` : "";
  const structured = seed % 5 === 0 ? "<Strd><CdtrRefInf><Ref>RF258800141</Ref></CdtrRefInf><AddtlRmtInf>More</AddtlRmtInf></Strd>" : "";
  const reason = seed % 2 === 0 ? "<Cd>AC04</Cd>" : "<Prtry>RUECKGABE</Prtry>";
  return `<TxDtls><Refs><EndToEndId>${seed % 4 === 2 ? `E-${seed}` : "NOTPROVIDED"}</EndToEndId></Refs>${amounts}${parties}
<RmtInf><Ustrd>Text ${seed}</Ustrd>${seed % 7 === 0 ? "<Ustrd>and more</Ustrd>" : ""}${structured}${document}</RmtInf>
${isReturned ? `<RtrInf><Rsn>${reason}</Rsn><AddtlInf>Explained</AddtlInf></RtrInf>` : ""}${seed % 10 === 9 ? "<AddtlTxInf>Bank text</AddtlTxInf>" : ""}</TxDtls>`;
}
