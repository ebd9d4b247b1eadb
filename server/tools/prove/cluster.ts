import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { connect } from "@/db/client";
import { migrate } from "@/db/migrate";
import { SECOND_MS } from "@/server/domain/formats/time";
import { startBalancer } from "@/server/testing/balancer";
import { publicHost } from "@/server/testing/hosts";
import { startPooler } from "@/server/testing/pooler";
import { endOnSignals } from "@/server/testing/programs";
import { startSmtpServer } from "@/server/testing/smtp-server";
import { workOn } from "@/server/tools/bench/notification-setup";
import { print, say } from "@/server/tools/bench/report";
import { beginClusterLoad, type Load } from "./cluster-load";
import { type DatabaseCluster, startDatabaseCluster } from "./database-cluster";
import { type Members, startMembers } from "./members";
import { type RedisServer, startRedis } from "./redis";

// Runs the service as on several hosts: two processes of each role behind HAProxy, PgBouncer, Patroni over three Postgres, and Redis.
// Repeatedly kills the primary, processes of the service and Redis under load, isolates and pauses the primary, and deploys: nothing
// acknowledged may be lost, and nothing may happen twice. With `async`, commits are acknowledged before a standby has them: then losses must
// appear, because otherwise this proof could never find any.

const ROUNDS = Number(process.argv[3] ?? 10);
const IS_SYNCHRONOUS = process.argv[4] !== "async";
/** Pause between two disturbances. */
const CALM_MS = 3 * SECOND_MS;
/** Time during which a replaced primary stays away. */
const STAYS_AWAY_MS = 5 * SECOND_MS;
const GOOD_WITHIN_MS = 30 * SECOND_MS;

const METRICS_SECRET = "for proofs only, and long enough for that";

/** The receiver runs on this machine, which a public service would refuse to notify. */
const LOOPBACK_RECEIVERS = "globalThis.icsLoopbackReceivers=true";

interface Stage {
  cluster: DatabaseCluster;
  members: Members;
  redis: RedisServer;
  load: Load;
}

/** One disturbance. Returns how long nothing could be written, in ms, if that is measured. */
type Act = (stage: Stage) => Promise<number | undefined>;

const killOf =
  (role: string): Act =>
  async ({ members }) => {
    const ofRole = members.all.filter((member) => member.role === role);
    await ofRole[Math.floor(Math.random() * ofRole.length)]?.kill();
    return undefined;
  };

/** Takes the primary away, and returns it when another one has replaced it. */
async function withoutPrimary(cluster: DatabaseCluster, load: Load, takeAway: () => Promise<() => void>): Promise<number> {
  const giveBack = await takeAway();
  const awayMs = await load.firstWriteAfter(Date.now());
  await wait(STAYS_AWAY_MS);
  giveBack();
  await cluster.untilWhole();
  return awayMs;
}

const acts: Record<string, Act> = {
  "the primary is killed": async ({ cluster, load }) => {
    const node = await cluster.killPrimary();
    const awayMs = await load.firstWriteAfter(Date.now());
    cluster.startAgain(node);
    await cluster.untilWhole();
    return awayMs;
  },
  "the primary is cut off": ({ cluster, load }) => withoutPrimary(cluster, load, cluster.cutOffPrimary),
  "the primary stands still": ({ cluster, load }) => withoutPrimary(cluster, load, cluster.holdPrimary),
  "a process of api is killed": killOf("api"),
  "a process of pages is killed": killOf("pages"),
  "a process of work is killed": killOf("work"),
  "Redis is killed": async ({ redis }) => {
    await redis.kill();
    return undefined;
  },
  "all is deployed": async ({ cluster, members }) => {
    await migrate(cluster.ownerUrl, cluster.appUrl);
    await members.deploy();
    return undefined;
  },
};
/** Disturbances that may lose data that only the primary has. */
const ofPrimary = Object.keys(acts).filter((what) => what.includes("primary"));
const chosen = IS_SYNCHRONOUS ? Object.keys(acts) : ofPrimary;

