import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { type Account, type Books, brokenOf, totalOf } from "./books";
import type { Look } from "./look";

/** Number of days from the mail about a part to the part's day: docs/instalments.md. */
const DUE_NOTICE_DAYS = 5;
/** Number of days from the day of a missed part to its reminder: docs/instalments.md. */
const MISSED_AFTER_DAYS = 4;

/** Returns the faults of plans of instalments, in their parts and in the mails about them: docs/instalments.md. */
export function faultsOfInstalments({ accounts }: Books, looks: ReadonlyMap<string, Look>): string[] {
  return accounts.flatMap((account) =>
    faultsOfPlan(account, looks.get(account.row.id)).map(
      (fault) => `invoice ${account.played.index} (${account.played.role.habit}): ${fault}`,
    ),
  );
}

function faultsOfPlan({ plan, lines, row, outgoing, holds }: Account, look: Look | undefined): string[] {
  const told = look?.collection.instalments;
  if (!plan) return brokenOf([["instalments are told only of an invoice that has them", told === undefined]]);
  const balance = totalOf(lines);
  const goesOn = !plan.endedAt && !row.retractedAt && balance > 0;
  const sumOpen = told?.parts.reduce((sum, { outstanding_cents }) => sum + outstanding_cents, 0);
  const later = lines.filter(({ position }) => position > plan.linesCount);
  const paid = 0 - totalOf(later.filter(({ type }) => type.endsWith("PAYMENT-LINE") || type === "CHARGEBACK-LINE"));
  const open = told?.parts.findIndex(({ outstanding_cents }) => outstanding_cents > 0) ?? -1;
  const sent = outgoing.filter(({ state }) => state === "sent");
  const asked = sent.filter(({ kind }) => /^(request|reminder)/.test(kind));
  const dayOfPart = (number: number) => plan.parts[(number - 1) % plan.parts.length]?.dueOn ?? "";
  const promises: [string, boolean][] = [
    [`instalments are told while they go on, and only then (${JSON.stringify(told)})`, (told !== undefined) === goesOn],
    [
      "the request and the reminders of the whole invoice stop once instalments were agreed to",
      asked.every(({ createdAt }) => createdAt <= plan.agreedAt || (plan.endedAt !== null && createdAt >= plan.endedAt)),
    ],
    [
      "each part is asked for five days before its day, or later after a hold",
      sent.every(({ kind, round, createdAt }) => kind !== "part_due" || dayAt(createdAt) >= addDays(dayOfPart(round), -DUE_NOTICE_DAYS)),
    ],
    [
      "a missed part is reminded four days after its day, or later",
      sent.every(
        ({ kind, round, createdAt }) => kind !== "part_missed" || dayAt(createdAt) >= addDays(dayOfPart(round), MISSED_AFTER_DAYS),
      ),
    ],
  ];
  if (told) {
    const amounts = told.parts.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
    promises.push(
      [`what is open of the parts is the balance (${sumOpen} instead of ${balance})`, sumOpen === balance],
      [`the parts are what is paid and open of them (${amounts} instead of ${paid} and ${balance})`, amounts === paid + balance],
      [
        "the parts are paid in order",
        told.parts.every(({ outstanding_cents, amount_cents }, index) => index <= open || outstanding_cents === amount_cents),
      ],
      [`the invoice is due with the next part (${row.dueOn})`, row.dueOn === told.parts[open]?.due_on || holds.length > 0],
    );
  }
  return brokenOf(promises);
}
