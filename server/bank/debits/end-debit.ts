import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { debitFiles } from "@/db/schema/debit-files";
import { debits } from "@/db/schema/debits";
import { type Actor, identityOf } from "@/server/actor";
import { whereDebitFile } from "@/server/bank/debit-files/find-debit-file";
import { dayAt } from "@/server/domain/formats/calendar";
import { isRejectedAtBank } from "@/server/domain/rules/debit-verdict";
import { DomainError } from "@/server/errors";
import { recordEvent } from "@/server/platform/audit/record-event";
import { clock } from "@/server/platform/clock";
import { transact } from "@/server/platform/transact";
import { type LockedDebit, lockDebits } from "./lock-debits";
import { rejectDebits } from "./reject-debits";
import { matchSumsAgain } from "./settle-sum";

/**
 * Ends a debit of which the bank says nothing, as a person states who knows that the bank did not collect it: its payments have failed, and the
 * customers are told and asked by mail again. Sums that fit without it are then booked. If the bank books or returns the debit nevertheless,
 * a person decides. Throws `invalid_debit_id`, `debit_not_due` until the day of the collection is over, unless the bank refuses the debit's
 * file, and `changed_meanwhile` if the debit is no longer at the bank: the bank has answered, or another person was faster.
 */
export function endDebit(db: Database, actor: Actor, debitId: string): Promise<void> {
  return transact(db, actor, async (tx) => {
    const { debits: found } = await lockDebits(tx, actor, [debitId]);
    const [locked] = found;
    if (!locked?.debit.fileId) throw new DomainError("invalid_debit_id");
    const { fileId, status, collectOn } = locked.debit;
    if (status !== "at_bank") throw new DomainError("changed_meanwhile");
    if (!isRejectedAtBank(locked.debit) && dayAt(clock.now(actor)) <= collectOn) throw new DomainError("debit_not_due");
    const { fileCents, companyId } = locked.debit;
    await endDebits(tx, actor, fileId, [locked]);
    await recordEvent(tx, actor, "debit_ended", {
      about: `company:${companyId}`,
      after: { debit: debitId, file: fileId, amountCents: fileCents, invoices: locked.parts.map(({ invoiceId }) => invoiceId) },
    });
  });
}

/**
 * Ends all debits of a file that the bank refuses, as `endDebit` ends one. Throws `invalid_debit_file_id`, and `changed_meanwhile` unless there
 * are as many as the person saw.
 */
export function endRefusedDebits(db: Database, actor: Actor, fileId: string, seenCount: number): Promise<void> {
  return transact(db, actor, async (tx) => {
    const whereInFile = and(eq(debits.partnerId, actor.partnerId), eq(debits.fileId, fileId), eq(debits.status, "at_bank"));
    const [file] = await tx.select({ companyId: debitFiles.companyId }).from(debitFiles).where(whereDebitFile(actor, fileId));
    if (!file) throw new DomainError("invalid_debit_file_id");
    const before = await tx.select().from(debits).where(whereInFile);
    const refusedIds = before.filter(isRejectedAtBank).map(({ id }) => id);
    const { debits: locked } = await lockDebits(tx, actor, refusedIds);
    const refused = locked.filter(({ debit }) => debit.fileId === fileId && isRejectedAtBank(debit));
    if (refused.length === 0 || refused.length !== seenCount) throw new DomainError("changed_meanwhile");
    await endDebits(tx, actor, fileId, refused);
    await recordEvent(tx, actor, "debit_ended", {
      about: `company:${file.companyId}`,
      after: { file: fileId, debits: refused.length, amountCents: refused.reduce((sum, { debit }) => sum + (debit.fileCents ?? 0), 0) },
    });
  });
}

/** Ends debits of one file that the bank does not collect, as a person states. The caller has locked them. */
async function endDebits(tx: Database, actor: Actor, fileId: string, ended: readonly LockedDebit[]): Promise<void> {
  const { partnerId } = actor;
  await rejectDebits(
    tx,
    actor,
    ended.map((locked) => ({ ...locked, code: "" })),
    identityOf(actor),
  );
  const whereFile = and(eq(debitFiles.partnerId, partnerId), eq(debitFiles.id, fileId));
  const { id, iban } = only(await tx.select({ id: debitFiles.id, iban: debitFiles.iban }).from(debitFiles).where(whereFile));
  await matchSumsAgain(tx, { partnerId, id, iban });
}
