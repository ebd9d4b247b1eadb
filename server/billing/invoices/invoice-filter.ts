import { z } from "zod";
import { isId } from "@/server/domain/formats/id";
import { filteredAmounts, filteredDays, invoiceSorts, sortDirections } from "@/server/domain/rules/invoice-list";
import { invoiceFacts } from "@/server/domain/rules/invoice-state";

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
  amount: z.object({ of: z.enum(filteredAmounts), fromCents: z.int().nullish(), toCents: z.int().nullish() }).nullish(),
  /** Days as people count them, both ends included. */
  period: z.object({ of: z.enum(filteredDays), from: day.nullish(), to: day.nullish() }).nullish(),
});

export type InvoiceFilter = z.output<typeof invoiceFilter>;

/** In which order: by number, which is by age; by the customer's name; by amount. Equal ones by number, the same way. */
export const invoiceOrder = z.object({
  sort: z.enum(invoiceSorts).default("number"),
  direction: z.enum(sortDirections).default("desc"),
});

export type InvoiceOrder = z.output<typeof invoiceOrder>;

const invoicePage = z.object({
  pageNumber: z.int().min(1).max(1_000_000).default(1),
  pageSize: z.int().min(1).max(100).default(50),
});

/** Query of the list. */
export const invoiceQuery = z.object({ ...invoiceFilter.shape, ...invoiceOrder.shape, ...invoicePage.shape });

export type InvoiceQuery = z.output<typeof invoiceQuery>;
