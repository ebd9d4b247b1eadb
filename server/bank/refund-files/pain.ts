import { britishAccount, isBritishAccount } from "@/server/domain/banking/british-account";
import { toSepaText } from "./sepa-text";

/** Contents of a payment file. Amounts in cents, days such as `2026-11-26`. */
export interface PainFile {
  /** Up to 35 characters. */
  messageId: string;
  createdAt: Date;
  executeOn: string;
  currency: string;
  /** City and country (ISO 3166-1 alpha-2) are written if a payee's account is outside the EEA. */
  debtor: { name: string; iban: string; bic: string | null; city: string | null; country: string };
  payments: PainPayment[];
}

interface PainPayment {
  /** Up to 35 characters. The statement identifies the payment by this id. */
  endToEndId: string;
  name: string;
  /** An IBAN, or a British sort code and account number in 14 digits. */
  iban: string;
  amountCents: number;
  /** Text for the payee; up to 140 characters. */
  text: string;
}

/**
 * Writes a credit transfer initiation, pain.001.001.09. Postal addresses are optional, but the payer's is required if the payee's bank is
 * outside the EEA (SEPA Credit Transfer Rulebook, attribute AT-P004); it is structured, because banks have refused others since November
 * 2026. A British account without an IBAN is written as a clearing member (`GBDSC`, the code for sort codes in ISO 20022's external code
 * sets) and an `Othr` account number. Requests a separate booking of each payment (`BtchBookg` false), so that the statement lists each. No
 * library is used, because libraries carry amounts as floating-point numbers.
 */
export function writePain({ messageId, createdAt, executeOn, currency, debtor, payments }: PainFile): string {
  const sum = amountOf(payments.reduce((total, { amountCents }) => total + amountCents, 0));
  const isSepa = currency === "EUR";
  const head = [
    element("MsgId", messageId),
    element("CreDtTm", createdAt.toISOString().slice(0, 19)),
    element("NbOfTxs", String(payments.length)),
    element("CtrlSum", sum),
    `<InitgPty>${element("Nm", nameOf(debtor.name))}</InitgPty>`,
  ];
  const information = [
    element("PmtInfId", messageId),
    element("PmtMtd", "TRF"),
    element("BtchBookg", "false"),
    element("NbOfTxs", String(payments.length)),
    element("CtrlSum", sum),
    isSepa ? "<PmtTpInf><SvcLvl><Cd>SEPA</Cd></SvcLvl></PmtTpInf>" : "",
    `<ReqdExctnDt>${element("Dt", executeOn)}</ReqdExctnDt>`,
    `<Dbtr>${element("Nm", nameOf(debtor.name))}${payments.every(({ iban }) => isInEea(iban)) ? "" : addressOf(debtor)}</Dbtr>`,
    `<DbtrAcct><Id>${element("IBAN", debtor.iban)}</Id>${element("Ccy", currency)}</DbtrAcct>`,
    `<DbtrAgt><FinInstnId>${debtor.bic ? element("BICFI", debtor.bic) : "<Othr><Id>NOTPROVIDED</Id></Othr>"}</FinInstnId></DbtrAgt>`,
    element("ChrgBr", isSepa ? "SLEV" : "SHAR"),
    ...payments.map((payment) => transactionOf(payment, currency)),
  ];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn>`,
    `<GrpHdr>${head.join("")}</GrpHdr>`,
    `<PmtInf>${information.filter(Boolean).join("\n")}</PmtInf>`,
    "</CstmrCdtTrfInitn></Document>\n",
  ].join("\n");
}

function transactionOf({ endToEndId, name, iban, amountCents, text }: PainPayment, currency: string): string {
  return [
    "<CdtTrfTxInf>",
    `<PmtId>${element("EndToEndId", endToEndId)}</PmtId>`,
    `<Amt><InstdAmt Ccy="${currency}">${amountOf(amountCents)}</InstdAmt></Amt>`,
    agentOf(iban),
    `<Cdtr>${element("Nm", nameOf(name))}</Cdtr>`,
    `<CdtrAcct><Id>${accountOf(iban)}</Id></CdtrAcct>`,
    `<RmtInf>${element("Ustrd", toSepaText(text).slice(0, LONGEST_TEXT).trim() || "-")}</RmtInf>`,
    "</CdtTrfTxInf>",
  ].join("");
}

/** Writes the bank of a payee with a British account; for others nothing, because an IBAN names the bank. */
function agentOf(account: string): string {
  if (!isBritishAccount(account)) return "";
  const member = `<ClrSysId>${element("Cd", "GBDSC")}</ClrSysId>${element("MmbId", britishAccount(account).sortCode)}`;
  return `<CdtrAgt><FinInstnId><ClrSysMmbId>${member}</ClrSysMmbId></FinInstnId></CdtrAgt>`;
}

function accountOf(account: string): string {
  return isBritishAccount(account) ? `<Othr>${element("Id", britishAccount(account).accountNumber)}</Othr>` : element("IBAN", account);
}

/** Writes a structured address; nothing if the city is unknown, which it must contain. */
function addressOf({ city, country }: PainFile["debtor"]): string {
  const town = toSepaText(city ?? "")
    .slice(0, LONGEST_TOWN)
    .trim();
  return town ? `<PstlAdr>${element("TwnNm", town)}${element("Ctry", country)}</PstlAdr>` : "";
}

/** Whether the account is at a bank in the European Economic Area. */
export function isInEea(iban: string): boolean {
  return EEA.has(iban.slice(0, 2));
}

const EEA = new Set("AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK".split(" "));

const LONGEST_TOWN = 35;
const LONGEST_TEXT = 140;
const LONGEST_NAME = 70;

function nameOf(name: string): string {
  return toSepaText(name).slice(0, LONGEST_NAME).trim() || "-";
}

/** Writes an element. The text needs no escaping: ids and codes contain no characters that XML reserves, and `toSepaText` leaves none. */
function element(name: string, text: string): string {
  return `<${name}>${text}</${name}>`;
}

/** Formats cents as a decimal number, exactly. */
function amountOf(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
}
