import { and, eq, isNull, ne, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type Debit, debits } from "@/db/schema/debits";
import { invoices } from "@/db/schema/invoices";
import { payments } from "@/db/schema/payments";
import { type Actor, visibleTo } from "@/server/actor";
import { findCollectedInvoices } from "@/server/billing/collection/collected-invoices";
import { whereMayBeCollected, whereMoneyWaits } from "@/server/billing/debits/repeated-debit-facts";
import { formatCustomerName } from "@/server/domain/rules/customer-name";
import { isRepeatable, type RepeatBlocker } from "@/server/domain/rules/repeatable-debit";
import { DomainError } from "@/server/errors";
import { clock } from "@/server/platform/clock";
import { repetitionOf } from "./repetition-of";

/** A debit that a person may collect once more, and what would be collected. Amounts in cents. */
export interface RepeatOffer {
  debitId: string;
  amountCents: number;
  /** Day of the collection, such as `2026-11-20`; null: nothing would be collected. */
  collectOn: string | null;
  invoices: RepeatedInvoice[];
  /** Invoices of the debit that would not be collected, and why. */
  left: (Pick<RepeatedInvoice, "id" | "number" | "name"> & { blocker: RepeatBlocker })[];
}

interface RepeatedInvoice {
  id: string;
  number: string;
  name: string;
  amountCents: number;
}

/**
 * Returns what would be collected if a person collected this debit once more: of each invoice the amount that the debit was to collect, but at most
 * the amount owed without fees. Null if the debit may not be repeated (`mayBeRepeated`). Throws `invalid_debit_id`.
 */
export async function offerRepetition(db: Database, actor: Actor, debitId: string): Promise<RepeatOffer | null> {
  const [debit] = await db.select().from(debits).where(whereDebit(actor, debitId));
  if (!debit) throw new DomainError("invalid_debit_id");
  return (await mayBeRepeated(db, debit)) ? (await offerOf(db, actor, debit)).offer : null;
}

/** As `offerRepetition`, for the newest debit of an invoice. Null also if this invoice would not be collected. */
export async function offerRepetitionOfInvoice(db: Database, actor: Actor, invoiceId: string): Promise<RepeatOffer | null> {
  const [last] = await db
    .select({ debitId: debits.id })
    .from(payments)
    .innerJoin(debits, and(eq(debits.partnerId, payments.partnerId), eq(debits.id, payments.debitId), visibleTo(actor, debits)))
    .where(and(eq(payments.partnerId, actor.partnerId), eq(payments.invoiceId, invoiceId), isNull(payments.undoneBy)))
    .orderBy(sql`${debits.createdAt} desc, ${debits.id} desc`)
    .limit(1);
  const offer = last && (await offerRepetition(db, actor, last.debitId));
  return offer?.invoices.some(({ id }) => id === invoiceId) ? offer : null;
}

/** Condition: the debit with this id, if the actor may see it. */
export function whereDebit(actor: Actor, debitId: string) {
  return and(visibleTo(actor, debits), eq(debits.id, debitId));
}

/**
 * Whether a person may collect the debit once more. False if
 * - its state or the bank's reason does not allow it (`isRepeatable`), or a person has done so already;
 * - the bank may have its money, or an undecided payment on a statement may be its money;
 * - the debit collected an instalment.
 */
export async function mayBeRepeated(db: Database, debit: Debit): Promise<boolean> {
  if (!isRepeatable(debit)) return false;
  const found = await db.execute(sql`select from debits over where over.partner_id = ${debit.partnerId} and over.id = ${debit.id}
    and not ${whereMayBeCollected} and not ${whereMoneyWaits}
    and not exists (select from debits again where again.partner_id = over.partner_id and again.repeats_debit_id = over.id)
    and not exists (select from payments p where p.partner_id = over.partner_id and p.debit_id = over.id and p.instalment_plan_id is not null)`);
  return found.length > 0;
}

/** Finds the parts that the debit's file contained; none if the actor may not see the debit. */
export function findEndedParts(db: Database, actor: Actor, debitId: string) {
  const { customerOrganization, customerPrefix, customerFirstName, customerInfix, customerLastName } = invoices;
  return db
    .select({
      invoiceId: payments.invoiceId,
      amountCents: payments.amountCents,
      number: invoices.externalInvoiceNumber,
      customer: { customerOrganization, customerPrefix, customerFirstName, customerInfix, customerLastName },
    })
    .from(debits)
    .innerJoin(payments, and(eq(payments.partnerId, debits.partnerId), eq(payments.debitId, debits.id), isNull(payments.undoneBy)))
    .innerJoin(invoices, and(eq(invoices.partnerId, payments.partnerId), eq(invoices.id, payments.invoiceId)))
    .where(and(whereDebit(actor, debitId), ne(payments.status, "cancelled")))
    .orderBy(payments.id);
}

/**
 * Returns what would be collected now, and the invoices to plan for it (`wanted`): one debit, because they have one mandate, account and day.
 */
export async function offerOf(db: Database, actor: Actor, debit: Debit) {
  const parts = await findEndedParts(db, actor, debit.id);
  const ids = parts.map(({ invoiceId }) => invoiceId);
  const collected = new Map((await findCollectedInvoices(db, actor.partnerId, ids)).map((invoice) => [invoice.id, invoice]));
  const now = clock.now(actor);
  const judged = parts.map(({ invoiceId, number, customer, amountCents }) => {
    const named = { id: invoiceId, number, name: formatCustomerName(customer) };
    return { named, repetition: repetitionOf(collected.get(invoiceId), { debit, amountCents }, now) };
  });
  const possible = judged.flatMap(({ named, repetition }) => ("blocker" in repetition ? [] : [{ named, repetition }]));
  const days = possible.map(({ repetition }) => repetition.collectOn).sort();
  const collectOn = days.at(-1) ?? null;
  const offer: RepeatOffer = {
    debitId: debit.id,
    collectOn,
    amountCents: possible.reduce((sum, { repetition }) => sum + repetition.amountCents, 0),
    invoices: possible.map(({ named, repetition: { amountCents } }) => ({ ...named, amountCents })),
    left: judged.flatMap(({ named, repetition }) => ("blocker" in repetition ? [{ ...named, blocker: repetition.blocker }] : [])),
  };
  const { id: repeatsDebitId, mandateId, bankAccountId } = debit;
  const wanted = offer.invoices.map(({ id: invoiceId, amountCents }) => ({
    repeatsDebitId,
    mandateId,
    bankAccountId,
    invoiceId,
    amountCents,
    collectOn: collectOn ?? "",
  }));
  return { offer, wanted };
}
