import { and, asc, eq, getTableColumns, inArray, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type BankAccountDetails, bankAccountDetails, bankAccounts } from "@/db/schema/bank-accounts";
import { type Actor, visibleTo } from "@/server/actor";
import { DomainError } from "@/server/errors";
import { nameOfActor } from "@/server/platform/audit/name-of-actor";
import { clock } from "@/server/platform/clock";
import { getCompany } from "@/server/tenancy/companies/find-company";
import { loadBlockerOf } from "@/server/tenancy/people/second-person";
import { type BankAccount, factsOf, type WaitingChange } from "./bank-account";

/** Returns a company's accounts, oldest first, including closed ones. Throws `invalid_company_id`. */
export async function listBankAccounts(db: Database, actor: Actor, companyId: string): Promise<BankAccount[]> {
  await getCompany(db, actor, companyId);
  const rows = await db
    .select()
    .from(bankAccounts)
    .where(and(eq(bankAccounts.partnerId, actor.partnerId), eq(bankAccounts.companyId, companyId)))
    .orderBy(asc(bankAccounts.createdAt), asc(bankAccounts.id));
  return withDetails(db, actor, rows);
}

/** Returns the account. Throws `invalid_bank_account_id`. */
export async function getBankAccount(db: Database, actor: Actor, id: string): Promise<BankAccount> {
  const rows = await db
    .select()
    .from(bankAccounts)
    .where(and(visibleTo(actor, bankAccounts), eq(bankAccounts.id, id)));
  const [account] = await withDetails(db, actor, rows);
  if (!account) throw new DomainError("invalid_bank_account_id");
  return account;
}

async function withDetails(db: Database, actor: Actor, rows: (typeof bankAccounts.$inferSelect)[]): Promise<BankAccount[]> {
  if (rows.length === 0) return [];
  const details = await db
    .select({ ...getTableColumns(bankAccountDetails), requesterName: nameOfActor(bankAccountDetails.requestedBy, actor.partnerId) })
    .from(bankAccountDetails)
    .where(
      and(
        eq(bankAccountDetails.partnerId, actor.partnerId),
        inArray(
          bankAccountDetails.bankAccountId,
          rows.map(({ id }) => id),
        ),
        isNull(bankAccountDetails.withdrawnAt),
      ),
    )
    .orderBy(asc(bankAccountDetails.inForceAt));
  const blockerOf = await loadBlockerOf(db, actor.partnerId, actor.kind === "person" && actor.id ? [actor.id] : []);
  const now = clock.now(actor);
  return rows.map(({ partnerId: _, ...account }) => {
    const own = details.filter(({ bankAccountId }) => bankAccountId === account.id);
    const current = own.findLast(({ inForceAt }) => inForceAt <= now);
    const next = own.find(({ inForceAt }) => inForceAt > now);
    return { ...account, current: current ? factsOf(current) : null, waiting: next ? waitingOf(next) : null };
  });

  function waitingOf(details: Details): WaitingChange {
    const { id, inForceAt, requestedBy, requestedAt, requesterName } = details;
    const blocker = blockerOf(actor.id ?? "", { by: requestedBy, at: requestedAt });
    return { ...factsOf(details), id, inForceAt, requestedBy, requestedAt, requesterName, blocker };
  }
}

type Details = BankAccountDetails & Pick<WaitingChange, "requesterName">;
