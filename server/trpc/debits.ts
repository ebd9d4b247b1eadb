import { z } from "zod";
import { approveDebitFile } from "@/server/bank/debit-files/approve-debit-file";
import { createDebitFiles } from "@/server/bank/debit-files/create-debit-files";
import { decideWithdrawnFile } from "@/server/bank/debit-files/decide-withdrawn-file";
import { listComing } from "@/server/bank/debit-files/list-coming";
import { listDebitFiles } from "@/server/bank/debit-files/list-debit-files";
import { listDebitsOfFile } from "@/server/bank/debit-files/list-debits-of-file";
import { listRefused } from "@/server/bank/debit-files/list-refused";
import { postponeLateDebits } from "@/server/bank/debit-files/postpone-late-debits";
import { withdrawDebitFile } from "@/server/bank/debit-files/withdraw-debit-file";
import { endDebit, endRefusedDebits } from "@/server/bank/debits/end-debit";
import { markNotArrived } from "@/server/billing/debits/mark-not-arrived";
import { offerRepetition, offerRepetitionOfInvoice } from "@/server/billing/repeated-debits/offer-repetition";
import { repeatDebit } from "@/server/billing/repeated-debits/repeat-debit";
import { isDay } from "@/server/domain/formats/calendar";
import { makeExampleAnswers } from "@/server/seasons/example-answers";
import { debitSettingsInput, getDebitSettings, updateDebitSettings } from "@/server/tenancy/bank-accounts/debit-settings";
import { administratorProcedure, portalProcedure, provedMoneyProcedure, router } from "./init";
import { id, page } from "./input";

const ofCompany = z.object({ companyId: id });
const ofFile = z.object({ fileId: id });
const ofDebit = z.object({ debitId: id });
const ofAccount = z.object({ bankAccountId: id });

/** Maximum number of days of collection in one file: debits are announced at most a month before. */
const MOST_DAYS = 60;
const chosen = ofAccount.extend({
  days: z.array(z.string().refine(isDay)).min(1).max(MOST_DAYS),
  seen: z.object({ count: z.int().min(1), amountCents: z.int().min(1) }),
});

/**
 * Direct debits and the files by which a company's bank collects them. Everybody who sees the company may read; files require the right to
 * record payments, and a recent proof of identity. Administrators set how an account's bank takes files.
 */
export const debitsRouter = router({
  coming: portalProcedure.input(ofCompany).query(({ ctx, input }) => listComing(ctx.db, ctx.actor, input.companyId)),
  files: portalProcedure
    .input(page.extend({ ...ofCompany.shape, fileId: id.nullable().default(null) }))
    .query(({ ctx, input: { companyId, ...wanted } }) => listDebitFiles(ctx.db, ctx.actor, companyId, wanted)),
  refused: portalProcedure.input(ofCompany).query(({ ctx, input }) => listRefused(ctx.db, ctx.actor, input.companyId)),
  ofFile: portalProcedure
    .input(page.extend(ofFile.shape))
    .query(({ ctx, input: { fileId, ...wanted } }) => listDebitsOfFile(ctx.db, ctx.actor, fileId, wanted)),
  exampleAnswers: portalProcedure.input(ofFile).query(({ ctx, input }) => makeExampleAnswers(ctx.db, ctx.actor, input.fileId)),
  repetition: portalProcedure.input(ofDebit).query(({ ctx, input }) => offerRepetition(ctx.db, ctx.actor, input.debitId)),
  repetitionOfInvoice: portalProcedure
    .input(z.object({ invoiceId: id }))
    .query(({ ctx, input }) => offerRepetitionOfInvoice(ctx.db, ctx.actor, input.invoiceId)),
  repeat: provedMoneyProcedure
    .input(ofDebit.extend({ amountCents: z.int().min(1), collectOn: z.string().refine(isDay) }))
    .mutation(({ ctx, input: { debitId, ...seen } }) => repeatDebit(ctx.db, ctx.actor, debitId, seen)),
  create: provedMoneyProcedure.input(chosen).mutation(({ ctx, input }) => createDebitFiles(ctx.db, ctx.actor, input)),
  approve: provedMoneyProcedure.input(ofFile).mutation(({ ctx, input }) => approveDebitFile(ctx.db, ctx.actor, input.fileId)),
  withdraw: provedMoneyProcedure
    .input(ofFile.extend({ seenCount: z.int().min(1).optional() }))
    .mutation(({ ctx, input }) => withdrawDebitFile(ctx.db, ctx.actor, input.fileId, input.seenCount)),
  decideWithdrawn: provedMoneyProcedure
    .input(ofFile.extend({ decision: z.enum(["bank_has_it", "not_collected"]) }))
    .mutation(({ ctx, input }) => decideWithdrawnFile(ctx.db, ctx.actor, input.fileId, input.decision)),
  end: provedMoneyProcedure.input(ofDebit).mutation(({ ctx, input }) => endDebit(ctx.db, ctx.actor, input.debitId)),
  endRefused: provedMoneyProcedure
    .input(ofFile.extend({ seenCount: z.int().min(1) }))
    .mutation(({ ctx, input }) => endRefusedDebits(ctx.db, ctx.actor, input.fileId, input.seenCount)),
  markNotArrived: provedMoneyProcedure.input(ofDebit).mutation(({ ctx, input }) => markNotArrived(ctx.db, ctx.actor, input.debitId)),
  postpone: provedMoneyProcedure
    .input(ofAccount.extend({ seenCount: z.int().min(1) }))
    .mutation(({ ctx, input }) => postponeLateDebits(ctx.db, ctx.actor, input.bankAccountId, input.seenCount)),
  settings: portalProcedure.input(ofAccount).query(({ ctx, input }) => getDebitSettings(ctx.db, ctx.actor, input.bankAccountId)),
  updateSettings: administratorProcedure
    .input(debitSettingsInput.extend(ofAccount.shape))
    .mutation(({ ctx, input: { bankAccountId, ...settings } }) => updateDebitSettings(ctx.db, ctx.actor, bankAccountId, settings)),
});
