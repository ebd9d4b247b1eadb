import { beyondDebits, nextWithoutDebit } from "@/server/billing/collection/beyond-debits";
import { restCents, restDueOn } from "@/server/billing/collection/rest-of-debit";
import type { DebitOfInvoice } from "@/server/billing/debits/find-debit-of-invoice";
import type { FailedDebit } from "@/server/billing/mandates/find-failed-debit";
import { dayAt } from "@/server/domain/formats/calendar";
import { toldReasonOf } from "@/server/messages/failed-debit";
import { html, type Markup } from "@/server/platform/html";
import { nameOfPart } from "./instalments";
import { isHeld } from "./next-steps";
import type { CustomerPage } from "./page";
import { notice } from "./parts";
import type { Reading } from "./reading";

/** Notice of the direct debit that collects the invoice, with its sum, day and account; undefined without one. */
export function debitNotice(page: Pick<CustomerPage, "plan" | "reading" | "invoice">): Markup | undefined {
  const words = debitWords(page);
  return words === undefined ? undefined : notice("moving", html`<p>${words}</p>`);
}

/**
 * Notice that the last direct debit failed, with the bank's reason and the account. If the reason is the account and no other one is known, asks for
 * another one, or for the right number of this one. Undefined if there is nothing to say, or another debit collects the invoice.
 */
export function failedDebitNotice({ plan, ofMandate, path, invoice, reading }: CustomerPage): Markup | undefined {
  const { failedDebit, mandate, isOffered } = ofMandate;
  if (!failedDebit || plan?.debit) return undefined;
  const { say } = reading;
  const isAsked = isOffered && !mandate && failedDebit.isAboutAccount;
  const isSameAccount = failedDebit.isAboutAccount && mandate?.iban === failedDebit.iban;
  const words = [
    failedDebitWords(failedDebit, reading),
    ...(isAsked ? [anotherAccountWords(failedDebit, invoice.companyName, reading)] : []),
    ...(isSameAccount ? [say("debit.sameAccount")] : []),
  ];
  return notice(
    "attention",
    html`<p>${words.join(" ")}</p>
${isAsked && html`<p><a href="${path}/mandate">${say("mandate.give")}</a></p>`}`,
  );
}

/** Words about a direct debit that failed: its day, its account, and the bank's reason if payers are told it. */
export function failedDebitWords({ collectOn, iban, code }: FailedDebit, { say, day }: Reading): string {
  return say("debit.failed", { date: day(collectOn), iban: iban.slice(-4), reason: toldReasonOf(code) ?? "none" });
}

/** Words that ask for another account, or for the right number of the account if only its number is wrong. */
export function anotherAccountWords({ code }: FailedDebit, company: string, { say }: Pick<Reading, "say">): string {
  return say("debit.another", { company, reason: toldReasonOf(code) ?? "none" });
}

/** As `debitNotice`, in plain text. */
export function debitWords({ plan, invoice, reading }: Pick<CustomerPage, "plan" | "reading" | "invoice">): string | undefined {
  const debit = plan?.debit;
  if (!debit) return undefined;
  const { say, money, day } = reading;
  const { amountCents, wholeCents, collectOn, holder, ibanEnd } = debit;
  const divided = plan.instalments;
  const isPart = divided !== null && debit.instalmentNumber !== null;
  const part = isPart ? nameOfPart(debit.instalmentNumber ?? 0, divided.count, reading) : "none";
  const isShared = wholeCents > amountCents;
  const values = { amount: money(wholeCents), date: day(collectOn), holder, iban: ibanEnd, part };
  const share = isShared ? [say("debit.share", { amount: money(amountCents) })] : [];
  if (debit.isEnding) return [say("debit.ending", values), ...share].join(" ");
  const beyond = divided ? beyondDebits(divided) : [];
  const own = beyond.map(({ cents, dueOn }) => say("instalments.payBeyond", { amount: money(cents), date: day(dueOn) }));
  const leftCents = restCents(invoice.account.outstandingCents, { amountCents, isOfInstalment: debit.instalmentNumber !== null });
  if (leftCents > 0) own.push(say("debit.rest", { amount: money(leftCents), date: day(restDueOn(collectOn)) }));
  own.push(...nextOwnWords({ plan, invoice, reading }));
  const rest = own.length > 0 ? "own" : "none";
  return [say(keyOf(debit), { ...values, rest }), ...share, ...own].join(" ");
}

/** Returns the key of the words about a debit that goes on. */
function keyOf({
  status,
  isUnconfirmed,
  isDoubtful,
}: DebitOfInvoice): "debit.planned" | "debit.atBank" | "debit.unconfirmed" | "debit.doubtful" {
  if (status === "planned") return "debit.planned";
  if (isUnconfirmed) return "debit.unconfirmed";
  return isDoubtful ? "debit.doubtful" : "debit.atBank";
}

/** Asks for the instalment that is to be paid next while the bank has the debit of another one; empty if there is none, or nothing is demanded. */
function nextOwnWords({ plan, invoice, reading }: Pick<CustomerPage, "plan" | "reading" | "invoice">): string[] {
  const divided = plan?.instalments;
  const next = divided && nextWithoutDebit(divided);
  if (!next || isHeld(invoice)) return [];
  const { say, money, day } = reading;
  const isLate = divided.lastOn < dayAt(invoice.now);
  const values = { name: nameOfPart(next.number, divided.count, reading), amount: money(next.openCents) };
  return [say("instalments.payNext", { ...values, late: isLate ? "yes" : "no", date: day(isLate ? divided.dueOn : divided.lastOn) })];
}
