import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { connect, db } from "@/db/client";
import { DAY_MS } from "@/server/domain/formats/time";
import { newId } from "@/server/platform/id";
import { givenOwnDatabase } from "@/server/testing/own-database";
import { forgetOldRequests } from "./forget-old-requests";

const ownerUrl = givenOwnDatabase("request_log_days");

const dayName = (daysFromNow: number) => new Date(Date.now() + daysFromNow * DAY_MS).toISOString().slice(0, 10);
const partitionOf = (daysFromNow: number) => `api_request_log_${dayName(daysFromNow).replaceAll("-", "")}`;

async function asOwner(statement: string): Promise<void> {
  const owner = connect(ownerUrl, { max: 1 });
  await owner.db.execute(sql.raw(statement));
  await owner.close();
}

/** Creates a partition by hand, as the job would have done. */
const createDay = (daysFromNow: number) =>
  asOwner(
    `create table ${partitionOf(daysFromNow)} partition of api_request_log for values from ('${dayName(daysFromNow)}') to ('${dayName(daysFromNow + 1)}')`,
  );

async function insert(daysFromNow: number): Promise<string> {
  const requestId = newId();
  await db.execute(sql`insert into api_request_log (partner_id, key_id, answered_at, method, path, status, duration_ms, request_id)
    values ('1', 'key', ${`${dayName(daysFromNow)}T12:00:00Z`}, 'GET', '/api/v2/invoices', 200, 1, ${requestId})`);
  return requestId;
}

/** Returns the partition of each request. */
async function placesOf(...requestIds: string[]): Promise<(string | undefined)[]> {
  const rows = await db.execute<{ place: string; id: string }>(
    sql`select tableoid::regclass::text as place, request_id as id from api_request_log`,
  );
  return requestIds.map((requestId) => rows.find(({ id }) => id === requestId)?.place);
}

const partitions = async () =>
  (await db.execute<{ name: string }>(sql`select partition::text as name from api_request_log_days()`)).map(({ name }) => name);

/** Recreates the state of a database whose first partition is over. */
beforeEach(async () => {
  for (const name of await partitions()) await asOwner(`drop table ${name}`);
});

test("each day of the coming week has a partition, and one that ended 30 days ago has none any more", async () => {
  for (const day of [-32, -31, -30, -1]) await createDay(day);
  await forgetOldRequests(db);
  const coming = Array.from({ length: 8 }, (_, day) => partitionOf(day));
  expect((await partitions()).sort()).toEqual([partitionOf(-30), partitionOf(-1), ...coming].sort());
  await forgetOldRequests(db);
  expect(await partitions()).toHaveLength(10);
});

test("requests written while no day had a partition are kept, in their day", async () => {
  const [old, today] = [await insert(-31), await insert(0)];
  expect(await placesOf(old, today)).toEqual(["api_request_log_other", "api_request_log_other"]);
  await forgetOldRequests(db);
  expect((await placesOf(today))[0]).toBe(partitionOf(0));
  expect(await placesOf(await insert(0), await insert(6))).toEqual([partitionOf(0), partitionOf(6)]);
});

test("while somebody reads for long, the days are left for the next time, and nobody waits", async () => {
  await createDay(-32);
  const reader = connect(ownerUrl, { max: 1 });
  await reader.db.transaction(async (tx) => {
    await tx.execute(sql`select count(*) from api_request_log`);
    await forgetOldRequests(db);
    expect(await partitions()).toEqual([partitionOf(-32)]);
  });
  await reader.close();
  await forgetOldRequests(db);
  expect(await partitions()).not.toContain(partitionOf(-32));
});

test("the application alone may call for it, and may neither change the log nor drop any of it", async () => {
  await forgetOldRequests(db);
  const [rights] =
    await db.execute(sql`select has_table_privilege('api_request_log', 'update') as changes, has_table_privilege('api_request_log', 'delete') as deletes,
    has_function_privilege('public', 'rotate_api_request_log()', 'execute') as anybody`);
  expect(rights).toEqual({ changes: false, deletes: false, anybody: false });
  await expect(db.execute(sql.raw(`drop table ${partitionOf(0)}`))).rejects.toThrow();
});
