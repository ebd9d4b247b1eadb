import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { eq, sql } from "drizzle-orm";
import { type Connection, connect } from "@/db/client";
import { mails } from "@/db/schema/mails";
import { SECOND_MS } from "@/server/domain/formats/time";
import { newId } from "@/server/platform/id";
import { createApiKey } from "@/server/tenancy/api-keys/create-api-key";
import { freePort, startProductionProcess } from "@/server/testing/hosts";
import { signalAll } from "@/server/testing/programs";
import { createNotifiedPartner, withDatabase, writeVersion } from "@/server/tools/bench/notification-setup";
import { childrenOf, readPostmaster, supervisedAs } from "@/server/tools/bench/processes";
import { print, say } from "@/server/tools/bench/report";
import { type Prometheus, startPrometheus } from "./prometheus";

// Breaks the service in one way after the other, under Prometheus, and checks that each expected alert is raised and ends after the repair.
// Does not test PasswordsGuessed.

const WITHIN_MS = 120 * SECOND_MS;
/** Longer than the rules' look-back period. */
const SETTLES_MS = 30 * SECOND_MS;

interface Breakage {
  what: string;
  raises: string[];
  /** Breaks the service in one way, and returns the repair. */
  begin: () => Promise<() => Promise<void> | void>;
}

let missed = 0;

await withDatabase(4, async (connection, folder, adminUrl) => {
  const secret = randomBytes(24).toString("hex");
  const host = await startProductionProcess(folder, {
    ...(process.env as Record<string, string>),
    METRICS_SECRET: secret,
    LOOPBACK_RECEIVERS: "true",
  });
  const prometheus = await startPrometheus(folder, host.baseUrl, secret);
  const admin = connect(adminUrl, { max: 1, prepare: false });
  const receiver = createServer((_request, response) => response.writeHead(204).end());
  const port = await freePort();
  receiver.listen(port, "127.0.0.1");
  const { actor, invoiceIds } = await createNotifiedPartner(connection, `http://127.0.0.1:${port}/`, 20);
  const { key } = await createApiKey(connection.db, actor.partnerId, { name: "prove" });
  const [invoiceId = ""] = invoiceIds;
  const change = () => writeVersion(connection.db, actor, invoiceId, 1);
  const stopAsking = keepAsking(host.baseUrl, key, invoiceId);
  try {
    await expectNone(prometheus, "nothing is broken");
    for (const breakage of breakages({ connection, change, admin, folder, supervisor: host.pid })) await tryBreakage(prometheus, breakage);
    await host.stop();
    await expectRaised(prometheus, "the service is stopped", ["ProcessDown"]);
  } finally {
    stopAsking();
    await prometheus.stop();
    receiver.close();
    await admin.close();
    await host.stop();
  }
});
if (missed > 0) process.exitCode = 1;

interface Broken {
  connection: Connection;
  /** Makes a change about which partners are notified. */
  change: () => Promise<void>;
  admin: Connection;
  folder: string;
  supervisor: number;
}

