import { and, eq } from "drizzle-orm";
import { isOneOf } from "@/db/array-text";
import type { Database } from "@/db/client";
import { invoices } from "@/db/schema/invoices";
import { payments } from "@/db/schema/payments";
import type { Actor } from "@/server/actor";
import { announceEach } from "@/server/billing/invoices/announce";
import { cancelDebitParts } from "@/server/billing/invoices/cancel-debit-parts";
import { whereHeld } from "@/server/billing/invoices/where-held";
import { dayAt } from "@/server/domain/formats/calendar";
import { sumOf } from "@/server/domain/rules/account";
import { type DebitFacts, type DebitPart, isMandateValid } from "./debit-facts";

/** An invoice that a planned debit may collect, as `CollectedRow` describes it. The caller has locked it. */
export interface DebitedInvoice {
  id: string;
  retractedAt: Date | null;
  /** Its lines, or their sum as one. */
  lines: { amountCents: number }[];
  debit: DebitFacts | null;
}

/**
 * Takes invoices out of planned debits that may no longer collect them: nothing is outstanding, the invoice was retracted or is on hold, its
 * mandate has ended or will have expired, the account takes no debits, or the customer's mail server refused the announcement. The customer is
 * told unless another message says that nothing is to be paid, or they know of no debit. Lowers parts that exceed what is outstanding: more than that is never collected. Returns the invoices, those that changed with
 * their new facts, the others as they were given.
 */
export async function takeOutParts<Row extends DebitedInvoice>(
  tx: Database,
  actor: Actor,
  found: readonly Row[],
  now: Date,
): Promise<Row[]> {
  const planned = found.flatMap((invoice) => (invoice.debit?.part?.status === "scheduled" ? [{ invoice, part: invoice.debit.part }] : []));
  if (planned.length === 0) return [...found];
  const held = await findHeld(
    tx,
    actor,
    planned.map(({ invoice }) => invoice.id),
    now,
  );
  const out = planned.flatMap(({ invoice, part }) => {
    const isSettled = invoice.retractedAt !== null || sumOf(invoice.lines) <= 0;
    return isSettled || held.has(invoice.id) || !isCollectable(invoice.debit, part) ? [{ invoice, part, isSettled }] : [];
  });
  await cancelDebitParts(
    tx,
    actor.partnerId,
    out.map(({ part }) => part),
    now,
  );
  const told = out.filter(({ isSettled }) => !isSettled);
  await announceEach(
    tx,
    actor,
    "debit_cancelled",
    told.map(({ invoice, part }) => ({ partnerId: actor.partnerId, invoiceId: invoice.id, aboutId: part.debitId })),
  );
  const isOut = new Set(out.map(({ invoice }) => invoice.id));
  const lowered = planned.filter(({ invoice, part }) => !isOut.has(invoice.id) && part.amountCents > sumOf(invoice.lines));
  for (const { invoice, part } of lowered) await lowerPart(tx, actor, part, sumOf(invoice.lines));
  const isLowered = new Set(lowered.map(({ invoice }) => invoice.id));
  return found.map((invoice) => {
    const { debit } = invoice;
    if (debit?.part && isOut.has(invoice.id)) return { ...invoice, debit: { ...debit, part: null } };
    if (debit?.part && isLowered.has(invoice.id))
      return { ...invoice, debit: { ...debit, part: { ...debit.part, amountCents: sumOf(invoice.lines) } } };
    return invoice;
  });
}

/**
 * Whether the mandate by which the part was planned is still the payer's and valid on its day, the account takes debits, and the announcement
 * can reach the customer.
 */
function isCollectable(debit: DebitFacts | null, { mandateId, collectOn, isUnreached }: DebitPart): boolean {
  const mandate = debit?.mandate;
  return !isUnreached && mandate?.id === mandateId && isMandateValid(mandate, collectOn) && debit?.leadDays !== null;
}

/** A payment at the desk does not count: whether it is for the invoice is decided before the file is made. */
async function findHeld(tx: Database, { partnerId }: Actor, ids: string[], now: Date): Promise<ReadonlySet<string>> {
  const rows = await tx
    .select({ id: invoices.id })
    .from(invoices)
    .where(and(eq(invoices.partnerId, partnerId), isOneOf(invoices.id, ids), whereHeld(dayAt(now))));
  return new Set(rows.map(({ id }) => id));
}

async function lowerPart(tx: Database, { partnerId }: Actor, { paymentId }: DebitPart, amountCents: number): Promise<void> {
  await tx
    .update(payments)
    .set({ amountCents })
    .where(and(eq(payments.partnerId, partnerId), eq(payments.id, paymentId), eq(payments.status, "scheduled")));
}
