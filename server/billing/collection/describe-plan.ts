import type { Database } from "@/db/client";
import type { Actor } from "@/server/actor";
import { type DebitOfInvoice, findDebitOfInvoice } from "@/server/billing/debits/find-debit-of-invoice";
import type { InstalmentFacts } from "@/server/billing/instalments/instalment-facts";
import { requireInvoice } from "@/server/billing/invoices/find-invoice";
import { findPromise, type StoredPromise } from "@/server/billing/invoices/find-promise";
import { dayAt } from "@/server/domain/formats/calendar";
import { sumOf } from "@/server/domain/rules/account";
import { PLAN_ENDED } from "@/server/domain/rules/collection-messages";
import { dueNowCents, type PartNow } from "@/server/domain/rules/instalment-account";
import { overduePartCents } from "@/server/domain/rules/overdue-part";
import { type PromiseState, stateOfPromise } from "@/server/domain/rules/promise";
import { clock } from "@/server/platform/clock";
import type { CollectedInvoice } from "./collected-invoice";
import { type CollectedRow, findCollectedInvoices } from "./collected-invoices";
import { isCoveredByDebit } from "./covered-by-debit";
import { expectSharedFees } from "./expect-shared-fees";
import { findNamedDays } from "./find-named-days";
import { type PartOfFee, partOfFee } from "./part-of-fee";
import { dueOnOf, type FeeAhead, feeIn, isReminderOver, type PlannedItem, plan } from "./plan";
import { mandateExpiredBefore } from "./planned-debit";
import { type PartState, type RunningPlan, runningPlan, stateOfPart } from "./planned-instalments";
import { lastDayInTime } from "./returned-payment";
import { findSharing } from "./shared-fees";

/** An invoice's plan now, and what follows from it. Days such as `2026-11-20`. */
export interface InvoicePlan {
  /** The due day. */
  dueOn: string;
  /** Last day to pay in time: the due day, or the day that the mail about a returned payment names if that is later. */
  inTimeUntil: string;
  /** How much of the outstanding amount was to be paid by `inTimeUntil`, in cents; null: all that was billed. */
  overdueCents: number | null;
  /**
   * Day to pay by that the newest message to the customer names; null if none names a day, or nothing is to be paid: also while a direct debit
   * collects what was to be paid by then (`isCoveredByDebit`).
   */
  payBy: string | null;
  /** The late-payment fee that comes unless the customer pays; null if there is none, or its last free day is over. */
  fee: ComingFee | null;
  /** Invoices for which that fee is certainly the only one: the one with the fee, and those for which a reminder has named it. */
  ofOneFee: string[];
  /**
   * Coming steps in order, without a fee that stands on another invoice. A step is left out if the invoice is paid, credited or retracted
   * before.
   */
  items: PlannedItem[];
  /** The unfinished direct debit that collects the invoice, so that nobody is asked for it; null: none. */
  debit: DebitOfInvoice | null;
  /** Day from which the payer's mandate is expired, if that is why the invoice is not debited; otherwise null. */
  mandateExpiredOn: string | null;
  /** The plan of instalments by which the invoice is paid; null if none goes on. */
  instalments: InstalmentsNow | null;
  /** The day on which the customer has promised to pay; null without a promise. */
  promise: (StoredPromise & { state: PromiseState }) | null;
  /** Whether the last reminder was sent, so that the company decides on the next steps. */
  isReminderOver: boolean;
}

/** A plan of instalments with what follows from it now. */
interface InstalmentsNow extends RunningPlan, Pick<InstalmentFacts, "missed" | "feeCents" | "isArrangement"> {
  parts: (PartNow & { state: PartState })[];
  /** Amount to be paid now, in cents. */
  dueNowCents: number;
}

/** A late-payment fee to come. */
interface ComingFee extends FeeAhead {
  /** The invoice with the fee: this one, or another of the same payer, because one reminder asks for both. */
  invoiceId: string;
  /** Number of the other invoice; null if it is this one. */
  elsewhere: string | null;
  /** Part of the amount due on the invoice with the fee that avoids the fee; null if it is the whole amount. */
  part: PartOfFee | null;
}

