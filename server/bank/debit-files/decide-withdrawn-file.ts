import { and, eq, sql } from "drizzle-orm";
import { isOneOf, textArray } from "@/db/array-text";
import type { Database } from "@/db/client";
import { bankTransactions } from "@/db/schema/bank-transactions";
import { debitFiles } from "@/db/schema/debit-files";
import { debitFileWarnings } from "@/db/schema/debit-warnings";
import { mandates } from "@/db/schema/mandates";
import { payments } from "@/db/schema/payments";
import { type Actor, identityOf } from "@/server/actor";
import { matchAgain } from "@/server/bank/transaction-states/transaction-state";
import { lockInvoices } from "@/server/billing/invoices/find-invoice";
import { mandateExpiresOn } from "@/server/billing/mandates/valid-mandate";
import { DomainError } from "@/server/errors";
import { recordEvent } from "@/server/platform/audit/record-event";
import { clock } from "@/server/platform/clock";
import { transact } from "@/server/platform/transact";
import { lockDebitFile, whereDebitFile } from "./find-debit-file";

/** A person's decision about a withdrawn file that the bank has named. */
export type WithdrawnDecision = "bank_has_it" | "not_collected";

/**
 * Records what a person states about a file that was withdrawn wholly or in part, and that a report or an entry of the bank has named since:
 * - `bank_has_it`: debits of the file that are still planned are in it again, on the file's day, and entries that waited for this decision are
 *   matched again. Debits whose amount has changed or whose mandate has ended stay out; if the bank collects them, their money waits at the
 *   desk.
 * - `not_collected`: the bank collects none of these debits, so they can go into another file, or stay in the newer one where they are. If
 *   the bank names the file again, they wait again.
 *
 * Throws `invalid_debit_file_id`, and `changed_meanwhile` if no debit of the file waits for this decision, or another transaction is changing
 * one of the mandates. Debits in a newer file wait only for `not_collected`: before the bank can have them by this file, a person withdraws the
 * newer one.
 */
export function decideWithdrawnFile(db: Database, actor: Actor, fileId: string, decision: WithdrawnDecision): Promise<void> {
  return transact(db, actor, async (tx) => {
    const { partnerId } = actor;
    const waiting = await findWaiting(tx, partnerId, fileId, decision);
    // Locks in the order in which debits are booked: invoices, the file, debits, mandates.
    const parts = await lockParts(
      tx,
      actor,
      waiting.map(({ debitId }) => debitId),
    );
    const { companyId, withdrawnAt } = await lockDebitFile(tx, actor, fileId);
    const after = await findWaiting(tx, partnerId, fileId, decision);
    if (after.length === 0 || after.length !== waiting.length) throw new DomainError("changed_meanwhile");
    const about = { about: `company:${companyId}`, after: { file: fileId } };
    if (decision === "not_collected") {
      await forget(tx, partnerId, fileId);
      await forgetWarning(tx, partnerId, fileId);
      return recordEvent(tx, actor, "debits_freed", about);
    }
    await lockMandates(tx, partnerId, after);
    const back = await putBack(tx, partnerId, fileId);
    // Debits that stay out still wait, and people know of them.
    if (back.length === after.length) await forgetWarning(tx, partnerId, fileId);
    const isBack = new Set(back);
    await tx
      .update(payments)
      .set({ status: "pending" })
      .where(
        and(
          eq(payments.partnerId, partnerId),
          eq(payments.status, "scheduled"),
          isOneOf(
            payments.id,
            parts.flatMap(({ id, debitId }) => (debitId && isBack.has(debitId) ? [id] : [])),
          ),
        ),
      );
    if (withdrawnAt)
      await tx
        .update(debitFiles)
        .set({ foundBy: identityOf(actor), foundAt: clock.now(actor) })
        .where(and(whereDebitFile(actor, fileId), sql`${debitFiles.foundAt} is null`));
    await matchAgain(
      tx,
      and(
        eq(bankTransactions.partnerId, partnerId),
        sql`${bankTransactions.id} in (select e.bank_transaction_id from withdrawn_file_entries e
          where e.partner_id = ${partnerId} and e.file_id = ${fileId})`,
      ),
    );
    await recordEvent(tx, actor, "debit_file_found", about);
  });
}

/** Returns the debits that wait for the decision because the bank has named this withdrawn file, which they have left. */
function findWaiting(tx: Database, partnerId: string, fileId: string, decision: WithdrawnDecision) {
  const isInNewer = decision === "not_collected" ? sql`d.status = 'at_bank' and d.file_id <> w.file_id` : sql`false`;
  return tx.execute<{ debitId: string; mandateId: string }>(sql`
    select d.id as "debitId", d.mandate_id as "mandateId" from withdrawn_debits w
    join debits d on d.partner_id = w.partner_id and d.id = w.debit_id
    where w.partner_id = ${partnerId} and w.file_id = ${fileId} and w.named_at is not null
      and (d.status = 'planned' or (${isInNewer})) order by d.id`);
}

