import { and, eq, isNull, notInArray, or, sql } from "drizzle-orm";
import { isOneOf, plainArray, textArray } from "@/db/array-text";
import type { Database } from "@/db/client";
import { insertRows } from "@/db/insert-rows";
import { debits } from "@/db/schema/debits";
import { invoices } from "@/db/schema/invoices";
import { mandates } from "@/db/schema/mandates";
import { type Actor, identityOf, visibleTo } from "@/server/actor";
import { provenEmail } from "@/server/billing/contact-changes/proven-contact";
import { dayAt } from "@/server/domain/formats/calendar";
import { customerKey } from "@/server/domain/rules/customer-key";
import { mandateReferenceKey } from "@/server/domain/rules/mandate-state";
import { DomainError } from "@/server/errors";
import { recordEvent } from "@/server/platform/audit/record-event";
import { clock } from "@/server/platform/clock";
import { newId } from "@/server/platform/id";
import { transact } from "@/server/platform/transact";
import { listBankAccounts } from "@/server/tenancy/bank-accounts/find-bank-accounts";
import { lockCompany } from "@/server/tenancy/bank-accounts/lock-accounts";
import { endReplaced } from "./end-replaced";
import { KnownMandates, type Payer } from "./known-mandates";
import { asMandate, type Mandate } from "./mandate";
import { type GivenMandate, type MandateOutcome, type NewMandate, readMandate } from "./mandate-fields";

/** Largest number of mandates in one call. */
export const MOST_MANDATES = 1_000;

/**
 * Records mandates that payers signed on paper, and returns the result of each, in the same order: one with faults does not stop the others.
 * A mandate that is recorded already is returned as it is, or with a later day of its last collection. Locks the company, so that simultaneous calls follow one another. Throws
 * `invalid_company_id`, `mandates_need_euros` and `creditor_identifier_missing`.
 */
export function recordMandates(db: Database, actor: Actor, companyId: string, given: readonly GivenMandate[]): Promise<MandateOutcome[]> {
  return transact(db, actor, async (tx) => {
    await requireCreditor(tx, actor, companyId);
    const now = clock.now(actor);
    const today = dayAt(now);
    const readings = given.map((each) => readMandate(each, today));
    const valid = readings.flatMap((reading) => ("mandate" in reading ? [reading.mandate] : []));
    const payerOf = await findPayers(tx, actor, companyId, valid);
    const stored = await findKnown(tx, actor, companyId, valid, payerOf);
    const known = new KnownMandates(stored, await findUsed(tx, actor, stored), today);

    const outcomes = readings.map((reading): MandateOutcome => {
      if ("faults" in reading) return { ...reading, existingReference: null, differing: [] };
      const payer = payerOf(reading.mandate);
      if (!payer) return { faults: [{ field: "invoiceNumber", code: "invalid_invoice_number" }], existingReference: null, differing: [] };
      return known.take(reading.mandate, payer, rowOf);
    });
    await endReplaced(tx, actor, known.replacedIds, now);
    const added = outcomes.flatMap((outcome) => ("mandate" in outcome && outcome.isNew ? [outcome.mandate] : []));
    await insertRows(
      tx,
      mandates,
      added.map(({ state: _, ...row }) => ({ ...row, partnerId: actor.partnerId })),
    );
    await extendMandates(tx, actor, known.extended);
    const recorded = {
      ...(added.length > 0 && { mandates: added.length }),
      ...(known.extended.size > 0 && { extended: known.extended.size }),
    };
    if (Object.keys(recorded).length > 0)
      await recordEvent(tx, actor, "mandates_recorded", { about: `company:${companyId}`, after: recorded });
    return outcomes;

    function rowOf({ customerEmail: _, invoiceNumber: __, ...facts }: NewMandate, payer: Payer): Mandate {
      const ended = { endedAt: null, endedReason: null, endedBy: null };
      const origin = { source: "paper", createdAt: now, createdBy: identityOf(actor) } as const;
      return { ...facts, ...payer, ...origin, ...ended, id: newId(), companyId, state: "valid" };
    }
  });
}

