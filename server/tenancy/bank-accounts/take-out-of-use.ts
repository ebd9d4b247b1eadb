import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { bankAccounts } from "@/db/schema/bank-accounts";
import { companySettings, importSettings } from "@/db/schema/collection-settings";
import { imports } from "@/db/schema/imports";
import type { Actor } from "@/server/actor";
import { clock } from "@/server/platform/clock";
import type { BankAccount } from "./bank-account";
import { withdrawDetails } from "./withdraw-details";

/**
 * Closes a locked account. The company's settings and open imports no longer name the account, nor collect by direct debit. A waiting
 * change is withdrawn.
 */
export async function takeOutOfUse(tx: Database, actor: Actor, account: BankAccount): Promise<void> {
  const { partnerId } = actor;
  const now = clock.now(actor);
  if (account.waiting) await withdrawDetails(tx, actor, account.waiting.id);
  await tx
    .update(bankAccounts)
    .set({ closedAt: now })
    .where(and(eq(bankAccounts.partnerId, partnerId), eq(bankAccounts.id, account.id)));
  await tx
    .update(companySettings)
    .set({ bankAccountId: null, directDebit: false })
    .where(
      and(
        eq(companySettings.partnerId, partnerId),
        eq(companySettings.companyId, account.companyId),
        eq(companySettings.bankAccountId, account.id),
      ),
    );
  // Locks the imports, so that none is transmitted now: its settings would become fixed.
  const openImports = await tx
    .select({ id: imports.id })
    .from(imports)
    .where(and(eq(imports.partnerId, partnerId), eq(imports.companyId, account.companyId), isNull(imports.transmittedAt)))
    .orderBy(imports.id)
    .for("no key update");
  await tx
    .update(importSettings)
    .set({ bankAccountId: null, directDebit: false })
    .where(
      and(
        eq(importSettings.partnerId, partnerId),
        inArray(
          importSettings.importId,
          openImports.map(({ id }) => id),
        ),
        eq(importSettings.bankAccountId, account.id),
      ),
    );
}
