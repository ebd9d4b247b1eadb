import type { CollectedInvoice } from "@/server/billing/collection/collected-invoice";
import { accountOf } from "@/server/domain/rules/account";
import { categoryOf } from "@/server/domain/rules/line-types";
import { type FeeWords, feeWordsIn } from "@/server/domain/words/fee-words";
import { money, type Subject } from "./message-subject";
import { sayInMessage } from "./say-in-message";
import { type Fee, LATE_FEE, RETURN_FEE, unpaidOf } from "./unpaid-of";

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
  const { feesCents, creditedCents, outstandingCents } = accountOf(invoice.lines);
  const wasReturned = invoice.lines.some(({ type }) => categoryOf(type) === "chargeback");
  if (outstandingCents >= 0 || (feesCents <= 0 && creditedCents <= 0 && !wasReturned)) return "";
  const charges = chargesOf(found, invoice, feeWordsIn(invoice.payer.country), "sentence");
  // A credit note has nothing billed that would be taken off.
  if (!charges || charges.billedCents < 0) return "";
  const say = sayInMessage[found.invoice.locale];
  const paid = say("costs.owedPaid", { amount: money(charges.paidCents, found), returned: wasReturned ? "yes" : "no" });
  const billed = say("costs.billed", { amount: money(charges.billedCents, found) });
  const parts = [
    ...(charges.paidCents > 0 ? [paid] : []),
    say("costs.owedLess", { cost: billed }),
    ...(charges.addedCents > 0 ? [say("costs.owedAdded", { amount: money(charges.addedCents, found) })] : []),
    ...charges.fees.map((cost) => say("costs.owedLess", { cost })),
    ...(creditedCents > 0 ? [say("costs.owedCredited", { amount: money(creditedCents, found) })] : []),
  ];
  return say("costs.owed", { parts: parts.join(", ") });
}

/** As `sayCosts`, in brackets behind the sum of one invoice in a list; `none` if there is nothing to state. */
export function costsInList(found: Reader, invoice: Account, law: FeeWords): string {
  const parts = partsOf(found, invoice, law, "list");
  if (parts.length > 0) return parts.join(", ");
  const costs = unpaidCosts(found, [invoice], law, "list");
  return costs ? sayInMessage[found.invoice.locale]("costs.with", { costs }) : "none";
}

/** Returns the billed and charged amounts, less the paid and credited ones, in words. Empty where `chargesOf` returns none. */
function partsOf(found: Reader, account: Account, law: FeeWords, where: Where): string[] {
  const charges = chargesOf(found, account, law, where);
  if (!charges) return [];
  const say = sayInMessage[found.invoice.locale];
  const { billedCents, addedCents, fees, creditedCents, paidCents } = charges;
  return [
    say("costs.billed", { amount: money(billedCents, found) }),
    ...(addedCents > 0 ? [say("costs.added", { amount: money(addedCents, found) })] : []),
    ...fees,
    ...(creditedCents > 0 ? [say("costs.credited", { amount: money(creditedCents, found) })] : []),
    ...(paidCents > 0 ? [say("costs.paid", { amount: money(paidCents, found) })] : []),
  ];
}

/** Amounts that make up a sum, in cents, and the names of its fees. */
interface Charges {
  /** Without the amounts that were added later. */
  billedCents: number;
  addedCents: number;
  fees: string[];
  creditedCents: number;
  paidCents: number;
}

/**
 * Returns the amounts that make up an invoice's sum. Undefined if nothing was paid or credited, unless both a fee and a later amount were added.
 * Also undefined if more was given back than paid, because the parts would not add up.
 */
function chargesOf(found: Reader, { lines }: Account, law: FeeWords, where: Where): Charges | undefined {
  const { billedCents, feesCents, paidCents, creditedCents } = accountOf(lines);
  const addedCents = sum(
    lines.flatMap(({ type, isAdded, amountCents }) => (categoryOf(type) === "billed" && isAdded ? [amountCents] : [])),
  );
  const isAsBilled = paidCents + creditedCents === 0 && !(addedCents > 0 && feesCents > 0);
  if (paidCents < 0 || creditedCents < 0 || isAsBilled) return undefined;
  const charged = (type: Fee) => lines.flatMap((line) => (line.type === type ? [line.amountCents] : []));
  const [late, returned] = [charged(LATE_FEE), charged(RETURN_FEE)];
  const otherCents = feesCents - sum(late) - sum(returned);
  const other = otherCents > 0 ? [sayInMessage[found.invoice.locale]("costs.other", { fee: money(otherCents, found) })] : [];
  const fees = [...namesOf(found, { late, returned }, law, where), ...other];
  return { billedCents: billedCents - addedCents, addedCents, fees, creditedCents, paidCents };
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

const sum = (amounts: readonly number[]) => amounts.reduce((total, cents) => total + cents, 0);
