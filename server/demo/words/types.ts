import type { Company } from "@/db/schema/companies";
import type { Campaign, Item } from "@/server/demo/prices";

export type Locale = Company["locale"];

/** Occasion of a message that the company sends without being asked. */
export type Occasion =
  | "request"
  | "nothingDue"
  | "refund"
  | "reminder1"
  | "reminder2"
  | "reminder3"
  | "lastReminder"
  | "chargeback"
  | "plan"
  | "retracted";

/** Topic of a customer's question. */
export type Topic =
  | "alreadyPaid"
  | "chargeback"
  | "general"
  | "instalments"
  | "lateFee"
  | "newAccount"
  | "overpaid"
  | "refund"
  | "resigned"
  | "wrongAmount";

/** Messages of a conversation, alternately by the customer and the company. */
type Dialogue = readonly [question: string, answer: string, ...others: string[]];

interface RetractionWords {
  description: string;
  reason: string;
}

/**
 * The demo's texts in one language. In messages of a conversation, {amount} is the outstanding amount, {day} the day on which the invoice
 * was sent, {number} its number, {name} the customer's name, and {club} the club's.
 */
export interface Words {
  /** Titles of the dues by season. */
  dues: Record<"winter" | "spring" | "summer" | "autumn", string>;
  campaigns: Record<Exclude<Campaign, "dues">, string>;
  items: Record<Item, string>;
  messages: Record<Occasion, string>;
  credits: Record<"goodwill" | "cancelledSessions" | "joinedLate" | "locker" | "category", string>;
  retractions: readonly [resigned: RetractionWords, ...others: RetractionWords[]];
  greetings: readonly string[];
  closings: readonly string[];
  companyGreeting: string;
  companyClosing: string;
  supportClosing: string;
  dialogues: Record<Topic, readonly Dialogue[]>;
}
