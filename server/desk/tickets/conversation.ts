import type { Draft, HeldReply } from "@/db/schema/conversations";
import type { Invoice } from "@/db/schema/invoices";
import type { Ticket } from "@/db/schema/tickets";
import type { Author } from "./author";

/** The invoice that is locked while a conversation is changed. It stands for the conversation, which has no row of its own. */
export type LockedInvoice = Pick<Invoice, "partnerId" | "companyId" | "id">;

/** Unanswered while anything the customer asked is; archived once everything is. */
export type ConversationStatus = Ticket["status"];

/** What an inbox shows of the conversation about one invoice. */
export interface ListedConversation {
  invoiceId: string;
  invoiceNumber: number;
  customerName: string;
  companyId: string;
  companyName: string;
  /** The customer's language. */
  locale: Invoice["locale"];
  /** Null where nothing was said yet, which only support's inbox can hold. */
  status: ConversationStatus | null;
  lastMessage: { snippet: string; sender: Ticket["sender"]; at: Date } | null;
  /** When the customer asked what was not answered yet. */
  waitingSince: Date | null;
  assignedToSupportAt: Date | null;
  /** The customer objects to the invoice, and nobody has decided it yet. */
  isObjected: boolean;
  /** The last message is the company's and did not reach the customer. */
  isReplyLost: boolean;
  /** A reply is held and about to be sent. */
  isReplyHeld: boolean;
  /** The reader has begun to write something. */
  hasDraft: boolean;
  /** Of a partner that tries the service out: none of it is real. */
  isSandbox: boolean;
}

/** From where an inbox goes on. */
export interface ConversationCursor {
  at: Date;
  id: string;
}

export interface ConversationPage {
  entries: ListedConversation[];
  /** Null at the end. */
  nextCursor: ConversationCursor | null;
}

export type ConversationEntry = { id: string; at: Date } & (
  | { kind: "ticket"; sender: Ticket["sender"]; author: Author; message: string; status: ConversationStatus }
  | { kind: "note"; author: Author; text: string }
  | { kind: ConversationAct; by: Author }
);

/** What was done with a conversation rather than said in it. */
export type ConversationAct = "assigned_to_support" | "left_support" | "archived" | "unarchived";

/** A reply of the reader's own that can still be called back. */
export interface HeldReplyOfReader extends Pick<HeldReply, "id" | "message" | "thenArchive"> {
  remainingMs: number;
}

export interface PreviousConversation {
  invoiceId: string;
  invoiceNumber: number;
  status: ConversationStatus;
  /** When something was said in it for the last time. */
  at: Date;
}

export interface Conversation extends Pick<Invoice, "invoiceNumber" | "companyId" | "locale" | "customerEmail"> {
  invoiceId: string;
  customerName: string;
  companyName: string;
  /** Null where nothing was said yet. */
  status: ConversationStatus | null;
  waitingSince: Date | null;
  assignedToSupportAt: Date | null;
  /** The last message is the company's and did not reach the customer. */
  isReplyLost: boolean;
  /** The archiving that could be undone now. */
  archivingId: string | null;
  /** What a reader of this has seen; null if nothing was said yet. */
  lastSeenTicketId: string | null;
  /** What was said, noted and done, oldest first. */
  entries: ConversationEntry[];
  heldReplies: HeldReplyOfReader[];
  /** What the reader has begun to write. */
  draft: Pick<Draft, "reply" | "note"> | null;
  /** Whose replies, other than the reader's, are about to be sent. */
  colleaguesReplying: Author[];
  /** The same customer's, by e-mail address, with the same company; newest first. */
  previous: PreviousConversation[];
}
