import { and, eq, isNull, sql } from "drizzle-orm";
import { isOneOf, textArray } from "@/db/array-text";
import type { Database } from "@/db/client";
import { insertRows } from "@/db/insert-rows";
import { debitFiles, debitReports } from "@/db/schema/debit-files";
import { type Debit, debits } from "@/db/schema/debits";
import { payments } from "@/db/schema/payments";
import { type WithdrawnDebit, withdrawnDebits } from "@/db/schema/withdrawn-debits";
import { type Actor, identityOf } from "@/server/actor";
import { whereBankHasFile } from "@/server/billing/debits/where-bank-has-file";
import { keepStatementsOut } from "@/server/billing/invoices/desk-gate";
import { lockInvoices } from "@/server/billing/invoices/find-invoice";
import { debitCutOff } from "@/server/domain/rules/debit-cut-off";
import { isRejectedAtBank } from "@/server/domain/rules/debit-verdict";
import { DomainError } from "@/server/errors";
import { recordEvent } from "@/server/platform/audit/record-event";
import { clock } from "@/server/platform/clock";
import { transact } from "@/server/platform/transact";
import { findDebitSettings } from "@/server/tenancy/bank-accounts/debit-settings";
import { lockDebitFile, whereDebitFile } from "./find-debit-file";
import { isNamedByBank } from "./is-named-by-bank";
import { postponeDebits } from "./postpone-debits";

/**
 * Withdraws a file that the bank does not have, as a person states; if the bank refuses some of its debits (`isRejectedAtBank`), only these.
 * - The debits are planned again, and can go into another file, which has another id. The invoices can be paid and retracted as before.
 * - Debits that the bank can no longer collect on their day are put off, which is announced. Those of another withdrawn file that the bank has
 *   named keep their day.
 * - The ids of the file and its debits stay known (`withdrawn_debits`), because the bank may have the file nevertheless.
 * - A found file can be withdrawn again.
 *
 * `seenCount`: number of refused debits that the person saw; absent: not compared. Throws
 * - `invalid_debit_file_id`;
 * - `changed_meanwhile` if the file is withdrawn, another number of debits is refused, or a statement is being stored;
 * - `debit_file_at_bank` if the bank has reported about the file otherwise, or an entry names the file, one of its batches or one of its debits.
 */
