import type { Draft, HeldReply } from "@/db/schema/conversations";
import type { Invoice } from "@/db/schema/invoices";
import type { Ticket } from "@/db/schema/tickets";
import type { Author } from "./author";

/** Invoice that is locked while its conversation changes, because a conversation has no row of its own. */
export type LockedInvoice = Pick<Invoice, "partnerId" | "companyId" | "id">;

/** Status of a conversation: `unanswered` if any ticket is unanswered; `archived` if all are archived; otherwise `answered`. */
export type ConversationStatus = Ticket["status"];

/** Entry of an inbox: the conversation about one invoice. */
export interface ListedConversation {
  invoiceId: string;
  invoiceNumber: number;
  customerName: string;
  companyId: string;
  companyName: string;
  /** The customer's language. */
  locale: Invoice["locale"];
  /** Null if there are no tickets yet, which is possible only in support's inbox. */
  status: ConversationStatus | null;
  lastMessage: { snippet: string; sender: Ticket["sender"]; at: Date } | null;
  /** Time of the customer's oldest unanswered question. */
  waitingSince: Date | null;
  assignedToSupportAt: Date | null;
  /** Whether the customer objects to the invoice, and staff have not decided yet. */
  isObjected: boolean;
  /** Whether the last message is the company's and did not reach the customer. */
  isReplyLost: boolean;
  /** Whether a reply is held and about to be sent. */
  isReplyHeld: boolean;
  /** Whether the reader has a draft. */
  hasDraft: boolean;
  /** Whether the partner is a sandbox, so that nothing in it is real. */
  isSandbox: boolean;
}

/** Position after which an inbox continues. */
export interface ConversationCursor {
  at: Date;
  id: string;
}

export interface ConversationPage {
  entries: ListedConversation[];
  /** Null on the last page. */
  nextCursor: ConversationCursor | null;
}

export type ConversationEntry = { id: string; at: Date } & (
  | { kind: "ticket"; sender: Ticket["sender"]; author: Author; message: string; status: ConversationStatus }
  | { kind: "note"; author: Author; text: string }
  | { kind: ConversationAct; by: Author }
);

/** Acts on a conversation other than messages. */
export type ConversationAct = "assigned_to_support" | "left_support" | "archived" | "unarchived";

/** A held reply of the reader, who can still take it back. */
export interface HeldReplyOfReader extends Pick<HeldReply, "id" | "message" | "thenArchive"> {
  remainingMs: number;
}

export interface PreviousConversation {
  invoiceId: string;
  invoiceNumber: number;
  status: ConversationStatus;
  /** When the last message was written. */
  at: Date;
}

export interface Conversation extends Pick<Invoice, "invoiceNumber" | "companyId" | "locale" | "customerEmail"> {
  invoiceId: string;
  customerName: string;
  companyName: string;
  /** Null if there are no tickets yet. */
  status: ConversationStatus | null;
  waitingSince: Date | null;
  assignedToSupportAt: Date | null;
  /** Whether the last message is the company's and did not reach the customer. */
  isReplyLost: boolean;
  /** The archiving that can be undone now; null if there is none. */
  archivingId: string | null;
  /** Id of the newest ticket; null if there is none. */
  lastSeenTicketId: string | null;
  /** Tickets, notes and acts, oldest first. */
  entries: ConversationEntry[];
  heldReplies: HeldReplyOfReader[];
  /** The reader's draft. */
  draft: Pick<Draft, "reply" | "note"> | null;
  /** Authors of colleagues' replies that are about to be sent. */
  colleaguesReplying: Author[];
  /** Conversations of the same customer (by e-mail address) with the same company, newest first. */
  previous: PreviousConversation[];
}
