import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { type Connection, connect, db, replica } from "@/db/client";
import { startEmbeddedPostgres } from "@/db/embedded/embedded";
import { migrate } from "@/db/migrate";
import { partners } from "@/db/schema/partners";
import { reached, type WalPosition, walPosition } from "@/db/wal-position";
import { env } from "@/server/env";
import { newId } from "@/server/platform/id";
import { replicaReads } from "@/server/platform/metrics";
import { readFromReplica } from "@/server/platform/read-from-replica";
import { givenPartner } from "@/server/testing/given";
import { givenMember } from "@/server/testing/given-person";
import { newCompany } from "@/server/testing/new-records";
import { type SilentWay, wayThatFallsSilent } from "@/server/testing/silent-database";
import { startStandby } from "@/server/testing/standby";
import { useDatabase } from "@/server/testing/use-database";
import { createCallerFactory } from "./init";
import { appRouter } from "./router";

/** Time during which an unreachable replica is not used, in ms. */
const RESTS_MS = 10_000;
const sharedUrl = env().DATABASE_URL;
/** Cleanups, run in reverse order. */
const ends: (() => unknown)[] = [];
/** The service's connection to the standby. */
let way: SilentWay;
/** Superuser connections to both servers. */
let admin: Connection;
let there: Connection;

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), "ics-replica-"));
  ends.unshift(() => rmSync(folder, { recursive: true, force: true }));
  const primary = await startEmbeddedPostgres({ folder, durable: false, isFollowed: true });
  ends.unshift(primary.stop);
  await migrate(primary.ownerUrl, primary.appUrl);
  const standby = await startStandby(folder, primary.adminUrl);
  ends.unshift(standby.stop);
  way = await wayThatFallsSilent(standby.at(primary.appUrl));
  ends.unshift(way.close);
  const adminUrl = Object.assign(new URL(primary.adminUrl), { pathname: new URL(primary.appUrl).pathname }).href;
  [admin, there] = [connect(adminUrl, { max: 1 }), connect(standby.at(adminUrl), { max: 1 })];
  ends.unshift(admin.close);
  ends.unshift(there.close);
  process.env.DATABASE_REPLICA_URL = way.url;
  await useDatabase(primary.appUrl);
});

afterEach(() => {
  vi.useRealTimers();
});

afterAll(async () => {
  delete process.env.DATABASE_REPLICA_URL;
  await useDatabase(sharedUrl);
  for (const end of ends) await end();
});

const position = () => walPosition(db);
const isStandby = sql<{ is: boolean }>`select pg_is_in_recovery() as is`;

async function readWhere(): Promise<"replica" | "primary"> {
  const read = await readFromReplica(db, position, async (tx) => expect(await tx.execute(isStandby)).toEqual([{ is: true }]));
  return read ? "replica" : "primary";
}

/**
 * Waits until the replica is used, also on a busy machine, but for less than the pause after which an unreachable replica is tried again.
 */
const untilRead = () => expect.poll(readWhere, { timeout: RESTS_MS - 2_000 }).toBe("replica");

async function countedReads(): Promise<Record<string, number>> {
  const { values } = await replicaReads.get();
  return Object.fromEntries(values.map(({ labels, value }) => [labels.outcome, value]));
}

async function givenAdministrator() {
  const partner = await givenPartner();
  const { person } = await givenMember(partner, { role: "administrator" });
  return { partner, caller: createCallerFactory(appRouter)({ db, person, requestId: null }) };
}

test("writers immediately see their own change on the replica", async () => {
  const { caller } = await givenAdministrator();
  await untilRead();
  const before = await countedReads();
  const names: string[] = [];
  for (let count = 1; count <= 50; count += 1) {
    names.push(`Club ${count}`);
    await caller.companies.create({ ...newCompany, name: `Club ${count}` });
    expect((await caller.companies.names()).map(({ name }) => name).sort()).toEqual([...names].sort());
  }
  const { read = 0 } = await countedReads();
  expect(read).toBeGreaterThan(before.read ?? 0);
});

