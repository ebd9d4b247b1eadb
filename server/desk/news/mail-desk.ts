import { and, eq, inArray, isNotNull, isNull, lt, ne, or, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { bankTransactions } from "@/db/schema/bank-transactions";
import { probablePayments } from "@/db/schema/probable-payments";
import { type User, userCompanies, users } from "@/db/schema/users";
import { addWorkingDays } from "@/server/domain/banking/bank-days";
import { dayAt } from "@/server/domain/formats/calendar";
import { TIME_ZONE } from "@/server/domain/formats/time-zone";
import { DESK_WORKING_DAYS } from "@/server/domain/rules/desk-days";
import { env } from "@/server/env";
import { enqueueMail } from "@/server/platform/mail/enqueue-mail";
import type { MailValues } from "@/server/platform/mail/mail-kinds";
import { type Scope, whereInScope } from "@/server/platform/scope";

/** First hour of the day in which people are mailed, in the companies' time zone. */
const FIRST_HOUR = 7;

type Reader = Pick<User, "id" | "partnerId" | "locale">;

/**
 * Mails everybody who decides about money about the payments that wait at their companies' desks: at most once a calendar day, after 7:00,
 * and only while a payment waits. People who switched off news mails get none. Returns the number of people mailed.
 */
export async function mailDesk(db: Database, { now = new Date(), scope }: { now?: Date; scope?: Scope } = {}): Promise<number> {
  const hour = Number(new Intl.DateTimeFormat("en", { timeZone: TIME_ZONE, hour: "numeric", hourCycle: "h23" }).format(now));
  if (hour < FIRST_HOUR) return 0;
  const today = dayAt(now);
  const due = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        whereToBeTold(today),
        whereInScope(users.partnerId, scope),
        sql`exists (select from bank_transactions t where t.partner_id = ${users.partnerId} and t.state in ('open', 'later'))`,
      ),
    );
  let mailed = 0;
  for (const { id } of due) if (await mailReader(db, id, today)) mailed += 1;
  return mailed;
}

const whereToBeTold = (today: string) =>
  and(
    isNull(users.disabledAt),
    isNotNull(users.partnerId),
    eq(users.accessLevel, "money"),
    ne(users.newsPace, "never"),
    or(isNull(users.deskToldOn), lt(users.deskToldOn, today)),
  );

/** Mails one person. Their row is locked, so that two processes do not mail them twice. */
function mailReader(db: Database, userId: string, today: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [reader] = await tx
      .select({ id: users.id, partnerId: users.partnerId, locale: users.locale })
      .from(users)
      .where(and(eq(users.id, userId), whereToBeTold(today)))
      .for("update", { skipLocked: true });
    if (!reader) return false;
    const waiting = await countWaiting(tx, reader);
    await tx.update(users).set({ deskToldOn: today }).where(eq(users.id, userId));
    if (!waiting.oldestOn) return false;
    await enqueueMail(tx, reader.id, reader.locale, "deskWaits", valuesOf(waiting, waiting.oldestOn, today));
    return true;
  });
}

/** Counts the waiting payments of the companies that the person may see, and the invoices that these payments probably pay. */
async function countWaiting(tx: Database, { id, partnerId }: Reader) {
  const seesCompany = sql`exists (select from ${userCompanies} where ${userCompanies.partnerId} = ${users.partnerId}
    and ${userCompanies.userId} = ${users.id} and ${userCompanies.companyId} = ${bankTransactions.companyId})`;
  return only(
    await tx
      .select({
        payments: sql`count(distinct ${bankTransactions.id})`.mapWith(Number),
        oldestOn: sql<string | null>`min(${bankTransactions.bookedOn})`,
        invoices: sql`count(distinct ${probablePayments.invoiceId})`.mapWith(Number),
      })
      .from(bankTransactions)
      .innerJoin(users, eq(users.id, id))
      .leftJoin(
        probablePayments,
        and(
          eq(probablePayments.partnerId, bankTransactions.partnerId),
          eq(probablePayments.bankTransactionId, bankTransactions.id),
          isNull(probablePayments.endedAt),
        ),
      )
      .where(
        and(
          eq(bankTransactions.partnerId, partnerId ?? ""),
          inArray(bankTransactions.state, ["open", "later"]),
          or(eq(users.limitedToCompanies, false), seesCompany),
        ),
      ),
  );
}

/** Returns the values of the mail, which contain no personal data. */
function valuesOf(
  { payments, invoices }: { payments: number; invoices: number },
  oldestOn: string,
  today: string,
): MailValues["deskWaits"] {
  const isTooLong = today > addWorkingDays(oldestOn, DESK_WORKING_DAYS, "target");
  const links = { link: `${env().PUBLIC_URL}/bank`, settings: `${env().PUBLIC_URL}/settings` };
  return { ...links, list: { payments, invoices, oldestOn, isTooLong } };
}
