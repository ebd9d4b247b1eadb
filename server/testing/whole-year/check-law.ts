import { dayAt, daysFrom } from "@/server/domain/formats/calendar";
import { type Account, type Books, brokenOf, totalOf } from "./books";
import { lastPartOn, mostInstalmentFeeCents, mostLateFeeCents } from "./law";
import { payerOf } from "./look";

/** Number of whole days without the fee that a customer has after the free reminder that names it. */
const FREE_DAYS = 14;
/** Maximum number of parts: docs/instalments.md. */
const MAX_PARTS = 12;
/** Least amount of a part, in cents: docs/instalments.md. */
const LEAST_PART_CENTS = 500;

/**
 * Returns the fees and plans of instalments that break the law of the customer's country, or the company's settings. `divided`: outcomes of the
 * attempts to divide invoices, by the invoice's id.
 */
export function faultsOfLaw({ accounts }: Books, divided: ReadonlyMap<string, string>): string[] {
  const families = Map.groupBy(accounts, payerOf);
  return accounts.flatMap((account) => {
    const family = families.get(payerOf(account)) ?? [];
    const { played } = account;
    return [
      ...lateFeeFaults(account, family),
      ...chargebackFeeFaults(account),
      ...planFaults(account),
      ...offerFaults(account, divided.get(account.row.id)),
    ].map((fault) => `invoice ${played.index} (${played.role.livesIn ?? played.role.club} ${played.role.habit}): ${fault}`);
  });
}

function lateFeeFaults(account: Account, family: readonly Account[]): string[] {
  const { lines, outgoing, holds, plan, payments, played } = account;
  const fees = lines.filter(({ type }) => type === "LATE-PAYMENT-FEE-LINE");
  const ofFamily = family.flatMap((each) => each.lines.filter(({ type }) => type === "LATE-PAYMENT-FEE-LINE"));
  return fees.flatMap((fee) => {
    const owedCents = family.reduce((sum, each) => sum + Math.max(owedAt(each, fee.date), 0), 0);
    const reminders = outgoing.filter(({ kind, state }) => kind.startsWith("reminder") && ["sent", "unknown"].includes(state));
    const named = reminders.filter(({ createdAt, graceUntil }) => createdAt < fee.date && graceUntil !== null);
    const on = dayAt(fee.date);
    const begunHolds = holds.filter(({ createdAt, endedAt }) => createdAt <= fee.date && !(endedAt && endedAt <= fee.date));
    const isHeld = begunHolds.some(({ until }) => until === null || on <= until);
    const goesOn = plan !== undefined && plan.agreedAt <= fee.date && !(plan.endedAt && plan.endedAt <= fee.date);
    const isDivided = goesOn && owedAt(account, fee.date) > 0;
    const most = mostLateFeeCents(played, owedCents);
    return brokenOf([
      [
        `a late-payment fee of ${fee.amountCents} on ${owedCents} is at most ${most}, and as the settings say`,
        fee.amountCents <= Math.min(most, played.of.settings.latePaymentFeeCents),
      ],
      ["an invoice has one late-payment fee", fees.length === 1],
      ["reminders of one payer cost one late-payment fee", ofFamily.length === 1],
      [
        "a reminder named the late-payment fee, and left 14 whole days",
        named.some(({ createdAt, graceUntil }) => daysFrom(dayAt(createdAt), on) > FREE_DAYS && (graceUntil ?? on) < on),
      ],
      ["each last day without a fee that a reminder named is over", named.every(({ graceUntil }) => (graceUntil ?? "") < on)],
      ["no late-payment fee comes while the invoice is held", !isHeld],
      ["no late-payment fee comes while the invoice is paid in instalments", !isDivided],
      ["no late-payment fee comes while a payment is planned or on its way", !payments.some((payment) => isGoingAt(payment, fee.date))],
    ]);
  });
}

/** Returns the sum of the lines before a late-payment fee of the moment, in cents. */
function owedAt({ lines }: Account, moment: Date): number {
  return totalOf(lines.filter(({ date, type }) => date < moment || (date <= moment && type !== "LATE-PAYMENT-FEE-LINE")));
}

/** Whether a payment is planned, at the bank or at the provider at a moment. */
function isGoingAt({ createdAt, endedAt }: Account["payments"][number], moment: Date): boolean {
  return createdAt < moment && !(endedAt && endedAt <= moment);
}

function chargebackFeeFaults({ lines, payments, played }: Account): string[] {
  const fees = lines.filter(({ type }) => type === "CHARGEBACK-FEE-LINE");
  const returned = payments.filter(({ chargedBackAt, undoneBy }) => chargedBackAt && !undoneBy);
  return brokenOf([
    ["each returned payment has one fee at most", fees.length <= returned.length],
    [
      "the fee of a returned payment is that of the settings",
      fees.every(({ amountCents }) => amountCents === played.of.settings.chargebackFeeCents),
    ],
  ]);
}

function planFaults({ plan, lines, played }: Account): string[] {
  const fees = lines.filter(({ type }) => type === "INSTALLMENT-FEE-LINE");
  if (!plan) return brokenOf([["no instalment fee comes without instalments", fees.length === 0]]);
  const { parts, linesCount, feeCents, agreedAt } = plan;
  const { instalmentsMostParts, instalmentsFeeCents } = played.of.settings;
  const lastOn = lastPartOn(played, dayAt(agreedAt));
  const balance = totalOf(lines.filter(({ position }) => position <= linesCount));
  // The balance at the agreement contains the fee.
  const mostFeeCents = mostInstalmentFeeCents(played, balance - feeCents);
  return brokenOf([
    [`instalments are lawful, the last one until ${lastOn}`, lastOn !== undefined && parts.every(({ dueOn }) => dueOn <= lastOn)],
    ["there are at most as many parts as the settings say", parts.length >= 2 && parts.length <= Math.min(MAX_PARTS, instalmentsMostParts)],
    ["no part is below 5.00", parts.every(({ amountCents }) => amountCents >= LEAST_PART_CENTS)],
    [`the parts agreed to are the balance at that time (${balance})`, totalOf(parts) === balance],
    ["the instalment fee is lawful and that of the settings", feeCents === Math.min(instalmentsFeeCents, mostFeeCents)],
    ["the instalment fee stands on the account once", totalOf(fees) === feeCents && fees.length === (feeCents > 0 ? 1 : 0)],
  ]);
}

/** Returns a fault if an attempt to divide the invoice on its page ended otherwise than the law says. */
function offerFaults({ played, plan }: Account, outcome: string | undefined): string[] {
  if (outcome === undefined) return [];
  const isLawful = lastPartOn(played, played.transmittedOn) !== undefined;
  return brokenOf([
    [`instalments are agreed to only where they are lawful (${outcome})`, isLawful || (plan === undefined && outcome !== "agreed now")],
    [`instalments are refused for the law only where it forbids them (${outcome})`, !isLawful || outcome !== "law"],
  ]);
}
