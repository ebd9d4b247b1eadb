import { sql } from "drizzle-orm";
import { listOf } from "@/db/json-list";
import { invoices } from "@/db/schema/invoices";
import type { Ticket } from "@/db/schema/tickets";
import type { NamedPerson } from "./author";

export interface SaidTicket extends Pick<Ticket, "id" | "sender" | "status" | "message">, Pick<NamedPerson, "personName"> {
  at: Date;
}

/** Tickets of the invoice of the surrounding query, in the order of recording. */
export const ticketsOfInvoice = listOf<SaidTicket, "at">(
  sql`select ticket.id, ticket.sender, ticket.status, ticket.message, ticket.created_at as at, author.name as "personName"
    from tickets ticket left join users author on author.id = ticket.author_id
    where ticket.partner_id = ${invoices.partnerId} and ticket.invoice_id = ${invoices.id} order by ticket.recorded_order`,
  "at",
);

export interface WrittenNote extends NamedPerson {
  id: string;
  text: string;
  at: Date;
}

/** Notes by staff on the invoice of the surrounding query. Never return them to the interface or to customers. */
export const notesOfInvoice = listOf<WrittenNote, "at">(
  sql`select note.id, note.text, note.created_at as at, author.name as "personName", author.role as "personRole"
    from notes note join users author on author.id = note.author_id
    where note.partner_id = ${invoices.partnerId} and note.invoice_id = ${invoices.id} order by note.recorded_order`,
  "at",
);
