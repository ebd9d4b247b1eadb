import { and, asc, eq, isNull, ne } from "drizzle-orm";
import { isOneOf } from "@/db/array-text";
import type { Database } from "@/db/client";
import { type Debit, debits } from "@/db/schema/debits";
import type { Invoice } from "@/db/schema/invoices";
import { type Payment, payments } from "@/db/schema/payments";
import { type Actor, visibleTo } from "@/server/actor";
import { lockCollections } from "@/server/billing/collection/lock-collections";
import { lockInvoices } from "@/server/billing/invoices/find-invoice";

/** A debit and its parts, in the order in which they were planned. Parts that were taken out before its file was made are left out. */
export interface LockedDebit {
  debit: Debit;
  parts: Payment[];
}

/** Debits with their invoices by id, locked until the transaction ends. */
export interface LockedDebits {
  debits: LockedDebit[];
  invoices: ReadonlyMap<string, Invoice>;
}

/**
 * Locks the invoices of debits, then the debits, each in the order of their ids. All acts on debits lock in one order: payments on
 * statements, invoices, their rows of `collections`, the file, debits, mandates. A lock out of this order is never waited for. Leaves out those that the actor may not see. `withInvoicesOf`:
 * ids of the debits whose parts may change; default: all.
 */
export async function lockDebits(
  tx: Database,
  actor: Actor,
  ids: readonly string[],
  withInvoicesOf: readonly string[] = ids,
): Promise<LockedDebits> {
  const invoices = await lockInvoicesOfDebits(tx, actor, withInvoicesOf);
  const locked = await tx
    .select()
    .from(debits)
    .where(and(visibleTo(actor, debits), isOneOf(debits.id, ids)))
    .orderBy(asc(debits.id))
    .for("update");
  const parts = Map.groupBy(await findParts(tx, actor, withInvoicesOf), ({ debitId }) => debitId);
  return { debits: locked.map((debit) => ({ debit, parts: parts.get(debit.id) ?? [] })), invoices };
}

/** Locks the invoices of debits in the order of their ids, and returns them by id. */
export async function lockInvoicesOfDebits(tx: Database, actor: Actor, debitIds: readonly string[]): Promise<ReadonlyMap<string, Invoice>> {
  const ids = (await findParts(tx, actor, debitIds)).map(({ invoiceId }) => invoiceId);
  const invoices = await lockInvoices(tx, actor, ids);
  await lockCollections(tx, actor, ids);
  return invoices;
}

function findParts(tx: Database, { partnerId }: Actor, debitIds: readonly string[]): Promise<Payment[]> {
  if (debitIds.length === 0) return Promise.resolve([]);
  return tx
    .select()
    .from(payments)
    .where(
      and(
        ...[eq(payments.partnerId, partnerId), isOneOf(payments.debitId, debitIds)],
        ...[isNull(payments.undoneBy), ne(payments.status, "cancelled")],
      ),
    )
    .orderBy(asc(payments.createdAt), asc(payments.id));
}