export function withdrawDebitFile(db: Database, actor: Actor, fileId: string, seenCount?: number): Promise<void> {
  return transact(db, actor, async (tx) => {
    const now = clock.now(actor);
    // Otherwise an entry that is being stored could name the file.
    if (!(await keepStatementsOut(tx, actor.partnerId))) throw new DomainError("changed_meanwhile");
    const whereContained = and(eq(debits.partnerId, actor.partnerId), eq(debits.fileId, fileId));
    const parts = await tx
      .select({ id: payments.id, debitId: payments.debitId, invoiceId: payments.invoiceId })
      .from(debits)
      .innerJoin(payments, and(eq(payments.partnerId, debits.partnerId), eq(payments.debitId, debits.id), isNull(payments.undoneBy)))
      .where(and(whereContained, eq(payments.status, "pending")));
    // Invoices before the file, as everywhere.
    await lockInvoices(
      tx,
      actor,
      parts.map(({ invoiceId }) => invoiceId),
    );
    const { companyId, bankAccountId, withdrawnAt, foundAt } = await lockDebitFile(tx, actor, fileId);
    if (withdrawnAt && !foundAt) throw new DomainError("changed_meanwhile");
    const contained = await tx.select().from(debits).where(whereContained).orderBy(debits.id).for("update");
    const whereReported = and(eq(debitReports.partnerId, actor.partnerId), eq(debitReports.debitFileId, fileId));
    const refused = contained.filter(isRejectedAtBank);
    if (seenCount !== undefined && refused.length !== seenCount) throw new DomainError("changed_meanwhile");
    const leaving = refused.length > 0 ? refused : contained;
    const isWhole = leaving.length === contained.length;
    const leavingIds = leaving.map(({ id }) => id);
    const reports = await tx.select({ id: debitReports.id }).from(debitReports).where(whereReported).limit(1);
    const isDecided = leaving.some(({ status, returnedTransactionId }) => status !== "at_bank" || returnedTransactionId !== null);
    const isReported = reports.length > 0 || contained.some(({ reportStatus }) => reportStatus !== null);
    const isWithBank =
      isDecided ||
      // Reports that refuse debits do not count: they say that the bank does not have these.
      (refused.length === 0 && isReported) ||
      (await isNamedByBank(tx, { partnerId: actor.partnerId, id: fileId }, isWhole ? undefined : leavingIds));
    if (isWithBank) throw new DomainError("debit_file_at_bank");
    await insertRows(tx, withdrawnDebits, leaving.map(asWithdrawn), LEAVES_AGAIN);
    await tx
      .update(debits)
      .set({
        status: "planned",
        fileId: null,
        fileCents: null,
        sequenceType: null,
        holder: null,
        iban: null,
        scheme: null,
        mandateReference: null,
        mandateSignedOn: null,
        bic: null,
        holderAddress: null,
        text: null,
        reportStatus: null,
        reportedAt: null,
        isReportOwn: false,
        reasonCode: null,
        reasonText: null,
      })
      .where(and(whereContained, isOneOf(debits.id, leavingIds)));
    const isLeaving = new Set(leavingIds);
    const wherePending = and(eq(payments.partnerId, actor.partnerId), eq(payments.status, "pending"));
    await tx
      .update(payments)
      .set({ status: "scheduled" })
      .where(
        and(
          wherePending,
          isOneOf(
            payments.id,
            parts.flatMap(({ id, debitId }) => (debitId && isLeaving.has(debitId) ? [id] : [])),
          ),
        ),
      );
    const settings = (await findDebitSettings(tx, actor, [bankAccountId]))(bankAccountId);
    const named = await findNamed(tx, actor, leavingIds);
    const late = leaving.filter(({ id, collectOn }) => !named.has(id) && now >= debitCutOff(collectOn, settings));
    await postponeDebits(
      tx,
      actor,
      late.map(({ id }) => id),
    );
    if (isWhole)
      await tx
        .update(debitFiles)
        .set({ withdrawnBy: identityOf(actor), withdrawnAt: now, foundBy: null, foundAt: null })
        .where(whereDebitFile(actor, fileId));
    await recordEvent(tx, actor, "debit_file_withdrawn", {
      about: `company:${companyId}`,
      after: { file: fileId, ...(!isWhole && { debits: leaving.length }) },
    });
  });
}

/** For a debit that was put back into the file and leaves it again: its row keeps what the file states, and gets the bank's new answer. */
const LEAVES_AGAIN = sql`on conflict (partner_id, file_id, debit_id) do update set refused_at = excluded.refused_at, named_at = null`;

/** Returns the ids of those debits that the bank may collect by an earlier file. Their payers are told of no other day. */
async function findNamed(tx: Database, { partnerId }: Actor, debitIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx.execute<{ id: string }>(sql`select d.id from debits d
    where d.partner_id = ${partnerId} and d.id = any(${textArray(debitIds)}::text[]) and ${whereBankHasFile}`);
  return new Set(rows.map(({ id }) => id));
}

/** Returns what the file states of a debit. The constraint `debits_in_file_whole` (db/schema/debits.ts) keeps these values complete. */
function asWithdrawn(debit: Debit): WithdrawnDebit {
  const { partnerId, id: debitId, fileId, fileCents, collectOn, scheme, sequenceType } = debit;
  const { holder, iban, originalIban, originalCreditorIdentifier, originalCreditorName, mandateReference, mandateSignedOn } = debit;
  const { bic, holderAddress, text } = debit;
  if (!fileId || !fileCents || !scheme || !sequenceType || !holder || !iban || !mandateReference || !mandateSignedOn || text === null)
    throw new Error(`Debit ${debitId} is in a file, and incomplete`);
  const creditor = { originalCreditorIdentifier, originalCreditorName };
  const stated = { holder, iban, originalIban, ...creditor, mandateReference, mandateSignedOn, bic, holderAddress, text };
  return { partnerId, fileId, debitId, fileCents, collectOn, scheme, sequenceType, stated, namedAt: null, refusedAt: debit.reportedAt };
}