describe("while the replica lags behind", () => {
  beforeAll(() => there.db.execute(sql`select pg_wal_replay_pause()`));
  afterAll(() => there.db.execute(sql`select pg_wal_replay_resume()`));

  test("the primary answers after a write", async () => {
    const { caller } = await givenAdministrator();
    await caller.companies.create({ ...newCompany, name: "Club" });
    const before = await countedReads();
    expect(await caller.companies.names()).toMatchObject([{ name: "Club" }]);
    expect((await countedReads()).read).toBe(before.read);
  });
});

test("the replica refuses with the same errors", async () => {
  const { caller } = await givenAdministrator();
  await untilRead();
  const { read: before = 0 } = await countedReads();
  await expect
    .poll(async () => {
      await expect(caller.companies.get({ companyId: "none" })).rejects.toMatchObject({ code: "BAD_REQUEST" });
      await expect(caller.companies.get({ companyId: newId() })).rejects.toMatchObject({ code: "NOT_FOUND" });
      return (await countedReads()).read;
    })
    .toBeGreaterThan(before + 1);
});

test("on the replica, too, a query of a partner's people sees only that partner's rows", async () => {
  const { partner, caller } = await givenAdministrator();
  await givenPartner();
  await untilRead();
  const seen: unknown[] = [];
  const { db: onReplica } = replica() as Connection;
  const begin = onReplica.transaction.bind(onReplica);
  const watched = vi.spyOn(onReplica, "transaction").mockImplementation((work, options) =>
    begin(async (tx) => {
      const result = await work(tx);
      seen.push(await tx.select({ id: partners.id }).from(partners));
      return result;
    }, options),
  );
  try {
    while (seen.length === 0) await caller.companies.names();
  } finally {
    watched.mockRestore();
  }
  expect(seen[0]).toEqual([{ id: partner.id }]);
});

test("a standby without the primary's timeline is not used, nor one of another database, nor a server that is not a standby", async () => {
  await untilRead();
  const known = await position();
  const readAt = (wanted: WalPosition) =>
    readFromReplica(
      db,
      async () => wanted,
      async () => "read",
    );
  expect(await readAt({ ...known, timeline: "000000FF" })).toBeUndefined();
  expect(await readAt({ ...known, mark: newId() })).toBeUndefined();
  expect(await reached(db, known)).toBe("unknown");
  await expect.poll(() => readAt(known)).toEqual({ result: "read" });
});

test("a new timeline of the primary is recorded, and the standby is used again once it has received the record", async () => {
  await admin.db.execute(sql`delete from wal_timelines`);
  expect(await readWhere()).toBe("primary");
  await untilRead();
});

test("a primary that refuses the record of its timeline does not count as a failure of the replica", async () => {
  await untilRead();
  const before = await countedReads();
  const unmarked = async () => ({ ...(await position()), mark: null });
  const read = () => Promise.resolve("read");
  // The standby refuses to write, as a primary does while its disk is full.
  expect(await readFromReplica(there.db, unmarked, read)).toBeUndefined();
  expect((await countedReads()).failed).toBe(before.failed);
  expect(await readWhere()).toBe("replica");
});

test("the primary answers queries that the replica cancels", async () => {
  const conflict = Object.assign(new Error("canceling statement due to conflict with recovery"), { code: "40001" });
  await untilRead();
  expect(await readFromReplica(db, position, () => Promise.reject(conflict))).toBeUndefined();
  await untilRead();
  const own = new Error("of the query itself");
  await expect(readFromReplica(db, position, () => Promise.reject(own))).rejects.toBe(own);
});

test("a replica that stops answering is waited for once, and then not used for a while", async () => {
  const { caller } = await givenAdministrator();
  await untilRead();
  const before = await countedReads();
  vi.useFakeTimers({ toFake: ["Date"] });
  way.fallSilent();
  try {
    for (let count = 1; count <= 3; count += 1) expect(await caller.companies.names()).toEqual([]);
    expect(await countedReads()).toEqual({ ...before, failed: (before.failed ?? 0) + 1 });
  } finally {
    way.speakAgain();
  }
  expect(await readWhere()).toBe("primary");
  vi.setSystemTime(Date.now() + RESTS_MS);
  await untilRead();
});
