import { sql } from "drizzle-orm";
import { textArray } from "@/db/array-text";
import type { Database } from "@/db/client";
import { bankFileName } from "@/server/domain/banking/bank-file-name";
import { env } from "@/server/env";
import type { MailValues } from "@/server/platform/mail/mail-kinds";

/** Two files with the same debits: the bank has named the withdrawn one, and the debits are in the newer one. */
export interface DoubledFiles {
  /** The withdrawn file that the bank has named. */
  earlierId: string;
  earlierAt: Date;
  newerId: string;
  newerAt: Date;
  companyName: string;
  /** Number of debits in both. */
  count: number;
}

/**
 * Finds the pairs of files of which at least one is among `fileIds`, newest first, as long as a debit of both has no result and nobody has
 * decided about the withdrawn one (`decideWithdrawnFile`). If the bank had both files, it would collect twice.
 */
export async function findDoubled(db: Database, partnerId: string, fileIds: readonly string[]): Promise<DoubledFiles[]> {
  if (fileIds.length === 0) return [];
  const rows = await db.execute<
    Record<keyof DoubledFiles, unknown> & Pick<DoubledFiles, "earlierId" | "newerId" | "companyName" | "count">
  >(
    sql`select w.file_id as "earlierId", earlier.created_at as "earlierAt", newer.id as "newerId", newer.created_at as "newerAt",
        c.name as "companyName", count(*)::int as count
      from withdrawn_debits w
      join debits d on d.partner_id = w.partner_id and d.id = w.debit_id and d.status = 'at_bank' and d.file_id <> w.file_id
      join debit_files earlier on earlier.partner_id = w.partner_id and earlier.id = w.file_id
      join debit_files newer on newer.partner_id = d.partner_id and newer.id = d.file_id
      join companies c on c.partner_id = newer.partner_id and c.id = newer.company_id
      where w.partner_id = ${partnerId} and w.named_at is not null
        and (w.file_id = any(${textArray(fileIds)}::text[]) or d.file_id = any(${textArray(fileIds)}::text[]))
      group by w.file_id, earlier.created_at, newer.id, newer.created_at, c.name
      order by newer.created_at desc, newer.id desc, earlier.created_at desc`,
  );
  return rows.map(({ earlierAt, newerAt, ...pair }) => ({
    ...pair,
    earlierAt: new Date(String(earlierAt)),
    newerAt: new Date(String(newerAt)),
  }));
}

/** Returns the values of the mail about such a pair. Its link leads to the newer file. `companyId`, `company`: of both files. */
export function mailOfDoubled(
  { earlierId, earlierAt, newerId, newerAt, companyName, count }: DoubledFiles,
  { companyId, company }: { companyId: string; company: string },
): MailValues["debitFileTwice"] {
  return {
    company,
    earlier: bankFileName("debits", { id: earlierId, companyName, createdAt: earlierAt }),
    newer: bankFileName("debits", { id: newerId, companyName, createdAt: newerAt }),
    count,
    link: `${env().PUBLIC_URL}/companies/${companyId}/debits?file=${newerId}`,
  };
}
