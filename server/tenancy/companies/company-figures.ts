import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { Company } from "@/db/schema/companies";
import { outstandingRollups } from "@/db/schema/rollups";
import { tickets, waitsForCompany } from "@/db/schema/tickets";
import type { Actor } from "@/server/actor";

export interface ListedCompany extends Company {
  /** In cents, as of the last refresh of the figures. */
  outstandingCents: number;
  /** Conversations that wait for the company's answer. */
  unansweredCount: number;
}

/** Returns the companies with their figures, in the same order. The caller has checked that they are the actor's. */
export async function withFigures(db: Database, { partnerId }: Actor, rows: Company[]): Promise<ListedCompany[]> {
  const ids = rows.map(({ id }) => id);
  const [outstanding, unanswered] = await Promise.all([
    db
      .select({ companyId: outstandingRollups.companyId, figure: sql`sum(${outstandingRollups.outstandingCents})`.mapWith(Number) })
      .from(outstandingRollups)
      .where(and(eq(outstandingRollups.partnerId, partnerId), inArray(outstandingRollups.companyId, ids)))
      .groupBy(outstandingRollups.companyId),
    db
      .select({ companyId: tickets.companyId, figure: sql`count(distinct ${tickets.invoiceId})`.mapWith(Number) })
      .from(tickets)
      .where(and(eq(tickets.partnerId, partnerId), inArray(tickets.companyId, ids), waitsForCompany(sql`${tickets}`)))
      .groupBy(tickets.companyId),
  ]);
  const figureOf = (figures: typeof outstanding, id: string) => figures.find(({ companyId }) => companyId === id)?.figure ?? 0;
  return rows.map((row) => ({ ...row, outstandingCents: figureOf(outstanding, row.id), unansweredCount: figureOf(unanswered, row.id) }));
}
