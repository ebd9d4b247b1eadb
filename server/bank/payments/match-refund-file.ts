import { and, asc, eq, notInArray, sql } from "drizzle-orm";
import { isOneOf } from "@/db/array-text";
import type { Database } from "@/db/client";
import type { BankTransaction } from "@/db/schema/bank-transactions";
import { payoutItems, payouts } from "@/db/schema/payouts";
import type { Actor } from "@/server/actor";
import { settleEndedItem, settleItem } from "@/server/bank/refund-files/end-item";
import { messageIdIn } from "@/server/bank/refund-files/message-id";
import { whereApproved } from "@/server/bank/refund-files/where-approved";
import { recordDecision, recordMatches } from "@/server/bank/transaction-states/transaction-state";
import { paymentsInFile } from "@/server/domain/rules/refund-file-payments";
import { matchRefundWithoutId } from "./match-refund-without-id";
import { findOwnRefunds, type OwnRefund } from "./own-refunds";
import { returnItem } from "./return-item";

/**
 * Matches a payment with the company's own refund files. Returns true if an item matched, or if a person must decide.
 * - An outgoing payment closes the item with its end-to-end id and amount, or all items of a file that the bank has booked as one sum.
 * - An incoming payment with a paid item's id reopens the debt.
 * - Without an id, account, name and text decide. `found`: what `findOwnRefunds` has found for the payment.
 */
export async function matchRefundFile(
  tx: Database,
  actor: Actor,
  transaction: BankTransaction,
  found: readonly OwnRefund[],
): Promise<boolean> {
  return (
    (await matchItem(tx, actor, transaction)) ||
    (transaction.amountCents < 0 && (await matchSum(tx, actor, transaction))) ||
    matchRefundWithoutId(tx, actor, transaction, found)
  );
}

/**
 * Returns the payments before the first that a refund file may concern. This is a payment
 * - with the end-to-end id of an item;
 * - incoming, and perhaps the return of an item without naming it;
 * - outgoing, while an item of a file of its company is not paid yet.
 */
export async function beforeRefundFiles(tx: Database, transactions: readonly BankTransaction[]): Promise<BankTransaction[]> {
  const { partnerId, endToEndId, status } = payoutItems;
  const [first] = transactions;
  if (!first) return [];
  const wanted = transactions.map((transaction) => transaction.endToEndId.toLowerCase()).filter((id) => id !== "");
  const items = await tx
    .select({ endToEndId })
    .from(payoutItems)
    .where(and(eq(partnerId, first.partnerId), isOneOf(endToEndId, wanted)));
  const companies = await tx
    .select({ id: payouts.companyId })
    .from(payoutItems)
    .innerJoin(payouts, and(eq(payouts.partnerId, partnerId), eq(payouts.id, payoutItems.payoutId)))
    .where(and(eq(partnerId, first.partnerId), eq(status, "ordered")))
    .groupBy(payouts.companyId);
  const named = new Set(items.map((item) => item.endToEndId));
  const unpaid = new Set(companies.map(({ id }) => id));
  const found = await findOwnRefunds(
    tx,
    transactions.filter(({ amountCents }) => amountCents > 0),
  );
  const firstIndex = transactions.findIndex(
    (transaction) =>
      named.has(transaction.endToEndId.toLowerCase()) ||
      (found.get(transaction.id) ?? []).length > 0 ||
      (transaction.amountCents < 0 && unpaid.has(transaction.companyId)),
  );
  return transactions.slice(0, firstIndex === -1 ? transactions.length : firstIndex);
}

/** Matches a payment with the item whose end-to-end id it has. Returns true if the item matched, or if a person must decide. */
async function matchItem(tx: Database, actor: Actor, transaction: BankTransaction): Promise<boolean> {
  const { endToEndId, amountCents, partnerId } = transaction;
  if (endToEndId === "") return false;
  const [found] = await tx
    .select({ item: payoutItems })
    .from(payoutItems)
    .innerJoin(payouts, and(eq(payouts.partnerId, payoutItems.partnerId), eq(payouts.id, payoutItems.payoutId), whereApproved))
    .where(
      and(
        eq(payoutItems.partnerId, partnerId),
        eq(payoutItems.endToEndId, endToEndId.toLowerCase()),
        eq(payoutItems.amountCents, Math.abs(amountCents)),
        eq(payouts.bankAccountId, transaction.bankAccountId),
      ),
    )
    .for("update", { of: payoutItems });
  if (!found) return false;
  const { item } = found;
  if (amountCents < 0 && item.status === "ordered") {
    await settleItem(tx, actor, item, transaction.id);
    await recordDecision(tx, actor, transaction, "booked");
    return true;
  }
  if (amountCents < 0 && (item.status === "cancelled" || item.status === "rejected")) {
    // The bank has paid although a person took the payment out of the file, or a report called it rejected. If the money was given back in
    // another way meanwhile, a person decides.
    if (await settleEndedItem(tx, actor, item, transaction.id)) await recordDecision(tx, actor, transaction, "booked");
    else await recordMatches(tx, [transaction], "open");
    return true;
  }
  if (amountCents < 0 && item.status === "paid" && item.paidTransactionId !== null) {
    // Another entry is on record as this refund: one of the two is not.
    if (item.paidTransactionId === transaction.id) return false;
    await recordMatches(tx, [transaction], "open");
    return true;
  }
  if (amountCents > 0 && item.status === "paid") {
    await returnItem(tx, actor, transaction, item);
    return true;
  }
  if (amountCents > 0 && item.status === "returned") {
    // The refund's return was recorded before, perhaps from another kind of file. This entry is no customer's payment.
    await recordMatches(tx, [transaction], "open");
    return true;
  }
  return false;
}

/**
 * Closes the items of a file whose sum the bank has booked at once, although separate bookings were requested. The bank must name the file,
 * and the sum must be that of the items that the file had for the bank (`paymentsInFile`), none of which is closed yet.
 */
async function matchSum(tx: Database, actor: Actor, transaction: BankTransaction): Promise<boolean> {
  const { partnerId, bankAccountId, amountCents } = transaction;
  const items = await tx
    .select({ item: payoutItems, handedOutAt: payouts.handedOutAt })
    .from(payoutItems)
    .innerJoin(payouts, and(eq(payouts.partnerId, payoutItems.partnerId), eq(payouts.id, payoutItems.payoutId), whereApproved))
    .where(
      and(
        eq(payouts.partnerId, partnerId),
        eq(payouts.bankAccountId, bankAccountId),
        notInArray(payoutItems.status, ["cancelled", "rejected"]),
        sql`strpos(lower(${textsNamingFile(transaction)}), ${messageIdIn(payouts.id)}) > 0`,
      ),
    )
    .orderBy(asc(payoutItems.id))
    .for("update", { of: payoutItems });
  const all = items.map(({ item }) => item);
  const inFile = paymentsInFile(all, items[0]?.handedOutAt ?? null) ?? [];
  const sumCents = inFile.reduce((sum, item) => sum + item.amountCents, 0);
  if (inFile.length === 0 || sumCents !== -amountCents) return false;
  for (const item of inFile) await settleItem(tx, actor, item, transaction.id);
  await recordDecision(tx, actor, transaction, "booked");
  return true;
}

/** Returns the texts in which a bank may name the file, without the blanks that it puts into long ids. */
function textsNamingFile({ endToEndId, references, text }: BankTransaction): string {
  return [endToEndId, ...references, text].map((each) => each.replace(/\s/g, "")).join(" ");
}
