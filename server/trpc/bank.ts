import { z } from "zod";
import { countEntries } from "@/server/bank/entries/count-entries";
import { countMatched } from "@/server/bank/entries/count-matched";
import { getStatement } from "@/server/bank/entries/get-statement";
import { listEntries } from "@/server/bank/entries/list-entries";
import { collectAsSeen, MOST_COLLECTED } from "@/server/bank/payments/collect-debits";
import { countBankWork } from "@/server/bank/payments/count-bank-work";
import { asideStates, bookAsSeen, setAside } from "@/server/bank/payments/decide-transaction";
import { describeTransaction } from "@/server/bank/payments/describe-transaction";
import { findNamedInvoices } from "@/server/bank/payments/find-named-invoices";
import { forgetPayer, listKnownPayers } from "@/server/bank/payments/known-payers";
import { listTransactions } from "@/server/bank/payments/list-transactions";
import { offerDebits } from "@/server/bank/payments/offer-debits";
import { offerInvoices } from "@/server/bank/payments/offer-invoices";
import { recogniseGivenBack } from "@/server/bank/payments/recognise-given-back";
import { recogniseRefund } from "@/server/bank/payments/recognise-refund";
import { searchInvoicesToBook } from "@/server/bank/payments/search-invoices";
import { setCategory } from "@/server/bank/payments/set-category";
import { MOST_PARTS } from "@/server/bank/payments/sums-to";
import { takePaymentBack } from "@/server/bank/payments/take-payment-back";
import { undoDecision } from "@/server/bank/payments/undo-decision";
import { acceptStatement } from "@/server/bank/statements/accept-statement";
import { keepLayout } from "@/server/bank/statements/csv/kept-layouts";
import { listStatements } from "@/server/bank/statements/list-statements";
import { describeWithdrawal } from "@/server/bank/withdrawals/describe-withdrawal";
import { newWithdrawal, withdrawStatement } from "@/server/bank/withdrawals/withdraw-statement";
import { sortDirections } from "@/server/domain/rules/invoice-list";
import { categoryFilters, entryOutcomes, entrySorts, paymentCategories } from "@/server/domain/rules/statement-list";
import { transactionTabs } from "@/server/domain/rules/transaction-tabs";
import { getMatchingSettings, updateMatchingSettings } from "@/server/tenancy/companies/matching-settings";
import { csvLayoutInput } from "./csv-layout-input";
import { administratorProcedure, moneyProcedure, portalProcedure, provedMoneyProcedure, router, searchProcedure } from "./init";
import { amountCents, id, lineCents, page, partOfName } from "./input";

/** A payment on a statement, with the number of decisions about it that the author of an act saw. */
const seenTransaction = z.object({ transactionId: id, seenDecisions: z.int().min(0) });
const ofCompany = z.object({ companyId: id });
const ofStatement = z.object({ statementId: id });
const payer = ofCompany.extend({ iban: partOfName, customer: partOfName });

const parts = z
  .array(z.object({ invoiceId: id, amountCents, seenOutstandingCents: lineCents.optional() }))
  .min(1)
  .max(MOST_PARTS)
  // Each invoice at most once.
  .refine((given) => new Set(given.map(({ invoiceId }) => invoiceId)).size === given.length);

/** Bookings that a bank took back, each at most once. */
const paymentIds = z
  .array(id)
  .min(1)
  .max(MOST_PARTS)
  .refine((given) => new Set(given).size === given.length);

/** Direct debits that a payment collected, each at most once. */
const debitIds = z
  .array(id)
  .min(1)
  .max(MOST_COLLECTED)
  .refine((given) => new Set(given).size === given.length);

