import { and, eq, inArray, ne, or, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { householdMembers } from "@/db/schema/households";
import { instalmentPlans } from "@/db/schema/instalment-plans";
import { invoices } from "@/db/schema/invoices";
import type { Actor } from "@/server/actor";
import { lockInvoice, whereInvoice } from "@/server/billing/invoices/find-invoice";
import { isTransmitted } from "@/server/billing/invoices/lock-account";
import { MOST_IN_HOUSEHOLD } from "@/server/domain/rules/household-size";
import { DomainError } from "@/server/errors";
import { recordEvent } from "@/server/platform/audit/record-event";
import { clock } from "@/server/platform/clock";
import { transact } from "@/server/platform/transact";

/**
 * Joins a transmitted invoice and another one of its import, with the households of both. `number` is the other invoice's external number
 * or the service's. Members with different payers see only each other's numbers and amounts, and stay when addresses are corrected. Throws
 * `invalid_invoice_id`, `invoice_not_transmitted`, `no_invoice_of_number`, `several_of_number`, `household_too_large`, and
 * `paid_in_instalments` if one of the invoices has a plan of instalments.
 */
export function joinHousehold(db: Database, actor: Actor, invoiceId: string, number: string): Promise<void> {
  return transact(db, actor, async (tx) => {
    const otherId = await findByNumber(tx, actor, invoiceId, number);
    // Locks in a fixed order, to avoid deadlocks.
    for (const id of [invoiceId, otherId].sort()) await lockInvoice(tx, actor, id);
    const ids = [...new Set([invoiceId, otherId, ...(await lockMembers(tx, actor, [invoiceId, otherId]))])];
    if (ids.length > MOST_IN_HOUSEHOLD) throw new DomainError("household_too_large");
    if (await isAnyInInstalments(tx, actor, ids)) throw new DomainError("paid_in_instalments");
    await join(tx, actor, ids);
    await recordEvent(tx, actor, "household_changed", { about: `invoice:${invoiceId}`, after: { invoices: ids } });
  });
}

/** Takes an invoice out of its household. Does nothing without a household. Throws `invalid_invoice_id`. */
export function leaveHousehold(db: Database, actor: Actor, invoiceId: string): Promise<void> {
  return separate(db, actor, invoiceId, () => [invoiceId]);
}

/** Dissolves a household. Throws `invalid_invoice_id`. */
export function dissolveHousehold(db: Database, actor: Actor, invoiceId: string): Promise<void> {
  return separate(db, actor, invoiceId, (ids) => ids);
}

/** Removes the members that `leavingOf` returns from a household. `leave_household` (db/rules/household_members.sql) records the departures. */
function separate(db: Database, actor: Actor, invoiceId: string, leavingOf: (ids: string[]) => string[]): Promise<void> {
  return transact(db, actor, async (tx) => {
    await lockInvoice(tx, actor, invoiceId);
    const ids = await lockMembers(tx, actor, [invoiceId]);
    if (ids.length === 0) return;
    const leaving = leavingOf(ids);
    await tx.execute(sql`select leave_household(${actor.partnerId}, ${`{${leaving.join(",")}}`}::text[], 'by_hand')`);
    await recordEvent(tx, actor, "household_changed", {
      about: `invoice:${invoiceId}`,
      before: { invoices: ids },
      after: { invoices: ids.length - leaving.length > 1 ? ids.filter((id) => !leaving.includes(id)) : [] },
    });
  });
}

/** Whether one of the invoices has a plan of instalments, so that it is asked for by itself. */
async function isAnyInInstalments(tx: Database, { partnerId }: Pick<Actor, "partnerId">, ids: string[]): Promise<boolean> {
  const found = await tx
    .select({ id: instalmentPlans.id })
    .from(instalmentPlans)
    .where(and(eq(instalmentPlans.partnerId, partnerId), inArray(instalmentPlans.invoiceId, ids)))
    .limit(1);
  return found.length > 0;
}

async function findByNumber(tx: Database, actor: Actor, invoiceId: string, number: string): Promise<string> {
  const invoice = await findInvoice(tx, actor, invoiceId);
  if (!(await isTransmitted(tx, invoice))) throw new DomainError("invoice_not_transmitted");
  const hasServiceNumber = /^\d{1,15}$/.test(number) ? eq(invoices.invoiceNumber, Number(number)) : undefined;
  const found = await tx
    .select({ id: invoices.id })
    .from(invoices)
    .where(
      and(
        eq(invoices.partnerId, invoice.partnerId),
        eq(invoices.importId, invoice.importId),
        ne(invoices.id, invoiceId),
        or(eq(invoices.externalInvoiceNumber, number), hasServiceNumber),
      ),
    )
    .limit(2);
  const [other, second] = found;
  if (!other) throw new DomainError("no_invoice_of_number");
  if (second) throw new DomainError("several_of_number");
  return other.id;
}

async function findInvoice(tx: Database, actor: Actor, invoiceId: string) {
  const { partnerId, importId } = invoices;
  const [found] = await tx.select({ partnerId, importId }).from(invoices).where(whereInvoice(actor, invoiceId));
  if (!found) throw new DomainError("invalid_invoice_id");
  return found;
}

/** Locks the members of the invoices' households, in the order of their ids, and returns the ids. */
async function lockMembers(tx: Database, { partnerId }: Pick<Actor, "partnerId">, invoiceIds: string[]): Promise<string[]> {
  const leads = tx
    .select({ id: householdMembers.leadInvoiceId })
    .from(householdMembers)
    .where(and(eq(householdMembers.partnerId, partnerId), inArray(householdMembers.invoiceId, invoiceIds)));
  const members = await tx
    .select({ id: householdMembers.invoiceId })
    .from(householdMembers)
    .where(and(eq(householdMembers.partnerId, partnerId), inArray(householdMembers.leadInvoiceId, leads)))
    .orderBy(householdMembers.invoiceId)
    .for("update");
  return members.map(({ id }) => id);
}

/**
 * Joins invoices into one household, led by the invoice recorded first. Marks members with another payer as joined by hand, so that they
 * stay.
 */
async function join(tx: Database, actor: Actor, ids: string[]): Promise<void> {
  const { partnerId } = actor;
  const lead = sql<string>`(select i.id from invoices i where i.partner_id = ${partnerId} and i.id = any(${`{${ids.join(",")}}`}::text[]) order by i.invoice_number limit 1)`;
  const [joined] = await tx
    .insert(householdMembers)
    .values(ids.map((invoiceId) => ({ partnerId, invoiceId, leadInvoiceId: lead, joinedAt: clock.now(actor) })))
    .onConflictDoUpdate({
      target: [householdMembers.partnerId, householdMembers.invoiceId],
      set: { leadInvoiceId: sql`excluded.lead_invoice_id` },
    })
    .returning({ leadInvoiceId: householdMembers.leadInvoiceId });
  await tx
    .update(householdMembers)
    .set({ isByHand: true })
    .where(
      and(
        eq(householdMembers.partnerId, partnerId),
        sql`${householdMembers.invoiceId} = any(strangers_in_household(${partnerId}, ${joined?.leadInvoiceId ?? ""}, null))`,
      ),
    );
}
