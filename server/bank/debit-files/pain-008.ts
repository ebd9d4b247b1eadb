import { extractIBAN } from "ibantools";
import { isGermanAccount, spellUmlauts } from "@/server/domain/banking/german-letters";
import {
  addressElement,
  amountIn,
  bankElement,
  createdAtElement,
  element,
  isInEea,
  nameElement,
  type PainAddress,
  textElement,
} from "@/server/domain/banking/pain-elements";
import { batchIdOf, type DebitBatch } from "./batch-id";

/** Contents of a file of direct debits in euros. Amounts in cents, days such as `2026-12-14`. */
export interface DebitFileContents {
  /** 35 characters. */
  messageId: string;
  createdAt: Date;
  /** Whether the bank is to book the sum of a batch; otherwise it books each debit. */
  isBatchBooked: boolean;
  creditor: {
    name: string;
    iban: string;
    bic: string | null;
    identifier: string;
    /** Address, which is written if the creditor's bank wants it; null: the bank does not. */
    address: PainAddress | null;
  };
  /** At least one. */
  debits: readonly PainDebit[];
}

/** One direct debit, with the batch that it belongs to. */
export interface PainDebit extends DebitBatch {
  /** Up to 35 characters. Reports and statements identify the debit by this id. */
  endToEndId: string;
  amountCents: number;
  mandateReference: string;
  /** Day of the mandate's signature. */
  signedOn: string;
  holder: string;
  iban: string;
  /** Account by which the bank knows the mandate, if it is not `iban`. The file then tells the bank of the amendment. */
  originalIban?: string | null;
  /** Identifier and name by which the bank knows the creditor of the mandate, if these have changed. The file then tells the bank of it. */
  originalCreditor?: { identifier: string | null; name: string | null };
  /** BIC of the payer's bank, and the payer's address: written if the account is outside the EEA. */
  bic?: string | null;
  address: PainAddress | null;
  /** Text for the payer; up to 140 characters. */
  text: string;
}

/**
 * Writes a direct debit initiation, pain.008.001.08, by the implementation guidelines for creditors of the European Payments Council
 * (EPC130-08; EPC131-08 for B2B).
 * - Debits of one day, scheme and sequence type are a batch, with an id by which reports name it. Batches are ordered by day, scheme and
 *   sequence type; the debits of a batch stay in their order.
 * - Addresses are structured. The debtor's address and the BIC of the debtor's bank are written only if the account is outside the EEA: there,
 *   Regulation (EU) 2023/1113 requires the address, and the scheme the BIC.
 * - For a German, Austrian or Swiss account of the creditor, umlauts are written as two letters.
 *
 * No library is used, because libraries carry amounts as floating-point numbers.
 */
export function writeDebits(given: DebitFileContents): string {
  const contents = isGermanAccount(given.creditor.iban) ? withUmlautsSpelled(given) : given;
  const { messageId, createdAt, creditor, debits } = contents;
  const head = [
    element("MsgId", messageId),
    createdAtElement(createdAt),
    ...totalsOf(debits),
    `<InitgPty>${nameElement(creditor.name)}</InitgPty>`,
  ];
  const byBatch = Map.groupBy(debits, (debit) => batchIdOf(messageId, debit));
  const batches = [...byBatch].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.008.001.08"><CstmrDrctDbtInitn>',
    `<GrpHdr>${head.join("")}</GrpHdr>`,
    ...batches.map(([id, ofBatch]) => batchElement(id, ofBatch, contents)),
    "</CstmrDrctDbtInitn></Document>\n",
  ].join("\n");
}

/** Spells the umlauts of names, addresses and texts as two letters. */
function withUmlautsSpelled({ creditor, debits, ...contents }: DebitFileContents): DebitFileContents {
  return {
    ...contents,
    creditor: { ...creditor, name: spellUmlauts(creditor.name), address: spelledAddress(creditor.address) },
    debits: debits.map((debit) => ({
      ...debit,
      holder: spellUmlauts(debit.holder),
      text: spellUmlauts(debit.text),
      address: spelledAddress(debit.address),
      originalCreditor: debit.originalCreditor && spelledCreditor(debit.originalCreditor),
    })),
  };
}

function spelledCreditor({ name, ...creditor }: NonNullable<PainDebit["originalCreditor"]>): NonNullable<PainDebit["originalCreditor"]> {
  return { ...creditor, name: name && spellUmlauts(name) };
}

function spelledAddress(address: PainAddress | null): PainAddress | null {
  if (!address) return null;
  const { street, city } = address;
  return { ...address, street: street && spellUmlauts(street), city: city && spellUmlauts(city) };
}

