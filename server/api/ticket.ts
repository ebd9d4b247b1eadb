import { z } from "zod";
import type { Ticket } from "@/db/schema/tickets";
import type { NewTicket } from "@/server/desk/tickets/create-ticket";
import type { ListedTicket } from "@/server/desk/tickets/list-tickets-of-company";
import { choice, requiredText } from "@/server/platform/fields";
import { pageParameters, underscoredNames } from "./page";
import { idText, timestamp } from "./resource";

/** A ticket as partners see it. This is the contract: add to it, never rename. */
export const ticketResource = z
  .strictObject({
    ticket_id: idText(),
    message: z.string(),
    sender: z.enum(["CUSTOMER", "COMPANY"]),
    date: timestamp(),
  })
  .meta({ id: "Ticket" });

/** A ticket in a list over several invoices, with the id of its invoice. */
export const listedTicketResource = z.strictObject({ invoice_id: idText(), ...ticketResource.shape }).meta({ id: "ListedTicket" });

type ShownTicket = Pick<Ticket, "id" | "message" | "sender" | "createdAt">;

/** Tickets by support appear as the company's. */
export function presentTicket({ id, message, sender, createdAt }: ShownTicket): z.infer<typeof ticketResource> {
  return { ticket_id: id, message, sender: sender === "customer" ? "CUSTOMER" : "COMPANY", date: createdAt.toISOString() };
}

export function presentListedTicket(ticket: ListedTicket): z.infer<typeof listedTicketResource> {
  return { invoice_id: ticket.invoiceId, ...presentTicket(ticket) };
}

export const newTicketBody = z
  .object({ message: requiredText("invalid_message", { max: 10_000 }) })
  .transform((body): NewTicket => body)
  .meta({ id: "NewTicket" });

export const ticketsOfCompanyParameters = z.preprocess(
  underscoredNames,
  z.object({ status: choice("invalid_status", ["unanswered", "answered", "archived"]), ...pageParameters }),
);
