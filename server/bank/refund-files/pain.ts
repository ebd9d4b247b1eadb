import { britishAccount, isBritishAccount } from "@/server/domain/banking/british-account";
import {
  addressElement,
  amountIn,
  bankElement,
  createdAtElement,
  element,
  isInEea,
  nameElement,
  textElement,
} from "@/server/domain/banking/pain-elements";

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
 * Writes a credit transfer initiation, pain.001.001.09.
 * - The payer's postal address is written only if it is required: if a payee's bank is outside the EEA (SEPA Credit Transfer Rulebook,
 *   attribute AT-P004). The address is structured, because banks have refused others since November 2026.
 * - A British account without an IBAN is written as a clearing member (`GBDSC`, the code for sort codes in ISO 20022's external code sets) and
 *   an `Othr` account number.
 * - A separate booking of each payment is requested (`BtchBookg` false), so that the statement lists each.
 *
 * No library is used, because libraries carry amounts as floating-point numbers.
 */
export function writePain({ messageId, createdAt, executeOn, currency, debtor, payments }: PainFile): string {
  const sum = amountIn(payments.reduce((total, { amountCents }) => total + amountCents, 0));
  const isSepa = currency === "EUR";
  const needsAddress = payments.some(({ iban }) => !isInEea(iban));
  const address = needsAddress ? addressElement({ city: debtor.city, countryCode: debtor.country }) : "";
  const head = [
    element("MsgId", messageId),
    createdAtElement(createdAt),
    element("NbOfTxs", String(payments.length)),
    element("CtrlSum", sum),
    `<InitgPty>${nameElement(debtor.name)}</InitgPty>`,
  ];
  const information = [
    element("PmtInfId", messageId),
    element("PmtMtd", "TRF"),
    element("BtchBookg", "false"),
    element("NbOfTxs", String(payments.length)),
    element("CtrlSum", sum),
    isSepa ? "<PmtTpInf><SvcLvl><Cd>SEPA</Cd></SvcLvl></PmtTpInf>" : "",
    `<ReqdExctnDt>${element("Dt", executeOn)}</ReqdExctnDt>`,
    `<Dbtr>${nameElement(debtor.name)}${address}</Dbtr>`,
    `<DbtrAcct><Id>${element("IBAN", debtor.iban)}</Id>${element("Ccy", currency)}</DbtrAcct>`,
    `<DbtrAgt>${bankElement(debtor.bic)}</DbtrAgt>`,
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
    `<Amt><InstdAmt Ccy="${currency}">${amountIn(amountCents)}</InstdAmt></Amt>`,
    agentOf(iban),
    `<Cdtr>${nameElement(name)}</Cdtr>`,
    `<CdtrAcct><Id>${accountOf(iban)}</Id></CdtrAcct>`,
    textElement(text),
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