function breakages({ connection: { db }, change, admin, folder, supervisor }: Broken): Breakage[] {
  return [
    {
      what: "the process of work is stopped while something is due",
      raises: ["JobStopped", "NotificationsLate", "ProcessHangs", "QueueLate"],
      begin: async () => {
        const pids = supervisedAs("work", supervisor);
        signalAll(pids, "SIGSTOP");
        await change();
        const id = newId();
        const mail = { id, recipient: "ada@members.example", subject: "Due", body: "Due", locale: "en" } as const;
        await db.insert(mails).values({ ...mail, createdAt: new Date(), nextAttemptAt: new Date() });
        return async () => {
          signalAll(pids, "SIGCONT");
          // A mail that no mail server accepts.
          await db.delete(mails).where(eq(mails.id, id));
        };
      },
    },
    {
      what: "a job may not read its table",
      raises: ["JobFails"],
      begin: async () => {
        await admin.db.execute(sql`revoke select on simulated_bank_calls from ics_app`);
        return async () => void (await admin.db.execute(sql`grant select on simulated_bank_calls to ics_app`));
      },
    },
    {
      what: "a lock is held for two seconds, again and again",
      raises: ["InterfaceSlow"],
      begin: async () =>
        again(
          () =>
            admin.db.transaction(async (tx) => {
              await tx.execute(sql`lock table invoices in access exclusive mode`);
              await wait(2 * SECOND_MS);
            }),
          SECOND_MS / 10,
        ),
    },
    {
      what: "a process of api is held up",
      raises: ["EventLoopBusy"],
      begin: async () => {
        const pids = supervisedAs("api", supervisor);
        return again(async () => {
          signalAll(pids, "SIGSTOP");
          await wait(0.8 * SECOND_MS);
          signalAll(pids, "SIGCONT");
        }, SECOND_MS / 5);
      },
    },
    {
      what: "Postgres is stopped",
      raises: ["DatabaseAway", "DatabaseSlow", "InterfaceFails", "PagesFail"],
      begin: async () => {
        const postmaster = readPostmaster(folder);
        const pids = [postmaster, ...childrenOf(postmaster)];
        signalAll(pids, "SIGSTOP");
        return () => signalAll(pids, "SIGCONT");
      },
    },
  ];
}

async function tryBreakage(prometheus: Prometheus, { what, raises, begin }: Breakage): Promise<void> {
  const mend = await begin();
  await expectRaised(prometheus, what, raises);
  await mend();
  await expectNone(prometheus, `mended: ${what}`);
}

async function expectRaised(prometheus: Prometheus, what: string, raises: string[]): Promise<void> {
  say(`${what} …`);
  const seen = new Set<string>();
  const began = Date.now();
  while (Date.now() - began < WITHIN_MS && raises.some((name) => !seen.has(name))) {
    for (const name of await prometheus.raised()) seen.add(name);
    await wait(SECOND_MS);
  }
  const missing = raises.filter((name) => !seen.has(name));
  const others = [...seen].filter((name) => !raises.includes(name));
  missed += missing.length;
  const outcome =
    missing.length > 0
      ? `NOT raised: ${missing.join(", ")}`
      : `raised within ${Math.round((Date.now() - began) / SECOND_MS)} s: ${raises.join(", ")}`;
  print(`${what}: ${outcome}${others.length > 0 ? ` (also ${others.join(", ")})` : ""}`);
}

/** Waits until no alert was raised for `SETTLES_MS`, at most for `WITHIN_MS`, and counts alerts that are still raised as missed. */
async function expectNone(prometheus: Prometheus, what: string): Promise<void> {
  say(`${what} …`);
  const until = Date.now() + WITHIN_MS;
  let quietSince = Date.now();
  while (Date.now() < until && Date.now() - quietSince < SETTLES_MS) {
    if ((await prometheus.raised()).length > 0) quietSince = Date.now();
    await wait(SECOND_MS);
  }
  const raised = await prometheus.raised();
  missed += raised.length;
  print(`${what}: ${raised.length > 0 ? `STILL raised: ${raised.join(", ")}` : "nothing raised"}`);
}

/** Repeats the act until stopped, and then lets the current one finish. */
function again(act: () => Promise<void>, pauseMs: number): () => Promise<void> {
  let isOver = false;
  const acting = (async () => {
    for (; !isOver; await wait(pauseMs)) await act();
  })();
  return () => {
    isOver = true;
    return acting;
  };
}

/** Sends a few requests a second of partners' systems and of customers. Returns a function that stops this. */
function keepAsking(baseUrl: string, key: string, invoiceId: string): () => void {
  let isOver = false;
  const ask = async (path: string, headers: Record<string, string>) => {
    for (; !isOver; await wait(SECOND_MS / 5)) {
      const answer = await fetch(`${baseUrl}${path}`, { headers, signal: AbortSignal.timeout(10 * SECOND_MS) }).catch(() => undefined);
      await answer?.arrayBuffer().catch(() => undefined);
    }
  };
  void ask(`/api/v2/invoices/${invoiceId}`, { Authorization: `ApiKey ${key}` });
  void ask(`/i/${"a".repeat(32)}`, {});
  return () => {
    isOver = true;
  };
}
