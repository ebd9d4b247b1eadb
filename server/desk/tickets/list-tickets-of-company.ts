import { and, asc, count, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { listOf } from "@/db/json-list";
import { prepared } from "@/db/prepared";
import { companies } from "@/db/schema/companies";
import { type Ticket, tickets } from "@/db/schema/tickets";
import { type Actor, visibleToAsker, visibleValues } from "@/server/actor";
import { DomainError } from "@/server/errors";
import type { Page, PageRequest } from "@/server/platform/page";

export type ListedTicket = Pick<Ticket, "id" | "invoiceId" | "message" | "sender" | "createdAt">;

/** Returns a company's tickets of one status, oldest first, with their total, in one statement. Throws `invalid_company_id`. */
export async function listTicketsOfCompany(
  db: Database,
  actor: Actor,
  companyId: string,
  status: Ticket["status"],
  { pageNumber, pageSize }: PageRequest,
): Promise<Page<ListedTicket>> {
  const [page] = await pageOf(db).execute({ ...visibleValues(actor), companyId, status, pageSize, offset: (pageNumber - 1) * pageSize });
  if (!page) throw new DomainError("invalid_company_id");
  return { ...page, pageNumber, pageSize };
}

const pageOf = prepared((db) => {
  const ofCompany = and(
    eq(tickets.partnerId, companies.partnerId),
    eq(tickets.companyId, companies.id),
    sql`${tickets.status} = ${sql.placeholder("status")}`,
  );
  return db
    .select({
      totalEntries: sql`(${db.select({ value: count() }).from(tickets).where(ofCompany)})`.mapWith(Number),
      entries: listOf<ListedTicket, "createdAt">(
        sql`select ${tickets.id}, ${tickets.invoiceId} as "invoiceId", ${tickets.message}, ${tickets.sender}, ${tickets.createdAt} as "createdAt"
          from ${tickets} where ${ofCompany}
          order by ${asc(tickets.createdAt)}, ${asc(tickets.id)}
          limit ${sql.placeholder("pageSize")} offset ${sql.placeholder("offset")}`,
        "createdAt",
      ),
    })
    .from(companies)
    .where(and(visibleToAsker({ partnerId: companies.partnerId, companyId: companies.id }), eq(companies.id, sql.placeholder("companyId"))))
    .prepare("list_tickets_of_company");
});
