import type { Company } from "@/db/schema/companies";
import type { Campaign, Item } from "@/server/demo/prices";

export type Locale = Company["locale"];

/** What is written to customers without being asked. */
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

/** What customers write about. */
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

/** Turns of a conversation: the customer's, the company's, the customer's, and so on. */
type Dialogue = readonly [question: string, answer: string, ...others: string[]];

interface RetractionWords {
  description: string;
  reason: string;
}

/** The demo in one language. In dialogues {amount} is what is outstanding, {day} the day the invoice was sent, {number} its number. */
export interface Words {
  /** By the season of the dues. */
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
