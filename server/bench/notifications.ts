import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type Connection, connect } from "@/db/client";
import { startEmbeddedPostgres } from "@/db/embedded";
import { migrate } from "@/db/migrate";
import { messages } from "@/db/schema/messages";
import { systemActor } from "../actor";
import { createCompany } from "../companies/create-company";
import { forgetEnv } from "../env";
import { newId } from "../id";
import { createImport } from "../imports/create-import";
import { createInvoice } from "../invoices/create-invoice";
import { createEndpoint } from "../notifications/create-endpoint";
import { allowLoopbackReceivers } from "../notifications/loopback";
import { createPartner } from "../partners/create-partner";
import { benchCompany, benchInvoice } from "./notification-data";
import { startReceiver, Witness } from "./notification-witness";
import { print, say } from "./report";

// Whether a change is ever missed: 8 writers, a sender that is killed at random moments, and a receiver that looks at each record when it is told
// of it, and fails at times.

const CHANGES = Number(process.argv[3] ?? 10_000);
const KILLS = Number(process.argv[4] ?? 50);
const WRITERS = 8;
const RECORDS_PER_WRITER = 50;
/** After a crash, what was on its way goes out within a minute; more means that it never will. */
const DRAIN_TIMEOUT_MS = 5 * 60_000;

const folder = mkdtempSync(join(tmpdir(), "ics-bench-"));
const postgres = await startEmbeddedPostgres({ folder, onProgress: say });
try {
  await migrate(postgres.ownerUrl, postgres.appUrl);
  Object.assign(process.env, { DATABASE_URL: postgres.appUrl, ENCRYPTION_KEY: randomBytes(32).toString("hex"), LOG_LEVEL: "error" });
  forgetEnv();
  await measure(connect(postgres.appUrl, { max: WRITERS + 4 }));
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function measure({ db, close }: Connection): Promise<void> {
  const partner = await createPartner(db, { name: "Northbank League" });
  const actor = systemActor(partner);
  const company = await createCompany(db, actor, benchCompany);
  const { id: importId } = await createImport(db, actor, { companyId: company.id, title: null, expectedInvoicesCount: null });
  const records: string[] = [];
  for (let count = 0; count < WRITERS * RECORDS_PER_WRITER; count += 1) {
    records.push((await createInvoice(db, actor, benchInvoice(importId))).id);
  }

  const witness = new Witness(db);
  const receiver = await startReceiver(witness);
  allowLoopbackReceivers();
  await createEndpoint(db, actor, { url: receiver.url, pacing: "real_time" });

  const killer = keepKilling();
  await Promise.all(
    Array.from({ length: WRITERS }, async (_, writer) => {
      for (let count = 0; count < CHANGES / WRITERS; count += 1) {
        const invoiceId = records[writer * RECORDS_PER_WRITER + Math.floor(Math.random() * RECORDS_PER_WRITER)] ?? "";
        await db.transaction(async (tx) => {
          await tx.insert(messages).values({
            ...{ partnerId: partner.id, invoiceId, id: newId() },
            ...{ type: "EMAIL", description: "Payment request", createdAt: new Date() },
          });
          // So that transactions commit in another order than they began.
          if (count % 10 === 0) await wait(Math.random() * 50);
        });
        witness.sawCommit(invoiceId);
      }
    }),
  );
  const kills = await killer.finish();
  const until = Date.now() + DRAIN_TIMEOUT_MS;
  while (witness.missed() > 0 && Date.now() < until) await wait(200);

  killer.stop();
  receiver.close();
  await close();
  const { p50, p99, most } = witness.latencies();
  print(
    [
      `changes: ${CHANGES} by ${WRITERS} writers, sender killed ${kills} times, ${receiver.requests()} requests, ${receiver.refused()} refused`,
      `missed = ${witness.missed()} (to reach: 0)`,
      `older than told = ${witness.olderThanTold} (to reach: 0)`,
      `from commit to receiver: p50 ${p50} ms, p99 ${p99} ms, most ${most} ms`,
    ].join("\n"),
  );
  if (witness.missed() + witness.olderThanTold > 0) process.exitCode = 1;
}

/** One sender at a time, that dies without a word after a random while. */
function keepKilling() {
  const path = fileURLToPath(new URL("./notification-sender.mjs", import.meta.url));
  let child = start();
  let kills = 0;
  const killing = (async () => {
    while (kills < KILLS) {
      await wait(500 + Math.random() * 1_500);
      child.kill("SIGKILL");
      kills += 1;
      child = start();
    }
  })();

  function start(): ChildProcess {
    return spawn(process.execPath, [path], { env: process.env, stdio: ["ignore", "ignore", "inherit"] });
  }

  return {
    /** Once it was killed so often as it should. */
    finish: async () => {
      await killing;
      return kills;
    },
    stop: () => child.kill("SIGKILL"),
  };
}
