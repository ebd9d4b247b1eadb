import type { OutgoingMessage } from "@/db/schema/collections";

type PlannedKind = Exclude<OutgoingMessage["kind"], "answer">;

/** What a request or a reminder is about, as its reader's language writes it. */
export interface Owed {
  company: string;
  /** The partner's own number of the invoice. */
  number: string;
  /** With its currency. */
  amount: string;
  /** A day. */
  due: string;
  /** Whether that day has passed. */
  isLate: boolean;
}

/** All that customers are written, in one language. */
export interface MessageWords {
  greeting(name: string): string;
  subject: Record<PlannedKind, (owed: Owed) => string>;
  /** The paragraph that says why we write. */
  opening: Record<PlannedKind, (owed: Owed) => string>;
  facts: { number: string; amount: string; due: string };
  /** On the link to the customer's page. */
  openInvoice: string;
  /** The amount has grown by a fee. */
  lateFee(fee: string): string;
  answerSubject(owed: Pick<Owed, "company" | "number">): string;
  answerOpening(owed: Pick<Owed, "company" | "number">): string;
  /** Whom an answer to this mail reaches. */
  questions(company: string): string;
  regards: string;
  /** That it can be checked by this code; where is said after it. */
  isItReal(code: string): string;
  footer(company: string): string;
}
