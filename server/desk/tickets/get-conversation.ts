import { and, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { listOf } from "@/db/json-list";
import { prepared } from "@/db/prepared";
import { companies } from "@/db/schema/companies";
import type { Draft } from "@/db/schema/conversations";
import { customerEmailHash, invoices } from "@/db/schema/invoices";
import { supportAssignments } from "@/db/schema/tickets";
import { type Actor, visibleToAsker, visibleValues } from "@/server/actor";
import { customerName } from "@/server/billing/invoices/customer-name";
import { DomainError } from "@/server/errors";
import { authorOfTicket, type NamedPerson, personAsAuthor, type Reader } from "./author";
import type { Conversation, ConversationAct, ConversationEntry, ConversationStatus, PreviousConversation } from "./conversation";
import { type Act, actorAsAuthor, actsOfInvoice, conversationActs } from "./invoice-acts";
import { isReplyLost } from "./reply-lost";
import { notesOfInvoice, type SaidTicket, ticketsOfInvoice, type WrittenNote } from "./said-and-noted";

/**
 * Returns the whole conversation about an invoice, with notes and acts, in one statement. For people who work on it; the interface and
 * customers get `listTickets`. Throws `invalid_invoice_id`.
 */
export async function getConversation(db: Database, actor: Actor, invoiceId: string, reader: Reader = "partner"): Promise<Conversation> {
  const [found] = await conversationOf(db).execute({ ...visibleValues(actor), invoiceId, reader, readerId: actor.id });
  if (!found) throw new DomainError("invalid_invoice_id");

  const { tickets, notes, acts, held, newestArchivingId, ...facts } = found;
  const status = statusOf(tickets);
  return {
    ...facts,
    status,
    waitingSince: tickets.find((ticket) => ticket.status === "unanswered")?.at ?? null,
    archivingId: status === "archived" || status === null ? newestArchivingId : null,
    lastSeenTicketId: tickets.at(-1)?.id ?? null,
    entries: inOrder([
      ...tickets.map((ticket) => ticketEntry(ticket, reader)),
      ...notes.map((note) => noteEntry(note, reader)),
      ...conversationActs(acts, facts.assignedToSupportAt).map((act) => actEntry(act, reader)),
    ]),
    heldReplies: held.flatMap(({ id, message, thenArchive, remainingMs }) =>
      message === null ? [] : { id, message, thenArchive, remainingMs },
    ),
    colleaguesReplying: held.filter(({ message }) => message === null).map((reply) => personAsAuthor(reply, reader)),
  };
}

interface HeldRow extends NamedPerson {
  id: string;
  /** Null for a colleague's reply. */
  message: string | null;
  thenArchive: boolean;
  remainingMs: number;
  at: Date;
}

const heldOfInvoice = listOf<HeldRow, "at">(
  sql`select held.id, case when held.author_id = ${sql.placeholder("readerId")}::text then held.message end as message,
      held.then_archive as "thenArchive", greatest(0, round(extract(epoch from held.due_at - now()) * 1000)) as "remainingMs",
      held.created_at as at, author.name as "personName", author.role as "personRole"
    from held_replies held join users author on author.id = held.author_id
    where held.partner_id = ${invoices.partnerId} and held.invoice_id = ${invoices.id} order by held.recorded_order`,
  "at",
);

/**
 * Other conversations of the same customer and company, newest first, at most 20. Support sees only the ones that are also assigned to
 * support.
 */
const previousOfCustomer = listOf<PreviousConversation, "at">(
  sql`select previous.id as "invoiceId", previous.invoice_number as "invoiceNumber", said.at,
      case when said.waits then 'unanswered' when said.archived then 'archived' else 'answered' end as status
    from invoices previous
    cross join lateral (
      select max(created_at) as at, bool_or(status = 'unanswered') as waits, bool_and(status = 'archived') as archived
      from tickets where partner_id = previous.partner_id and invoice_id = previous.id
    ) said
    where previous.partner_id = ${invoices.partnerId} and previous.company_id = ${invoices.companyId}
      and ${customerEmailHash({ customerEmail: sql`previous.customer_email` })} = ${customerEmailHash(invoices)}
      and customer_key(previous.customer_email, previous.id) = customer_key(${invoices.customerEmail}, ${invoices.id}) and previous.customer_email <> ''
      and previous.id <> ${invoices.id} and said.at is not null
      and (${sql.placeholder("reader")}::text <> 'support' or exists (
        select from support_assignments where partner_id = previous.partner_id and invoice_id = previous.id))
    order by said.at desc, previous.id limit 20`,
  "at",
);

const draftOfReader = sql<Pick<
  Draft,
  "reply" | "note"
> | null>`(select jsonb_build_object('reply', draft.reply, 'note', draft.note) from drafts draft
  where draft.partner_id = ${invoices.partnerId} and draft.invoice_id = ${invoices.id} and draft.author_id = ${sql.placeholder("readerId")}::text)`;

const newestArchivingId = sql<string | null>`(select id from archivings
  where partner_id = ${invoices.partnerId} and invoice_id = ${invoices.id} order by recorded_order desc limit 1)`;

const conversationOf = prepared((db) =>
  db
    .select({
      invoiceId: invoices.id,
      invoiceNumber: invoices.invoiceNumber,
      customerName,
      customerEmail: invoices.customerEmail,
      locale: invoices.locale,
      companyId: invoices.companyId,
      companyName: companies.name,
      assignedToSupportAt: supportAssignments.assignedAt,
      isReplyLost,
      tickets: ticketsOfInvoice,
      notes: notesOfInvoice,
      acts: actsOfInvoice,
      held: heldOfInvoice,
      draft: draftOfReader,
      newestArchivingId,
      previous: previousOfCustomer,
    })
    .from(invoices)
    .innerJoin(companies, and(eq(companies.partnerId, invoices.partnerId), eq(companies.id, invoices.companyId)))
    .leftJoin(supportAssignments, and(eq(supportAssignments.partnerId, invoices.partnerId), eq(supportAssignments.invoiceId, invoices.id)))
    .where(and(visibleToAsker(invoices), eq(invoices.id, sql.placeholder("invoiceId"))))
    .prepare("get_conversation"),
);

function statusOf(tickets: SaidTicket[]): ConversationStatus | null {
  if (tickets.some(({ status }) => status === "unanswered")) return "unanswered";
  if (tickets.some(({ status }) => status === "answered")) return "answered";
  return tickets.length > 0 ? "archived" : null;
}

function ticketEntry({ id, at, sender, status, message, personName }: SaidTicket, reader: Reader): ConversationEntry {
  return { kind: "ticket", id, at, sender, author: authorOfTicket({ sender, personName }, reader), message, status };
}

function noteEntry({ id, at, text, ...person }: WrittenNote, reader: Reader): ConversationEntry {
  return { kind: "note", id, at, author: personAsAuthor(person, reader), text };
}

function actEntry({ id, at, kind, ...act }: Act & { kind: ConversationAct }, reader: Reader): ConversationEntry {
  return { kind, id: String(id), at, by: actorAsAuthor(act, reader) };
}

/** Sorts by time. Entries with the same time keep the order of their list, and acts come after messages. */
function inOrder(entries: ConversationEntry[]): ConversationEntry[] {
  return entries.sort((a, b) => a.at.getTime() - b.at.getTime());
}
