import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";

interface WithdrawnFile {
  partnerId: string;
  fileId: string;
}

/**
 * Keeps the debits that a withdrawn file contained out of other files, because the bank has named the file, until a person decides. `exceptIds`:
 * debits that the bank rejects; they are free for another file. Waits for files that are being made of them.
 */
export async function holdWithdrawn(
  tx: Database,
  { partnerId, fileId }: WithdrawnFile,
  namedAt: Date,
  exceptIds: readonly string[] = [],
): Promise<void> {
  // Locked in one order, because a file that is being made locks them as well (`prepareDebits`).
  await tx.execute(sql`
    with locked as (select w.debit_id from withdrawn_debits w where w.partner_id = ${partnerId} and w.file_id = ${fileId} order by w.debit_id for update)
    update withdrawn_debits w set named_at = case when w.debit_id = any(${`{${exceptIds.join(",")}}`}::text[]) then null
      else coalesce(w.named_at, ${namedAt.toISOString()}::timestamptz) end
    from locked where w.partner_id = ${partnerId} and w.file_id = ${fileId} and w.debit_id = locked.debit_id`);
}
