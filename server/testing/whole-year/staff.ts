import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { statementEntries } from "@/db/schema/bank-statements";
import { bankTransactions } from "@/db/schema/bank-transactions";
import type { Actor } from "@/server/actor";
import { bookAsSeen, setAside } from "@/server/bank/payments/decide-transaction";
import { addAmount } from "@/server/billing/collection/add-amount";
import { holdInvoice } from "@/server/billing/holds/hold-invoice";
import { creditAmount } from "@/server/billing/invoices/credit-amount";
import { recordExternalPayment } from "@/server/billing/payments/record-external-payment";
import { unbookedCents } from "@/server/billing/payments/unbooked-cents";
import { recordRefund } from "@/server/billing/refunds/record-refund";
import { refundPayment } from "@/server/billing/refunds/refund-payment";
import { askQuestion } from "@/server/customer-page/ask-question";
import { addDays } from "@/server/domain/formats/calendar";
import { draw, drawWhole } from "@/server/seasons/draw";
import { handOverDebits } from "@/server/seasons/hand-over-debits";
import { customerOf, type Scene } from "./acts";
import { type DebitFate, takeDebitFile } from "./bank";
import type { DebitOrder } from "./read-debit-file";
import type { Played, Stage } from "./stage";

// Acts of the companies' people: at the bank's desk, with money that is owed back, and with files of direct debits.

/** Decides about each payment that waits at the desk, as a person who has asked the customer which invoice it is for. */
export async function decideAtDesk({ partner, bank }: Stage, actor: Actor): Promise<void> {
  const open = await db
    .select({ transaction: bankTransactions, bankReference: statementEntries.bankReference })
    .from(bankTransactions)
    .innerJoin(statementEntries, eq(statementEntries.id, bankTransactions.entryId))
    .where(eq(bankTransactions.partnerId, partner.id));
  for (const { transaction, bankReference } of open) {
    if (transaction.state !== "open") continue;
    const seen = { transactionId: transaction.id, seenDecisions: transaction.decisions };
    const leftCents = transaction.amountCents > 0 ? await unbookedCents(db, transaction) : 0;
    const [first] = bank.booked.get(bankReference)?.isFor ?? [];
    if (first && leftCents > 0) await bookAsSeen(db, actor, seen, [{ invoiceId: first.invoiceId, amountCents: leftCents }]);
    else await setAside(db, actor, seen, "noted");
  }
}

/** Least and greatest number of days between which staff look for amounts owed to a customer. */
const GIVEN_BACK_DAYS = [1, 6] as const;

/** Gives back the amount that a customer has paid too much: through the provider if possible, otherwise by hand. */
export async function giveBack({ stage, actor, account, age }: Scene): Promise<void> {
  const { row, lines, refunds, payments, played } = account;
  const amountCents = -row.amountTotalCents;
  if (amountCents <= 0 || age % drawWhole(GIVEN_BACK_DAYS, stage.seed, "gives back", String(played.index)) !== 0) return;
  if (refunds.some(({ status }) => status === "pending")) return;
  const seen = { lines: lines.length, refunds: refunds.length };
  const refund = { amountCents, reason: "Paid too much" };
  const standing = payments.filter(({ provider, status, chargedBackAt }) => provider && status === "paid" && !chargedBackAt);
  const online = standing.find((each) => each.amountCents >= amountCents);
  const isUsed = refunds.some(({ paymentId }) => paymentId === online?.id);
  if (online && !isUsed) await refundPayment(db, actor, { invoiceId: row.id, paymentId: online.id }, seen, refund);
  else await recordRefund(db, actor, row.id, seen, refund);
}

/** Share of invoices, on each day, with an act of staff or a question. */
const CHANCE = 0.006;

/** Does something unplanned about an invoice now and then. Returns the name of the act. */
export async function disturb(scene: Scene): Promise<string | undefined> {
  const { stage, actor, account, today } = scene;
  const about = [String(account.played.index), today];
  if (draw(stage.seed, "disturbs", ...about) >= CHANCE) return undefined;
  const { id } = account.row;
  const lines = account.lines.length;
  const amountCents = drawWhole([1, 12], stage.seed, "disturbs by", ...about) * 100;
  const acts: Record<string, () => Promise<unknown>> = {
    credit: () => creditAmount(db, actor, id, lines, { amountCents, description: "Discount" }),
    add: () => addAmount(db, actor, id, lines, { amountCents, description: "Kit" }),
    pause: () => holdInvoice(db, actor, id, { kind: "paused", until: addDays(today, 4), reason: "On holiday" }),
    record: () => recordExternalPayment(db, actor, id, lines, { amountCents, reason: "Cash", mayExceed: true }),
    ask: async () => askQuestion(db, await customerOf(scene), { message: "Is this for the whole year?" }),
  };
  const names = Object.keys(acts);
  const name = names[drawWhole([0, names.length - 1], stage.seed, "disturbs with", ...about)] ?? "";
  await acts[name]?.();
  return name;
}

/** Makes the files of direct debits that the bank needs by tomorrow, and gives them to the bank. */
export async function bringDebits(stage: Stage, actor: Actor, today: string): Promise<void> {
  for (const { contents } of await handOverDebits(db, actor, today))
    takeDebitFile(stage.bank, contents, today, (debit) => fateOf(stage, debit));
}

/** Returns the fate of a debit, by its customer's habit. One in ten of the debits of other habits is rejected or returned. */
function fateOf({ seed, invoices }: Stage, { mandateReference, iban }: DebitOrder): DebitFate {
  const habit = invoices.find((each: Played) => each.iban === iban)?.role.habit;
  if (habit === "debitRejected") return { kind: "rejected", code: "AC04" };
  if (habit === "debitReturned") return { kind: "returned", code: "AM04" };
  const drawn = draw(seed, "fate", mandateReference);
  if (drawn < 0.05) return { kind: "rejected", code: "AM04" };
  return drawn < 0.1 ? { kind: "returned", code: "MD06" } : { kind: "booked" };
}
