import { and, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { listOf } from "@/db/json-list";
import { whereLineIs } from "@/db/line-types";
import { prepared } from "@/db/prepared";
import { type OutgoingMessage, outgoingMessages } from "@/db/schema/collections";
import { customerLinks } from "@/db/schema/customer-links";
import { type Hold, holds } from "@/db/schema/holds";
import { imports } from "@/db/schema/imports";
import { type InstalmentPlan, instalmentPlans } from "@/db/schema/instalment-plans";
import { type InvoiceLine, invoiceLines } from "@/db/schema/invoice-lines";
import { invoices } from "@/db/schema/invoices";
import { type Message, messages } from "@/db/schema/messages";
import { supportAssignments } from "@/db/schema/tickets";
import { type Actor, visibleToAsker, visibleValues } from "@/server/actor";
import { type Author, authorOfTicket, personAsAuthor } from "@/server/desk/tickets/author";
import type { ConversationAct } from "@/server/desk/tickets/conversation";
import { type Act, actorAsAuthor, actsOfInvoice, conversationActs, inBusinessTime } from "@/server/desk/tickets/invoice-acts";
import { notesOfInvoice, type SaidTicket, ticketsOfInvoice, type WrittenNote } from "@/server/desk/tickets/said-and-noted";
import { dayAt } from "@/server/domain/formats/calendar";
import { categoryOf } from "@/server/domain/rules/line-types";
import { DomainError } from "@/server/errors";
import { nameOfActor } from "@/server/platform/audit/name-of-actor";
import type { AccountEventKind, BankReason, Delivery, Notification, TimelineEvent } from "./timeline";

/** Returns all events of an invoice, newest first, in one statement. Throws `invalid_invoice_id`. */
export async function listTimeline(db: Database, actor: Actor, invoiceId: string): Promise<TimelineEvent[]> {
  const [found] = await timelineOf(db).execute({ ...visibleValues(actor), invoiceId });
  if (!found) throw new DomainError("invalid_invoice_id");

  const { id, createdAt, transmittedAt, retractedAt, retractionReason: reason, assignedAt, acts } = found;
  // In the order in which events at the same time follow each other, which the sorting below keeps.
  const events: TimelineEvent[] = [
    { kind: "created", id: `${id}-created`, at: createdAt, by: whoDid(acts, "created") },
    ...ifGiven(transmittedAt, (at) => ({ kind: "transmitted", id: `${id}-transmitted`, at, by: whoDid(acts, "transmitted") })),
    ...acts.filter(({ kinds }) => kinds.includes("updated")).map((act) => actEvent(act, "recipient_changed")),
    ...acts.filter(({ kinds }) => kinds.includes("due_day_moved")).map((act) => actEvent(act, "due_day_moved")),
    ...acts.filter(({ kinds }) => kinds.includes("message_sent_again")).map((act) => actEvent(act, "message_sent_again")),
    ...heldEvents(
      found.holds,
      acts.filter(({ kinds }) => kinds.includes("held")),
    ),
    // A transaction that also begins a hold replaces one hold by another and resumes nothing.
    ...acts.filter(({ kinds }) => kinds.includes("hold_ended") && !kinds.includes("held")).map((act) => actEvent(act, "resumed")),
    ...acts.filter(({ kinds }) => kinds.includes("instalments_agreed")).map((act) => actEvent(act, "instalments_agreed")),
    ...endedPlans(
      found.planEnds,
      acts.filter(({ kinds }) => kinds.includes("instalments_ended")),
    ),
    ...found.lines.map(accountEvent),
    ...found.rejectedDebits.map(({ code, text, ...debit }) => ({
      ...debit,
      kind: "debit_rejected" as const,
      reason: asReason({ code, text }),
    })),
    ...found.messages.map((message) => ({ ...message, kind: "message" as const })),
    ...found.refused.map((message) => ({ ...message, kind: "message_refused" as const })),
    ...ifGiven(found.openedAt, (at) => ({ kind: "page_opened", id: `${id}-page_opened`, at })),
    ...found.tickets.map(ticketEvent),
    ...found.notes.map(noteEvent),
    ...conversationActs(acts, assignedAt).map((act) => actEvent(act, act.kind)),
    ...ifGiven(retractedAt, (at) => ({ kind: "retracted", id: `${id}-retracted`, at, by: whoDid(acts, "retracted"), reason })),
    ...found.notifications.map((notification) => ({ ...notification, kind: "notified" as const })),
  ];
  return events.sort((a, b) => a.at.getTime() - b.at.getTime()).reverse();
}

interface AccountLine extends Pick<InvoiceLine, "amountCents" | "description" | "paymentMethod"> {
  id: string;
  at: Date;
  lineType: InvoiceLine["type"];
  isRefund: boolean;
  isUndone: boolean;
  undoneByName: string | null;
  /** The bank's reason of a chargeback; null if it gave none, and for other lines. */
  code: string | null;
  text: string | null;
  /** Whether the line's date is the day that a bank or a person named, without a time of day. */
  isBankDay: boolean;
  /** When it was recorded, by the partner's clock; null if unknown. */
  recordedAt: Date | null;
  recordedByName: string | null;
}

/**
 * Lines on the account, except those billed with the invoice, which are part of its creation. A chargeback counts as undone if a person
 * undid the booking of its payment. The row of a transfer, and of a payment that a person recorded, was created when it was booked; that of a
 * direct debit was created when it was planned.
 */
const eventsOnAccount = listOf<AccountLine, "at" | "recordedAt">(
  sql`select ${invoiceLines.id}, ${invoiceLines.date} as at, ${invoiceLines.type} as "lineType", ${invoiceLines.amountCents} as "amountCents",
      ${invoiceLines.description}, ${invoiceLines.paymentMethod} as "paymentMethod", ${invoiceLines.refundId} is not null as "isRefund",
      undone.by is not null as "isUndone", ${nameOfActor(sql`undone.by`, sql`${invoices.partnerId}`)} as "undoneByName", undone.code, undone.text,
      coalesce(paid.is_bank_day, undone.is_bank_day, given_back.is_bank_day, false) as "isBankDay",
      coalesce(paid.recorded_at, given_back.recorded_at) as "recordedAt",
      ${nameOfActor(sql`${invoiceLines.addedBy}`, sql`${invoices.partnerId}`)} as "recordedByName"
    from ${invoiceLines}
    left join lateral (select p.bank_transaction_id is not null or p.method = 'external' as is_bank_day,
        case when p.debit_id is null then p.created_at end as recorded_at
      from payments p
      where ${whereLineIs(sql`${invoiceLines.type}`, "payment")} and p.partner_id = ${invoiceLines.partnerId} and p.id = ${invoiceLines.paymentId}) paid on true
    left join lateral (select r.ended_at <> r.created_at and r.payment_id is null and not r.is_in_file as is_bank_day, r.created_at as recorded_at
      from refunds r where r.partner_id = ${invoiceLines.partnerId} and r.id = ${invoiceLines.refundId}) given_back on true
    left join lateral (select p.undone_by as by, p.taken_back_transaction_id is not null as is_bank_day, coalesce(d.reason_code, nullif(t.return_reason, '')) as code, d.reason_text as text
      from payments p left join debits d on d.partner_id = p.partner_id and d.id = p.debit_id
        left join bank_transactions t on t.partner_id = p.partner_id and t.id = p.taken_back_transaction_id
      where ${whereLineIs(sql`${invoiceLines.type}`, "chargeback")}
        and p.partner_id = ${invoiceLines.partnerId} and p.id = ${invoiceLines.paymentId}) undone on true
    where ${invoiceLines.partnerId} = ${invoices.partnerId} and ${invoiceLines.invoiceId} = ${invoices.id}
      and (${invoiceLines.type} <> 'INVOICE-LINE' or ${invoiceLines.addedBy} is not null)
    order by ${invoiceLines.position}`,
  "at",
  "recordedAt",
);

interface RejectedDebit {
  id: string;
  at: Date;
  amountCents: number;
  code: string | null;
  text: string | null;
  reportedAt: Date | null;
}

/** Parts of direct debits that the bank rejected, or of which a person states that it did not collect them. They have no lines. */
const rejectedDebits = listOf<RejectedDebit, "at" | "reportedAt">(
  sql`select p.id, p.ended_at as at, p.amount_cents as "amountCents", d.reason_code as code, d.reason_text as text,
      case when d.ended_by is null then d.reported_at end as "reportedAt"
    from payments p join debits d on d.partner_id = p.partner_id and d.id = p.debit_id
    where p.partner_id = ${invoices.partnerId} and p.invoice_id = ${invoices.id} and p.status = 'failed'
    order by p.ended_at, p.id`,
  "at",
  "reportedAt",
);

interface SentMessage extends Pick<Message, "id" | "description"> {
  at: Date;
  channel: Message["type"];
  about: OutgoingMessage["kind"] | null;
  delivery: Delivery | null;
}

const messagesOfInvoice = listOf<SentMessage, "at">(
  sql`select ${messages.id}, ${messages.createdAt} as at, ${messages.type} as channel, ${messages.description},
      ${outgoingMessages.kind} as about,
      case when ${outgoingMessages.state} in ('waiting', 'handing_over') then 'sending_again' else ${outgoingMessages.state}::text end as delivery
    from ${messages}
    left join ${outgoingMessages} on ${outgoingMessages.partnerId} = ${messages.partnerId} and ${outgoingMessages.id} = ${messages.id}
    where ${messages.partnerId} = ${invoices.partnerId} and ${messages.invoiceId} = ${invoices.id}
    order by ${messages.recordedOrder}`,
  "at",
);

const notificationsOfInvoice = listOf<{ id: string; at: Date } & Notification, "at">(
  sql`select distinct on (d.endpoint_id) d.id || '-notified' as id, ${inBusinessTime(sql`coalesce(d.delivered_at, d.created_at)`)} as at, d.endpoint_id as "endpointId",
      coalesce(nullif(e.description, ''), substring(e.url from '^https?://([^/?#]+)')) as "endpointName", d.id as "deliveryId", d.status = 'delivered' as "isConfirmed"
    from deliveries d
    join endpoints e on e.partner_id = d.partner_id and e.id = d.endpoint_id
    where d.partner_id = ${invoices.partnerId} and d.invoice_ids @> array[${invoices.id}]
    order by d.endpoint_id, d.id desc`,
  "at",
);

interface RefusedMessage {
  id: string;
  at: Date;
  about: OutgoingMessage["kind"];
  why: "not_composed" | "not_taken";
}

/** Refused messages that were never sent. A message that was refused after it had been sent is in `messagesOfInvoice`. */
const refusedMessages = listOf<RefusedMessage, "at">(
  sql`select ${outgoingMessages.id}, ${outgoingMessages.createdAt} as at, ${outgoingMessages.kind} as about,
      case when ${outgoingMessages.failure} in ('not_composed', 'sender_died') then 'not_composed' else 'not_taken' end as why
    from ${outgoingMessages} where ${outgoingMessages.partnerId} = ${invoices.partnerId} and ${outgoingMessages.invoiceId} = ${invoices.id}
      and ${outgoingMessages.state} = 'refused'
      and not exists (
        select from ${messages} where ${messages.partnerId} = ${outgoingMessages.partnerId} and ${messages.id} = ${outgoingMessages.id})
    order by ${outgoingMessages.id}`,
  "at",
);

type StoredHold = { at: Date } & Pick<Hold, "id" | "kind" | "reason" | "until" | "promisedOn" | "withdrawsPromise">;

const holdsOfInvoice = listOf<StoredHold, "at">(
  sql`select ${holds.id}, ${holds.createdAt} as at, ${holds.kind}, ${holds.reason}, ${holds.until},
      ${holds.promisedOn} as "promisedOn", ${holds.withdrawsPromise} as "withdrawsPromise"
    from ${holds} where ${holds.partnerId} = ${invoices.partnerId} and ${holds.invoiceId} = ${invoices.id}
    order by ${holds.createdAt}, ${holds.id}`,
  "at",
);

/** End of an arrangement by staff. */
type PlanEnd = Pick<InstalmentPlan, "id"> & { because: InstalmentPlan["endedBecause"] };

const endsOfPlans = sql<
  PlanEnd[]
>`(select coalesce(json_agg(json_build_object('id', ${instalmentPlans.id}, 'because', ${instalmentPlans.endedBecause})
      order by ${instalmentPlans.endedAt}, ${instalmentPlans.id}), '[]')
    from ${instalmentPlans} where ${instalmentPlans.partnerId} = ${invoices.partnerId} and ${instalmentPlans.invoiceId} = ${invoices.id}
      and ${instalmentPlans.endedBy} is not null)`;

/** Time at which the customer's page was first opened. A new link takes it over from the link that it replaces. */
const firstOpening = sql<Date | null>`(select ${customerLinks.openedAt} from ${customerLinks}
  where ${customerLinks.partnerId} = ${invoices.partnerId} and ${customerLinks.invoiceId} = ${invoices.id} and ${customerLinks.revokedAt} is null)`;

const timelineOf = prepared((db) =>
  db
    .select({
      id: invoices.id,
      createdAt: invoices.createdAt,
      retractedAt: invoices.retractedAt,
      retractionReason: invoices.retractionReason,
      transmittedAt: imports.transmittedAt,
      assignedAt: supportAssignments.assignedAt,
      lines: eventsOnAccount,
      rejectedDebits,
      messages: messagesOfInvoice,
      refused: refusedMessages,
      holds: holdsOfInvoice,
      planEnds: endsOfPlans.as("plan_ends"),
      openedAt: firstOpening.mapWith(customerLinks.openedAt).as("opened_at"),
      tickets: ticketsOfInvoice,
      notes: notesOfInvoice,
      acts: actsOfInvoice,
      notifications: notificationsOfInvoice,
    })
    .from(invoices)
    .innerJoin(imports, and(eq(imports.partnerId, invoices.partnerId), eq(imports.id, invoices.importId)))
    .leftJoin(supportAssignments, and(eq(supportAssignments.partnerId, invoices.partnerId), eq(supportAssignments.invoiceId, invoices.id)))
    .where(and(visibleToAsker(invoices), eq(invoices.id, sql.placeholder("invoiceId"))))
    .prepare("list_timeline"),
);

function ifGiven(moment: Date | null, event: (at: Date) => TimelineEvent): TimelineEvent[] {
  return moment ? [event(moment)] : [];
}

/** Returns the author of the first act of a kind, such as `retracted`, whose time the invoice itself stores. */
function whoDid(acts: Act[], kind: string): Author {
  const act = acts.find(({ kinds }) => kinds.includes(kind));
  return act ? actorAsAuthor(act, "partner") : { kind: "system" };
}

function actEvent(
  act: Act,
  kind: "recipient_changed" | "due_day_moved" | "message_sent_again" | "resumed" | "instalments_agreed" | ConversationAct,
): TimelineEvent {
  return { kind, id: `${act.id}-${kind}`, at: act.at, by: actorAsAuthor(act, "partner") };
}

/**
 * Pairs holds with the acts that began them. Both lists have the same order, but acts may be missing at the beginning, so the last hold
 * belongs to the last act.
 */
function heldEvents(storedHolds: StoredHold[], acts: Act[]): TimelineEvent[] {
  const missingActs = storedHolds.length - acts.length;
  return storedHolds.map(({ kind: hold, ...held }, index) => {
    const act = acts[index - missingActs];
    const isResumed = storedHolds.slice(0, index).some((earlier) => isOfSamePromise(earlier, held));
    return { ...held, kind: "held", hold, isResumed, by: act ? actorAsAuthor(act, "partner") : { kind: "system" } };
  });
}

/** Whether both holds are by the invoice's promise, or both are by its withdrawal. An invoice has one promise. */
function isOfSamePromise(
  earlier: Pick<StoredHold, "promisedOn" | "withdrawsPromise">,
  later: Pick<StoredHold, "promisedOn" | "withdrawsPromise">,
): boolean {
  const arePromises = earlier.promisedOn !== null && later.promisedOn !== null;
  return arePromises || (earlier.withdrawsPromise && later.withdrawsPromise);
}

/**
 * Returns the ends of plans. The reasons have the same order as the acts of the people who ended arrangements; every other end follows a missed
 * part.
 */
function endedPlans(ends: PlanEnd[], acts: Act[]): TimelineEvent[] {
  const reasons = ends.values();
  return acts.map((act) => ({
    kind: "instalments_ended",
    id: `${act.id}-instalments_ended`,
    at: act.at,
    because: act.actor.startsWith("person:") ? (reasons.next().value?.because ?? null) : null,
    by: actorAsAuthor(act, "partner"),
  }));
}

function accountEvent({
  isRefund,
  isUndone,
  undoneByName,
  code,
  text,
  isBankDay,
  recordedAt,
  recordedByName,
  ...line
}: AccountLine): TimelineEvent {
  if (isUndone) return { kind: "undone", id: line.id, at: line.at, amountCents: line.amountCents, byName: undoneByName };
  const event = { ...line, kind: isRefund ? ("refund" as const) : accountEventOf(line.lineType), reason: asReason({ code, text }) };
  if (!isBankDay) return event;
  const onBankDay = { day: dayAt(line.at), isRecordedAtKnown: recordedAt !== null, byName: recordedByName };
  return { ...event, at: recordedAt ?? line.at, onBankDay };
}

function asReason(reason: BankReason): BankReason | null {
  return reason.code || reason.text ? reason : null;
}

/** Returns the kind of event for a line. A payment of a fee is a payment; the line's type names the fee. */
function accountEventOf(type: InvoiceLine["type"]): AccountEventKind {
  const category = categoryOf(type);
  return category === "billed" ? "added" : category;
}

function ticketEvent({ id, at, sender, personName }: SaidTicket): TimelineEvent {
  return { kind: "ticket", id, at, sender, by: authorOfTicket({ sender, personName }, "partner") };
}

function noteEvent({ id, at, ...person }: WrittenNote): TimelineEvent {
  return { kind: "note", id, at, by: personAsAuthor(person, "partner") };
}
