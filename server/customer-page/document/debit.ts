import { html, type Markup } from "@/server/platform/html";
import type { CustomerPage } from "./page";
import { notice } from "./parts";

/** Text about the direct debit that collects the invoice: the sum, the day and the account, and that nothing is to be done; undefined without one. */
export function debitNotice({ plan, reading }: Pick<CustomerPage, "plan" | "reading">): Markup | undefined {
  const words = debitWords({ plan, reading });
  return words === undefined ? undefined : notice("moving", html`<p>${words}</p>`);
}

/** As `debitNotice`, in plain text. */
export function debitWords({ plan, reading: { say, money, day } }: Pick<CustomerPage, "plan" | "reading">): string | undefined {
  const debit = plan?.debit;
  if (!debit) return undefined;
  const { amountCents, collectOn, holder, ibanEnd, status, isUnconfirmed } = debit;
  return say(status === "planned" ? "debit.planned" : isUnconfirmed ? "debit.unconfirmed" : "debit.atBank", {
    amount: money(amountCents),
    date: day(collectOn),
    holder,
    iban: ibanEnd,
  });
}