/** Writes the number and the sum of debits. */
function totalsOf(debits: readonly PainDebit[]): string[] {
  const sumCents = debits.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return [element("NbOfTxs", String(debits.length)), element("CtrlSum", amountIn(sumCents))];
}

function batchElement(id: string, debits: readonly PainDebit[], { creditor, isBatchBooked }: DebitFileContents): string {
  const [first] = debits;
  if (!first) return "";
  const { name, iban, bic, identifier, address } = creditor;
  const type = [
    "<SvcLvl><Cd>SEPA</Cd></SvcLvl>",
    `<LclInstrm>${element("Cd", first.scheme)}</LclInstrm>`,
    element("SeqTp", first.sequenceType),
  ];
  const information = [
    element("PmtInfId", id),
    element("PmtMtd", "DD"),
    element("BtchBookg", String(isBatchBooked)),
    ...totalsOf(debits),
    `<PmtTpInf>${type.join("")}</PmtTpInf>`,
    element("ReqdColltnDt", first.collectOn),
    `<Cdtr>${nameElement(name)}${address ? addressElement(address) : ""}</Cdtr>`,
    `<CdtrAcct><Id>${element("IBAN", iban)}</Id>${element("Ccy", "EUR")}</CdtrAcct>`,
    `<CdtrAgt>${bankElement(bic)}</CdtrAgt>`,
    element("ChrgBr", "SLEV"),
    `<CdtrSchmeId>${creditorElement(identifier)}</CdtrSchmeId>`,
    ...debits.map(debitElement),
  ];
  return `<PmtInf>${information.join("\n")}</PmtInf>`;
}

function debitElement(debit: PainDebit): string {
  const { endToEndId, amountCents, holder, iban, bic = null, address, text } = debit;
  return [
    "<DrctDbtTxInf>",
    `<PmtId>${element("EndToEndId", endToEndId)}</PmtId>`,
    `<InstdAmt Ccy="EUR">${amountIn(amountCents)}</InstdAmt>`,
    `<DrctDbtTx>${mandateElement(debit)}</DrctDbtTx>`,
    // Within the EEA, the IBAN names the debtor's bank.
    `<DbtrAgt>${bankElement(isInEea(iban) ? null : bic)}</DbtrAgt>`,
    `<Dbtr>${nameElement(holder)}${address && !isInEea(iban) ? addressElement(address) : ""}</Dbtr>`,
    `<DbtrAcct><Id>${element("IBAN", iban)}</Id></DbtrAcct>`,
    textElement(text),
    "</DrctDbtTxInf>",
  ].join("");
}

function creditorElement(identifier: string): string {
  return `<Id><PrvtId><Othr>${element("Id", identifier)}<SchmeNm><Prtry>SEPA</Prtry></SchmeNm></Othr></PrvtId></Id>`;
}

/**
 * Writes the mandate. An amended mandate names what has changed: the creditor's former name and identifier, and the former account
 * (`accountElement`).
 */
function mandateElement({ mandateReference, signedOn, iban, originalIban, originalCreditor }: PainDebit): string {
  const signed = `${element("MndtId", mandateReference)}${element("DtOfSgntr", signedOn)}`;
  const { identifier = null, name = null } = originalCreditor ?? {};
  const former = `${name ? nameElement(name) : ""}${identifier ? creditorElement(identifier) : ""}`;
  const creditor = former && `<OrgnlCdtrSchmeId>${former}</OrgnlCdtrSchmeId>`;
  const account = originalIban ? `<OrgnlDbtrAcct><Id>${accountElement(iban, originalIban)}</Id></OrgnlDbtrAcct>` : "";
  if (!creditor && !account) return `<MndtRltdInf>${signed}</MndtRltdInf>`;
  return `<MndtRltdInf>${signed}${element("AmdmntInd", "true")}<AmdmntInfDtls>${creditor}${account}</AmdmntInfDtls></MndtRltdInf>`;
}

/**
 * Writes the former account of an amended mandate: by its IBAN if the bank is the same, otherwise by the code SMNDA (same mandate with a new
 * debtor account), which banks of all countries accept.
 */
function accountElement(iban: string, originalIban: string): string {
  return isOfSameBank(iban, originalIban) ? element("IBAN", originalIban) : `<Othr>${element("Id", "SMNDA")}</Othr>`;
}

function isOfSameBank(one: string, other: string): boolean {
  const [bank, otherBank] = [one, other].map((iban) => extractIBAN(iban).bankIdentifier);
  return bank !== undefined && bank === otherBank && one.slice(0, 2) === other.slice(0, 2);
}
