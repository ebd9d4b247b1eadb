import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import {
  bankTransactions,
  contactChanges,
  customerLinks,
  type Debit,
  debits,
  drafts,
  holds,
  householdDepartures,
  householdExposures,
  instalmentPlans,
  invoiceLines,
  invoices,
  knownPayers,
  messages,
  notes,
  payments,
  payoutItems,
  proposals,
  refunds,
  tickets,
  type WithdrawnDebit,
  withdrawnDebits,
} from "@/db/schema";
import type { Actor } from "@/server/actor";
import { findHistoryOfMandates, findMandatesOfCustomer } from "@/server/billing/mandates/erase-mandates";
import { recordEvent } from "@/server/platform/audit/record-event";
import { type CustomerAsked, findCustomerInvoices, findCustomerKeys } from "./customer-invoices";

/**
 * Exports all data about a customer, which they may request (GDPR, article 15). Fields have the names of `db/schema`; secrets are left out.
 * Throws `invalid_invoice_id`.
 */
export async function exportCustomer(db: Database, actor: Actor, asked: CustomerAsked): Promise<object> {
  return db.transaction(async (tx) => {
    const ids = await findCustomerInvoices(tx, actor, asked);
    const mandates = await findMandatesOfCustomer(tx, actor, await findCustomerKeys(tx, actor, asked, ids));
    await recordEvent(tx, actor, "customer_exported", { about: aboutOf(asked), after: { invoices: ids.length } });
    const history = await findHistoryOfMandates(
      tx,
      actor,
      mandates.map(({ id }) => id),
    );
    if (ids.length === 0) return { invoices: [], ...(mandates.length > 0 && { mandates, ...history }) };
    const idArray = sql`${`{${ids.join(",")}}`}::text[]`;
    const rowsOf = (
      table:
        | typeof tickets
        | typeof notes
        | typeof drafts
        | typeof holds
        | typeof instalmentPlans
        | typeof householdDepartures
        | typeof householdExposures
        | typeof messages
        | typeof payments
        | typeof knownPayers
        | typeof refunds
        | typeof proposals
        | typeof invoiceLines,
    ) =>
      tx
        .select()
        .from(table)
        .where(and(eq(table.partnerId, actor.partnerId), inArray(table.invoiceId, ids)));
    const found = await tx
      .select()
      .from(invoices)
      .where(and(eq(invoices.partnerId, actor.partnerId), inArray(invoices.id, ids)))
      .orderBy(asc(invoices.id));
    return {
      invoices: found.map(({ searchText, ...invoice }) => invoice),
      lines: await rowsOf(invoiceLines),
      tickets: await rowsOf(tickets),
      notes: await rowsOf(notes),
      drafts: await rowsOf(drafts),
      holds: await rowsOf(holds),
      instalmentPlans: await rowsOf(instalmentPlans),
      householdsLeft: await rowsOf(householdDepartures),
      householdsTakenApart: await rowsOf(householdExposures),
      messages: await rowsOf(messages),
      payments: await rowsOf(payments),
      refunds: await rowsOf(refunds),
      proposals: await rowsOf(proposals),
      bankPayments: await tx
        .select()
        .from(bankTransactions)
        .where(
          and(
            eq(bankTransactions.partnerId, actor.partnerId),
            sql`${bankTransactions.id} in (select transactions_of_invoices(${actor.partnerId}, ${idArray}))`,
          ),
        )
        .orderBy(asc(bankTransactions.recordedOrder)),
      mandates,
      ...history,
      ...(await debitsOf(tx, actor, ids)),
      knownAccounts: await rowsOf(knownPayers),
      payouts: await tx
        .select()
        .from(payoutItems)
        .where(
          and(
            eq(payoutItems.partnerId, actor.partnerId),
            sql`${payoutItems.id} in (select o.id from payout_items_of_invoices(${actor.partnerId}, ${idArray}) o)`,
          ),
        )
        .orderBy(asc(payoutItems.id)),
      contactChanges: await tx
        .select({
          invoiceId: contactChanges.invoiceId,
          kind: contactChanges.kind,
          formerEmail: contactChanges.formerEmail,
          formerCountry: contactChanges.formerCountry,
          iban: contactChanges.iban,
          createdAt: contactChanges.createdAt,
        })
        .from(contactChanges)
        .where(and(eq(contactChanges.partnerId, actor.partnerId), inArray(contactChanges.invoiceId, ids))),
      links: await tx
        .select({
          invoiceId: customerLinks.invoiceId,
          createdAt: customerLinks.createdAt,
          openedAt: customerLinks.openedAt,
          revokedAt: customerLinks.revokedAt,
        })
        .from(customerLinks)
        .where(and(eq(customerLinks.partnerId, actor.partnerId), inArray(customerLinks.invoiceId, ids))),
    };
  });
}

/** Returns the direct debits that collect the invoices, and the records of withdrawn files about these debits. Leaves out empty lists. */
async function debitsOf(
  tx: Database,
  { partnerId }: Actor,
  ids: string[],
): Promise<{ debits?: Debit[]; withdrawnDebits?: WithdrawnDebit[] }> {
  const parts = tx
    .select({ id: payments.debitId })
    .from(payments)
    .where(and(eq(payments.partnerId, partnerId), inArray(payments.invoiceId, ids)));
  const found = await tx
    .select()
    .from(debits)
    .where(and(eq(debits.partnerId, partnerId), inArray(debits.id, parts)))
    .orderBy(asc(debits.id));
  const withdrawn = await tx
    .select()
    .from(withdrawnDebits)
    .where(and(eq(withdrawnDebits.partnerId, partnerId), inArray(withdrawnDebits.debitId, parts)))
    .orderBy(asc(withdrawnDebits.fileId), asc(withdrawnDebits.debitId));
  return { ...(found.length > 0 && { debits: found }), ...(withdrawn.length > 0 && { withdrawnDebits: withdrawn }) };
}

/** Returns the subject for the security log, which never contains e-mail addresses. */
export function aboutOf(asked: CustomerAsked): string | undefined {
  return "invoiceId" in asked ? `invoice:${asked.invoiceId}` : undefined;
}
