import { type ChildProcess, execFile, spawn } from "node:child_process";
import { appendFileSync, chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { sql } from "drizzle-orm";
import { type Connection, connect } from "@/db/client";
import { migrate } from "@/db/migrate";
import { only } from "@/db/rows";
import { systemActor } from "@/server/actor";
import type { TableChecksum } from "@/server/backup/checksum-tables";
import { createEndpoint } from "@/server/notifications/create-endpoint";
import { createCompany } from "@/server/tenancy/companies/create-company";
import { createPartner } from "@/server/tenancy/partners/create-partner";
import { freePort } from "@/server/testing/hosts";
import { newCompany } from "@/server/testing/new-records";
import { endAndWait, endOnSignals, isDatabaseReached, waitUntilAnswering } from "@/server/testing/programs";
import { workOn } from "@/server/tools/bench/notification-setup";
import { print, say } from "@/server/tools/bench/report";
import { createImportOf } from "./create-import-of";
import { BIN, makeDatabase, NOBODY, PASSWORD, urlOf } from "./debian-postgres";

// Backs up Debian's Postgres with pgBackRest, first fully and then incrementally, while invoices are created. Then deletes all, and
// restores two copies beside the running server: as of the moment before the deletion, and with everything archived. Each copy must have
// the expected rows in every table.

/** Number of batches of 500 invoices before the first backup. */
const BATCHES = Number(process.argv[3] ?? 40);
const AT_ONCE = 500;
const execute = promisify(execFile);

await using started = new AsyncDisposableStack();
endOnSignals(started);
const folder = mkdtempSync(join(tmpdir(), "ics-backup-"));
started.defer(() => rmSync(folder, { recursive: true, force: true }));
chmodSync(folder, 0o755);
const home = join(folder, "home");
mkdirSync(home);
if (NOBODY.uid) chownSync(home, NOBODY.uid, NOBODY.gid);

const data = join(home, "data");
const port = await freePort();
const configuration = join(folder, "pgbackrest.conf");
configure();
await asPostgres(join(BIN, "initdb"), [
  "-D",
  data,
  "-U",
  "postgres",
  "-A",
  "trust",
  "--encoding=UTF8",
  "--locale=C.UTF-8",
  "--data-checksums",
]);
appendFileSync(
  join(data, "postgresql.conf"),
  [
    `unix_socket_directories = '${home}'`,
    "archive_mode = on",
    `archive_command = 'pgbackrest --config=${configuration} --stanza=invoice-collection archive-push %p'`,
    "",
  ].join("\n"),
);
await startPostgres(data, port);
await makeDatabase(port);
await migrate(urlOf(port, "ics_owner"), urlOf(port, "ics_app"));
workOn({ appUrl: urlOf(port, "ics_app"), ownerUrl: urlOf(port, "ics_owner") });
const connection = connect(urlOf(port, "ics_app"), { max: 2 });
started.defer(connection.close);
const admin = connect(urlOf(port, "postgres"), { max: 1 });
started.defer(admin.close);

await asPostgres("pgbackrest", ["--stanza=invoice-collection", "stanza-create"]);
const create = await givenCreator(connection);
for (let batch = 0; batch < BATCHES; batch += 1) await create();
await backUpWhileCreating("full");
await backUpWhileCreating("incr");

const before = await checksums(port);
const { moment } = only(await admin.db.execute<{ moment: string }>(sql`select to_json(clock_timestamp()) #>> '{}' as moment`));
await deleteByMistake();
await create();
const after = await checksums(port);
await archiveAll();

await tryRestored("as of the moment before", before, ["--at", new Date(moment).toISOString()]);
await tryRestored("with all that was archived", after, []);
if (differing(before, after).length === 0) {
  print("The checksums from before and after the deletion are the same, so this proof proves nothing");
  process.exitCode = 1;
}

/** Deletes all invoices with their lines, as the superuser and without the triggers that refuse this. */
async function deleteByMistake(): Promise<void> {
  await admin.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`set local statement_timeout = 0`);
    for (const table of ["invoice_lines", "invoices"]) await tx.execute(sql`delete from ${sql.identifier(table)}`);
  });
}

/** Waits until everything is archived, after completing the current segment of the log. */
async function archiveAll(): Promise<void> {
  const { name } = only(await admin.db.execute<{ name: string }>(sql`select pg_walfile_name(pg_switch_wal()) as name`));
  const isArchived = async () =>
    only(await admin.db.execute<{ is: boolean }>(sql`select coalesce(last_archived_wal >= ${name}, false) as is from pg_stat_archiver`)).is;
  while (!(await isArchived())) await wait(100);
}

