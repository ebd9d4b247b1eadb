import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { migrate } from "@/db/migrate";
import { SECOND_MS } from "@/server/domain/formats/time";
import { startHaproxy } from "@/server/testing/balancer";
import { freePort } from "@/server/testing/hosts";
import { endAndWait, isDatabaseReached, signalAll, waitUntilAnswering } from "@/server/testing/programs";
import { type SilentWay, wayThatFallsSilent } from "@/server/testing/silent-database";
import { childrenOf } from "@/server/tools/bench/processes";
import { BIN, makeDatabase, NOBODY, PASSWORD, urlOf } from "./debian-postgres";

/** A Postgres and its Patroni. */
export interface Node {
  name: string;
  /** Connections to the node's Postgres and Patroni, and the node's own connection to etcd. */
  ways: Record<"postgres" | "patroni" | "etcd", SilentWay>;
  data: string;
  patroni: ChildProcess;
}

export interface DatabaseCluster {
  /** Address of the current primary, for the application's role. */
  appUrl: string;
  /** Address of the current primary, for the owner's role. */
  ownerUrl: string;
  /** Address of a streaming standby, for the application's role. */
  replicaUrl: string;
  /** Waits for a primary and two streaming standbys. Throws after two minutes. */
  untilWhole(): Promise<void>;
  /** Isolates the standbys from the primary, waits for a second, and ends the primary with its Patroni by kill -9. */
  killPrimary(): Promise<Node>;
  startAgain(node: Node): void;
  /** Isolates the primary from clients and etcd. Returns the repair. */
  cutOffPrimary(): Promise<() => void>;
  /** Stops all processes of the primary, as on a paused host. Returns a function that continues them. */
  holdPrimary(): Promise<() => void>;
  stop(): Promise<void>;
}

const NAMES = ["host-a", "host-b", "host-c"];
const WHOLE_WITHIN_MS = 120 * SECOND_MS;
const BEHIND_MS = SECOND_MS;
/** Until HAProxy has checked each Patroni, it regards every Postgres as the primary. */
const BALANCER_KNOWS_MS = 3 * SECOND_MS;

/**
 * Starts three Postgres under Debian's Patroni with etcd, configured as in `deploy/patroni`, behind HAProxy as in
 * `deploy/haproxy/postgres.cfg`, with the service's roles and tables. Without `isSynchronous`, commits are acknowledged before any standby
 * has them. Throws if a program is not installed.
 */
export async function startDatabaseCluster(folder: string, { isSynchronous }: { isSynchronous: boolean }): Promise<DatabaseCluster> {
  await using started = new AsyncDisposableStack();
  chmodSync(folder, 0o755);
  const etcd = await startEtcd(folder);
  started.defer(() => endAndWait(etcd.child));
  const nodes: Node[] = [];
  for (const name of NAMES) {
    const node = await startNode(folder, { name, etcdPort: etcd.port, isSynchronous });
    started.defer(() => endAndWait(node.patroni));
    for (const way of Object.values(node.ways)) started.defer(way.close);
    nodes.push(node);
  }
  await untilWhole(nodes);

  const [port, replicaPort] = [await freePort(), await freePort()];
  const servers = nodes
    .map((node) => `  server ${node.name} ${addressOf(node.ways.postgres)} check port ${new URL(node.ways.patroni.url).port}`)
    .join("\n");
  const example = readFileSync(resolve("deploy/haproxy/postgres.cfg"), "utf8");
  const text = example
    .replace("bind :5000", `bind 127.0.0.1:${port}`)
    .replace("bind :5001", `bind 127.0.0.1:${replicaPort}`)
    .replaceAll(/(?:^ {2}server .*\n?)+/gm, `${servers}\n`);
  const haproxy = await startHaproxy(folder, { name: "postgres.cfg", text }, () => isDatabaseReached(urlOf(port, "postgres", "postgres")));
  started.defer(() => endAndWait(haproxy));
  await wait(BALANCER_KNOWS_MS);
  await makeDatabase(port);
  const [appUrl, ownerUrl] = [urlOf(port, "ics_app"), urlOf(port, "ics_owner")];
  await migrate(ownerUrl, appUrl);

  const primary = async () => {
    for (const node of nodes) if ((await askPatroni(node, "/primary"))?.ok) return node;
    throw new Error("There is no primary");
  };
  const all = started.move();
  return {
    appUrl,
    ownerUrl,
    replicaUrl: urlOf(replicaPort, "ics_app"),
    untilWhole: () => untilWhole(nodes),
    killPrimary: async () => {
      const node = await primary();
      const receivers = nodes.filter((each) => each !== node).flatMap((each) => postgresOf(each).filter(isReceiver));
      signalAll(receivers, "SIGSTOP");
      await wait(BEHIND_MS);
      signalAll(processesOf(node), "SIGKILL");
      // The receivers must end before they read data that has already reached this machine.
      signalAll(receivers, "SIGTERM");
      signalAll(receivers, "SIGCONT");
      return node;
    },
    startAgain: (node) => {
      node.patroni = spawnPatroni(folder, node.name);
    },
    cutOffPrimary: async () => {
      const ways = Object.values((await primary()).ways);
      for (const way of ways) way.fallSilent();
      return () => {
        for (const way of ways) way.speakAgain();
      };
    },
    holdPrimary: async () => {
      const held = processesOf(await primary());
      signalAll(held, "SIGSTOP");
      return () => signalAll(held, "SIGCONT");
    },
    stop: () => all.disposeAsync(),
  };
}

