import { z } from "zod";
import { approveRefundFile } from "@/server/bank/refund-files/approve-refund-file";
import { createRefundFile } from "@/server/bank/refund-files/create-refund-file";
import { cancelItem, markPaid } from "@/server/bank/refund-files/end-item";
import { keepPayment } from "@/server/bank/refund-files/keep-payment";
import { listOwed } from "@/server/bank/refund-files/list-owed";
import { listRefundFiles } from "@/server/bank/refund-files/list-refund-files";
import { previewRefundFile } from "@/server/bank/refund-files/preview-refund-file";
import { readBritishAccount } from "@/server/domain/banking/british-account";
import { field, readIban, refused } from "@/server/platform/fields";
import { portalProcedure, provedMoneyProcedure, router } from "./init";
import { amountCents, id } from "./input";

const ofCompany = z.object({ companyId: id.nullable() });
const ofItem = z.object({ itemId: id });
const iban = field("invalid_iban", (given) => readIban(typeof given === "string" ? given.replace(/\s/g, "") : "") ?? refused, {});
/** Account of a payee: an IBAN, or a British sort code and account number. */
const payee = field("invalid_iban", (given) => (typeof given === "string" ? readPayee(given) : null) ?? refused, {});

function readPayee(typed: string): string | null {
  return readBritishAccount(typed) ?? readIban(typed.replace(/\s/g, ""));
}

/** Maximum length of a name. Names in banks' reports are not longer. */
const LONGEST_NAME = 300;
/** Maximum length of a payee's name in a file for the bank. */
const LONGEST_PAYEE = 70;
/** Maximum number of payments in one file. */
const MOST_CHOSEN = 200;
const chosen = z
  .array(
    z.object({ kind: z.enum(["invoice", "transaction"]), id, amountCents, iban: payee, name: z.string().max(LONGEST_PAYEE).optional() }),
  )
  .min(1)
  .max(MOST_CHOSEN)
  // Each invoice and each payment at most once.
  .refine((given) => new Set(given.map((each) => each.id)).size === given.length);

/**
 * Giving money back by a file for the company's bank. Everybody who sees the company may read; changes require the right to record
 * payments, and a recent proof of identity.
 */
export const payoutsRouter = router({
  owed: portalProcedure.input(ofCompany).query(({ ctx, input }) => listOwed(ctx.db, ctx.actor, input.companyId)),
  list: portalProcedure.input(ofCompany).query(({ ctx, input }) => listRefundFiles(ctx.db, ctx.actor, input.companyId)),
  preview: portalProcedure
    .input(z.object({ companyId: id, owed: z.array(z.object({ kind: z.enum(["invoice", "transaction"]), id })).max(MOST_CHOSEN) }))
    .query(({ ctx, input }) => previewRefundFile(ctx.db, ctx.actor, input.companyId, input.owed)),
  create: provedMoneyProcedure
    .input(z.object({ companyId: id, chosen, from: z.object({ bankAccountId: id, seenIban: iban }).optional() }))
    .mutation(({ ctx, input }) => createRefundFile(ctx.db, ctx.actor, input.companyId, input.chosen, input.from)),
  approve: provedMoneyProcedure
    .input(z.object({ payoutId: id }))
    .mutation(({ ctx, input }) => approveRefundFile(ctx.db, ctx.actor, input.payoutId)),
  keep: provedMoneyProcedure
    .input(z.object({ itemId: id, bankName: z.string().max(LONGEST_NAME).nullable() }))
    .mutation(({ ctx, input }) => keepPayment(ctx.db, ctx.actor, input)),
  cancel: provedMoneyProcedure.input(ofItem).mutation(({ ctx, input }) => cancelItem(ctx.db, ctx.actor, input.itemId)),
  sayPaid: provedMoneyProcedure.input(ofItem).mutation(({ ctx, input }) => markPaid(ctx.db, ctx.actor, input.itemId)),
});
