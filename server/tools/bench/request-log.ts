import { setTimeout as wait } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { type Connection, connect } from "@/db/client";
import { only } from "@/db/rows";
import { systemActor } from "@/server/actor";
import { DAY_MS } from "@/server/domain/formats/time";
import { newId } from "@/server/platform/id";
import { forgetOldRequests } from "@/server/tenancy/api-requests/forget-old-requests";
import { listRequests, type RequestsWanted } from "@/server/tenancy/api-requests/list-requests";
import { type AnsweredRequest, noteRequest, writeRequests } from "@/server/tenancy/api-requests/note-request";
import { createPartner } from "@/server/tenancy/partners/create-partner";
import { percentile } from "./ask-steadily";
import { withDatabase } from "./notification-setup";
import { print, say } from "./report";

// Measures a partner's wait in a long log of requests, and the cost of deleting the oldest day: dropped as a partition, compared with
// deleting the same rows one by one, while requests are being logged.

const ROWS = Number(process.argv[3] ?? 10_000_000);
const DAYS = 31;
const PARTNERS = 100;
const TIMES = 50;

await withDatabase(4, async (connection, _folder, adminUrl) => {
  const admin = connect(adminUrl, { max: 1 });
  const { db } = connection;
  const partner = await createPartner(db, { name: "Northbank League" });
  await fill(admin, partner.id);
  const requestId = only(
    await db.execute<{ id: string }>(sql`select request_id as id from api_request_log where partner_id = ${partner.id} limit 1`),
  ).id;
  const wanted: Record<string, RequestsWanted> = {
    "the newest": { pageSize: 50 },
    "the newest refused": { pageSize: 50, refused: true },
    "one by its id": { pageSize: 50, requestId },
  };
  const { total } = only(await db.execute<{ total: number }>(sql`select count(*)::int as total from api_request_log`));
  for (const [what, request] of Object.entries(wanted)) {
    const times: number[] = [];
    for (let nth = 0; nth < TIMES; nth += 1) times.push(await timed(() => listRequests(db, systemActor(partner), request)));
    times.sort((one, other) => one - other);
    print(`${total} requests of ${PARTNERS} partners, ${what}: p95 ${percentile(times, 0.95)} ms`);
  }

  const ofOldestDay = sql.raw(`from api_request_log where answered_at < date_trunc('day', now()) - interval '${DAYS - 1} days'`);
  const count = async () => only(await db.execute<{ rows: number }>(sql`select count(*)::int as rows ${ofOldestDay}`)).rows;
  const rows = await count();
  await admin.db.execute(sql`create table one_by_one (like api_request_log including all)`);
  await admin.db.execute(sql`insert into one_by_one select * ${ofOldestDay}`);
  const alone = await longestWrite(connection, partner.id, () => wait(3_000));
  const dropped = await longestWrite(connection, partner.id, () => forgetOldRequests(db));
  const removed = await longestWrite(connection, partner.id, async () => void (await admin.db.execute(sql`delete from one_by_one`)));
  const left = await count();
  print(
    `${rows} requests of the oldest day: dropped in ${dropped.tookMs.toFixed(0)} ms (${left} left), removed one by one in ${removed.tookMs.toFixed(0)} ms; the longest that writing 100 others took meanwhile: ${dropped.longestMs.toFixed(0)} and ${removed.longestMs.toFixed(0)} ms, ${alone.longestMs.toFixed(0)} with neither`,
  );
  if (left > 0) process.exitCode = 1;
  await admin.close();
});

/** Adds the same number of rows for each day, up to today. */
async function fill({ db }: Connection, partnerId: string): Promise<void> {
  // Removes the initial partition of a new database.
  await db.execute(sql`drop table api_requests`);
  for (let age = DAYS; age >= 0; age -= 1) {
    const day = new Date(Date.now() - age * DAY_MS).toISOString().slice(0, 10);
    const end = new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);
    say(`Filling ${day} …`);
    const name = sql.identifier(`api_request_log_${day.replaceAll("-", "")}`);
    await db.execute(
      sql`create table ${name} partition of api_request_log for values from (${sql.raw(`'${day}'`)}) to (${sql.raw(`'${end}'`)})`,
    );
    await db.execute(sql`insert into api_request_log (partner_id, key_id, answered_at, method, path, status, error, duration_ms, request_id)
      select case when n % ${PARTNERS} = 0 then ${partnerId} else 'partner ' || n % ${PARTNERS} end, 'key', ${day}::timestamptz + n * interval '1 ms',
        'GET', '/api/v2/invoices/' || n, case when n % 50 = 0 then 404 else 200 end, case when n % 50 = 0 then 'not_found' end, 1.5, gen_random_uuid()::text
      from generate_series(1, ${Math.round(ROWS / (DAYS + 1))}::int) n`);
  }
  await db.execute(sql`analyze api_request_log`);
}

/** Returns the duration of the work, and the longest time that writing 100 requests took during it, in ms. */
async function longestWrite(
  { db }: Connection,
  partnerId: string,
  work: () => Promise<void>,
): Promise<{ tookMs: number; longestMs: number }> {
  let isOver = false;
  let longestMs = 0;
  const writing = (async () => {
    while (!isOver) {
      for (let nth = 0; nth < 100; nth += 1) noteRequest(db, request(partnerId));
      longestMs = Math.max(longestMs, await timed(() => writeRequests(db)));
      await wait(5);
    }
  })();
  const tookMs = await timed(work);
  isOver = true;
  await writing;
  return { tookMs, longestMs };
}

function request(partnerId: string): AnsweredRequest {
  const asked = { keyId: "key", answeredAt: new Date(), method: "POST", path: "/api/v2/invoices", requestId: newId() };
  return { ...asked, partnerId, status: 200, error: null, durationMs: 1.5, idempotencyKey: null };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