/** Configures pgBackRest as in `deploy/pgbackrest`, with its repository in the folder. */
function configure(): void {
  const example = readFileSync(resolve("deploy/pgbackrest/pgbackrest.conf"), "utf8");
  const places: [RegExp, string][] = [
    [/^repo1-path=.*$/m, `repo1-path=${join(home, "repository")}`],
    [/chosen-by-you/, PASSWORD.replaceAll(" ", "-")],
    [/^log-path=.*$/m, `log-path=${home}\nspool-path=${home}`],
    [/^lock-path=.*$/m, `lock-path=${home}`],
    [/^pg1-path=.*$/m, `pg1-path=${data}`],
    [/^pg1-port=.*$/m, `pg1-port=${port}\npg1-user=postgres`],
    [/^pg1-socket-path=.*$/m, `pg1-socket-path=${home}`],
  ];
  writeFileSync(
    configuration,
    places.reduce((text, [what, by]) => text.replace(what, () => by), example),
  );
}

async function startPostgres(of: string, at: number): Promise<ChildProcess> {
  const child = spawn(join(BIN, "postgres"), ["-D", of, "-p", String(at), "-c", "listen_addresses=127.0.0.1"], {
    ...NOBODY,
    cwd: "/",
    env: { ...process.env, PGBACKREST_CONFIG: configuration },
    stdio: "ignore",
  });
  started.defer(() => endAndWait(child));
  await waitUntilAnswering(child, "postgresql-15", () => isDatabaseReached(urlOf(at, "postgres", "postgres")));
  return child;
}

/** Runs a program as Postgres's user, and returns its output. */
async function asPostgres(program: string, args: string[], environment: Record<string, string> = {}): Promise<string> {
  const env = { ...process.env, PGBACKREST_CONFIG: configuration, ...environment };
  return (await execute(program, args, { ...NOBODY, cwd: program === process.execPath ? process.cwd() : "/", env, maxBuffer: 2 ** 26 }))
    .stdout;
}

/** Runs an operator's command for the database on this port. */
async function manage<Answer>(args: string[], at = port): Promise<Answer> {
  const environment = { DATABASE_URL: urlOf(at, "ics_app"), MIGRATION_DATABASE_URL: urlOf(at, "ics_owner") };
  return JSON.parse(await asPostgres(process.execPath, [".next/service/manage.mjs", ...args], environment));
}

function checksums(at: number): Promise<Record<string, TableChecksum>> {
  return manage(["checksums"], at);
}

/** Returns a function that creates 500 invoices at once. */
async function givenCreator(to: Connection): Promise<() => Promise<void>> {
  const actor = systemActor(await createPartner(to.db, { name: "Northbank League" }));
  const { id: companyId } = await createCompany(to.db, actor, newCompany);
  await createEndpoint(to.db, actor, { url: "http://127.0.0.1:9/", pacing: "real_time" });
  return () => createImportOf(to, actor, companyId, AT_ONCE);
}

async function backUpWhileCreating(type: "full" | "incr"): Promise<void> {
  let isOver = false;
  const creating = (async () => {
    while (!isOver) await create();
  })();
  const began = performance.now();
  const told = await manage<{ backup: string; encryption_keys: string[] }>(["backup", "--type", type]);
  isOver = true;
  await creating;
  print(
    `backup ${type}, while invoices were created: ${seconds(began)}; needs the keys ${told.encryption_keys.join(", ")} of ENCRYPTION_KEY`,
  );
}

async function tryRestored(what: string, expected: Record<string, TableChecksum>, options: string[]): Promise<void> {
  say(`Restoring ${what} …`);
  const into = mkdtempSync(join(folder, "restored-"));
  if (NOBODY.uid) chownSync(into, NOBODY.uid, NOBODY.gid);
  const began = performance.now();
  await manage(["restore", "--into", into, ...options]);
  const at = await freePort();
  const copy = await startPostgres(into, at);
  await untilRecovered(at);
  const restored = await checksums(at);
  const rows = Object.values(restored).reduce((total, table) => total + table.rows, 0);
  const wrong = differing(expected, restored);
  print(
    `restored ${what}, in ${seconds(began)}: ${rows} rows in ${Object.keys(restored).length} tables; tables that differ: ${wrong.length} (to reach: 0) ${wrong.join(", ")}`,
  );
  if (wrong.length > 0) process.exitCode = 1;
  await endAndWait(copy);
}

/** Waits for the end of recovery. The server answers readers before that. */
async function untilRecovered(at: number): Promise<void> {
  const { db, close } = connect(urlOf(at, "postgres"), { max: 1, prepare: false });
  const isRecovering = async () => only(await db.execute<{ is: boolean }>(sql`select pg_is_in_recovery() as is`)).is;
  while (await isRecovering()) await wait(100);
  await close();
}

function differing(expected: Record<string, TableChecksum>, found: Record<string, TableChecksum>): string[] {
  const names = new Set([...Object.keys(expected), ...Object.keys(found)]);
  return [...names].filter((name) => expected[name]?.checksum !== found[name]?.checksum || expected[name]?.rows !== found[name]?.rows);
}

function seconds(began: number): string {
  return `${((performance.now() - began) / 1_000).toFixed(1)} s`;
}