/** Payments on bank statements. All of a partner's people may read them; decisions require the right to record payments. */
export const bankRouter = router({
  list: portalProcedure
    .input(
      page.extend({
        tab: z.enum(transactionTabs),
        companyId: id.nullable(),
        category: z.enum(categoryFilters).nullish(),
        search: partOfName.optional(),
      }),
    )
    .query(({ ctx, input }) => listTransactions(ctx.db, ctx.actor, input)),
  waiting: portalProcedure
    .input(z.object({ companyId: id.nullable() }))
    .query(({ ctx, input }) => countBankWork(ctx.db, ctx.actor, input.companyId)),
  get: portalProcedure
    .input(z.object({ transactionId: id }))
    .query(({ ctx, input }) => describeTransaction(ctx.db, ctx.actor, input.transactionId)),
  offers: portalProcedure
    .meta({ looksForNames: true })
    .input(z.object({ transactionId: id }))
    .query(({ ctx, input }) => offerInvoices(ctx.db, ctx.actor, input.transactionId)),
  named: portalProcedure
    .meta({ looksForNames: true })
    .input(z.object({ transactionId: id }))
    .query(({ ctx, input }) => findNamedInvoices(ctx.db, ctx.actor, input.transactionId)),
  search: searchProcedure(z.object({ transactionId: id, search: partOfName })).query(({ ctx, input }) =>
    searchInvoicesToBook(ctx.db, ctx.actor, input.transactionId, input.search),
  ),
  book: moneyProcedure
    .input(seenTransaction.extend({ parts }))
    .mutation(({ ctx, input: { parts: chosen, ...seen } }) => bookAsSeen(ctx.db, ctx.actor, seen, chosen)),
  say: moneyProcedure
    .input(
      seenTransaction.extend({ saying: z.enum(asideStates), category: z.enum(paymentCategories).optional(), text: partOfName.optional() }),
    )
    .mutation(({ ctx, input: { saying, category, text, ...seen } }) => setAside(ctx.db, ctx.actor, seen, saying, { category, text })),
  setCategory: moneyProcedure
    .input(
      seenTransaction.extend({
        category: z.enum(paymentCategories).nullable(),
        text: partOfName.nullable(),
        always: z.boolean().optional(),
      }),
    )
    .mutation(({ ctx, input: { category, text, always, ...seen } }) => setCategory(ctx.db, ctx.actor, seen, { category, text, always })),
  takeBack: moneyProcedure
    .input(seenTransaction.extend({ paymentIds, chargesCents: z.int().min(0).optional() }))
    .mutation(({ ctx, input: { paymentIds: chosen, chargesCents, ...seen } }) =>
      takePaymentBack(ctx.db, ctx.actor, seen, chosen, { chargesCents }),
    ),
  debits: portalProcedure
    .input(z.object({ transactionId: id }))
    .query(({ ctx, input }) => offerDebits(ctx.db, ctx.actor, input.transactionId)),
  assign: moneyProcedure
    .input(seenTransaction.extend({ debitIds }))
    .mutation(({ ctx, input: { debitIds: chosen, ...seen } }) => collectAsSeen(ctx.db, ctx.actor, seen, chosen)),
  recogniseRefund: moneyProcedure
    .input(seenTransaction.extend({ itemId: id }))
    .mutation(({ ctx, input: { itemId, ...seen } }) => recogniseRefund(ctx.db, ctx.actor, seen, itemId)),
  recogniseGivenBack: moneyProcedure
    .input(seenTransaction.extend({ givenBackId: id }))
    .mutation(({ ctx, input: { givenBackId, ...seen } }) => recogniseGivenBack(ctx.db, ctx.actor, seen, givenBackId)),
  undo: moneyProcedure.input(seenTransaction).mutation(({ ctx, input }) => undoDecision(ctx.db, ctx.actor, input)),
  statements: portalProcedure
    .input(page.extend({ companyId: id.nullable() }))
    .query(({ ctx, input }) => listStatements(ctx.db, ctx.actor, input)),
  statement: portalProcedure.input(ofStatement).query(({ ctx, input }) => getStatement(ctx.db, ctx.actor, input.statementId)),
  entries: portalProcedure
    .input(
      ofStatement.extend({
        outcome: z.enum(entryOutcomes).nullable(),
        category: z.enum(categoryFilters).nullable(),
        sort: z.enum(entrySorts),
        direction: z.enum(sortDirections),
        // Required, but null for the page that shows the payment `paymentId`, or for the first page.
        pageNumber: page.shape.pageNumber.unwrap().nullable(),
        pageSize: page.shape.pageSize,
        paymentId: id.nullable(),
      }),
    )
    .query(({ ctx, input }) => listEntries(ctx.db, ctx.actor, input)),
  matched: portalProcedure.input(ofStatement).query(({ ctx, input }) => countMatched(ctx.db, ctx.actor, input.statementId)),
  entryCounts: portalProcedure.input(ofStatement).query(({ ctx, input }) => countEntries(ctx.db, ctx.actor, input.statementId)),
  acceptStatement: provedMoneyProcedure
    .input(ofStatement)
    .mutation(({ ctx, input }) => acceptStatement(ctx.db, ctx.actor, input.statementId)),
  withdrawal: moneyProcedure.input(ofStatement).query(({ ctx, input }) => describeWithdrawal(ctx.db, ctx.actor, input.statementId)),
  withdrawStatement: moneyProcedure
    .input(ofStatement.extend(newWithdrawal.shape))
    .mutation(({ ctx, input }) => withdrawStatement(ctx.db, ctx.actor, input)),
  keepLayout: moneyProcedure.input(csvLayoutInput).mutation(({ ctx, input }) => keepLayout(ctx.db, ctx.actor, input.sheet, input.layout)),
  knownPayers: portalProcedure.input(ofCompany).query(({ ctx, input }) => listKnownPayers(ctx.db, ctx.actor, input.companyId)),
  forgetPayer: moneyProcedure.input(payer).mutation(({ ctx, input }) => forgetPayer(ctx.db, ctx.actor, input)),
  settings: portalProcedure.input(ofCompany).query(({ ctx, input }) => getMatchingSettings(ctx.db, ctx.actor, input.companyId)),
  updateSettings: administratorProcedure
    .input(ofCompany.extend({ booksClearMatches: z.boolean() }))
    .mutation(({ ctx, input: { companyId, ...settings } }) => updateMatchingSettings(ctx.db, ctx.actor, companyId, settings)),
});
