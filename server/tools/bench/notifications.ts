import type { ChildProcess } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import { dispatch } from "@/app/api/v2/dispatch";
import type { Connection } from "@/db/client";
import { withTimeout } from "@/server/platform/with-timeout";
import { createApiHandler } from "@/server/process/http";
import { surviveDatabase } from "@/server/process/survive-database";
import { createApiKey } from "@/server/tenancy/api-keys/create-api-key";
import { readInvoiceIds, serveLocally } from "@/server/testing/serve-locally";
import { createNotifiedPartner, type NotifiedPartner, readVersion, startSender, withDatabase, writeVersion } from "./notification-setup";
import { type FetchVersions, Witness } from "./notification-witness";
import { readPostmaster } from "./processes";
import { print } from "./report";

// Checks that no change is missed: 8 writers, a sender and a Postgres that are killed at random moments, and a receiver that fetches each
// invoice through the API before it confirms, and sometimes refuses.

const CHANGES = Number(process.argv[3] ?? 10_000);
const SENDER_KILLS = Number(process.argv[4] ?? 50);
const POSTGRES_KILLS = Number(process.argv[5] ?? 10);
const WRITERS = 8;
const INVOICES_PER_WRITER = 50;
const REFUSED_SHARE = 0.02;
const FETCHED_AT_ONCE = 8;
/** Time-out in ms. After a crash, deliveries in flight are sent within a minute. */
const DRAIN_TIMEOUT_MS = 5 * 60_000;
const WRITE_TIMEOUT_MS = 20_000;

surviveDatabase((exitCode) => process.exit(exitCode));
await withDatabase(WRITERS, measure);

async function measure(connection: Connection, folder: string): Promise<void> {
  let witness = new Witness(async () => new Map());
  let requests = 0;
  let refused = 0;
  const receiver = await serveLocally(async (request, response) => {
    requests += 1;
    const ids = await readInvoiceIds(request);
    const isConfirmed = Math.random() > REFUSED_SHARE && (await succeeds(witness.sawNotification(ids)));
    if (!isConfirmed) refused += 1;
    response.writeHead(isConfirmed ? 204 : 500).end();
  });
  const notified = await createNotifiedPartner(connection, receiver.url, WRITERS * INVOICES_PER_WRITER);
  const api = await serveLocally(createApiHandler("127.0.0.1", dispatch));
  const { key } = await createApiKey(connection.db, notified.partner.id, { name: "bench" });
  witness = new Witness(fetchFrom(api.url, key));

  const sender = keepSending();
  const senderKiller = atRandomChanges(SENDER_KILLS, sender.kill);
  const postgresKiller = atRandomChanges(POSTGRES_KILLS, () => process.kill(readPostmaster(folder), "SIGKILL"));
  const retried = await writeAll(connection, notified, witness, () => {
    senderKiller.sawChange();
    postgresKiller.sawChange();
  });
  const writtenAt = performance.now();
  while (witness.missed() > 0 && performance.now() - writtenAt < DRAIN_TIMEOUT_MS) await wait(100);
  const drainedS = ((performance.now() - writtenAt) / 1_000).toFixed(1);

  const lost = await witness.lost();
  const { p50, p99, most } = witness.takeLatencies();
  print(
    [
      `changes: ${CHANGES} by ${WRITERS} writers; ${retried} writes were tried again because the database was away`,
      `while they were written the sender was killed ${senderKiller.kills()} times, Postgres ${postgresKiller.kills()} times`,
      `${requests} requests to the receiver, ${refused} of them refused`,
      `invoices that lack an acknowledged change: ${lost} (to reach: 0)`,
      `invoices whose latest change was never announced: ${witness.missed()} (to reach: 0)`,
      `invoices fetched in an older version than announced: ${witness.olderThanAnnounced} (to reach: 0)`,
      `from commit to receiver: p50 ${p50} ms, p99 ${p99} ms, most ${most} ms`,
      `after the last change everything was out within ${drainedS} s (to reach: 60)`,
    ].join("\n"),
  );
  if (lost + witness.missed() + witness.olderThanAnnounced > 0) process.exitCode = 1;
  sender.stop();
  receiver.close();
  api.close();
}

/** Returns a function that fetches invoices as a partner's notified system would. */
function fetchFrom(baseUrl: string, key: string): FetchVersions {
  return async (ids) => {
    const found = new Map<string, number>();
    const waiting = ids.values();
    const fetchRest = async () => {
      for (const id of waiting) {
        const answer = await fetch(`${baseUrl}/api/v2/invoices/${id}`, { headers: { Authorization: `ApiKey ${key}` } });
        if (!answer.ok) throw new Error(`answered by ${answer.status}`);
        found.set(id, readVersion((await answer.json()).reference));
      }
    };
    await Promise.all(Array.from({ length: FETCHED_AT_ONCE }, fetchRest));
    return found;
  };
}

/** Makes each writer change its own invoices. Returns the number of retried writes. */
async function writeAll(
  { db }: Connection,
  { actor, invoiceIds }: NotifiedPartner,
  witness: Witness,
  onChange: () => void,
): Promise<number> {
  let retried = 0;
  const write = async (writer: number) => {
    for (let count = 0; count < CHANGES / WRITERS; count += 1) {
      const invoiceId = invoiceIds[writer * INVOICES_PER_WRITER + Math.floor(Math.random() * INVOICES_PER_WRITER)] ?? "";
      const version = witness.versionOf(invoiceId) + 1;
      const change = () =>
        db.transaction(async (tx) => {
          await writeVersion(tx, actor, invoiceId, version);
          // Makes transactions commit in another order than they began.
          if (count % 10 === 0) await wait(Math.random() * 50);
        });
      // A failed write may have been committed. Writing the same version again then changes nothing.
      while (!(await succeeds(withTimeout(WRITE_TIMEOUT_MS, change())))) {
        retried += 1;
        await wait(200);
      }
      witness.sawCommit(invoiceId);
      onChange();
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
  return retried;
}

function succeeds(work: Promise<void>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}

/** Keeps one sender running, like a service manager. */
function keepSending() {
  let child = start();
  let isOver = false;

  function start(): ChildProcess {
    const started = startSender();
    started.once("exit", () => {
      if (!isOver) child = start();
    });
    return started;
  }

  return {
    kill: () => void child.kill("SIGKILL"),
    stop: () => {
      isOver = true;
      child.kill("SIGKILL");
    },
  };
}

/** Kills this many times at random changes. If nothing is alive at that moment, kills at the next change at which something is. */
function atRandomChanges(times: number, kill: () => void) {
  const chosen = Array.from({ length: times }, () => Math.floor(Math.random() * CHANGES)).sort((one, other) => one - other);
  let changes = 0;
  let kills = 0;
  return {
    kills: () => kills,
    sawChange: () => {
      changes += 1;
      if (changes <= (chosen[kills] ?? Number.POSITIVE_INFINITY)) return;
      try {
        kill();
        kills += 1;
      } catch {
        // Postgres is being started again.
      }
    },
  };
}
