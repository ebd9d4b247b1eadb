import { connect } from "@/db/client";
import { runCollection } from "@/server/billing/collection/run-collection";
import { env } from "@/server/env";
import { withTimeout } from "@/server/platform/with-timeout";
import { lifecycle } from "./lifecycle";
import { repeat } from "./repeat";

const EVERY_MS = 1_000;
/** A connection that breaks at the wrong moment can leave its query without any end. Longer than whatever a round may take. */
const ROUND_TIMEOUT_MS = 5 * 60_000;
/** Of its own, so that requests never queue behind a large import's messages. */
const POOL = 10;

/** Writes to customers for as long as the process lives. Costs a look at three indexes and at the partners when nothing is due. */
export function keepCollecting(): void {
  const { DATABASE_URL, DATABASE_PREPARE } = env();
  const { db } = connect(DATABASE_URL, { max: POOL, prepare: DATABASE_PREPARE });
  repeat(EVERY_MS, "collecting", () => withTimeout(ROUND_TIMEOUT_MS, runCollection(db, { isStopping: () => lifecycle.draining })));
}
