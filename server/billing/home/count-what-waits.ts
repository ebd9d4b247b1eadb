import { and, count, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { prepared } from "@/db/prepared";
import { only } from "@/db/rows";
import { companies } from "@/db/schema/companies";
import { imports } from "@/db/schema/imports";
import { invoices } from "@/db/schema/invoices";
import { tickets } from "@/db/schema/tickets";
import { type Actor, visibleToAsker, visibleValues } from "@/server/actor";
import type { Home } from "./home";

/** What waits for the actor's side, as of now. */
export async function countWhatWaits(db: Database, actor: Actor): Promise<Home["needsMe"]> {
  const values = visibleValues(actor);
  const [unanswered, open] = await Promise.all([unansweredConversations(db).execute(values), openImports(db).execute(values)]);
  return {
    unanswered: only(unanswered),
    openImports: {
      imports: open.reduce((sum, { imports }) => sum + imports, 0),
      amounts: open.map(({ currency, amountCents }) => ({ currency, amountCents })),
    },
  };
}

const unansweredConversations = prepared((db) =>
  db
    .select({
      conversations: sql`count(distinct ${tickets.invoiceId})`.mapWith(Number),
      companies: sql`count(distinct ${tickets.companyId})`.mapWith(Number),
      oldestAt: sql`min(${tickets.createdAt})`.mapWith(tickets.createdAt),
    })
    .from(tickets)
    .where(and(visibleToAsker(tickets), eq(tickets.status, "unanswered")))
    .prepare("count_unanswered_conversations"),
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
