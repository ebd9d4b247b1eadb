import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { importSettings } from "@/db/schema/collection-settings";
import { collections } from "@/db/schema/collections";
import { householdMembers } from "@/db/schema/households";
import { imports } from "@/db/schema/imports";
import { invoices } from "@/db/schema/invoices";
import type { Actor } from "@/server/actor";
import { formHouseholds } from "@/server/billing/households/form-households";
import { isDeskRanked } from "@/server/billing/invoices/desk-gate";
import { MOST_IN_HOUSEHOLD } from "@/server/domain/rules/household-size";
import { DomainError } from "@/server/errors";
import { clock } from "@/server/platform/clock";

/**
 * Begins collection of an invoice within a rehearsal, as the transmission does, if it has not begun. Returns the ids of all invoices that
 * its messages may include, locked; none if the service does not collect the invoice. Throws `service_unavailable` while payments are being
 * ranked, because one of them may pay the invoice.
 */
export async function beginRehearsal(tx: Database, actor: Actor, invoiceId: string): Promise<string[]> {
  const { partnerId } = actor;
  if (!(await isDeskRanked(tx, partnerId))) throw new DomainError("service_unavailable");
  const { importId, transmittedAt, isCollected, hasBegun } = await findState(tx, partnerId, invoiceId);
  if (!isCollected) return [];
  if (!transmittedAt) {
    await tx
      .update(imports)
      .set({ transmittedAt: clock.now(actor) })
      .where(and(eq(imports.partnerId, partnerId), eq(imports.id, importId)));
  }
  if (!hasBegun) await formHouseholds(tx, partnerId, importId, await findAlike(tx, partnerId, importId, invoiceId));
  const ids = await findMembers(tx, partnerId, invoiceId);
  await tx.execute(sql`
    select from invoices i where i.partner_id = ${partnerId} and i.id = any(${`{${ids.join(",")}}`}::text[]) order by i.id for update`);
  await tx
    .insert(collections)
    .values(ids.map((id) => ({ partnerId, invoiceId: id, nextAt: sql`'-infinity'::timestamptz` })))
    .onConflictDoNothing();
  return ids;
}

async function findState(tx: Database, partnerId: string, invoiceId: string) {
  return only(
    await tx
      .select({
        importId: invoices.importId,
        transmittedAt: imports.transmittedAt,
        isCollected: sql<boolean>`${isNotNull(importSettings.importId)}`,
        hasBegun: sql<boolean>`${isNotNull(collections.invoiceId)}`,
      })
      .from(invoices)
      .innerJoin(imports, and(eq(imports.partnerId, invoices.partnerId), eq(imports.id, invoices.importId)))
      .leftJoin(importSettings, and(eq(importSettings.partnerId, invoices.partnerId), eq(importSettings.importId, invoices.importId)))
      .leftJoin(collections, and(eq(collections.partnerId, invoices.partnerId), eq(collections.invoiceId, invoices.id)))
      .where(and(eq(invoices.partnerId, partnerId), eq(invoices.id, invoiceId))),
  );
}

/** Larger groups are not households, so a group that grows beyond this is cut off. */
const MOST_ALIKE = 10 * MOST_IN_HOUSEHOLD;

/**
 * Finds the invoices of the import that are connected with one by an address, an account or a home, step by step: a household's invoices
 * without an address may be connected through each other.
 */
async function findAlike(tx: Database, partnerId: string, importId: string, invoiceId: string): Promise<string[]> {
  let ids = [invoiceId];
  for (;;) {
    const found = await tx.execute<{ id: string }>(sql`
      with alike as materialized (
        select customer_key(i.customer_email, '') as email, coalesce(i.direct_debit_iban, '') as iban, payer_home(i) as home
        from invoices i where i.partner_id = ${partnerId} and i.id = any(${`{${ids.join(",")}}`}::text[])
      )
      select i.id from invoices i
      where i.partner_id = ${partnerId} and i.import_id = ${importId} and (
        customer_key(i.customer_email, '') = any(array(select email from alike where email <> ''))
        or i.direct_debit_iban = any(array(select iban from alike where iban <> ''))
        or payer_home(i) = any(array(select home from alike where home <> ''))
        or i.id = ${invoiceId})
      order by i.id <> ${invoiceId}, i.id limit ${MOST_ALIKE}`);
    if (found.length <= ids.length || found.length === MOST_ALIKE) return found.map(({ id }) => id);
    ids = found.map(({ id }) => id);
  }
}

/** Returns the invoice and the other members of its household. */
async function findMembers(tx: Database, partnerId: string, invoiceId: string): Promise<string[]> {
  const lead = tx
    .select({ id: householdMembers.leadInvoiceId })
    .from(householdMembers)
    .where(and(eq(householdMembers.partnerId, partnerId), eq(householdMembers.invoiceId, invoiceId)));
  const members = await tx
    .select({ id: householdMembers.invoiceId })
    .from(householdMembers)
    .where(and(eq(householdMembers.partnerId, partnerId), eq(householdMembers.leadInvoiceId, sql`(${lead})`)));
  return members.length > 0 ? members.map(({ id }) => id) : [invoiceId];
}
