import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, afterEach, expect, test } from "vitest";
import { attachEmbeddedPostgres, DatabaseInUse, type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded";

const folder = mkdtempSync(join(tmpdir(), "embedded-test-"));
let running: EmbeddedPostgres | undefined;

// All tests start the same cluster, because creating one takes longer than most of them.
afterEach(async () => {
  await running?.stop();
  running = undefined;
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const start = async (options: { purpose?: "service" | "command"; durable?: boolean } = {}) => {
  running = await startEmbeddedPostgres({ folder, durable: false, ...options });
  return running;
};

test("the application's role is neither superuser nor owner, and a wrong password is refused", async () => {
  const { appUrl, ownerUrl } = await start();

  expect(await ask(ownerUrl, "create table owned (id int); grant select on owned to ics_app")).toEqual([]);
  expect(await ask(appUrl, "select rolsuper, rolcreatedb from pg_roles where rolname = current_user")).toEqual([
    { rolsuper: false, rolcreatedb: false },
  ]);
  await expect(ask(appUrl, "drop table owned")).rejects.toThrow("must be owner");
  await expect(ask(appUrl.replace(/:[0-9a-f]+@/, ":wrong@"), "select 1")).rejects.toThrow("password authentication failed");
});

test("data survives a stop and a start, and only its owner can read it", async () => {
  const first = await start();
  await ask(first.ownerUrl, "create table kept as select 7 as value");
  await first.stop();

  const second = await start();

  expect(await ask(second.ownerUrl, "select value from kept")).toEqual([{ value: 7 }]);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, "postgres", "cluster.json")).mode & 0o777).toBe(0o600);
});

test("a second start on the same folder learns which process uses it, and can attach instead", async () => {
  const { appUrl } = await start();

  const second = startEmbeddedPostgres({ folder, durable: false });

  await expect(second).rejects.toThrow(DatabaseInUse);
  await expect(second).rejects.toThrow(`process ${process.pid}`);
  expect(attachEmbeddedPostgres(folder)?.appUrl).toBe(appUrl);
});

test("a second command waits for the first instead of attaching", async () => {
  const first = await start({ purpose: "command" });
  const second = startEmbeddedPostgres({ folder, durable: false, purpose: "command" });
  expect(attachEmbeddedPostgres(folder)).toBeUndefined();

  await first.stop();
  running = await second;

  expect(await ask(running.appUrl, "select 1 as one")).toEqual([{ one: 1 }]);
});

test("a killed Postgres restarts by itself, on the same port and with all committed data", async () => {
  const { ownerUrl } = await start({ durable: true });
  await ask(ownerUrl, "create table committed as select 7 as value");
  process.kill(Number(readFileSync(join(folder, "postgres", "data", "postmaster.pid"), "utf8").split("\n")[0]), "SIGKILL");

  await expect.poll(() => ask(ownerUrl, "select value from committed").catch(() => "down"), { timeout: 15_000 }).toEqual([{ value: 7 }]);
});

test("the remains of a killed start are removed", async () => {
  spawnSync("mkdir", ["-p", join(folder, "postgres.unfinished-abc", "data")]);

  await start();

  expect(readdirSync(folder).filter((name) => name.includes("unfinished"))).toEqual([]);
});

async function ask(url: string, statement: string): Promise<object[]> {
  const client = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return [...(await client.unsafe(statement))].flat();
  } finally {
    await client.end();
  }
}
