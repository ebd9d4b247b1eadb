import type { CustomerPage } from "./page";
import type { Reading } from "./reading";

/**
 * Says of money that was paid for a cancelled invoice, and is not owed to the customer by itself, that they can ask for it, and how much they get in
 * any case; none if there is none. The mail about the cancellation says the same. `where`: where the words stand.
 */
export function undecidedWords(
  { account: { paidCents, outstandingCents }, companyName: company }: Pick<CustomerPage["invoice"], "account" | "companyName">,
  { say, money }: Pick<Reading, "say" | "money">,
  where: "page" | "pdf",
): string[] {
  const owedCents = Math.max(0, 0 - outstandingCents);
  if (paidCents <= owedCents) return [];
  if (owedCents === 0) return [say("retracted.ask", { where, company, amount: "none" })];
  const amount = money(paidCents - owedCents);
  return [say("retracted.surplus", { amount: money(owedCents) }), say("retracted.ask", { where, company, amount })];
}
