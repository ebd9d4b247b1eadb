import type { CollectionSettings } from "@/db/schema/collection-settings";
import type { InvoiceLine } from "@/db/schema/invoice-lines";
import { sumOf } from "@/server/domain/account";
import { isReminder, type MessageKind, messageKinds } from "@/server/domain/collection-messages";
import { dueAt } from "@/server/domain/due-date";
import { DAY_MS } from "@/server/domain/time";

/** All that decides what will happen to a transmitted invoice. */
export interface CollectedInvoice {
  settings: CollectionSettings;
  transmittedAt: Date;
  retractedAt: Date | null;
  /** Who cannot be written to is sent nothing, and charged nothing for not having reacted. */
  hasEmail: boolean;
  isPaymentInProgress: boolean;
  /** In the order in which they were recorded. */
  lines: Pick<InvoiceLine, "type" | "amountCents" | "date">[];
  /** The messages of the plan that have left, or are on their way. */
  messages: SentMessage[];
}

export interface SentMessage {
  kind: MessageKind;
  /** How many chargebacks had begun the reminders again. */
  round: number;
  at: Date;
}

/** Something that will happen unless the invoice is paid, credited or retracted before. */
export type PlannedItem = { at: Date } & ({ kind: MessageKind; round: number } | { kind: "late_payment_fee"; amountCents: number });

/**
 * The messages and fees that an invoice will get, in order. Pure, so that execution, forecast, portal and customer's page agree. What is already due is
 * planned for `now`. A late message moves the following ones, which keep their distance: an outage never makes two messages arrive together. A
 * chargeback starts the reminders again, from its day.
 */
export function plan(invoice: CollectedInvoice, now: Date): PlannedItem[] {
  if (!isCollected(invoice)) return [];

  const round = roundOf(invoice);
  const { settings } = invoice;
  let previous: { plannedMs: number; atMs: number } | undefined;
  let isFeeOwed = settings.latePaymentFeeCents > 0 && !invoice.lines.some(({ type }) => type === "LATE-PAYMENT-FEE-LINE");

  return messagesOf(invoice, round).flatMap(({ kind, plannedMs, sentAt }): PlannedItem[] => {
    const distanceKeptMs = previous ? previous.atMs + (plannedMs - previous.plannedMs) : plannedMs;
    const atMs = sentAt?.getTime() ?? Math.max(plannedMs, distanceKeptMs, now.getTime());
    previous = { plannedMs, atMs };
    if (sentAt) return [];

    const at = new Date(atMs);
    const message = { kind, round, at };
    if (!isFeeOwed || !isReminder(kind)) return [message];
    isFeeOwed = false;
    return [{ kind: "late_payment_fee", amountCents: settings.latePaymentFeeCents, at }, message];
  });
}

/** Whether the customer still owes something that they can be asked for, and is not just paying it. */
export function isCollected({ retractedAt, hasEmail, isPaymentInProgress, lines }: CollectedInvoice): boolean {
  return !retractedAt && hasEmail && !isPaymentInProgress && sumOf(lines) > 0;
}

/** The chargebacks that left something to be paid: a refund, which is recorded as one, does not. */
function chargebacksOf({ lines }: CollectedInvoice): Pick<InvoiceLine, "date">[] {
  let outstandingCents = 0;
  return lines.filter(({ type, amountCents }) => {
    outstandingCents += amountCents;
    return type === "CHARGEBACK-LINE" && amountCents > 0 && outstandingCents > 0;
  });
}

function roundOf(invoice: CollectedInvoice): number {
  return chargebacksOf(invoice).length;
}

interface RoundMessage {
  kind: MessageKind;
  /** By the settings alone, in milliseconds since 1970. */
  plannedMs: number;
  sentAt: Date | undefined;
}

/** The messages of this round in their order, from the last that was sent: what was passed over before it is not made up for. */
function messagesOf(invoice: CollectedInvoice, round: number): RoundMessage[] {
  const { settings, transmittedAt, messages } = invoice;
  const chargedBackMs = chargebacksOf(invoice).at(-1)?.date.getTime() ?? 0;
  const remindedFromMs = Math.max(dueAt(transmittedAt, settings.dueDays).getTime(), chargedBackMs);

  const all = messageKinds.flatMap((kind): RoundMessage[] => {
    const day = settings[`${kind}Day`];
    if (day === null || (round > 0 && !isReminder(kind))) return [];
    const plannedMs = (isReminder(kind) ? remindedFromMs : transmittedAt.getTime()) + day * DAY_MS;
    return [{ kind, plannedMs, sentAt: messages.find((sent) => sent.kind === kind && sent.round === round)?.at }];
  });
  return all.slice(
    Math.max(
      0,
      all.findLastIndex(({ sentAt }) => sentAt),
    ),
  );
}