await using started = new AsyncDisposableStack();
endOnSignals(started);
const folder = mkdtempSync(join(tmpdir(), "ics-cluster-"));
started.defer(() => rmSync(folder, { recursive: true, force: true }));
const cluster = await startDatabaseCluster(folder, { isSynchronous: IS_SYNCHRONOUS });
started.defer(cluster.stop);
workOn(cluster);
const smtp = await startSmtpServer();
started.defer(smtp.close);
const redis = await startRedis();
started.defer(redis.stop);
const pooler = await startPooler(folder, cluster.appUrl, cluster.replicaUrl);
started.defer(pooler.stop);
const connection = connect(cluster.appUrl, { max: 4, prepare: false });
started.defer(connection.close);
const members = await startMembers(folder, {
  ...(process.env as Record<string, string>),
  ...publicHost,
  ...{
    DATABASE_URL: pooler.url,
    ...(pooler.replicaUrl && { DATABASE_REPLICA_URL: pooler.replicaUrl }),
    DATABASE_PREPARE: String(pooler.prepares),
    REDIS_URL: redis.url,
    SMTP_URL: smtp.url,
    METRICS_SECRET,
    DRAIN_SECONDS: "4",
    NODE_OPTIONS: `--import=data:text/javascript,${LOOPBACK_RECEIVERS}`,
    RATE_LIMIT: "10000",
    RATE_LIMIT_PER_ADDRESS: "10000",
  },
});
started.defer(members.stop);
const balancer = await startBalancer(folder, { interface: members.portsOf("api"), pages: members.portsOf("pages") });
started.defer(balancer.stop);
const load = await beginClusterLoad(connection, balancer.baseUrl, smtp);
for (const what of chosen) await repeat(what, { cluster, members, redis, load });
await report(load);

async function repeat(what: string, stage: Stage): Promise<void> {
  const before = stage.load.counts();
  const awayMs: number[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const away = await acts[what]?.(stage);
    if (away !== undefined) awayMs.push(away);
    await wait(CALM_MS);
    say(`${what}: ${round} of ${ROUNDS}${away === undefined ? "" : `, ${Math.round(away)} ms until the first write`}`);
  }
  const after = stage.load.counts();
  const [failed, unexplained] = [after.failed - before.failed, after.unexplained - before.unexplained];
  const longestMs = Math.max(0, ...awayMs);
  const isDeploy = what === "all is deployed";
  print(
    [
      `${what}, ${ROUNDS} times: of ${after.requests - before.requests} requests ${failed} failed at first${isDeploy ? " (to reach: 0)" : ""}`,
      `${unexplained} of them without a word that and when to try again`,
      ...(awayMs.length > 0
        ? [`until the first write at most ${(longestMs / SECOND_MS).toFixed(1)} s (to reach: ${GOOD_WITHIN_MS / SECOND_MS})`]
        : []),
    ].join("; "),
  );
  if (longestMs > GOOD_WITHIN_MS || (isDeploy && failed > 0)) process.exitCode = 1;
}

async function countReplicaReads(): Promise<number> {
  const counts = members.portsOf("pages").map(async (port) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/metrics`, { headers: { Authorization: `Bearer ${METRICS_SECRET}` } });
    return Number(/^replica_reads_total\{outcome="read"\} (\d+)/m.exec(await answer.text())?.[1] ?? 0);
  });
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

async function report(load: Load): Promise<void> {
  const fromReplica = await countReplicaReads();
  const { acknowledged, lost, notifications, missed, repeated, looks, mails, wrongs } = await load.end();
  print(`acknowledged: ${acknowledged.invoices} invoices, ${acknowledged.changes} changes, ${acknowledged.payments} payments`);
  print(`lost ${lost} (to reach: ${IS_SYNCHRONOUS ? "0" : "more than 0"})`);
  print(`${notifications} notifications: missed ${missed} (to reach: 0), came again although they were confirmed ${repeated}`);
  print(
    `the portal was asked ${looks.asked} times for what had just been written, and showed what was there before ${looks.stale} times (to reach: 0); since they were deployed, its processes read ${fromReplica} times from the replica (to reach: more than 0)`,
  );
  print(`${mails} mails; what must never be: ${wrongs.length} (to reach: 0)`);
  for (const wrong of new Set(wrongs)) print(wrong);
  const isGood = IS_SYNCHRONOUS ? lost + missed + looks.stale + wrongs.length === 0 && fromReplica > 0 : lost > 0;
  if (!isGood) process.exitCode = 1;
}
