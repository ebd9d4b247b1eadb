import { and, eq, isNull, lt, ne, or, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { isUnreachable } from "@/db/failures";
import { debitWarnings } from "@/db/schema/debit-warnings";
import { debits } from "@/db/schema/debits";
import { userCompanies, users } from "@/db/schema/users";
import { type DueAccount, findDueDebits } from "@/server/bank/debit-files/find-due-debits";
import { TIME_ZONE } from "@/server/domain/formats/time-zone";
import { env } from "@/server/env";
import { enqueueMail } from "@/server/platform/mail/enqueue-mail";
import { type Scope, whereInScope } from "@/server/platform/scope";
import { unlessHeldUp } from "@/server/platform/unless-held-up";

/** First hour of the day in which people are mailed, in the companies' time zone. */
const FIRST_HOUR = 7;

/**
 * Mails everybody who decides about money at a company that planned direct debits are in no file: once on the bank day before the bank must
 * have them, and daily once it must have had them, at most once a day for an account, after 7:00. People who switched off news mails get none.
 * Returns the number of accounts. An account that fails stops no other one: one that others hold up is left for the next round, and any other
 * failure is thrown after the last account.
 */
export async function mailDueDebits(db: Database, { now = new Date(), scope }: { now?: Date; scope?: Scope } = {}): Promise<number> {
  const hour = Number(new Intl.DateTimeFormat("en", { timeZone: TIME_ZONE, hour: "numeric", hourCycle: "h23" }).format(now));
  if (hour < FIRST_HOUR) return 0;
  let told = 0;
  const failures: unknown[] = [];
  for (const account of await findDueDebits(db, whereInScope(debits.partnerId, scope), now))
    try {
      if (await unlessHeldUp(new Set(), "partner", account.partnerId, () => mailAccount(db, account))) told += 1;
    } catch (error) {
      if (isUnreachable(error)) throw error;
      failures.push(error);
    }
  if (failures.length > 0)
    throw new AggregateError(failures, `Accounts whose people were not mailed of due debits: ${failures.length}`, { cause: failures[0] });
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
    for (const { id, locale } of await findReaders(tx, account)) {
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

function findReaders(tx: Database, { partnerId, companyId }: DueAccount) {
  const seesCompany = sql`exists (select from ${userCompanies} where ${userCompanies.partnerId} = ${users.partnerId}
    and ${userCompanies.userId} = ${users.id} and ${userCompanies.companyId} = ${companyId})`;
  return tx
    .select({ id: users.id, locale: users.locale })
    .from(users)
    .where(
      and(
        ...[eq(users.partnerId, partnerId), isNull(users.disabledAt), eq(users.accessLevel, "money"), ne(users.newsPace, "never")],
        or(eq(users.limitedToCompanies, false), seesCompany),
      ),
    )
    .orderBy(users.id);
}