async function startEtcd(folder: string) {
  const [port, peerPort] = [await freePort(), await freePort()];
  const [url, peerUrl] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peerPort}`];
  const child = spawn(
    "etcd",
    [
      ...["--data-dir", join(folder, "etcd"), "--log-level", "error", "--enable-v2"],
      ...["--listen-client-urls", url, "--advertise-client-urls", url],
      ...["--listen-peer-urls", peerUrl, "--initial-advertise-peer-urls", peerUrl, "--initial-cluster", `default=${peerUrl}`],
    ],
    { stdio: "ignore" },
  );
  await waitUntilAnswering(child, "etcd", async () => (await fetch(`${url}/health`)).ok);
  return { child, port };
}

async function startNode(
  folder: string,
  { name, etcdPort, isSynchronous }: { name: string; etcdPort: number; isSynchronous: boolean },
): Promise<Node> {
  const ports = { postgres: await freePort(), patroni: await freePort() };
  const wayTo = (port: number) => wayThatFallsSilent(`http://127.0.0.1:${port}`);
  const ways = { postgres: await wayTo(ports.postgres), patroni: await wayTo(ports.patroni), etcd: await wayTo(etcdPort) };
  const home = join(folder, name);
  mkdirSync(home);
  if (NOBODY.uid) chownSync(home, NOBODY.uid, NOBODY.gid);
  const data = join(home, "data");
  const example = readFileSync(resolve("deploy/patroni/patroni.yml"), "utf8");
  writeFileSync(
    join(folder, `${name}.yml`),
    example
      .replace("0.0.0.0:8008", `127.0.0.1:${ports.patroni}`)
      .replace("host-a:8008", addressOf(ways.patroni))
      .replace("0.0.0.0:5432", `127.0.0.1:${ports.postgres}`)
      .replace("host-a:5432", addressOf(ways.postgres))
      .replace("name: host-a", `name: ${name}`)
      .replace(/hosts: \[.*\]/, `hosts: ["${addressOf(ways.etcd)}"]\n  use_proxies: true`)
      .replaceAll(/(synchronous_mode\w*): true/g, `$1: ${isSynchronous}`)
      .replaceAll("chosen-by-you", PASSWORD)
      .replaceAll("hostssl", "host")
      .replace(/data_dir: .*/, `data_dir: ${data}\n  parameters: { unix_socket_directories: "" }`)
      .replace(/bin_dir: .*/, `bin_dir: ${BIN}`)
      .replace(/pgpass: .*/, `pgpass: ${join(home, "pgpass")}`),
  );
  const node: Node = { name, ways, data, patroni: spawnPatroni(folder, name) };
  await waitUntilAnswering(node.patroni, "patroni", async () => (await askPatroni(node, "/liveness"))?.ok ?? false);
  return node;
}

function addressOf({ url }: SilentWay): string {
  return new URL(url).host;
}

function spawnPatroni(folder: string, name: string): ChildProcess {
  const log = openSync(join(folder, `${name}.log`), "a");
  return spawn("patroni", [join(folder, `${name}.yml`)], { ...NOBODY, cwd: "/", stdio: ["ignore", log, log] });
}

async function askPatroni({ ways }: Node, path: string): Promise<Response | undefined> {
  const answer = await fetch(`http://${addressOf(ways.patroni)}${path}`, { signal: AbortSignal.timeout(SECOND_MS) }).catch(() => undefined);
  await answer?.arrayBuffer().catch(() => undefined);
  return answer;
}

/** Asks each Patroni about itself, because its view of the others may be outdated, and an isolated one may still believe that it leads. */
async function untilWhole(nodes: Node[]): Promise<void> {
  for (const until = Date.now() + WHOLE_WITHIN_MS; Date.now() < until; await wait(SECOND_MS / 2)) {
    const states = await Promise.all(nodes.map(stateOf));
    const [primary, ...others] = states.filter(({ role }) => role === "master");
    const streaming = primary?.replication?.filter(({ state }) => state === "streaming") ?? [];
    if (others.length === 0 && streaming.length === nodes.length - 1) return;
  }
  throw new Error("Not every Postgres came back");
}

/** Returns an empty object if Patroni does not answer. */
async function stateOf({ ways }: Node): Promise<{ role?: string; replication?: { state: string }[] }> {
  try {
    const answer = await fetch(`http://${addressOf(ways.patroni)}/patroni`, { signal: AbortSignal.timeout(SECOND_MS) });
    return await answer.json();
  } catch {
    return {};
  }
}

function processesOf(node: Node): number[] {
  return [node.patroni.pid ?? 0, ...childrenOf(node.patroni.pid ?? 0), ...postgresOf(node)];
}

function postgresOf({ data }: Node): number[] {
  const postmaster = Number(readFileSync(join(data, "postmaster.pid"), "utf8").split("\n")[0]);
  return [postmaster, ...childrenOf(postmaster)];
}

function isReceiver(pid: number): boolean {
  return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("walreceiver");
}
