import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { chooseLauncher, type Launcher, makeFolderFor, program, readableBinaries } from "./postgres-binaries";

/** The files of a database, and everything needed to run and reach it. */
export interface Cluster {
  launcher: Launcher;
  data: string;
  passwords: Passwords;
}

/** Passwords of the superuser, of the owner, and of the application's role. */
export type Passwords = Record<"postgres" | "ics_owner" | "ics_app", string>;

/** Stored facts about the cluster, readable by its owner only. `data` is relative if it is within the cluster's folder. */
interface ClusterRecord {
  data: string;
  binaries?: string;
  passwords: Passwords;
}

export const DATABASE = "invoice_collection";

interface MakingOptions {
  /** Whether the data must survive a power failure. False for tests, which are faster then. */
  durable: boolean;
  onProgress: (text: string) => void;
}

/** Opens the cluster in the folder, or creates it. */
export async function openCluster(folder: string, options: MakingOptions): Promise<Cluster> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  removeUnfinished(folder);

  const home = clusterFolder(folder);
  const record = readRecord(folder);
  const data = record && resolve(home, record.data);
  if (data && !existsSync(join(data, "PG_VERSION"))) throw new Error(`${home} says that the database is in ${data}, but there is none.`);

  const launcher = chooseLauncher(folder, data === undefined ? undefined : statSync(data));
  launcher.binaries = readableBinaries(launcher, record?.binaries);
  if (!record || !data) return makeCluster(folder, launcher, options);

  if (launcher.user && record.binaries !== launcher.binaries) writeRecord(home, { ...record, binaries: launcher.binaries });
  return { launcher, data, passwords: record.passwords };
}

/** Returns the passwords of the cluster in the folder; undefined if there is none. */
export function readPasswords(folder: string): Passwords | undefined {
  return readRecord(folder)?.passwords;
}

/** Returns the data folder of the cluster in the folder; undefined if there is none. */
export function findData(folder: string): string | undefined {
  const record = readRecord(folder);
  return record && resolve(clusterFolder(folder), record.data);
}

/** Returns the environment for Postgres. Leaves out all other variables, because they may be secrets, or settings that would mislead it. */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  const { NODE_ENV, PATH, SystemRoot, TEMP } = process.env;
  return { NODE_ENV, PATH, SystemRoot, TEMP, LC_ALL: "C" };
}

/**
 * Creates a cluster in a folder with a temporary name, and renames that at the end. A folder with the final name is therefore complete,
 * even after a power failure.
 */
async function makeCluster(folder: string, launcher: Launcher, { durable, onProgress }: MakingOptions): Promise<Cluster> {
  onProgress("Making the database");
  const draft = mkdtempSync(`${clusterFolder(folder)}.unfinished-`);
  // Another user may be unable to enter the cluster's folder, so its data is elsewhere.
  const outside = launcher.user ? makeFolderFor(launcher.user, { durable }) : undefined;
  const data = join(outside ?? draft, "data");
  const passwords = { postgres: newPassword(), ics_owner: newPassword(), ics_app: newPassword() };

  await initialise(launcher, { place: outside ?? draft, data, password: passwords.postgres, durable });
  await createRoles(launcher, data, passwords);

  writeRecord(draft, { data: outside ? data : "data", ...(launcher.user && { binaries: launcher.binaries }), passwords });
  renameSync(draft, clusterFolder(folder));
  if (outside) onProgress(`Postgres does not run as root, and this machine refuses user namespaces: the data is in ${outside}`);
  return { launcher, data: resolve(clusterFolder(folder), outside ? data : "data"), passwords };
}

interface NewCluster {
  /** Folder for the file that passes the password on. */
  place: string;
  data: string;
  password: string;
  durable: boolean;
}

async function initialise(launcher: Launcher, { place, data, password, durable }: NewCluster): Promise<void> {
  const passwordFile = join(place, "password");
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (launcher.user) chownSync(passwordFile, launcher.user.uid, launcher.user.gid);
  const locale = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  const safety = durable ? [] : ["--no-sync", "--no-data-checksums"];
  try {
    await run(
      launcher,
      "initdb",
      ["-D", data, "-U", "postgres", "-A", "scram-sha-256", `--pwfile=${passwordFile}`, ...locale, ...safety],
      "",
    );
  } finally {
    rmSync(passwordFile);
  }
}

/** Creates the roles in single-user mode, before any connection is possible. */
async function createRoles(launcher: Launcher, data: string, passwords: Passwords): Promise<void> {
  const statements = [
    `create role ics_owner login createdb password '${passwords.ics_owner}'`,
    `create role ics_app login password '${passwords.ics_app}'`,
    `create database ${DATABASE} owner ics_owner`,
  ];
  await run(launcher, "postgres", ["--single", "-D", data, "-c", "log_min_messages=error", "postgres"], `${statements.join(";\n")};\n`);
}

function run(launcher: Launcher, name: "initdb" | "postgres", args: string[], input: string): Promise<void> {
  const [command = "", ...rest] = [...launcher.prefix, program(launcher.binaries, name), ...args];
  return new Promise((resolve, reject) => {
    const child = spawn(command, rest, { ...launcher.user, cwd: "/", env: postgresEnvironment(), detached: true });
    let stderr = "";
    child.stdout.on("data", () => {});
    child.stderr.on("data", (chunk) => {
      stderr += chunk;
    });
    child.on("error", reject);
    // Single-user Postgres exits with 0 even after a failed statement.
    child.on("close", (code) =>
      code === 0 && !/ERROR|FATAL|PANIC/.test(stderr)
        ? resolve()
        : reject(new Error(`${name} failed: ${stderr.trim().split("\n").join(" ")}`)),
    );
    child.stdin.on("error", () => {});
    child.stdin.end(input);
  });
}

function removeUnfinished(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!name.startsWith("postgres.unfinished-")) continue;
    try {
      rmSync(join(folder, name), { recursive: true, force: true, maxRetries: 3, retryDelay: 100 });
    } catch {
      // The initdb of a killed process may still be running. The next start removes the folder.
    }
  }
}

function readRecord(folder: string): ClusterRecord | undefined {
  const file = recordFile(clusterFolder(folder));
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}

function writeRecord(home: string, record: ClusterRecord): void {
  const draft = `${recordFile(home)}.new`;
  writeFileSync(draft, `${JSON.stringify(record, undefined, 2)}\n`, { mode: 0o600 });
  renameSync(draft, recordFile(home));
}

const clusterFolder = (folder: string) => resolve(folder, "postgres");
const recordFile = (home: string) => join(home, "cluster.json");
const newPassword = () => randomBytes(24).toString("hex");
