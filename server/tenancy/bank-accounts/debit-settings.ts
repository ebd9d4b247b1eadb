import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { isOneOf } from "@/db/array-text";
import type { Database } from "@/db/client";
import { debitSettings, type DebitSettings as SettingsRow } from "@/db/schema/debit-files";
import type { Actor } from "@/server/actor";
import { debitLeadLimits, debitSequenceRules } from "@/server/domain/rules/debit-state";
import { changedFacts } from "@/server/platform/audit/changed-facts";
import { recordEvent } from "@/server/platform/audit/record-event";
import { transact } from "@/server/platform/transact";
import { getBankAccount } from "./find-bank-accounts";
import { lockOpenAccount } from "./lock-accounts";

/** How an account's bank takes direct debits. */
export type DebitSettings = Omit<SettingsRow, "partnerId" | "companyId" | "bankAccountId">;

const { days, hour } = debitLeadLimits;

/** Settings as a person enters them. */
export const debitSettingsInput = z.object({
  leadDays: z.int().min(days.least).max(days.most),
  cutOffHour: z.int().min(hour.least).max(hour.most),
  sequence: z.enum(debitSequenceRules),
  isOneFilePerBatch: z.boolean(),
  hasCreditorAddress: z.boolean(),
  batchBooking: z.boolean(),
}) satisfies z.ZodType<DebitSettings>;

/** Settings of an account without a row. Same as the defaults of the table. */
const initial: DebitSettings = {
  leadDays: days.initial,
  cutOffHour: hour.initial,
  sequence: "RCUR",
  isOneFilePerBatch: false,
  hasCreditorAddress: false,
  batchBooking: true,
};

/** Throws `invalid_bank_account_id`. */
export async function getDebitSettings(db: Database, actor: Actor, bankAccountId: string): Promise<DebitSettings> {
  await getBankAccount(db, actor, bankAccountId);
  return (await findDebitSettings(db, actor, [bankAccountId]))(bankAccountId);
}

/** Returns a function that tells the settings of each of these accounts. */
export async function findDebitSettings(
  db: Database,
  { partnerId }: Pick<Actor, "partnerId">,
  bankAccountIds: readonly string[],
): Promise<(bankAccountId: string) => DebitSettings> {
  const rows = await db
    .select()
    .from(debitSettings)
    .where(and(eq(debitSettings.partnerId, partnerId), isOneOf(debitSettings.bankAccountId, bankAccountIds)));
  const known = new Map(rows.map(({ partnerId: _, companyId: __, bankAccountId, ...settings }) => [bankAccountId, settings]));
  return (bankAccountId) => known.get(bankAccountId) ?? initial;
}

/** Throws `invalid_bank_account_id` and `bank_account_closed`. */
export async function updateDebitSettings(db: Database, actor: Actor, bankAccountId: string, settings: DebitSettings): Promise<void> {
  await transact(db, actor, async (tx) => {
    const { account } = await lockOpenAccount(tx, actor, bankAccountId);
    const before = await getDebitSettings(tx, actor, bankAccountId);
    await tx
      .insert(debitSettings)
      .values({ ...settings, partnerId: actor.partnerId, companyId: account.companyId, bankAccountId })
      .onConflictDoUpdate({ target: [debitSettings.partnerId, debitSettings.bankAccountId], set: settings });
    const fields = Object.keys(initial) as (keyof DebitSettings)[];
    const changed = changedFacts(before, settings, fields);
    await recordEvent(tx, actor, "debit_settings_changed", {
      about: `company:${account.companyId}`,
      before: changed.before,
      after: { account: bankAccountId, ...changed.after },
    });
  });
}
