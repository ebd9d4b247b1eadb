import { sql } from "drizzle-orm";
import { textArray } from "@/db/array-text";
import type { Database } from "@/db/client";

interface WithdrawnFile {
  partnerId: string;
  fileId: string;
}

/** Ids of debits that left a file. */
interface NamedDebits {
  /** Debits that the bank may have; absent: all that left the file. */
  heldIds?: readonly string[];
  /** Debits that the bank rejects: they are free for another file, also if they are among `heldIds`. */
  freeIds?: readonly string[];
}

/**
 * Keeps debits that have left a file out of other files until a person decides, because the bank has named the file. Leaves debits that are in
 * neither list as they were. Waits for transactions that are putting these debits into a file.
 */
export async function holdWithdrawn(
  tx: Database,
  { partnerId, fileId }: WithdrawnFile,
  namedAt: Date,
  { heldIds, freeIds = [] }: NamedDebits = {},
): Promise<void> {
  const isHeld = heldIds ? sql`w.debit_id = any(${textArray(heldIds)}::text[])` : sql`true`;
  // Locked in one order, because a file that is being made locks them as well (`prepareDebits`).
  await tx.execute(sql`
    with locked as (select w.debit_id from withdrawn_debits w where w.partner_id = ${partnerId} and w.file_id = ${fileId} order by w.debit_id for update)
    update withdrawn_debits w set named_at = case when w.debit_id = any(${textArray(freeIds)}::text[]) then null
      when ${isHeld} then coalesce(w.named_at, ${namedAt.toISOString()}::timestamptz) else w.named_at end
    from locked where w.partner_id = ${partnerId} and w.file_id = ${fileId} and w.debit_id = locked.debit_id`);
}
