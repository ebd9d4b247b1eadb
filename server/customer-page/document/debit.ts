import { beyondDebits } from "@/server/billing/collection/beyond-debits";
import { restCents, restDueOn } from "@/server/billing/collection/rest-of-debit";
import type { FailedDebit } from "@/server/billing/mandates/find-failed-debit";
import { toldReasonOf } from "@/server/messages/failed-debit";
import { html, type Markup } from "@/server/platform/html";
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
 * another one. Undefined if there is nothing to say, or another debit collects the invoice.
 */
export function failedDebitNotice({ plan, ofMandate, path, invoice, reading }: CustomerPage): Markup | undefined {
  const { failedDebit, mandate, isOffered } = ofMandate;
  if (!failedDebit || plan?.debit) return undefined;
  const { say } = reading;
  const isAsked = isOffered && !mandate && failedDebit.isAboutAccount;
  return notice(
    "attention",
    html`<p>${failedDebitWords(failedDebit, reading)}${isAsked && ` ${say("debit.another", { company: invoice.companyName })}`}</p>
${isAsked && html`<p><a href="${path}/mandate">${say("mandate.give")}</a></p>`}`,
  );
}

/** Words about a direct debit that failed: its day, its account, and the bank's reason if payers are told it. */
export function failedDebitWords({ collectOn, iban, code }: FailedDebit, { say, day }: Reading): string {
  return say("debit.failed", { date: day(collectOn), iban: iban.slice(-4), reason: toldReasonOf(code) ?? "none" });
}

/** As `debitNotice`, in plain text. */
export function debitWords({
  plan,
  invoice,
  reading: { say, money, day },
}: Pick<CustomerPage, "plan" | "reading" | "invoice">): string | undefined {
  const debit = plan?.debit;
  if (!debit) return undefined;
  const { amountCents, collectOn, holder, ibanEnd, status, isUnconfirmed } = debit;
  const afterHandOver = isUnconfirmed ? "debit.unconfirmed" : "debit.atBank";
  const values = { amount: money(amountCents), date: day(collectOn), holder, iban: ibanEnd };
  if (debit.isEnding) return say("debit.ending", values);
  const beyond = plan.instalments ? beyondDebits(plan.instalments) : [];
  const own = beyond.map(({ cents, dueOn }) => say("instalments.payBeyond", { amount: money(cents), date: day(dueOn) }));
  const leftCents = restCents(invoice.account.outstandingCents, debit);
  if (leftCents > 0) own.push(say("debit.rest", { amount: money(leftCents), date: day(restDueOn(collectOn)) }));
  const rest = own.length > 0 ? "own" : "none";
  return [say(status === "planned" ? "debit.planned" : afterHandOver, { ...values, rest }), ...own].join(" ");
}
