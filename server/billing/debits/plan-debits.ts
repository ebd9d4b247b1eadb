import { and, eq, inArray, isNull, notInArray } from "drizzle-orm";
import type { Database } from "@/db/client";
import { insertRows } from "@/db/insert-rows";
import { debits } from "@/db/schema/debits";
import { mandates } from "@/db/schema/mandates";
import { payments } from "@/db/schema/payments";
import type { Actor } from "@/server/actor";
import { announceEach } from "@/server/billing/invoices/announce";
import { painIdOf } from "@/server/domain/banking/pain-elements";
import { newId } from "@/server/platform/id";

/** An invoice to collect by direct debit, which the caller has locked. */
export interface InvoiceToDebit {
  invoiceId: string;
  /** The company's account. */
  bankAccountId: string;
  mandateId: string;
  /** In cents. */
  amountCents: number;
  /** Day of the collection, such as `2026-11-20`. */
  collectOn: string;
  /** Debit that a person has collected once more; the same for all invoices of one call. Absent: none. */
  repeatsDebitId?: string;
  /** The instalment that the debit collects, for which it is a debit of its own. Absent: it collects what is outstanding. */
  instalment?: { planId: string; number: number };
}

/**
 * Plans direct debits, and announces them, except for those of instalments: the mail about the plan has their days. Invoices by one mandate into one account on one day are one debit. Locks the mandates, so that
 * none ends before the commit. Returns the invoices that were left, because their mandate has ended or another transaction has it, or a
 * one-off mandate is for another debit: they are looked at again. The triggers of db/rules/debits.sql verify mandates and sums.
 */
export async function planDebits(tx: Database, actor: Actor, wanted: readonly InvoiceToDebit[], now: Date): Promise<InvoiceToDebit[]> {
  if (wanted.length === 0) return [];
  const { partnerId } = actor;
  const locked = await lockMandates(tx, partnerId, [...new Set(wanted.map(({ mandateId }) => mandateId))]);
  const planned = divide(wanted, locked).map((debit) => ({ ...debit, id: newId() }));
  if (planned.length > 0) {
    await insertRows(
      tx,
      debits,
      planned.map(({ id, mandate, first: { mandateId, bankAccountId, collectOn, repeatsDebitId }, parts }) => ({
        ...{ partnerId, id, mandateId, bankAccountId, collectOn, repeatsDebitId },
        ...{ companyId: mandate.companyId, customerKey: mandate.customerKey },
        amountCents: parts.reduce((sum, { amountCents }) => sum + amountCents, 0),
        endToEndId: painIdOf(id),
        announcedAt: now,
        createdAt: now,
      })),
    );
    const parts = planned.flatMap(({ id: debitId, parts: ofDebit }) => ofDebit.map((part) => ({ ...part, debitId })));
    await insertRows(
      tx,
      payments,
      parts.map(({ invoiceId, amountCents, debitId, instalment }) => ({
        ...{ partnerId, id: newId(), invoiceId, debitId, amountCents },
        ...{ instalmentPlanId: instalment?.planId ?? null, instalmentNumber: instalment?.number ?? null },
        ...{ method: "sdd" as const, status: "scheduled" as const, createdAt: now },
      })),
    );
    await announceEach(
      tx,
      actor,
      "debit_announced",
      parts.flatMap(({ invoiceId, debitId, instalment }) => (instalment ? [] : [{ partnerId, invoiceId, aboutId: debitId }])),
    );
  }
  return wanted.filter((each) => !planned.some(({ parts }) => parts.includes(each)));
}

interface DividedDebit {
  mandate: Payer;
  first: InvoiceToDebit;
  /** At least the first. */
  parts: InvoiceToDebit[];
}

/** Divides the invoices into debits. A one-off mandate is for the first debit alone. */
function divide(wanted: readonly InvoiceToDebit[], locked: ReadonlyMap<string, Payer>): DividedDebit[] {
  const divided = new Map<string, DividedDebit>();
  const once = new Set<string>();
  for (const each of wanted) {
    const mandate = locked.get(each.mandateId);
    if (!mandate) continue;
    const ofPart = each.instalment ? [each.instalment.planId, each.instalment.number] : [];
    const key = [each.mandateId, each.bankAccountId, each.collectOn, ...ofPart].join();
    const known = divided.get(key);
    if (known) known.parts.push(each);
    else if (!once.has(each.mandateId)) divided.set(key, { mandate, first: each, parts: [each] });
    if (mandate.sequence === "one_off") once.add(each.mandateId);
  }
  return [...divided.values()];
}

type Payer = Pick<typeof mandates.$inferSelect, "companyId" | "customerKey" | "sequence">;

/** Skips mandates that others have locked, such as one that is being withdrawn, and one-off ones that are for another debit meanwhile. */
async function lockMandates(tx: Database, partnerId: string, ids: string[]): Promise<Map<string, Payer>> {
  const rows = await tx
    .select({ id: mandates.id, companyId: mandates.companyId, customerKey: mandates.customerKey, sequence: mandates.sequence })
    .from(mandates)
    .where(and(eq(mandates.partnerId, partnerId), inArray(mandates.id, ids), isNull(mandates.endedAt)))
    .orderBy(mandates.id)
    .for("no key update", { skipLocked: true });
  const oneOff = rows.flatMap(({ id, sequence }) => (sequence === "one_off" ? [id] : []));
  const used = oneOff.length === 0 ? [] : await findUsed(tx, partnerId, oneOff);
  return new Map(rows.flatMap(({ id, ...payer }): [string, Payer][] => (used.includes(id) ? [] : [[id, payer]])));
}

/** Returns the mandates by which a debit was planned that may still be collected. */
async function findUsed(tx: Database, partnerId: string, ids: string[]): Promise<string[]> {
  const rows = await tx
    .select({ mandateId: debits.mandateId })
    .from(debits)
    .where(and(eq(debits.partnerId, partnerId), inArray(debits.mandateId, ids), notInArray(debits.status, ["cancelled", "rejected"])));
  return rows.map(({ mandateId }) => mandateId);
}
