import { z } from "zod";
import { addBankAccount } from "@/server/tenancy/bank-accounts/add-bank-account";
import { bankAccountFields } from "@/server/tenancy/bank-accounts/bank-account-fields";
import { changeBankAccount } from "@/server/tenancy/bank-accounts/change-bank-account";
import { closeBankAccount } from "@/server/tenancy/bank-accounts/close-bank-account";
import { confirmChange, withdrawChange } from "@/server/tenancy/bank-accounts/decide-change";
import { listBankAccounts } from "@/server/tenancy/bank-accounts/find-bank-accounts";
import { portalProcedure, provedAdministratorProcedure, router } from "./init";
import { id } from "./input";

const facts = z.object(bankAccountFields);
const change = z.object({ bankAccountId: id, changeId: id });

/** Bank accounts. All of a partner's people may read them; administrators may change them after proving their identity. */
export const bankAccountsRouter = router({
  list: portalProcedure.input(z.object({ companyId: id })).query(({ ctx, input }) => listBankAccounts(ctx.db, ctx.actor, input.companyId)),
  add: provedAdministratorProcedure
    .input(facts.extend({ companyId: id }))
    .mutation(({ ctx, input: { companyId, ...given } }) => addBankAccount(ctx.db, ctx.actor, companyId, given)),
  change: provedAdministratorProcedure
    .input(facts.extend({ bankAccountId: id }))
    .mutation(({ ctx, input: { bankAccountId, ...given } }) => changeBankAccount(ctx.db, ctx.actor, bankAccountId, given)),
  confirm: provedAdministratorProcedure
    .input(change)
    .mutation(({ ctx, input }) => confirmChange(ctx.db, ctx.actor, input.bankAccountId, input.changeId)),
  withdraw: provedAdministratorProcedure
    .input(change)
    .mutation(({ ctx, input }) => withdrawChange(ctx.db, ctx.actor, input.bankAccountId, input.changeId)),
  close: provedAdministratorProcedure
    .input(z.object({ bankAccountId: id }))
    .mutation(({ ctx, input }) => closeBankAccount(ctx.db, ctx.actor, input.bankAccountId)),
});
