import { beyondDebits } from "@/server/billing/collection/beyond-debits";
import { html, type Markup } from "@/server/platform/html";
import type { CustomerPage } from "./page";
import { notice } from "./parts";

/** Notice of the direct debit that collects the invoice, with its sum, day and account; undefined without one. */
export function debitNotice({ plan, reading }: Pick<CustomerPage, "plan" | "reading">): Markup | undefined {
  const words = debitWords({ plan, reading });
  return words === undefined ? undefined : notice("moving", html`<p>${words}</p>`);
}

/** As `debitNotice`, in plain text. */
export function debitWords({ plan, reading: { say, money, day } }: Pick<CustomerPage, "plan" | "reading">): string | undefined {
  const debit = plan?.debit;
  if (!debit) return undefined;
  const { amountCents, collectOn, holder, ibanEnd, status, isUnconfirmed } = debit;
  const afterHandOver = isUnconfirmed ? "debit.unconfirmed" : "debit.atBank";
  const values = { amount: money(amountCents), date: day(collectOn), holder, iban: ibanEnd };
  const beyond = plan.instalments ? beyondDebits(plan.instalments) : [];
  const own = beyond.map(({ cents, dueOn }) => say("instalments.payBeyond", { amount: money(cents), date: day(dueOn) }));
  const rest = own.length > 0 ? "own" : "none";
  return [say(status === "planned" ? "debit.planned" : afterHandOver, { ...values, rest }), ...own].join(" ");
}
