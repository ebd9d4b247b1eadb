import type { OutgoingMessage } from "@/db/schema/collections";
import type { Hold } from "@/db/schema/holds";
import type { InvoiceLine } from "@/db/schema/invoice-lines";
import type { Message } from "@/db/schema/messages";
import type { Ticket } from "@/db/schema/tickets";
import type { Author } from "@/server/desk/tickets/author";
import type { ConversationAct } from "@/server/desk/tickets/conversation";

/** What happened on an invoice's account after it was created. */
export type AccountEventKind = "added" | "payment" | "chargeback" | "refund" | "fee" | "credit";

/** The latest time that an endpoint of the partner was told of the invoice. */
export interface Notification {
  endpointId: string;
  /** Its description, or the host that it is at. */
  endpointName: string;
  deliveryId: string;
  /** False: not yet, and it is tried again. */
  isConfirmed: boolean;
}

/**
 * What became of a message that left: whether the mail server took it, as far as is known. When a person has a message of unknown outcome sent again, it
 * is being sent again, and may then be refused or, because nothing is owed any more, cancelled.
 */
export const deliveries = ["sent", "unknown", "sending_again", "refused", "cancelled"] as const;
export type Delivery = (typeof deliveries)[number];

/** An event of an invoice. Without words: pages word it in their reader's language. */
export type TimelineEvent = { id: string; at: Date } & (
  | { kind: "created" | "transmitted" | "recipient_changed" | "due_day_moved" | "message_sent_again" | "resumed"; by: Author }
  | { kind: "held"; hold: Hold["kind"]; reason: string; until: string | null; by: Author }
  | { kind: "retracted"; by: Author; reason: string | null }
  | ({ kind: AccountEventKind; lineType: InvoiceLine["type"] } & Pick<InvoiceLine, "amountCents" | "description" | "paymentMethod">)
  | ({ kind: "undone"; byName: string | null } & Pick<InvoiceLine, "amountCents">)
  // About: null for what the service did not decide on itself.
  | { kind: "message"; channel: Message["type"]; description: string; about: OutgoingMessage["kind"] | null; delivery: Delivery | null }
  | { kind: "page_opened" }
  | { kind: "message_refused"; about: OutgoingMessage["kind"]; why: "not_composed" | "not_taken" }
  | { kind: "ticket"; sender: Ticket["sender"]; by: Author }
  | { kind: "note"; by: Author }
  | { kind: ConversationAct; by: Author }
  | ({ kind: "notified" } & Notification)
);
