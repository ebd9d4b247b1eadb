import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { bankAccounts } from "@/db/schema/bank-accounts";
import { companySettings, importSettings } from "@/db/schema/collection-settings";
import { imports } from "@/db/schema/imports";
import type { Actor } from "@/server/actor";
import { clock } from "@/server/platform/clock";
import { transact } from "@/server/platform/transact";
import { recordEvent } from "@/server/tenancy/security-events/record-event";
import { factsOf } from "./bank-account";
import { lockOpenAccount } from "./lock-accounts";
import { tellAdministrators } from "./tell-administrators";
import { withdrawDetails } from "./withdraw-details";

/**
 * Takes an account out of use: neither the company's settings nor an import that is not transmitted name it any more, and a change of it is withdrawn. Invoices that were sent with it
 * keep it. Throws `invalid_bank_account_id` and `bank_account_closed`.
 */
export async function closeBankAccount(db: Database, actor: Actor, id: string): Promise<void> {
  await transact(db, actor, async (tx) => {
    const { account, company } = await lockOpenAccount(tx, actor, id);
    const { partnerId } = actor;
    const now = clock.now(actor);
    if (account.waiting) await withdrawDetails(tx, actor, account.waiting.id);
    await tx
      .update(bankAccounts)
      .set({ closedAt: now })
      .where(and(eq(bankAccounts.partnerId, partnerId), eq(bankAccounts.id, id)));
    await tx
      .update(companySettings)
      .set({ bankAccountId: null })
      .where(
        and(eq(companySettings.partnerId, partnerId), eq(companySettings.companyId, company.id), eq(companySettings.bankAccountId, id)),
      );
    const openImports = tx
      .select({ id: imports.id })
      .from(imports)
      .where(and(eq(imports.partnerId, partnerId), eq(imports.companyId, company.id), isNull(imports.transmittedAt)));
    await tx
      .update(importSettings)
      .set({ bankAccountId: null })
      .where(
        and(eq(importSettings.partnerId, partnerId), inArray(importSettings.importId, openImports), eq(importSettings.bankAccountId, id)),
      );
    const said = account.current ?? account.waiting;
    await recordEvent(tx, actor, "bank_account_closed", {
      about: `company:${company.id}`,
      before: said ? { ...factsOf(said) } : undefined,
    });
    await tellAdministrators(tx, actor, company, "bankAccountClosed", { before: account.current, after: said, inForceAt: now });
  });
}