async function lockParts(tx: Database, actor: Actor, debitIds: readonly string[]) {
  const found = await tx
    .select({ id: payments.id, debitId: payments.debitId, invoiceId: payments.invoiceId })
    .from(payments)
    .where(and(eq(payments.partnerId, actor.partnerId), isOneOf(payments.debitId, debitIds), eq(payments.status, "scheduled")));
  await lockInvoices(
    tx,
    actor,
    found.map(({ invoiceId }) => invoiceId),
  );
  return found;
}

/**
 * Locks debits, then their mandates. Does not wait for mandates, because withdrawing a mandate or making a file locks them before invoices.
 * Throws `changed_meanwhile` if another transaction has locked a mandate.
 */
async function lockMandates(tx: Database, partnerId: string, waiting: readonly { debitId: string; mandateId: string }[]): Promise<void> {
  await tx.execute(sql`
    select from debits d where d.partner_id = ${partnerId} and d.id = any(${textArray(waiting.map(({ debitId }) => debitId))}::text[])
    order by d.id for no key update`);
  const ids = [...new Set(waiting.map(({ mandateId }) => mandateId))];
  const locked = await tx.execute(sql`
    select from mandates m where m.partner_id = ${partnerId} and m.id = any(${textArray(ids)}::text[])
    order by m.id for no key update skip locked`);
  if (locked.length < ids.length) throw new DomainError("changed_meanwhile");
}

/** Has people mailed again if the bank names the file once more (server/desk/news/mail-open-file.ts). */
async function forgetWarning(tx: Database, partnerId: string, fileId: string): Promise<void> {
  const { partnerId: of, fileId: id, need } = debitFileWarnings;
  await tx.delete(debitFileWarnings).where(and(eq(of, partnerId), eq(id, fileId), eq(need, "named")));
}

/** Lets the debits of the file that wait go into another file. */
async function forget(tx: Database, partnerId: string, fileId: string): Promise<void> {
  await tx.execute(sql`update withdrawn_debits w set named_at = null where w.partner_id = ${partnerId} and w.file_id = ${fileId}`);
}

/**
 * Puts planned debits back into the file that they had left, with the file's values and day, and returns their ids. Leaves out debits whose
 * parts are no longer what the file collects, and debits without a valid mandate, which the trigger `debits_go_by_valid_mandate` would refuse.
 */
async function putBack(tx: Database, partnerId: string, fileId: string): Promise<string[]> {
  const fitting = await tx.execute<{ id: string }>(sql`
    select d.id from withdrawn_debits w
    join debits d on d.partner_id = w.partner_id and d.id = w.debit_id and d.status = 'planned'
    join ${mandates} on ${mandates.partnerId} = d.partner_id and ${mandates.id} = d.mandate_id and ${mandates.endedAt} is null
      and ${mandateExpiresOn} > w.collect_on
    where w.partner_id = ${partnerId} and w.file_id = ${fileId} and w.named_at is not null and w.stated is not null
      and w.file_cents = (select sum(p.amount_cents) from payments p
        where p.partner_id = d.partner_id and p.debit_id = d.id and p.status = 'scheduled' and p.undone_by is null)
    order by d.id for no key update of d`);
  const ids = fitting.map(({ id }) => id);
  const whereFitting = sql`w.partner_id = ${partnerId} and w.file_id = ${fileId} and d.partner_id = w.partner_id and d.id = w.debit_id
    and d.id = any(${textArray(ids)}::text[])`;
  // The day first: once a debit is at the bank, its day cannot change.
  await tx.execute(
    sql`update debits d set collect_on = w.collect_on from withdrawn_debits w where ${whereFitting} and d.collect_on <> w.collect_on`,
  );
  await tx.execute(sql`
    update debits d set status = 'at_bank', file_id = w.file_id, file_cents = w.file_cents, sequence_type = w.sequence_type, scheme = w.scheme,
      holder = s.holder, iban = s.iban, original_iban = s."originalIban", original_creditor_identifier = s."originalCreditorIdentifier",
      original_creditor_name = s."originalCreditorName", mandate_reference = s."mandateReference", mandate_signed_on = s."mandateSignedOn",
      bic = s.bic, holder_address = s."holderAddress", text = s.text
    from withdrawn_debits w cross join lateral jsonb_to_record(w.stated) as s(holder text, iban text, "originalIban" text,
      "originalCreditorIdentifier" text, "originalCreditorName" text, "mandateReference" text, "mandateSignedOn" date, bic text, "holderAddress" jsonb, text text)
    where ${whereFitting}`);
  await tx.execute(sql`update withdrawn_debits w set named_at = null from debits d where ${whereFitting}`);
  return ids;
}
