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
import type { PlanLine } from "@/server/domain/rules/instalment-account";
import { type DebitFacts, type DebitPart, isMandateValid } from "./debit-facts";
import { type DividedInvoice, debitsOfPlan } from "./debits-of-plan";

/** An invoice that a planned debit may collect, as `CollectedRow` describes it. The caller has locked it. */
export interface DebitedInvoice extends DividedInvoice {
  id: string;
  /** Its lines, or their sum as one if it is not paid in instalments. */
  lines: PlanLine[];
  debit: DebitFacts | null;
}

/** A part of a planned debit, and what it may collect now. In cents; 0: it is taken out. */
interface Looked {
  part: DebitPart;
  cents: number;
}

/**
 * Takes invoices out of planned debits that may no longer collect them: nothing is outstanding, the invoice was retracted or is on hold, its
 * mandate has ended or will have expired, the account takes no debits, the announcement cannot reach the customer, or the bank may have the money of
 * the debit that it collects once more. The customer is told unless another message says that nothing is to be paid, or they know of no debit. Lowers parts that exceed what is outstanding, or open of
 * their instalment: more than that is never collected. If an instalment is open that no debit collects any more, the others are taken out as
 * well, and the customer is told once: the plan goes on by transfer (decision 0195). Returns the invoices, those that changed with their new
 * facts, the others as they were given.
 */
export async function takeOutParts<Row extends DebitedInvoice>(
  tx: Database,
  actor: Actor,
  found: readonly Row[],
  now: Date,
): Promise<Row[]> {
  const debited = found.filter(({ debit }) => debit?.parts.some(({ status }) => status === "scheduled"));
  if (debited.length === 0) return [...found];
  const held = await findHeld(
    tx,
    actor,
    debited.map(({ id }) => id),
    now,
  );
  const looked = debited.map((invoice) => ({ invoice, parts: lookAt(invoice, held.has(invoice.id)) }));
  const out = looked.flatMap(({ invoice, parts }) => parts.flatMap(({ part, cents }) => (cents > 0 ? [] : [{ invoice, part }])));
  await cancelDebitParts(
    tx,
    actor.partnerId,
    out.map(({ part }) => part),
    now,
  );
  const told = looked.flatMap(({ invoice, parts }) => {
    const taken = isSettled(invoice) ? [] : parts.filter(({ cents }) => cents === 0);
    // One mail says that all that are left are paid by transfer.
    const isEach = parts.some(({ cents }) => cents > 0);
    return (isEach ? taken : taken.slice(0, 1)).map(({ part }) => ({ invoice, part }));
  });
  await announceEach(
    tx,
    actor,
    "debit_cancelled",
    told.map(({ invoice, part }) => ({ partnerId: actor.partnerId, invoiceId: invoice.id, aboutId: part.debitId })),
  );
  const lowered = looked.flatMap(({ parts }) => parts.filter(({ part, cents }) => cents > 0 && cents < part.amountCents));
  for (const { part, cents } of lowered) await lowerPart(tx, actor, part, cents);

  const centsOf = new Map(looked.flatMap(({ parts }) => parts.map(({ part, cents }): [string, number] => [part.paymentId, cents])));
  const isChanged = new Set([...out.map(({ part }) => part.paymentId), ...lowered.map(({ part }) => part.paymentId)]);
  return found.map((invoice) => {
    const { debit } = invoice;
    if (!debit?.parts.some(({ paymentId }) => isChanged.has(paymentId))) return invoice;
    const left = debit.parts.flatMap((part) => {
      const cents = centsOf.get(part.paymentId) ?? part.amountCents;
      return cents > 0 ? [{ ...part, amountCents: cents }] : [];
    });
    return { ...invoice, debit: { ...debit, parts: left, part: left[0] ?? null } };
  });
}

function isSettled({ retractedAt, lines }: DebitedInvoice): boolean {
  return retractedAt !== null || sumOf(lines) <= 0;
}

/** Returns the invoice's parts in no file yet, and what each may collect. If one instalment cannot be collected, none is. */
function lookAt(invoice: DebitedInvoice, isHeld: boolean): Looked[] {
  const parts = invoice.debit?.parts.filter(({ status }) => status === "scheduled") ?? [];
  const followed = debitsOfPlan(invoice);
  const isOut = isSettled(invoice) || isHeld || followed?.isOver || parts.some((part) => !isCollectable(invoice.debit, part));
  return parts.map((part) => {
    const openCents = part.instalment ? (followed?.cents.get(part.instalment.number) ?? 0) : sumOf(invoice.lines) - part.feesLeftOutCents;
    return { part, cents: isOut ? 0 : Math.min(part.amountCents, Math.max(openCents, 0)) };
  });
}

/**
 * Whether the mandate by which the part was planned is still the payer's and valid on its day, the account takes debits, the announcement can
 * reach the customer, and the money is not collected twice.
 */
function isCollectable(debit: DebitFacts | null, { mandateId, collectOn, isUnreached, mayBeCollectedTwice }: DebitPart): boolean {
  const mandate = debit?.mandate;
  return (
    !isUnreached && !mayBeCollectedTwice && mandate?.id === mandateId && isMandateValid(mandate, collectOn) && debit?.leadDays !== null
  );
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
