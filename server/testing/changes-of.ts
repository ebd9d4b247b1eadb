import { and, asc, eq, gt } from "drizzle-orm";
import { db } from "@/db/client";
import { changes } from "@/db/schema/changes";

export interface RecordedChange {
  record: string;
  recordId: string;
  kind: string;
  actor: string;
  requestId: string | null;
}

/** Does the work, and returns the changes to the partner's records that it recorded. */
export async function changesOf(partnerId: string, work: () => Promise<unknown>): Promise<RecordedChange[]> {
  const [last] = await db
    .select({ id: changes.id })
    .from(changes)
    .where(eq(changes.partnerId, partnerId))
    .orderBy(asc(changes.id))
    .then((rows) => rows.slice(-1));
  await work();
  return db
    .select({ record: changes.record, recordId: changes.recordId, kind: changes.kind, actor: changes.actor, requestId: changes.requestId })
    .from(changes)
    .where(and(eq(changes.partnerId, partnerId), gt(changes.id, last?.id ?? 0)))
    .orderBy(asc(changes.id));
}
