import { wasHeldUp } from "@/db/failures";
import { log } from "./log";
import { heldUpWork } from "./metrics";

/** Ids of records that were held up in this round. */
export type HeldUp = Set<string>;

/**
 * Does the work for one record in a round. If a lock time-out, a statement time-out or a deadlock holds the work up, logs and counts that,
 * and leaves the record for the next round: returns undefined, so that this round continues with other records. Does the same at once for a record
 * that was held up before in this round. Throws any other error.
 */
export async function unlessHeldUp<Result>(
  heldUp: HeldUp,
  kind: "import" | "message" | "partner" | "payment" | "refund",
  id: string,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  if (heldUp.has(id)) return undefined;
  try {
    return await work();
  } catch (error) {
    if (!wasHeldUp(error)) throw error;
    heldUp.add(id);
    heldUpWork.inc({ kind });
    log().warn({ err: error, [kind]: id }, "held up, left for the next round");
    return undefined;
  }
}
