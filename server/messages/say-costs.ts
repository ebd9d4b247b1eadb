import type { CollectedInvoice } from "@/server/billing/collection/collected-invoice";
import { accountOf, withoutTakenBack } from "@/server/domain/rules/account";
import { categoryOf } from "@/server/domain/rules/line-types";
import { unpaidFeeCents } from "@/server/domain/rules/unpaid-fees";
import { type FeeWords, feeWordsIn } from "@/server/domain/words/fee-words";
import { money, type Subject } from "./message-subject";
import { sayInMessage } from "./say-in-message";

type Account = Pick<CollectedInvoice, "lines">;
type Reader = Pick<Subject, "invoice" | "company">;

/** Place where fees are named. In other languages than Dutch, only a sentence adds the Dutch term of the law. */
type Where = "sentence" | "list";

/**
 * States how the sum that a mail asks for comes about; empty if it is the billed amount. Lists all parts of a single invoice that was paid in part
 * or credited; otherwise names the unpaid fees that the sum includes. `law`: the country whose words name a late-payment fee.
 */
export function sayCosts(found: Reader, asked: readonly Account[], amount: string, law: FeeWords): string {
  const say = sayInMessage[found.invoice.locale];
  const [first, ...others] = asked;
  const parts = first && others.length === 0 ? partsOf(found, first, law, "sentence") : [];
  if (parts.length > 0) return say("costs.madeUp", { amount, parts: parts.join(", ") });
  const costs = unpaidCosts(found, asked, law, "sentence");
  return costs ? say("costs.included", { amount, costs }) : "";
}

/** As `sayCosts`, for one invoice, in the words of its payer's law; empty unless a fee was charged. */
export function sayCostsOfFee(found: Reader, invoice: Account & Pick<CollectedInvoice, "payer">, amount: string): string {
  return accountOf(invoice.lines).feesCents > 0 ? sayCosts(found, [invoice], amount, feeWordsIn(invoice.payer.country)) : "";
}

/**
 * States how a sum comes about that the customer is owed, in the words of the payer's law; empty if none is owed, or if it is only what they paid
 * beyond what was billed.
 */
export function sayCostsOfOwed(found: Reader, invoice: Account & Pick<CollectedInvoice, "payer">): string {
  const { feesCents, creditedCents, paidCents, outstandingCents } = accountOf(invoice.lines);
  const wasReturned = invoice.lines.some(({ type }) => categoryOf(type) === "chargeback");
  if (outstandingCents >= 0 || (feesCents <= 0 && creditedCents <= 0 && !wasReturned)) return "";
  const parts = partsOf(found, invoice, feeWordsIn(invoice.payer.country), "sentence");
  const returned = wasReturned && paidCents > 0 ? "yes" : "no";
  return parts.length > 0 ? sayInMessage[found.invoice.locale]("costs.owed", { parts: parts.join(", "), returned }) : "";
}

/** As `sayCosts`, in brackets behind the sum of one invoice in a list; `none` if there is nothing to state. */
export function costsInList(found: Reader, invoice: Account, law: FeeWords): string {
  const parts = partsOf(found, invoice, law, "list");
  if (parts.length > 0) return parts.join(", ");
  const costs = unpaidCosts(found, [invoice], law, "list");
  return costs ? sayInMessage[found.invoice.locale]("costs.with", { costs }) : "none";
}

/**
 * Returns the billed and charged amounts, less the paid and credited ones, in words. Empty if nothing was paid or credited, unless both a fee and
 * a later amount were added. Also empty if more was given back than paid, because the parts would not add up.
 */
function partsOf(found: Reader, { lines }: Account, law: FeeWords, where: Where): string[] {
  const say = sayInMessage[found.invoice.locale];
  const { billedCents, feesCents, paidCents, creditedCents } = accountOf(lines);
  const addedCents = sum(
    lines.flatMap(({ type, isAdded, amountCents }) => (categoryOf(type) === "billed" && isAdded ? [amountCents] : [])),
  );
  const isAsBilled = paidCents + creditedCents === 0 && !(addedCents > 0 && feesCents > 0);
  if (paidCents < 0 || creditedCents < 0 || isAsBilled) return [];
  const charged = (type: Fee) => lines.flatMap((line) => (line.type === type ? [line.amountCents] : []));
  const [late, returned] = [charged(LATE_FEE), charged(RETURN_FEE)];
  const otherCents = feesCents - sum(late) - sum(returned);
  return [
    say("costs.billed", { amount: money(billedCents - addedCents, found) }),
    ...(addedCents > 0 ? [say("costs.added", { amount: money(addedCents, found) })] : []),
    ...namesOf(found, { late, returned }, law, where),
    ...(otherCents > 0 ? [say("costs.other", { fee: money(otherCents, found) })] : []),
    ...(creditedCents > 0 ? [say("costs.credited", { amount: money(creditedCents, found) })] : []),
    ...(paidCents > 0 ? [say("costs.paid", { amount: money(paidCents, found) })] : []),
  ];
}

/** Names the unpaid fees of several invoices; empty if there are none. */
function unpaidCosts(found: Reader, asked: readonly Account[], law: FeeWords, where: Where): string {
  const unpaid = (type: Fee) => asked.map((each) => unpaidOf(each, type)).filter((cents) => cents > 0);
  const [one = "", other] = namesOf(found, { late: unpaid(LATE_FEE), returned: unpaid(RETURN_FEE) }, law, where);
  return other === undefined ? one : sayInMessage[found.invoice.locale]("costs.two", { one, other });
}

function namesOf(found: Reader, { late, returned }: Record<"late" | "returned", number[]>, law: FeeWords, where: Where): string[] {
  const say = sayInMessage[found.invoice.locale];
  const values = (fees: number[]) => ({ count: fees.length, fee: money(sum(fees), found) });
  return [
    ...(returned.length > 0 ? [say("costs.returned", values(returned))] : []),
    ...(late.length > 0 ? [say("costs.late", { ...values(late), law, where })] : []),
  ];
}

export const LATE_FEE = "LATE-PAYMENT-FEE-LINE";
const RETURN_FEE = "CHARGEBACK-FEE-LINE";
type Fee = typeof LATE_FEE | typeof RETURN_FEE;

/** Returns the part of the fees of a type that was neither paid nor credited, in cents. A fee that a returned payment had paid is unpaid. */
export function unpaidOf({ lines }: Account, fee: Fee): number {
  return unpaidFeeCents(withoutTakenBack(lines), fee);
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, cents) => total + cents, 0);
