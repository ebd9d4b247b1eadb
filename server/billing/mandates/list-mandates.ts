import { and, count, eq, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { mandates } from "@/db/schema/mandates";
import { type Actor, visibleTo } from "@/server/actor";
import { dayAt } from "@/server/domain/formats/calendar";
import { clock } from "@/server/platform/clock";
import type { Page, PageRequest } from "@/server/platform/page";
import { getCompany } from "@/server/tenancy/companies/find-company";
import { asMandate } from "./mandate";
import { type MandateRecord, recordsOfMandates } from "./mandate-record";
import { whereMandateExpiring } from "./valid-mandate";
import { whereAnotherNeeded } from "./where-another-needed";

interface Wanted extends PageRequest {
  /** Part of a reference, a holder, an e-mail address or an IBAN, in any letter case. Absent: all. */
  search?: string;
  /** Only mandates that expire within three months. */
  isExpiring?: boolean;
  /** Only mandates whose payers need another one (`whereAnotherNeeded`). */
  isAnotherNeeded?: boolean;
}

/** One page of a company's mandates. */
export interface MandateList extends Page<MandateRecord> {
  /** Number of all of the company's mandates that expire within three months. */
  expiringCount: number;
  /** Number of the company's payers who need another mandate. */
  neededCount: number;
}

/** Lists a company's mandates in the order of recording. Throws `invalid_company_id`. */
export async function listMandates(
  db: Database,
  actor: Actor,
  companyId: string,
  { pageNumber, pageSize, search = "", isExpiring = false, isAnotherNeeded = false }: Wanted,
): Promise<MandateList> {
  await getCompany(db, actor, companyId);
  const today = dayAt(clock.now(actor));
  const ofCompany = and(visibleTo(actor, mandates), eq(mandates.companyId, companyId));
  const wanted = and(
    ...[ofCompany, whereFound(search.trim())],
    isExpiring ? whereMandateExpiring(today) : undefined,
    isAnotherNeeded ? whereAnotherNeeded(today) : undefined,
  );
  const [rows, totals, expiring, needed] = await Promise.all([
    db
      .select()
      .from(mandates)
      .where(wanted)
      .orderBy(mandates.recordedOrder)
      .limit(pageSize)
      .offset((pageNumber - 1) * pageSize),
    db.select({ totalEntries: count() }).from(mandates).where(wanted),
    db
      .select({ expiringCount: count() })
      .from(mandates)
      .where(and(ofCompany, whereMandateExpiring(today))),
    db
      .select({ neededCount: count() })
      .from(mandates)
      .where(and(ofCompany, whereAnotherNeeded(today))),
  ]);
  const found = rows.map((row) => asMandate(row, today));
  return { entries: await recordsOfMandates(db, actor, found), pageNumber, pageSize, ...only(totals), ...only(expiring), ...only(needed) };
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
