import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type BankTransaction, bankTransactions } from "@/db/schema/bank-transactions";
import type { Actor } from "@/server/actor";
import { recordDecision, recordReturn } from "@/server/bank/transaction-states/transaction-state";
import { DomainError } from "@/server/errors";
import { recordEvent } from "@/server/platform/audit/record-event";
import { transact } from "@/server/platform/transact";
import type { SeenTransaction } from "./decide-transaction";
import { findGivenBack } from "./find-given-back";
import { lockTransaction } from "./lock-transaction";

/**
 * Records that an outgoing payment gave back a payment that was not the company's, by an ordinary transfer. Nothing is booked on an invoice,
 * and nobody is told; Undo takes it back. Throws the errors of `lockTransaction`, `bank_transaction_booked` if any of the outgoing payment is
 * booked, and `changed_meanwhile` if the other payment is not to be given back, or not in this amount.
 */
export function recogniseGivenBack(
  db: Database,
  actor: Actor,
  { transactionId, seenDecisions }: SeenTransaction,
  givenBackId: string,
): Promise<void> {
  return transact(db, actor, async (tx) => {
    const outgoing = await lockTransaction(tx, actor, transactionId, seenDecisions);
    if (outgoing.state === "booked") throw new DomainError("bank_transaction_booked");
    const where = and(eq(bankTransactions.partnerId, actor.partnerId), eq(bankTransactions.id, givenBackId));
    await tx.select({ id: bankTransactions.id }).from(bankTransactions).where(where).for("update");
    const [found] = outgoing.amountCents < 0 ? await findGivenBack(tx, actor, outgoing, givenBackId) : [];
    if (!found) throw new DomainError("changed_meanwhile");
    await recordReturn(tx, { partnerId: actor.partnerId, id: found.id }, "returned", outgoing.id);
    await recordDecision(tx, actor, outgoing, "booked");
    await recordEvent(tx, actor, "bank_payment_booked", {
      about: `company:${outgoing.companyId}`,
      after: { bankPayment: outgoing.id, amountCents: outgoing.amountCents, givesBack: found.id },
    });
  });
}

/**
 * Undoes what `recogniseGivenBack` recorded: the payment must be given back again. Returns false if the outgoing payment gave nothing back
 * in this way. The caller holds its lock, and reopens it.
 */
export async function undoGivenBack(tx: Database, { partnerId, id }: BankTransaction): Promise<boolean> {
  const where = and(eq(bankTransactions.partnerId, partnerId), eq(bankTransactions.givenBackBy, id));
  const found = await tx.select({ id: bankTransactions.id }).from(bankTransactions).where(where).for("update");
  for (const each of found) await recordReturn(tx, { partnerId, id: each.id }, "to_return");
  return found.length > 0;
}
