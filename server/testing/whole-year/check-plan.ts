import type { Actor } from "@/server/actor";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { clock } from "@/server/platform/clock";
import { type Account, type Books, brokenOf } from "./books";
import type { Look } from "./look";

/**
 * Returns the events of a night that differ from those that the interface told the evening before. Nobody acts at night, and no file comes, so
 * all events follow from the plans. `looks`: the interface's answers in the evening. `before` and `after`: the rows around the night.
 */
export function faultsOfPlan(before: Books, after: Books, looks: ReadonlyMap<string, Look>, actor: Actor): string[] {
  const now = clock.now(actor);
  const wereThere = new Map(before.accounts.map((account) => [account.row.id, account]));
  return after.accounts.flatMap((account) => {
    const earlier = wereThere.get(account.row.id);
    const look = looks.get(account.row.id);
    if (!earlier || !look) return [];
    return faultsOfNight(earlier, account, look.collection, now).map(
      (fault) => `invoice ${account.played.index} (${account.played.role.club} ${account.played.role.habit}): ${fault}`,
    );
  });
}

function faultsOfNight(before: Account, { row, lines, outgoing, payments }: Account, told: Look["collection"], now: Date): string[] {
  const isDue = (at: string | undefined) => at !== undefined && new Date(at) <= now;
  const known = new Set(before.outgoing.map(({ id }) => id));
  const added = outgoing.filter(({ id }) => !known.has(id));
  const asked = added.filter(({ kind }) => /^(request|reminder)/.test(kind));
  const next = told.next_message;
  const isNext = isDue(next?.date);
  const names = asked.map(({ kind, createdAt }) => `${kind} at ${createdAt.toISOString()}`).join();
  const newLines = lines.slice(before.lines.length);
  const fees = newLines.filter(({ type }) => type === "LATE-PAYMENT-FEE-LINE");
  const fee = told.late_fee;
  const feeIsOwn = fee?.invoice_id === row.id && isNext && dayAt(new Date(next?.date ?? now)) > fee.free_until;
  // The interface no longer tells a fee whose last free day is over. A reminder has named that fee.
  const isFeeOver = !fee && isNext && before.outgoing.some(({ graceUntil }) => graceUntil !== null && graceUntil < dayAt(now));
  const note = told.late_payment_fee_notice;
  const noted = added.filter(({ kind }) => kind === "late_payment_fee_soon");
  const planned = payments.filter(({ debitId, id }) => debitId && !before.payments.some((payment) => payment.id === id));
  const debit = told.next_debit;
  const isDebit = isDue(debit?.announced_at);
  const parts = added.filter(({ kind }) => kind === "part_due" || kind === "part_missed");
  const part = told.instalments?.parts.find(({ outstanding_cents }) => outstanding_cents > 0);
  const isAskedFor = before.outgoing.some(({ kind, round }) => kind === "part_due" && round === part?.number);
  const isFree = before.holds.length === 0 && before.payments.every(({ status, chargedBackAt }) => status === "paid" && !chargedBackAt);
  // A rest below 1.00 is not asked for by itself: docs/instalments.md.
  const isWorthAsking = part !== undefined && part.outstanding_cents >= 100;
  const isPartDue = isWorthAsking && !isAskedFor && isFree && addDays(part.due_on, -5) === dayAt(now);
  // A reminder of the payer's other invoice may ask for this one as well, earlier than its own would.
  const isOwn = ({ carriedBy }: Account["outgoing"][number]) => carriedBy === null;
  return brokenOf([
    [
      `the next message is sent as told: ${JSON.stringify(next)}, and not ${names}`,
      !isNext || asked.some(({ kind, createdAt }) => kind === next?.kind && dayAt(createdAt) === dayAt(new Date(next.date))),
    ],
    [
      `no other message is sent than the next one: ${names} instead of ${JSON.stringify(next)}`,
      asked.filter(isOwn).every(({ kind }) => isNext && kind === next?.kind),
    ],
    [
      `the late-payment fee is charged as told: ${JSON.stringify(fee)}`,
      !feeIsOwn || (fees.length === 1 && fees[0]?.amountCents === fee.amount_cents),
    ],
    [`no late-payment fee is charged that was not told: ${JSON.stringify(fee)}`, fees.length === 0 || feeIsOwn || isFeeOver],
    ["the note before a fee is sent as told", isDue(note?.date) ? noted.length > 0 : !noted.some(isOwn)],
    [
      `a debit is announced as told: ${JSON.stringify(debit)}`,
      isDebit === (planned.length === 1) && (!isDebit || planned[0]?.amountCents === debit?.amount_cents),
    ],
    ["no other line is added at night", newLines.every(({ type }) => type === "LATE-PAYMENT-FEE-LINE")],
    [
      `a part is asked for five days before its day: ${JSON.stringify(part)}`,
      !isPartDue || parts.some(({ kind, round }) => kind === "part_due" && round === part?.number),
    ],
    [
      `a part is asked for only as told: ${JSON.stringify(part)}`,
      parts.every(({ round }) => part !== undefined && (round - part.number) % (told.instalments?.parts.length ?? 1) === 0),
    ],
  ]);
}
