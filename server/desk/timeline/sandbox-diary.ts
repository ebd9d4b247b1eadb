import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { OutgoingMessage } from "@/db/schema/collections";
import type { Actor } from "@/server/actor";
import { DAY_MS } from "@/server/domain/formats/time";
import { type LineCategory, typesOf } from "@/server/domain/rules/line-types";
import { clock } from "@/server/platform/clock";
import { dayInSql } from "@/server/platform/day-in-sql";
import { findSandbox } from "@/server/sandbox/find-sandbox";

/** Length of the diary in days by the sandbox's clock. */
const DIARY_DAYS = 60;
/** Maximum number of entries. */
const MOST_ENTRIES = 60;

/** Events of one kind and one day on the invoices of one import. */
export interface DiaryEntry {
  /** A day such as `2026-11-20`. */
  day: string;
  /** Kind of message, or an event from outside. */
  what: OutgoingMessage["kind"] | "not_arrived" | "paid" | "charged_back" | "fee" | "asked";
  invoices: number;
  /** Amount of money received, returned or charged, in cents; null for other events. */
  amountCents: number | null;
  currency: string;
  importId: string;
  importTitle: string;
  /** Null unless the entry is about a single invoice. */
  invoiceId: string | null;
}

/** Returns the events of the last 60 days by a sandbox's clock, newest first, at most 60 entries; none for other partners. */
export async function sandboxDiary(db: Database, actor: Actor): Promise<DiaryEntry[]> {
  if (!(await findSandbox(db, actor))) return [];
  const now = clock.now(actor);
  const from = new Date(now.getTime() - DIARY_DAYS * DAY_MS).toISOString();
  const companyIds = actor.companyIds && `{${actor.companyIds.join(",")}}`;
  const rows = await db.execute<Record<keyof DiaryEntry, string | null>>(sql`
    with happened as (
      select invoice_id, created_at as at, case when state = 'refused' then 'not_arrived' else kind::text end as what, null::bigint as cents
      from outgoing_messages
      where partner_id = ${actor.partnerId} and state in ('sent', 'unknown', 'refused') and created_at >= ${from}
      union all
      select invoice_id, date, case when ${isOf("chargeback")} then 'charged_back' when ${isOf("payment")} then 'paid' else 'fee' end,
        case when ${isOf("payment")} then -amount_cents else amount_cents end
      from invoice_lines l
      where partner_id = ${actor.partnerId} and date >= ${from} and refund_id is null and ${isOf("payment", "chargeback", "fee")}
        and not exists (select from payments p where p.partner_id = l.partner_id and p.id = l.payment_id and p.undone_by is not null)
      union all
      select invoice_id, created_at, 'asked', null from tickets
      where partner_id = ${actor.partnerId} and sender = 'customer' and created_at >= ${from}
    )
    select ${dayInSql(sql`happened.at`)}::text as day, happened.what, count(distinct invoice.id) as invoices,
      sum(happened.cents) as "amountCents", company.currency, import.id as "importId", import.title as "importTitle",
      case when count(distinct invoice.id) = 1 then min(invoice.id) end as "invoiceId"
    from happened
    join invoices invoice on invoice.partner_id = ${actor.partnerId} and invoice.id = happened.invoice_id
    join imports import on import.partner_id = invoice.partner_id and import.id = invoice.import_id
    join companies company on company.partner_id = invoice.partner_id and company.id = invoice.company_id
    where happened.at <= ${now.toISOString()}
      and (${companyIds}::text[] is null or invoice.company_id = any(${companyIds}::text[]))
    group by 1, 2, company.currency, import.id, import.title
    order by 1 desc, max(happened.at) desc, 2, import.id
    limit ${MOST_ENTRIES}`);
  return rows.map((row) => ({
    day: row.day ?? "",
    what: row.what as DiaryEntry["what"],
    invoices: Number(row.invoices),
    amountCents: row.amountCents === null ? null : Number(row.amountCents),
    currency: row.currency ?? "",
    importId: row.importId ?? "",
    importTitle: row.importTitle ?? "",
    invoiceId: row.invoiceId,
  }));
}

/** Condition: the line's type is of these categories. */
function isOf(...categories: LineCategory[]): SQL {
  return sql`type::text = any(${`{${typesOf(...categories).join(",")}}`}::text[])`;
}
