import type { BankTransaction } from "@/db/schema/bank-transactions";
import { isReturnText } from "@/server/domain/banking/entry-kinds";
import { hasAll } from "./named-better";
import { readPayment } from "./read-payment";

/** Facts of an outgoing payment that may be the return of an earlier one. */
export type OutgoingMoney = Pick<BankTransaction, "text" | "name" | "iban" | "references" | "endToEndId" | "isReversal" | "returnReason">;

/** Facts of a booked transfer that an outgoing payment may have returned. */
export interface EarlierTransfer extends Pick<BankTransaction, "name" | "references" | "endToEndId" | "bookedOn" | "valueOn"> {
  isSameAccount: boolean;
  parts: readonly { customerName: string; externalInvoiceNumber: string; invoiceNumber: number | null }[];
}

/** Facts that the outgoing payment has in common with the transfer. */
interface ReturnFit {
  hasReference: boolean;
  isSameAccount: boolean;
  hasName: boolean;
  hasDay: boolean;
}

/** Minimum length of a number or reference that is looked for in a text. */
const SHORTEST = 4;

/**
 * Returns the transfers that an outgoing payment may have returned, those first that it names best: by reference or number, account, name,
 * day. Unless the bank or the text says that money came back, returns only transfers of its reference or account; without any, the only one of
 * its name.
 */
export function bestReturned<Transfer extends EarlierTransfer>(outgoing: OutgoingMoney, transfers: readonly Transfer[]): Transfer[] {
  const fitting = transfers.map((transfer) => ({ transfer, fit: returnFit(outgoing, transfer) }));
  const ranked = fitting.sort((one, other) => scoreOf(other.fit) - scoreOf(one.fit));
  if (isMarkedReturn(outgoing)) return ranked.map(({ transfer }) => transfer);
  const certain = ranked.filter(({ fit }) => fit.hasReference || fit.isSameAccount);
  const named = ranked.filter(({ fit }) => fit.hasName);
  const asked = certain.length === 0 && named.length === 1 ? named : certain;
  return asked.map(({ transfer }) => transfer);
}

/** Whether the bank says, by a mark or in its text, that outgoing money is a payment that came back. */
export function isMarkedReturn(outgoing: Pick<OutgoingMoney, "isReversal" | "returnReason" | "text" | "iban">): boolean {
  return outgoing.isReversal || outgoing.returnReason !== "" || isReturnText(outgoing);
}

/** Weighs the facts: each counts more than all that follow it. */
const scoreOf = ({ hasReference, isSameAccount, hasName, hasDay }: ReturnFit) =>
  8 * Number(hasReference) + 4 * Number(isSameAccount) + 2 * Number(hasName) + Number(hasDay);

function returnFit(outgoing: OutgoingMoney, transfer: EarlierTransfer): ReturnFit {
  const { words, tokens, numbers, referenced, belgian } = readPayment(outgoing);
  const written = plain([outgoing.text, ...outgoing.references, outgoing.endToEndId].join(" "));
  const ids = [...transfer.references, transfer.endToEndId].map(plain).filter((id) => id.length >= SHORTEST && id !== "notprovided");
  const isNumbered = transfer.parts.some(
    ({ invoiceNumber, externalInvoiceNumber }) =>
      (invoiceNumber !== null &&
        (referenced.includes(invoiceNumber) || belgian.includes(invoiceNumber) || numbers.includes(String(invoiceNumber)))) ||
      (externalInvoiceNumber.length >= SHORTEST && tokens.includes(externalInvoiceNumber.toLowerCase())),
  );
  return {
    hasReference: isNumbered || ids.some((id) => written.includes(id)),
    isSameAccount: transfer.isSameAccount,
    hasName: [transfer.name, ...transfer.parts.map(({ customerName }) => customerName)].some((name) => hasAll(words, name)),
    hasDay: [transfer.bookedOn, transfer.valueOn].some((day) => waysToWrite(day).some((way) => outgoing.text.includes(way))),
  };
}

/** Returns a text in lower case without blanks and other separators. */
function plain(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\d]/gu, "");
}

/** Returns the ways in which banks write a day. */
function waysToWrite(day: string): string[] {
  const [year = "", month = "", date = ""] = day.split("-");
  const short = year.slice(2);
  return [day, ...[".", "/", "-", ""].flatMap((sign) => [year, short].map((each) => [date, month, each].join(sign)))];
}
