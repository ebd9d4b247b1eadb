import { and, count, desc, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { prepared } from "@/db/prepared";
import { only } from "@/db/rows";
import { companies } from "@/db/schema/companies";
import { debits } from "@/db/schema/debits";
import { holds } from "@/db/schema/holds";
import { imports } from "@/db/schema/imports";
import { invoices } from "@/db/schema/invoices";
import { mandates } from "@/db/schema/mandates";
import { tickets, waitsForCompany } from "@/db/schema/tickets";
import { type Actor, visibleTo, visibleToAsker, visibleValues } from "@/server/actor";
import { type DueAccount, findDueDebits } from "@/server/bank/debit-files/find-due-debits";
import { findOpenFiles, isUrgent, type UrgentFile } from "@/server/bank/debit-files/find-open-files";
import { countBankWork } from "@/server/bank/payments/count-bank-work";
import { whereOwing } from "@/server/billing/imports/outstanding";
import { whereNotArrived } from "@/server/billing/imports/where-not-arrived";
import { notAskedNumbers } from "@/server/billing/imports/where-not-asked";
import { whereAnotherNeeded } from "@/server/billing/mandates/where-another-needed";
import { dayAt } from "@/server/domain/formats/calendar";
import { ANSWER_GOAL_MS } from "@/server/domain/rules/answer-goal";
import { urgentNeeds } from "@/server/domain/rules/debit-file-needs";
import { clock } from "@/server/platform/clock";
import { countSetAside } from "./count-set-aside";
import type { Home, HomeDebitFiles } from "./home";

/** Counts the work that waits for the actor's partner now. */
export async function countWhatWaits(db: Database, actor: Actor): Promise<Home["needsMe"]> {
  const values = visibleValues(actor);
  const now = clock.now(actor);
  const lateBefore = new Date(now.getTime() - ANSWER_GOAL_MS).toISOString();
  // `findDueDebits` and `findOpenFiles` take real time, and add the partner's clock themselves.
  const [bank, setAside, due, files, unanswered, held, notAsked, notArrived, open, needed] = await Promise.all([
    countBankWork(db, actor),
    countSetAside(db, actor),
    findDueDebits(db, visibleTo(actor, debits), new Date()),
    findOpenFiles(db, visibleTo(actor, debits), new Date()),
    unansweredConversations(db).execute({ ...values, lateBefore }),
    heldInvoices(db).execute({ ...values, today: dayAt(now) }),
    notAskedInvoices(db).execute(values),
    notArrivedInvoices(db).execute(values),
    openImports(db).execute(values),
    neededMandates(db).execute({ ...values, today: dayAt(now) }),
  ]);
  return {
    bank,
    setAside,
    debits: sumOf(due),
    debitFiles: byNeed(files.filter(isUrgent)),
    mandates: needed,
    unanswered: only(unanswered),
    onHold: only(held).count,
    notAsked: only(notAsked).count,
    notArrived: only(notArrived).count,
    openImports: {
      imports: open.reduce((sum, { imports }) => sum + imports, 0),
      amounts: open.map(({ currency, amountCents }) => ({ currency, amountCents })),
    },
  };
}

/** Sums what is due. `companyId`: the first company with late debits; if none are late, the first whose debits are due soon. */
function sumOf(due: readonly DueAccount[]): Home["needsMe"]["debits"] {
  const first = due.find(({ lateCount }) => lateCount > 0) ?? due[0];
  const moments = due.flatMap(({ cutOffAt }) => cutOffAt ?? []).sort((one, other) => one.getTime() - other.getTime());
  const late = due.reduce((sum, { lateCount }) => sum + lateCount, 0);
  const soon = due.reduce((sum, { soonCount }) => sum + soonCount, 0);
  return { late, count: late + soon, cutOffAt: moments[0] ?? null, companyId: first?.companyId ?? null };
}

/** Counts files by reason, the most urgent reason first. */
function byNeed(files: readonly UrgentFile[]): HomeDebitFiles[] {
  return urgentNeeds.flatMap((need) => {
    const ofNeed = files.filter((file) => file.need === need);
    const [first] = ofNeed;
    if (!first) return [];
    const { companyId, fileId, holder } = first;
    const moments = ofNeed.flatMap(({ cutOffAt }) => cutOffAt ?? []).sort((one, other) => one.getTime() - other.getTime());
    const waiting = ofNeed.reduce((sum, { debitsCount }) => sum + debitsCount, 0);
    return [{ need, count: ofNeed.length, debits: waiting, holder, cutOffAt: moments[0] ?? null, companyId, fileId }];
  });
}

const unansweredConversations = prepared((db) =>
  db
    .select({
      conversations: sql`count(distinct ${tickets.invoiceId})`.mapWith(Number),
      late: sql`count(distinct ${tickets.invoiceId}) filter (where ${tickets.createdAt} < ${sql.placeholder("lateBefore")}::timestamptz)`.mapWith(
        Number,
      ),
      companies: sql`count(distinct ${tickets.companyId})`.mapWith(Number),
      oldestAt: sql`min(${tickets.createdAt})`.mapWith(tickets.createdAt),
    })
    .from(tickets)
    .where(and(visibleToAsker(tickets), waitsForCompany(sql`${tickets}`)))
    .prepare("count_unanswered_conversations"),
);

/** Starts from holds, because there are few. */
const heldInvoices = prepared((db) =>
  db
    .select({ count: count() })
    .from(holds)
    .innerJoin(invoices, and(eq(invoices.partnerId, holds.partnerId), eq(invoices.id, holds.invoiceId)))
    .where(
      and(
        visibleToAsker(invoices),
        isNull(holds.endedAt),
        sql`(${holds.until} is null or ${holds.until} >= ${sql.placeholder("today")}::date)`,
        whereOwing,
      ),
    )
    .prepare("count_held_invoices"),
);

const notAskedInvoices = prepared((db) =>
  db
    .select({ count: count() })
    .from(invoices)
    .where(and(visibleToAsker(invoices), sql`${invoices.invoiceNumber} in ${notAskedNumbers(sql.placeholder("partnerId"))}`))
    .prepare("count_not_asked_invoices"),
);

/** Starts from refused messages, because there are few. */
const notArrivedInvoices = prepared((db) =>
  db
    .select({ count: count() })
    .from(invoices)
    .where(
      and(
        visibleToAsker(invoices),
        sql`${invoices.id} in (select invoice_id from outgoing_messages where partner_id = ${sql.placeholder("partnerId")} and state = 'refused')`,
        whereNotArrived,
        whereOwing,
      ),
    )
    .prepare("count_not_arrived_invoices"),
);

/** Maximum number of companies whose payers need another mandate. */
const MOST_COMPANIES = 5;

const neededMandates = prepared((db) =>
  db
    .select({ companyId: mandates.companyId, companyName: companies.name, count: count() })
    .from(mandates)
    .innerJoin(companies, and(eq(companies.partnerId, mandates.partnerId), eq(companies.id, mandates.companyId)))
    .where(and(visibleToAsker(mandates), whereAnotherNeeded(sql.placeholder("today"))))
    .groupBy(mandates.companyId, companies.name)
    .orderBy(desc(count()), companies.name, mandates.companyId)
    .limit(MOST_COMPANIES)
    .prepare("count_needed_mandates"),
);

const openImports = prepared((db) => {
  const amounts = db
    .select({ amountCents: sql`coalesce(sum(${invoices.amountTotalCents}), 0)`.as("amount_cents") })
    .from(invoices)
    .where(and(eq(invoices.partnerId, imports.partnerId), eq(invoices.importId, imports.id)))
    .as("amounts");
  return db
    .select({ currency: companies.currency, imports: count(), amountCents: sql`sum(${amounts.amountCents})`.mapWith(Number) })
    .from(imports)
    .innerJoin(companies, and(eq(companies.partnerId, imports.partnerId), eq(companies.id, imports.companyId)))
    .innerJoinLateral(amounts, sql`true`)
    .where(and(visibleToAsker(imports), isNull(imports.transmittedAt)))
    .groupBy(companies.currency)
    .orderBy(companies.currency)
    .prepare("count_open_imports");
});
