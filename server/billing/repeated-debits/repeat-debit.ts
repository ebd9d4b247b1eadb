import { and, eq } from "drizzle-orm";
import { isOneOf } from "@/db/array-text";
import type { Database } from "@/db/client";
import { collections } from "@/db/schema/collections";
import { debits } from "@/db/schema/debits";
import type { Actor } from "@/server/actor";
import { putOffDueDays } from "@/server/billing/collection/keep-due-day";
import { lockCollections } from "@/server/billing/collection/lock-collections";
import { planDebits } from "@/server/billing/debits/plan-debits";
import { isDeskRanked, keepStatementsOut } from "@/server/billing/invoices/desk-gate";
import { lockInvoices } from "@/server/billing/invoices/find-invoice";
import { DomainError } from "@/server/errors";
import { recordEvent } from "@/server/platform/audit/record-event";
import { clock } from "@/server/platform/clock";
import { transact } from "@/server/platform/transact";
import { findEndedParts, mayBeRepeated, offerOf, type RepeatOffer, whereDebit } from "./offer-repetition";

/** Facts of an offer that a person saw. */
export type SeenRepetition = Pick<RepeatOffer, "amountCents"> & { collectOn: string };

/**
 * Collects a rejected or returned debit once more, as a person wants: plans a debit by the same mandate, and announces it with the agreed
 * notice. A debit is repeated once, and a repeated one not again. Nothing is repeated without a person, which the trigger `debits_repeat_by_person`
 * (db/rules/debits.sql) enforces. `seen`: what the person was shown. Throws
 * - `invalid_debit_id`;
 * - `debit_not_repeatable` if the reason or another fact does not allow the repetition;
 * - `changed_meanwhile` if something else would be collected by now, a statement is being stored, a payment is not ranked, or another transaction
 *   has the mandate.
 */
export function repeatDebit(db: Database, actor: Actor, debitId: string, seen: SeenRepetition): Promise<void> {
  return transact(db, actor, async (tx) => {
    const { partnerId } = actor;
    // A payment that is being stored may be for one of the invoices.
    if (!(await keepStatementsOut(tx, partnerId))) throw new DomainError("changed_meanwhile");
    const invoiceIds = (await findEndedParts(tx, actor, debitId)).map(({ invoiceId }) => invoiceId);
    await lockInvoices(tx, actor, invoiceIds);
    await lockCollections(tx, actor, invoiceIds);
    const [debit] = await tx.select().from(debits).where(whereDebit(actor, debitId)).for("no key update");
    if (!debit) throw new DomainError("invalid_debit_id");
    if (!(await mayBeRepeated(tx, debit))) throw new DomainError("debit_not_repeatable");
    if (!(await isDeskRanked(tx, partnerId))) throw new DomainError("changed_meanwhile");
    const { offer, wanted } = await offerOf(tx, actor, debit);
    if (wanted.length === 0) throw new DomainError("debit_not_repeatable");
    if (offer.amountCents !== seen.amountCents || offer.collectOn !== seen.collectOn) throw new DomainError("changed_meanwhile");
    const now = clock.now(actor);
    const left = await planDebits(tx, actor, wanted, now);
    if (left.length > 0) throw new DomainError("changed_meanwhile");
    await putOffDueDays(
      tx,
      partnerId,
      wanted.map(({ invoiceId, collectOn }) => ({ invoiceId, dueOn: collectOn })),
    );
    const ids = wanted.map(({ invoiceId }) => invoiceId);
    await tx
      .update(collections)
      .set({ nextAt: now })
      .where(and(eq(collections.partnerId, partnerId), isOneOf(collections.invoiceId, ids)));
    await recordEvent(tx, actor, "debit_repeated", {
      about: `company:${debit.companyId}`,
      after: { debit: debitId, amountCents: offer.amountCents, invoices: ids },
    });
  });
}
