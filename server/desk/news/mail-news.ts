import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, ne, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { companies } from "@/db/schema/companies";
import { invoices } from "@/db/schema/invoices";
import { news } from "@/db/schema/news";
import { tickets, waitsForCompany } from "@/db/schema/tickets";
import { type User, userCompanies, users } from "@/db/schema/users";
import { MINUTE_MS } from "@/server/domain/formats/time";
import { TIME_ZONE } from "@/server/domain/formats/time-zone";
import { newsKinds } from "@/server/domain/rules/news";
import { env } from "@/server/env";
import { enqueueMail } from "@/server/platform/mail/enqueue-mail";
import type { MailValues } from "@/server/platform/mail/mail-kinds";
import { type Scope, whereInScope } from "@/server/platform/scope";

/** Age from which news is mailed, in ms. Until then, a transaction with older news may still be open; none lasts longer. */
const SETTLED_AFTER_MS = MINUTE_MS;
/** Time of the daily mail, in the companies' time zone. */
const DAILY_AT = sql`interval '7 hours'`;
const MOST_LISTED = 20;

type Reader = Pick<User, "id" | "partnerId" | "locale" | "newsToldAt">;

interface Options {
  now?: Date;
  settledAfterMs?: number;
  scope?: Scope;
}

/**
 * Mails people the news about the invoices of their companies since their last mail, all in one mail per person. Returns the number of
 * people mailed.
 */
export async function mailNews(
  db: Database,
  { now = new Date(), settledAfterMs = SETTLED_AFTER_MS, scope }: Options = {},
): Promise<number> {
  const until = endOfPeriod(now, settledAfterMs);
  const due = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        whereWantsNews,
        whereInScope(users.partnerId, scope),
        sql`exists (select from ${news} where ${news.partnerId} = ${users.partnerId} and ${gt(news.createdAt, users.newsToldAt)} and ${lte(news.createdAt, until)})`,
      ),
    );
  let mailed = 0;
  for (const { id } of due) if (await mailReader(db, id, until)) mailed += 1;
  return mailed;
}

const whereWantsNews = and(isNull(users.disabledAt), isNotNull(users.partnerId), ne(users.newsPace, "never"));

/**
 * Returns the end of the period that the mail covers: `settledAfterMs` ago, or for daily readers 7:00 of the last morning, whichever is
 * earlier. For others there is no last morning, and `least` ignores null.
 */
function endOfPeriod(now: Date, settledAfterMs: number): SQL {
  const local = sql`${now.toISOString()}::timestamptz at time zone ${TIME_ZONE}`;
  const lastMorning = sql`(date_trunc('day', ${local} - ${DAILY_AT}) + ${DAILY_AT}) at time zone ${TIME_ZONE}`;
  return sql`least(clock_timestamp() - ${settledAfterMs} * interval '1 millisecond', case when ${users.newsPace} = 'daily' then ${lastMorning} end)`;
}

/** Mails one person. Their row is locked, so that two processes do not mail them twice. */
function mailReader(db: Database, userId: string, until: SQL): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [reader] = await tx
      .select({ id: users.id, partnerId: users.partnerId, locale: users.locale, newsToldAt: users.newsToldAt })
      .from(users)
      .where(and(eq(users.id, userId), whereWantsNews))
      .for("update", { skipLocked: true });
    if (!reader) return false;
    const items = await listNews(tx, reader, until);
    await tx
      .update(users)
      .set({ newsToldAt: items.at(-1)?.createdAt ?? until })
      .where(eq(users.id, userId));
    if (items.length > 0) await enqueueMail(tx, reader.id, reader.locale, "news", valuesOf(items));
    return items.length > 0;
  });
}

type NewsItem = Awaited<ReturnType<typeof listNews>>[number];

/**
 * Lists the news of the companies that the person may see; questions only while they wait for an answer of the company. A question that
 * support hands back without an answer is news again: the trigger `support_assignments_ended` (db/rules/support_assignments.sql).
 */
function listNews(tx: Database, { id, partnerId, newsToldAt }: Reader, until: SQL) {
  const waits = sql`exists (select from ${tickets} where ${tickets.partnerId} = ${news.partnerId} and ${tickets.invoiceId} = ${news.invoiceId}
    and ${waitsForCompany(sql`${tickets}`)})`;
  const seesCompany = sql`exists (select from ${userCompanies} where ${userCompanies.partnerId} = ${users.partnerId}
    and ${userCompanies.userId} = ${users.id} and ${userCompanies.companyId} = ${news.companyId})`;
  return tx
    .select({
      kind: news.kind,
      createdAt: news.createdAt,
      number: invoices.externalInvoiceNumber,
      company: companies.name,
      invoiceId: news.invoiceId,
    })
    .from(news)
    .innerJoin(users, eq(users.id, id))
    .innerJoin(invoices, and(eq(invoices.partnerId, news.partnerId), eq(invoices.id, news.invoiceId)))
    .innerJoin(companies, and(eq(companies.partnerId, invoices.partnerId), eq(companies.id, invoices.companyId)))
    .where(
      and(
        eq(news.partnerId, partnerId ?? ""),
        // A later version may record other kinds, which it mails itself.
        inArray(news.kind, [...newsKinds]),
        gt(news.createdAt, newsToldAt),
        lte(news.createdAt, until),
        or(ne(news.kind, "question"), waits),
        or(eq(users.limitedToCompanies, false), seesCompany),
      ),
    )
    .orderBy(asc(news.createdAt), asc(news.recordedOrder));
}

/**
 * Returns the values of the mail: the news by kind, each invoice once, with links to the first twenty. They contain no personal data:
 * neither customers' names nor their words.
 */
function valuesOf(items: NewsItem[]): MailValues["news"] {
  const list = newsKinds.flatMap((kind) => {
    const ofKind = oncePerInvoice(items.filter((each) => each.kind === kind));
    if (ofKind.length === 0) return [];
    const listed = ofKind
      .slice(0, MOST_LISTED)
      .map(({ number, company, invoiceId }) => ({ number, company, link: `${env().PUBLIC_URL}/invoices/${invoiceId}` }));
    return [{ kind, count: ofKind.length, listed }];
  });
  return { list, link: `${env().PUBLIC_URL}/settings` };
}

function oncePerInvoice(items: NewsItem[]): NewsItem[] {
  return [...new Map(items.map((each) => [each.invoiceId, each])).values()];
}
