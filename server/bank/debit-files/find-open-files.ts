import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { debits } from "@/db/schema/debits";
import { partners } from "@/db/schema/partners";
import { bankDaysBefore } from "@/server/domain/banking/bank-days";
import { dayAt } from "@/server/domain/formats/calendar";
import { debitCutOff } from "@/server/domain/rules/debit-cut-off";
import { DEBIT_ANSWER_DAYS, type DebitFileNeed, isAnswerOverdue, type UrgentNeed } from "@/server/domain/rules/debit-file-needs";
import { debitLeadLimits } from "@/server/domain/rules/debit-state";
import { clock } from "@/server/platform/clock";

/** A file of direct debits that still needs a person, and why. */
export type OpenFile = FileFacts &
  ({ need: "in_time" | "due" | "late"; cutOffAt: Date } | { need: "mandate_withdrawn" | "unanswered" | "named"; cutOffAt: null });

interface FileFacts {
  partnerId: string;
  companyId: string;
  companyName: string;
  fileId: string;
  /** Today by the partner's clock. */
  today: string;
  need: DebitFileNeed;
  /** Number of the file's debits to which `need` applies. */
  debitsCount: number;
  /** Account holder of the first of these debits, by name, as the file states it; empty: unknown, as for a file that was withdrawn. */
  holder: string;
  /** Whether a second person must approve the file first. */
  waitsForApproval: boolean;
  /** Moment by which the bank must have the file; null: the bank has it, or may have it. */
  cutOffAt: Date | null;
}

/** A file of which people are told. */
export type UrgentFile = OpenFile & { need: UrgentNeed };

/** Whether people are told of the file. */
export function isUrgent(file: OpenFile): file is UrgentFile {
  return file.need !== "in_time";
}

/**
 * Finds the files that still need a person, by name of their company, oldest first. A file that contains debits of several days is in time until
 * the cut-off of the first day. `where`: condition on debits. `now`: real time.
 */
export async function findOpenFiles(db: Database, where: SQL | undefined, now: Date): Promise<OpenFile[]> {
  const { days, hour } = debitLeadLimits;
  const rows = await db.execute<OpenDay>(sql`
    select open.partner_id as "partnerId", f.company_id as "companyId", c.name as "companyName", f.id as "fileId",
      f.needs_approval and f.approved_at is null as "waitsForApproval", open.collect_on::text as "collectOn", open.reason, open.count,
      coalesce(open.holder, '') as holder,
      partners.clock_offset_ms::float8 as "clockOffsetMs", coalesce(s.lead_days, ${days.initial}::int) as "leadDays",
      coalesce(s.cut_off_hour, ${hour.initial}::int) as "cutOffHour"
    from (${openDays(where ?? sql`true`, now)}) open
    join debit_files f on f.partner_id = open.partner_id and f.id = open.file_id
    join companies c on c.partner_id = f.partner_id and c.id = f.company_id
    join partners on partners.id = f.partner_id
    left join debit_settings s on s.partner_id = f.partner_id and s.bank_account_id = f.bank_account_id
    order by c.name, f.created_at, f.id, open.reason, open.collect_on`);
  const byFile = Map.groupBy(rows, ({ partnerId, fileId, reason }) => `${partnerId} ${fileId} ${reason}`);
  return [...byFile.values()].flatMap((ofFile) => openOf(ofFile, now));
}

/** Debits of one file and day. `unsent`: nobody has downloaded the file. */
interface OpenDay extends Pick<FileFacts, "partnerId" | "companyId" | "companyName" | "fileId" | "holder" | "waitsForApproval"> {
  collectOn: string;
  reason: "unsent" | "mandate_withdrawn" | "unanswered" | "named";
  count: number;
  clockOffsetMs: number;
  leadDays: number;
  cutOffHour: number;
  [column: string]: unknown;
}

/**
 * Returns SQL that counts the debits by file, day and reason; for `mandate_withdrawn` and `named`, by file alone. Some of the `unanswered` debits may still be answered
 * in time: `openOf` drops them.
 */
function openDays(where: SQL, now: Date): SQL {
  const today = sql`(${now.toISOString()}::timestamptz + ${partners.clockOffsetMs} * interval '1 millisecond')::date`;
  const { partnerId, id, status, fileId, collectOn, holder, mandateId, reportStatus, returnedTransactionId } = debits;
  return sql`
    select ${partnerId}, ${fileId}, ${collectOn}, 'unsent' as reason, count(*)::int as count, min(${holder}) as holder
    from debit_files unsent join ${debits} on ${partnerId} = unsent.partner_id and ${fileId} = unsent.id and ${status} = 'at_bank'
    where unsent.handed_out_at is null and unsent.withdrawn_at is null and ${where}
    group by ${partnerId}, ${fileId}, ${collectOn}
    union all
    select ${partnerId}, ${fileId}, min(${collectOn}), 'mandate_withdrawn', count(*)::int, min(${holder})
    from ${debits} join debit_files sent on sent.partner_id = ${partnerId} and sent.id = ${fileId}
      and (sent.handed_out_at is not null or sent.withdrawn_at is not null)
    join mandates m on m.partner_id = ${partnerId} and m.id = ${mandateId} and m.ended_reason = 'withdrawn'
    where ${status} = 'at_bank' and ${returnedTransactionId} is null and ${reportStatus} is distinct from 'rejected' and ${where}
    group by ${partnerId}, ${fileId}
    union all
    select ${partnerId}, ${fileId}, ${collectOn}, 'unanswered', count(*)::int, min(${holder})
    from ${debits} join ${partners} on ${partners.id} = ${partnerId}
    join debit_files sent on sent.partner_id = ${partnerId} and sent.id = ${fileId} and (sent.handed_out_at is not null or sent.withdrawn_at is not null)
    where ${status} = 'at_bank' and ${collectOn} < ${today} - ${DEBIT_ANSWER_DAYS}::int and ${where}
    group by ${partnerId}, ${fileId}, ${collectOn}
    union all
    select ${partnerId}, w.file_id, min(${collectOn}), 'named', count(*)::int, null
    from withdrawn_debits w join ${debits} on ${partnerId} = w.partner_id and ${id} = w.debit_id
      and (${status} = 'planned' or (${status} = 'at_bank' and ${fileId} <> w.file_id))
    where w.named_at is not null and ${where}
    group by ${partnerId}, w.file_id`;
}

/** Returns a list with the file, made from its days in order. The list is empty if the bank has time left to answer all of its debits. */
function openOf(ofFile: readonly OpenDay[], real: Date): OpenFile[] {
  const [first] = ofFile;
  if (!first) return [];
  const now = clock.at(first, real);
  const today = dayAt(now);
  const waiting = first.reason === "unanswered" ? ofFile.filter(({ collectOn }) => isAnswerOverdue(collectOn, today)) : ofFile;
  if (waiting.length === 0) return [];
  const { partnerId, companyId, companyName, fileId, holder, waitsForApproval } = first;
  const debitsCount = waiting.reduce((sum, { count }) => sum + count, 0);
  const file = { partnerId, companyId, companyName, fileId, today, debitsCount, holder, waitsForApproval };
  if (first.reason !== "unsent") return [{ ...file, need: first.reason, cutOffAt: null }];
  const cutOffAt = debitCutOff(first.collectOn, first);
  return [{ ...file, need: needOf(cutOffAt, now), cutOffAt }];
}

function needOf(cutOffAt: Date, now: Date): "in_time" | "due" | "late" {
  if (cutOffAt <= now) return "late";
  return bankDaysBefore(dayAt(cutOffAt), 1, "target") <= dayAt(now) ? "due" : "in_time";
}
