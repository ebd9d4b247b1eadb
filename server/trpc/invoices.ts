import { countInvoicesByFact } from "@/server/billing/invoices/count-invoices-by-fact";
import { findNeighbours } from "@/server/billing/invoices/find-neighbours";
import { invoiceFilter, invoiceOrder, invoiceQuery } from "@/server/billing/invoices/invoice-filter";
import { listInvoices } from "@/server/billing/invoices/list-invoices";
import { summarizeInvoices } from "@/server/billing/invoices/summarize-invoices";
import { router, searchProcedure } from "./init";
import { id } from "./input";

const place = invoiceFilter.extend({ ...invoiceOrder.shape, invoiceId: id });

/** The list of invoices. Its rows load first; slower parts load in separate queries. */
export const invoicesRouter = router({
  list: searchProcedure(invoiceQuery).query(({ ctx, input }) => listInvoices(ctx.db, ctx.actor, input)),
  summary: searchProcedure(invoiceFilter).query(({ ctx, input }) => summarizeInvoices(ctx.db, ctx.actor, input)),
  counts: searchProcedure(invoiceFilter).query(({ ctx, input }) => countInvoicesByFact(ctx.db, ctx.actor, input)),
  neighbours: searchProcedure(place).query(({ ctx, input }) => findNeighbours(ctx.db, ctx.actor, input, input.invoiceId)),
});
