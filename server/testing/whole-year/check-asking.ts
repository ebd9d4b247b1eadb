import { dayAt } from "@/server/domain/formats/calendar";
import { type Account, type Books, brokenOf, totalOf } from "./books";

type Message = Account["outgoing"][number];
type Payment = Account["payments"][number];

/** Whether a message asks the customer to send money. */
const asksToPay = (kind: string) =>
  /^(request|reminder)/.test(kind) || ["late_payment_fee_soon", "part_due", "part_missed", "instalments_ended"].includes(kind);

/**
 * Returns the invoices for which the service asked for the same money through two channels or twice, or for money that is not owed. A day counts
 * as a whole: a request and the announcement of a debit never leave on one day.
 */
export function faultsOfAsking({ accounts, mailIds, debits }: Books): string[] {
  const repeated = new Set(debits.flatMap(({ id, repeatsDebitId }) => (repeatsDebitId ? id : [])));
  return accounts.flatMap((account) => {
    const { played } = account;
    return [...channelFaults(account), ...repetitionFaults(account, mailIds, repeated)].map(
      (fault) => `invoice ${played.index} (${played.role.club} ${played.role.habit}): ${fault}`,
    );
  });
}

function channelFaults(account: Account): string[] {
  const { outgoing, messages, payments, plan, holds, row, lines } = account;
  const sentAt = new Map(messages.map(({ id, createdAt }) => [id, createdAt]));
  const left = outgoing.filter(({ state }) => state === "sent" || state === "unknown");
  return left.flatMap((message) => {
    const at = sentAt.get(message.id);
    if (!at) return ["it does not hold that each message that left stands on the invoice"];
    const name = `${message.kind} of ${dayAt(at)}`;
    const by = (payment: Payment) => `${payment.method} ${payment.status} of ${payment.amountCents}`;
    if (message.kind === "debit_announced") {
      const other = payments.filter((payment) => payment.debitId !== message.aboutId && isOnDay(payment, at));
      const asked = left.filter(({ id, kind }) => asksToPay(kind) && dayAt(sentAt.get(id) ?? at) === dayAt(at));
      const isDivided = plan !== undefined && plan.agreedAt <= at;
      return brokenOf([
        [`${name} is about money that no other payment brings: ${other.map(by).join()}`, other.length === 0],
        [`${name} is not asked for on the same day: ${asked.map(({ kind }) => kind).join()}`, asked.length === 0],
        [`${name} is not paid in instalments as well`, !isDivided],
      ]);
    }
    if (!asksToPay(message.kind)) return [];
    const collected = payments.filter((payment) => (payment.debitId ? isOnDay(payment, at) : isGoing(payment, at)));
    const owedCents = totalOf(lines.filter(({ date }) => date <= at));
    const begunHolds = holds.filter(({ createdAt, endedAt }) => createdAt <= at && !(endedAt && endedAt <= at));
    const isHeld = begunHolds.some(({ until }) => until === null || dayAt(at) <= until);
    const goesOn = plan !== undefined && plan.agreedAt <= at && !(plan.endedAt && plan.endedAt <= at);
    const isOfPart = message.kind.startsWith("part_");
    return brokenOf([
      [`${name} asks for money that no other channel brings: ${collected.map(by).join()}`, collected.length === 0],
      [`${name} asks for something that is owed (${owedCents})`, owedCents > 0],
      [`${name} asks for nothing that was retracted`, !(row.retractedAt && row.retractedAt <= at)],
      [`${name} asks for nothing that is held`, !isHeld],
      [
        `${name} asks for a part while instalments go on, and for all of it otherwise`,
        isOfPart === goesOn || message.kind === "instalments_ended",
      ],
    ]);
  });
}

/** Whether a payment is planned or on its way at a moment. */
function isGoing({ createdAt, endedAt }: Payment, at: Date): boolean {
  return createdAt <= at && !(endedAt && endedAt <= at);
}

/** Whether a payment is planned or on its way on the day of a moment: at that moment, or after it on the same day. */
function isOnDay(payment: Payment, at: Date): boolean {
  return isGoing(payment, at) || (payment.createdAt > at && dayAt(payment.createdAt) === dayAt(at));
}

function repetitionFaults(
  { outgoing, messages, payments, row, atDesk }: Account,
  mailIds: ReadonlySet<string>,
  repeated: ReadonlySet<string>,
): string[] {
  const keyOf = ({ kind, round, aboutId, ticketId }: Message) => [kind, round, aboutId, ticketId].join(" ");
  const sent = outgoing.filter(({ state }) => state === "sent");
  const isAllSent = outgoing.every(({ state }) => state !== "waiting" && state !== "handing_over");
  const isBeingPaid = payments.some(({ status }) => status !== "paid" && status !== "scheduled");
  // Each instalment by direct debit has a debit of its own, and a person may have a debit collected once more.
  const debits = payments.flatMap(({ debitId, instalmentPlanId }) =>
    debitId && !instalmentPlanId && !repeated.has(debitId) ? debitId : [],
  );
  return brokenOf([
    ["no message is decided on twice", new Set(outgoing.map(keyOf)).size === outgoing.length],
    [
      "each message that was sent stands on the invoice once",
      messages.length === sent.length && new Set(messages.map(({ id }) => id)).size === messages.length,
    ],
    ["an invoice is collected by one debit, and not again by itself", new Set(debits).size === debits.length && debits.length <= 1],
    [
      "nothing waits to be sent, unless a payment is on its way, has just failed, or waits at the desk",
      isAllSent || isBeingPaid || atDesk.some(({ endedAt }) => endedAt === null),
    ],
    [
      "each message that was sent is one mail, or part of one",
      sent.every(({ id, carriedBy }) => mailIds.has(carriedBy ?? id) && (carriedBy === null || !mailIds.has(id))),
    ],
    ["a customer without an address gets nothing", row.customerEmail !== null || sent.length === 0],
  ]);
}
