import { wasHeldUp } from "@/db/failures";
import { log } from "./log";
import { heldUpWork } from "./metrics";

/** Ids of records that were held up in this round. */
export type HeldUp = Set<string>;

/**
 * Does one record's part of a round. If it is held up (lock time-out, statement time-out or deadlock), logs and counts that, leaves the record for the
 * next round and returns undefined, so that this round continues with other records. Any other error is thrown.
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
