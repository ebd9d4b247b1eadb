import postgres from "postgres";
import { connect } from "@/db/client";
import { env } from "@/server/env";
import { foldChanges } from "@/server/outbound/notifications/fold-changes";
import { openDeliveries } from "@/server/outbound/notifications/open-deliveries";
import { startDueDeliveries } from "@/server/outbound/notifications/start-due-deliveries";
import { log } from "@/server/platform/log";
import { withTimeout } from "@/server/platform/with-timeout";
import { lifecycle } from "./lifecycle";

const POLL_EVERY_MS = 1_000;
/** A connection that breaks at the wrong moment can leave its query without any end. Longer than whatever a round may take. */
const ROUND_TIMEOUT_MS = 6 * 60_000;
/** Of its own, so that requests never queue behind what many receivers answer at once. */
const POOL = 3;

/**
 * Sends notifications for as long as the process lives: as soon as a commit tells of a change that somebody waits for, and each second besides, for
 * retries, for batches, for what a process left that died, and for databases behind a pooler, which tell nobody. A round never waits for a
 * receiver, so that one which hangs delays no other. Once the process is to stop, what was sent is still waited for and written down.
 */
export function keepNotifying(): void {
  const { DATABASE_URL, DATABASE_PREPARE } = env();
  const { db, close } = connect(DATABASE_URL, { max: POOL, prepare: DATABASE_PREPARE });
  const now = () => new Date();
  const underWay = new Set<Promise<void>>();
  let listener = listen(DATABASE_URL, wake);
  let running: Promise<void> | undefined;
  let finished: Promise<void> | undefined;
  let isWanted = false;
  let isFailing = false;

  const timer = setInterval(wake, POLL_EVERY_MS).unref();
  lifecycle.finish.push(finish);
  wake();

  function wake(): void {
    isWanted = true;
    running ??= runWhileWanted().finally(() => {
      running = undefined;
      if (isWanted && !lifecycle.draining) wake();
    });
  }

  async function runWhileWanted(): Promise<void> {
    while (isWanted && !lifecycle.draining) {
      isWanted = false;
      await withTimeout(ROUND_TIMEOUT_MS, takeRound()).then(noteSuccess, noteFailure);
    }
  }

  async function takeRound(): Promise<void> {
    await foldChanges(db);
    await openDeliveries(db, now());
    for (const outcome of await startDueDeliveries(db, now, underWay.size)) {
      const ended = outcome.then(() => {
        underWay.delete(ended);
        // There is room again, for its endpoint and in all.
        wake();
      });
      underWay.add(ended);
    }
  }

  function finish(): Promise<void> {
    finished ??= (async () => {
      clearInterval(timer);
      await running;
      await Promise.all(underWay);
      await Promise.all([listener.end({ timeout: 1 }), close()]).catch(() => {});
    })();
    return finished;
  }

  function noteSuccess(): void {
    // While the database was away, nobody listened to it; the driver may have given up.
    if (isFailing) {
      void listener.end({ timeout: 1 }).catch(() => {});
      listener = listen(DATABASE_URL, wake);
    }
    isFailing = false;
  }

  function noteFailure(error: unknown): void {
    if (!isFailing && !lifecycle.draining) log().error({ err: error }, "sending notifications failed");
    isFailing = true;
  }
}

/** A driver of its own: drizzle changes the parsers of those that it is given. That nobody can be heard is no failure: there is the poll. */
function listen(url: string, onChange: () => void): postgres.Sql {
  const client = postgres(url, {
    max: 1,
    connect_timeout: 5,
    onnotice: () => {},
    connection: { application_name: "invoice-collection-service" },
  });
  client.listen("changes", onChange).catch(() => {});
  return client;
}