/** Debits are in euros, and name the creditor by an identifier. */
async function requireCreditor(tx: Database, actor: Actor, companyId: string): Promise<void> {
  const { currency } = await lockCompany(tx, actor, companyId);
  if (currency !== "EUR") throw new DomainError("mandates_need_euros");
  const accounts = await listBankAccounts(tx, actor, companyId);
  if (!accounts.some(({ closedAt, current }) => !closedAt && current?.creditorIdentifier))
    throw new DomainError("creditor_identifier_missing");
}

/** Returns a function that finds the payer of a mandate: by the e-mail address, or by an invoice; undefined if there is no such invoice. */
export async function findPayers(tx: Database, actor: Actor, companyId: string, given: NewMandate[]) {
  const numbers = given.flatMap(({ customerEmail, invoiceNumber }) =>
    customerEmail === null && invoiceNumber !== null ? [Number(invoiceNumber)] : [],
  );
  const found =
    numbers.length === 0
      ? []
      : await tx
          .select({ id: invoices.id, number: invoices.invoiceNumber, email: provenEmail })
          .from(invoices)
          .where(
            and(
              visibleTo(actor, invoices),
              eq(invoices.companyId, companyId),
              isNull(invoices.erasedAt),
              sql`${invoices.invoiceNumber} = any(${plainArray(numbers)}::bigint[])`,
            ),
          );
  const byNumber = new Map(found.map((invoice) => [invoice.number, invoice]));
  return ({ customerEmail, invoiceNumber }: NewMandate): Payer | undefined => {
    if (customerEmail !== null) return { customerKey: customerKey(customerEmail, ""), invoiceId: null };
    const invoice = byNumber.get(Number(invoiceNumber));
    if (!invoice) return undefined;
    const key = customerKey(invoice.email, invoice.id);
    return { customerKey: key, invoiceId: key === invoice.id ? invoice.id : null };
  };
}

/** Returns the stored mandates with one of the references, and those of the payers that have not ended. */
async function findKnown(
  tx: Database,
  actor: Actor,
  companyId: string,
  given: NewMandate[],
  payerOf: (mandate: NewMandate) => Payer | undefined,
): Promise<Mandate[]> {
  if (given.length === 0) return [];
  const references = given.map(({ reference }) => mandateReferenceKey(reference));
  const keys = given.flatMap((mandate) => payerOf(mandate)?.customerKey ?? []);
  const rows = await tx
    .select()
    .from(mandates)
    .where(
      and(
        visibleTo(actor, mandates),
        eq(mandates.companyId, companyId),
        or(
          sql`upper(reference) = any(${textArray(references)}::text[])`,
          and(isNull(mandates.endedAt), isOneOf(mandates.customerKey, keys)),
        ),
      ),
    );
  const today = dayAt(clock.now(actor));
  return rows.map((row) => asMandate(row, today));
}

/** Returns the ids of those mandates by which the bank was given debits. */
async function findUsed(tx: Database, { partnerId }: Actor, stored: readonly Mandate[]): Promise<ReadonlySet<string>> {
  if (stored.length === 0) return new Set();
  const used = await tx
    .select({ id: debits.mandateId })
    .from(debits)
    .where(
      and(
        eq(debits.partnerId, partnerId),
        isOneOf(
          debits.mandateId,
          stored.map(({ id }) => id),
        ),
        notInArray(debits.status, ["planned", "cancelled"]),
      ),
    )
    .groupBy(debits.mandateId);
  return new Set(used.map(({ id }) => id));
}

/** Records later days of last collections, by mandate. */
async function extendMandates(tx: Database, { partnerId }: Actor, extended: ReadonlyMap<string, string>): Promise<void> {
  if (extended.size === 0) return;
  const rows = [...extended].map(([id, on]) => ({ id, on }));
  await tx.execute(sql`update mandates m set last_collected_on = greatest(m.last_collected_on, n."on")
    from json_to_recordset(${JSON.stringify(rows)}::json) n (id text, "on" date)
    where m.partner_id = ${partnerId} and m.id = n.id and m.ended_at is null`);
}
