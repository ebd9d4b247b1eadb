import { lt } from "drizzle-orm";
import type { Database } from "@/db/client";
import { isUnreachable } from "@/db/failures";
import { debitWarnings } from "@/db/schema/debit-warnings";
import { debits } from "@/db/schema/debits";
import { type DueAccount, findDueDebits } from "@/server/bank/debit-files/find-due-debits";
import { findOpenFiles, isUrgent } from "@/server/bank/debit-files/find-open-files";
import { TIME_ZONE } from "@/server/domain/formats/time-zone";
import { env } from "@/server/env";
import { enqueueMail } from "@/server/platform/mail/enqueue-mail";
import { type Scope, whereInScope } from "@/server/platform/scope";
import { unlessHeldUp } from "@/server/platform/unless-held-up";
import { findMoneyReaders } from "./find-money-readers";
import { mailOpenFile } from "./mail-open-file";

/** First hour of the day in which people are mailed, in the companies' time zone. */
const FIRST_HOUR = 7;

/**
 * Mails everybody who decides about money at a company, after 7:00, that planned direct debits are in no file: once on the bank day before the
 * bank must have them, and daily once it must have had them, at most once a day for an account. Likewise of files that need a person, once for each
 * reason (`DebitFileNeed`). People who switched off news mails get none. Returns the number of accounts and files. One that fails stops no
 * other one: one that others hold up is left for the next round, and any other failure is thrown after the last one.
 */
export async function mailDueDebits(db: Database, { now = new Date(), scope }: { now?: Date; scope?: Scope } = {}): Promise<number> {
  const hour = Number(new Intl.DateTimeFormat("en", { timeZone: TIME_ZONE, hour: "numeric", hourCycle: "h23" }).format(now));
  if (hour < FIRST_HOUR) return 0;
  const where = whereInScope(debits.partnerId, scope);
  const accounts = await findDueDebits(db, where, now);
  const files = (await findOpenFiles(db, where, now)).filter(isUrgent);
  const warnings = [
    ...accounts.map((account) => ({ partnerId: account.partnerId, mail: () => mailAccount(db, account) })),
    ...files.map((file) => ({ partnerId: file.partnerId, mail: () => mailOpenFile(db, file) })),
  ];
  let told = 0;
  const failures: unknown[] = [];
  for (const { partnerId, mail } of warnings)
    try {
      if (await unlessHeldUp(new Set(), "partner", partnerId, mail)) told += 1;
    } catch (error) {
      if (isUnreachable(error)) throw error;
      failures.push(error);
    }
  if (failures.length > 0)
    throw new AggregateError(failures, `Accounts and files whose people were not mailed: ${failures.length}`, { cause: failures[0] });
  return told;
}

/** Mails about one account, unless somebody was mailed about it today, or since the day before the cut-off. */
function mailAccount(db: Database, account: DueAccount): Promise<boolean> {
  const { partnerId, companyId, companyName, bankAccountId, today, lateCount, soonCount, cutOffAt, dayBefore } = account;
  return db.transaction(async (tx) => {
    // A late debit is told of each day; one that is soon late, once.
    const before = lateCount > 0 ? today : dayBefore;
    const taken = await tx
      .insert(debitWarnings)
      .values({ partnerId, companyId, bankAccountId, toldOn: today })
      .onConflictDoUpdate({
        target: [debitWarnings.partnerId, debitWarnings.bankAccountId],
        set: { toldOn: today },
        setWhere: lt(debitWarnings.toldOn, before ?? today),
      })
      .returning({ id: debitWarnings.bankAccountId });
    if (taken.length === 0) return false;
    const links = { link: `${env().PUBLIC_URL}/companies/${companyId}/debits`, settings: `${env().PUBLIC_URL}/settings` };
    for (const { id, locale } of await findMoneyReaders(tx, account)) {
      if (lateCount > 0) await enqueueMail(tx, id, locale, "debitsLate", { company: companyName, count: lateCount, ...links });
      else if (cutOffAt)
        await enqueueMail(tx, id, locale, "debitsDue", {
          ...{ company: companyName, count: soonCount, when: cutOffAt.toISOString() },
          ...links,
        });
    }
    return true;
  });
}
