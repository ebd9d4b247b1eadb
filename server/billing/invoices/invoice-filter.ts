import { z } from "zod";
import { isId } from "@/server/domain/formats/id";
import { filteredAmounts, filteredDays, invoiceSorts, sortDirections } from "@/server/domain/rules/invoice-list";
import { invoiceFacts } from "@/server/domain/rules/invoice-state";

const recordId = z.string().refine(isId);
/** `YYYY-MM-DD`, within the years that the database supports. */
const day = z.iso.date().refine((text) => text >= "0001-01-02");

/** Filter on a partner's invoices. Absent fields match everything. */
export const invoiceFilter = z.object({
  /** Words that must all occur in the invoice: see `search-terms.ts`. */
  search: z.string().nullish(),
  fact: z.enum(invoiceFacts).nullish(),
  /** Absent: all companies. */
  companyIds: z.array(recordId).max(1_000).nullish(),
  importId: recordId.nullish(),
  /** In cents, including both ends. */
  amount: z.object({ of: z.enum(filteredAmounts), fromCents: z.int().nullish(), toCents: z.int().nullish() }).nullish(),
  /** Days in the service's time zone, including both ends. */
  period: z.object({ of: z.enum(filteredDays), from: day.nullish(), to: day.nullish() }).nullish(),
});

export type InvoiceFilter = z.output<typeof invoiceFilter>;

/**
 * Order of the list: by number, which is by age; by the customer's name; by the due day; or by an amount. Equal invoices are sorted by
 * number, in the same direction.
 */
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
