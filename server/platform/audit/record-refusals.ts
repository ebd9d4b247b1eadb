import { and, lt } from "drizzle-orm";
import type { Database } from "@/db/client";
import { refusalCounts } from "@/db/schema/refusal-counts";
import { HOUR_MS, MINUTE_MS } from "@/server/domain/formats/time";
import { type Scope, whereInScope } from "@/server/platform/scope";
import { recordEvent } from "./record-event";

/** Time after an hour's end in which its last refusals may still be written, in ms. */
const LATE_MS = MINUTE_MS;

/** Records one security event for each person and key that was refused something in an hour that is over. Returns the number of events. */
export function recordRefusals(db: Database, { scope, now = new Date() }: { scope?: Scope; now?: Date } = {}): Promise<number> {
  return db.transaction(async (tx) => {
    const over = await tx
      .delete(refusalCounts)
      .where(and(lt(refusalCounts.hour, new Date(now.getTime() - HOUR_MS - LATE_MS)), whereInScope(refusalCounts.partnerId, scope)))
      .returning();
    for (const { partnerId, actor, hour, refused, codes } of over) {
      await recordEvent(tx, { partnerId, name: actor }, "acts_refused", { after: { refused, codes, hour: hour.toISOString() } });
    }
    return over.length;
  });
}
