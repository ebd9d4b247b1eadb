import { and, count, eq, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { mandates } from "@/db/schema/mandates";
import { type Actor, visibleTo } from "@/server/actor";
import { dayAt } from "@/server/domain/formats/calendar";
import { clock } from "@/server/platform/clock";
import type { Page, PageRequest } from "@/server/platform/page";
import { getCompany } from "@/server/tenancy/companies/find-company";
import { asMandate, type Mandate } from "./mandate";

interface Wanted extends PageRequest {
  /** Part of a reference, a holder, an e-mail address or an IBAN, in any letter case. Absent: all. */
  search?: string;
}

/** Lists a company's mandates in the order of recording. Throws `invalid_company_id`. */
export async function listMandates(
  db: Database,
  actor: Actor,
  companyId: string,
  { pageNumber, pageSize, search = "" }: Wanted,
): Promise<Page<Mandate>> {
  await getCompany(db, actor, companyId);
  const wanted = and(visibleTo(actor, mandates), eq(mandates.companyId, companyId), whereFound(search.trim()));
  const [rows, totals] = await Promise.all([
    db
      .select()
      .from(mandates)
      .where(wanted)
      .orderBy(mandates.recordedOrder)
      .limit(pageSize)
      .offset((pageNumber - 1) * pageSize),
    db.select({ totalEntries: count() }).from(mandates).where(wanted),
  ]);
  const today = dayAt(clock.now(actor));
  return { entries: rows.map((row) => asMandate(row, today)), pageNumber, pageSize, ...only(totals) };
}

function whereFound(text: string): SQL | undefined {
  if (text === "") return undefined;
  const has = (column: SQL, part: string) => sql`strpos(lower(${column}), ${part.toLowerCase()}) > 0`;
  return or(
    has(sql`${mandates.reference}`, text),
    has(sql`${mandates.holder}`, text),
    has(sql`${mandates.customerKey}`, text),
    has(sql`${mandates.iban}`, text.replace(/\s/g, "")),
  );
}