/**
 * Returns an invoice's due day, the day to pay by, and coming steps. Null if the service does not collect the invoice, or has not begun.
 * Throws `invalid_invoice_id`.
 */
export async function describePlan(db: Database, actor: Actor, invoiceId: string): Promise<InvoicePlan | null> {
  await requireInvoice(db, actor, invoiceId);
  const { partnerId } = actor;
  const [found, named, promise] = await Promise.all([
    findCollectedInvoices(db, partnerId, [invoiceId]),
    findNamedDays(db, partnerId, [invoiceId]),
    findPromise(db, { partnerId, id: invoiceId }),
  ]);
  const now = clock.now(actor);
  const [invoice] = await expectSharedFees(db, partnerId, found, now);
  if (!invoice) return null;
  const items = plan(invoice, now);
  const dueOn = dueOnOf(invoice, now);
  const inTimeUntil = lastDayInTime(invoice, dueOn);
  const fee = comingFee(invoice, items, now);
  const instalments = instalmentsOf(invoice, now);
  const isOwed = isToBePaid(invoice);
  const firstAskedAt = (invoice.messages[0] ?? items[0])?.at ?? now;
  return {
    dueOn,
    inTimeUntil,
    overdueCents: instalments?.dueNowCents ?? overduePartCents(invoice.lines, inTimeUntil),
    payBy: isOwed ? (namedDay(invoice, named.get(invoiceId), now) ?? null) : null,
    fee,
    ofOneFee: fee ? [fee.invoiceId, ...(await findSharing(db, partnerId, fee.invoiceId))] : [],
    items,
    debit: invoice.debit?.part ? await findDebitOfInvoice(db, actor, invoiceId) : null,
    mandateExpiredOn: isOwed ? mandateExpiredBefore(invoice, dueOn, firstAskedAt) : null,
    instalments,
    promise: promise ? { ...promise, state: stateOfPromise(promise, invoice.lines, dayAt(now)) } : null,
    isReminderOver: isReminderOver(invoice, now),
  };
}

/**
 * Returns the day to pay by that applies: `newest`, which the newest message names, unless a direct debit covers it. While an arrangement or a restored plan goes on, the day applies
 * only if a message about its parts names the day, because the plan replaces the days of earlier reminders.
 */
function namedDay(invoice: CollectedRow, newest: string | undefined, now: Date): string | undefined {
  if (newest && isCoveredByDebit(invoice, newest, now)) return undefined;
  const { instalments } = invoice;
  const replacesDays = instalments && (instalments.isArrangement || instalments.restores > 0) && runningPlan(invoice, now);
  if (!replacesDays) return newest;
  const isNamed = instalments.told.some(({ kind, payBy, fate }) => kind !== PLAN_ENDED && fate === "left" && payBy === newest);
  return isNamed ? newest : undefined;
}

function instalmentsOf(invoice: CollectedRow, now: Date): InstalmentsNow | null {
  const running = runningPlan(invoice, now);
  if (!running || !invoice.instalments) return null;
  const { instalments: facts } = invoice;
  const { missed, feeCents, isArrangement } = facts;
  const parts = running.parts.map((part) => ({ ...part, state: stateOfPart(part, facts) }));
  return { ...running, parts, missed, feeCents, isArrangement, dueNowCents: dueNowCents(parts) };
}

function comingFee({ id, sharedFee, ...invoice }: CollectedRow, items: PlannedItem[], now: Date): ComingFee | null {
  if (!sharedFee?.isElsewhere) {
    const fee = feeIn(items, now);
    return fee ? { ...fee, invoiceId: id, elsewhere: null, part: partOfFee(invoice) } : null;
  }
  const { bearer } = sharedFee;
  if (!bearer || !isToBePaid(invoice)) return null;
  const fee = feeIn(plan(bearer.collected, now), now);
  return fee ? { ...fee, invoiceId: bearer.id, elsewhere: bearer.externalInvoiceNumber, part: partOfFee(bearer.collected) } : null;
}

function isToBePaid({ retractedAt, lines }: Pick<CollectedInvoice, "retractedAt" | "lines">): boolean {
  return !retractedAt && sumOf(lines) > 0;
}
