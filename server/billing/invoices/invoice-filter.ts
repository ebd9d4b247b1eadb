import { z } from "zod";
import { isId } from "@/server/platform/id";

/** Exactly one of these, always: the first that holds, from the last to the first. */
export const invoiceStates = ["not_transmitted", "transmitted", "payment_in_progress", "retracted"] as const;

/**
 * How the money stands, once transmitted: nothing outstanding and not retracted; less than nothing, also when retracted; more than nothing. Of a
 * retracted invoice on which nothing is to be refunded, and of one that is not transmitted, there is no such fact.
 */
export const moneyFacts = ["paid", "to_refund", "outstanding"] as const;

export type InvoiceState = (typeof invoiceStates)[number];
export type MoneyFact = (typeof moneyFacts)[number];

/** What a list can be narrowed to by one click. */
export const invoiceFacts = [...invoiceStates, ...moneyFacts] as const;
export type InvoiceFact = (typeof invoiceFacts)[number];

const recordId = z.string().refine(isId);
/** `YYYY-MM-DD`, of the years that the database knows. */
const day = z.iso.date().refine((text) => text >= "0001-01-02");

/** Which of a partner's invoices are meant. What is absent narrows nothing. */
export const invoiceFilter = z.object({
  /** Words, each of which the invoice must have somewhere: see `search-terms.ts`. */
  search: z.string().nullish(),
  fact: z.enum(invoiceFacts).nullish(),
  /** None: of all companies. */
  companyIds: z.array(recordId).max(1_000).nullish(),
  importId: recordId.nullish(),
  /** In cents, both ends included. */
  amount: z.object({ of: z.enum(["billed", "outstanding"]), fromCents: z.int().nullish(), toCents: z.int().nullish() }).nullish(),
  /** Days as people count them, both ends included. */
  period: z.object({ of: z.enum(["created", "transmitted"]), from: day.nullish(), to: day.nullish() }).nullish(),
});

export type InvoiceFilter = z.output<typeof invoiceFilter>;

/** In which order: by number, which is by age; by the customer's name; by amount. Equal ones by number, the same way. */
export const invoiceOrder = z.object({
  sort: z.enum(["number", "customer", "billed", "outstanding"]).default("number"),
  direction: z.enum(["asc", "desc"]).default("desc"),
});

export type InvoiceOrder = z.output<typeof invoiceOrder>;

export const invoicePage = z.object({
  pageNumber: z.int().min(1).max(1_000_000).default(1),
  pageSize: z.int().min(1).max(100).default(50),
});

export type InvoicePage = z.output<typeof invoicePage>;

/** What the list takes. */
export const invoiceQuery = z.object({ ...invoiceFilter.shape, ...invoiceOrder.shape, ...invoicePage.shape });

export type InvoiceQuery = z.output<typeof invoiceQuery>;
