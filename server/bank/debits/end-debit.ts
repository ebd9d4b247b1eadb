import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { debitFiles } from "@/db/schema/debit-files";
import { debits } from "@/db/schema/debits";
import { type Actor, identityOf } from "@/server/actor";
import { dayAt } from "@/server/domain/formats/calendar";
import { DomainError } from "@/server/errors";
import { recordEvent } from "@/server/platform/audit/record-event";
import { clock } from "@/server/platform/clock";
import { transact } from "@/server/platform/transact";
import { lockDebits } from "./lock-debits";
import { rejectDebits } from "./reject-debits";
import { matchSumsAgain } from "./settle-sum";

/**
 * Ends a debit of which the bank says nothing, as a person states who knows that the bank did not collect it: its payments have failed, and the
 * customers are told and asked by mail again. Sums that fit without it are then booked. If the bank books or returns the debit nevertheless,
 * a person decides. Throws `invalid_debit_id`, `debit_not_due` until the day of the collection is over, and `changed_meanwhile` if the debit
 * is no longer at the bank: the bank has answered, or another person was faster.
 */
export function endDebit(db: Database, actor: Actor, debitId: string): Promise<void> {
  return transact(db, actor, async (tx) => {
    const { debits: found } = await lockDebits(tx, actor, [debitId]);
    const [locked] = found;
    if (!locked?.debit.fileId) throw new DomainError("invalid_debit_id");
    const { partnerId, companyId, fileId, fileCents, status, collectOn } = locked.debit;
    if (status !== "at_bank") throw new DomainError("changed_meanwhile");
    if (dayAt(clock.now(actor)) <= collectOn) throw new DomainError("debit_not_due");
    await rejectDebits(tx, actor, [{ ...locked, code: "" }]);
    await tx
      .update(debits)
      .set({ endedBy: identityOf(actor) })
      .where(and(eq(debits.partnerId, partnerId), eq(debits.id, debitId)));
    await recordEvent(tx, actor, "debit_ended", {
      about: `company:${companyId}`,
      after: { debit: debitId, file: fileId, amountCents: fileCents, invoices: locked.parts.map(({ invoiceId }) => invoiceId) },
    });
    const whereFile = and(eq(debitFiles.partnerId, partnerId), eq(debitFiles.id, fileId));
    const { id, iban } = only(await tx.select({ id: debitFiles.id, iban: debitFiles.iban }).from(debitFiles).where(whereFile));
    await matchSumsAgain(tx, { partnerId, id, iban });
  });
}
