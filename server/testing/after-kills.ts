import { inArray } from "drizzle-orm";
import type { Connection } from "@/db/client";
import type { Payment } from "@/db/schema/payments";
import type { Refund } from "@/db/schema/refunds";
import { simulatedBankPayments as bankPayments, simulatedBankRefunds as bankRefunds } from "@/db/schema/simulated-bank";
import { isAnnouncement } from "@/server/domain/rules/collection-messages";
import { type Books, booksOf, problemsIn } from "./books";
import type { Stage } from "./given-stage";
import type { ReceivedMail } from "./smtp-server";

type Db = Connection["db"];

/** Numbers of records by outcome, and violations in words. */
export interface Findings {
  messages: Map<string, number>;
  payments: Map<string, number>;
  refunds: Map<string, number>;
  wrongs: string[];
}

/** Compares the books with the records of the mail server and the bank, after everything that was begun has ended. */
export async function findWhatIsWrong(db: Db, { partnerId, invoiceIds }: Stage, received: ReceivedMail[]): Promise<Findings> {
  const all = await Promise.all(invoiceIds.map((id) => booksOf(db, partnerId, id)));
  const payments = all.flatMap((books) => books.payments).filter(({ provider }) => provider !== null);
  const refunds = all.flatMap((books) => books.refunds).filter(({ paymentId }) => paymentId !== null);
  const takenCounts = countBy(received, ({ data }) => /^Message-ID: <([0-9a-f]{40})@/m.exec(data)?.[1] ?? "");
  const messages = all.flatMap((books) => books.outgoing);
  return {
    messages: countBy(messages, ({ id, state }) => `${state}, received ${takenCounts.get(id) ?? 0} times`),
    payments: countBy(payments, ({ status, chargedBackAt }) => (chargedBackAt ? "charged back" : status)),
    refunds: countBy(refunds, ({ status }) => status),
    wrongs: [
      ...all.flatMap(problemsIn),
      ...all.flatMap(messagesMissing),
      ...all.flatMap(({ outgoing, payments }) =>
        outgoing.flatMap(({ id, kind, state }) =>
          messageWrong(state, takenCounts.get(id) ?? 0, !isAnnouncement(kind) && isQuiet(payments)),
        ),
      ),
      ...(await paymentsWrong(db, payments)),
      ...(await refundsWrong(db, refunds, payments)),
    ],
  };
}

/** Whether a payment failed or was charged back. Nothing is demanded within a day of either, and these tests take less than a day. */
function isQuiet(payments: Books["payments"]): boolean {
  return payments.some(({ status, endedAt, chargedBackAt }) => chargedBackAt !== null || (status !== "paid" && endedAt !== null));
}

/** Returns the violation, if any, by a message in this state that the mail server took so many times. */
function messageWrong(state: Books["outgoing"][number]["state"], taken: number, mayWait: boolean): string[] {
  if (taken > 1) return [`a message was received ${taken} times`];
  if (state === "waiting" && taken === 0 && mayWait) return [];
  if (state === "waiting" || state === "handing_over") return [`a message is ${state} for ever`];
  if (state === "sent" && taken === 0) return ["a message counts as sent that was never received"];
  return taken === 1 && state !== "sent" && state !== "unknown" ? [`a message that was received is ${state}`] : [];
}

/**
 * The first request of every invoice is overdue. The exception is an invoice that was paid before its first request left and then charged
 * back: a chargeback starts the reminders again, and the first of them is not due yet.
 */
function messagesMissing({ lines, outgoing, payments, totalCents, retractedAt }: Books): string[] {
  const isChargedBack = lines.some(({ type }) => type === "CHARGEBACK-LINE");
  const isToBeAsked = totalCents > 0 && !retractedAt && !isChargedBack && !isQuiet(payments);
  return isToBeAsked && outgoing.length === 0 ? ["an invoice that is owed was never asked for"] : [];
}

async function paymentsWrong(db: Db, payments: Payment[]): Promise<string[]> {
  const orders = payments.map(({ id }) => id);
  const atBank = await db.select().from(bankPayments).where(inArray(bankPayments.orderId, orders));
  return payments.flatMap((payment) => {
    const [known] = atBank.filter(({ orderId }) => orderId === payment.id);
    if (!known) return ["a payment is unknown to the bank"];
    const stands = payment.chargedBackAt ? "charged_back" : payment.status;
    return known.id === payment.providerReference && known.state === stands
      ? []
      : [`a payment is ${stands}, and at the bank ${known.state}`];
  });
}

async function refundsWrong(db: Db, refunds: Refund[], payments: Payment[]): Promise<string[]> {
  const references = payments.flatMap(({ providerReference }) => providerReference ?? []);
  const atBank = await db.select().from(bankRefunds).where(inArray(bankRefunds.paymentId, references));
  const unknown = atBank.filter(({ orderId }) => !refunds.some(({ id }) => id === orderId));
  return [
    ...unknown.map(() => "the bank gave money back without a refund"),
    ...refunds.flatMap(({ id, status, amountCents }) => {
      const given = atBank.filter(({ orderId }) => orderId === id);
      const isRight = status === "paid" ? given.length === 1 && given[0]?.amountCents === amountCents : given.length === 0;
      return status !== "pending" && isRight ? [] : [`a refund is ${status}, and left the bank ${given.length} times`];
    }),
  ];
}

function countBy<Item>(items: Item[], name: (item: Item) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(name(item), (counts.get(name(item)) ?? 0) + 1);
  return counts;
}
