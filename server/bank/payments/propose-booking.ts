import type { Database } from "@/db/client";
import type { BankTransaction } from "@/db/schema/bank-transactions";
import type { Actor } from "@/server/actor";
import { propose } from "@/server/billing/approvals/propose-if-large";
import { getSecondPersonRule } from "@/server/billing/approvals/second-person-rule";
import { unbookedCents } from "@/server/billing/payments/unbooked-cents";
import { DomainError } from "@/server/errors";
import { type BookedPart, checkParts } from "./book-transaction";

/**
 * Proposes a booking instead of making it, if its parts and those of the payment that are booked already exceed the partner's limit. Returns
 * whether it was proposed. Checks the parts as `bookTransaction` does. Bookings of several payments are not added up, because the statement's
 * money already counts in its author's 24-hour sum. The caller has locked the transaction. Throws what `checkParts` throws, and
 * `proposal_exists` while another act waits on the first invoice.
 */
export async function proposeIfLargeBooking(
  tx: Database,
  actor: Actor,
  transaction: BankTransaction,
  parts: readonly BookedPart[],
): Promise<boolean> {
  const { aboveCents } = await getSecondPersonRule(tx, actor);
  if (aboveCents === null || actor.id === null) return false;
  const amountCents = parts.reduce((sum, part) => sum + part.amountCents, 0);
  const bookedCents = transaction.amountCents - (await unbookedCents(tx, transaction));
  if (bookedCents + amountCents <= aboveCents) return false;
  const [first] = await checkParts(tx, actor, transaction, parts);
  if (!first) throw new DomainError("exceeds_bank_transaction");
  await propose(tx, actor, transaction.companyId, first.invoiceId, {
    kind: "book_transaction",
    amountCents,
    reason: "",
    paymentId: null,
    mayExceed: true,
    bankTransactionId: transaction.id,
    parts: parts.map(({ invoiceId, amountCents: cents }) => ({ invoiceId, amountCents: cents })),
  });
  return true;
}
