import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { isOutOfReach } from "@/db/failures";
import { type ApiRequest, apiRequests } from "@/db/schema/api-requests";
import { SECOND_MS } from "@/server/domain/formats/time";
import { log } from "@/server/platform/log";
import { requestsNotLogged } from "@/server/platform/metrics";

/** A request and its answer. */
export type AnsweredRequest = Omit<ApiRequest, "id">;

const WRITTEN_EVERY_MS = SECOND_MS;
/** Requests per statement. */
const AT_ONCE = 1_000;
/** Maximum number of requests that wait to be written, for example while the database is out of reach. */
const MOST_WAITING = 10_000;

/**
 * Maximum number of successful reads noted per second, key and process. Without a limit, a system that reads everything would cause as many
 * writes.
 */
const MOST_READS_A_SECOND = 20;

const waiting: AnsweredRequest[] = [];
/** Successful reads per key since `writeRequests` last cleared the map, which it does each second. */
const reads = new Map<string, number>();
let timer: NodeJS.Timeout | undefined;

/**
 * Notes a request, which is written within about a second. Never fails and never waits. Leaves out successful reads of a key beyond 20 a
 * second, and all requests while 10,000 wait to be written.
 */
export function noteRequest(db: Database, request: AnsweredRequest): void {
  if (waiting.length >= MOST_WAITING || countRead(request)) requestsNotLogged.inc();
  else waiting.push(request);
  timer ??= setTimeout(() => void writeRequests(db), WRITTEN_EVERY_MS).unref();
}

/** Counts a successful read of a key, and returns whether it is beyond the limit. Ignores other requests. */
function countRead({ keyId, method, status }: AnsweredRequest): boolean {
  if ((method !== "GET" && method !== "HEAD") || status >= 400) return false;
  const count = (reads.get(keyId) ?? 0) + 1;
  reads.set(keyId, count);
  return count > MOST_READS_A_SECOND;
}

/** Writes the noted requests. If the database is out of reach, they are kept for the next time. */
export async function writeRequests(db: Database): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  reads.clear();
  while (waiting.length > 0) {
    const batch = waiting.splice(0, AT_ONCE);
    try {
      await insert(db, batch);
    } catch (error) {
      log().warn({ err: error, requests: batch.length }, "writing the log of requests failed");
      // Any other error would repeat each time and block all later requests.
      const kept = isOutOfReach(error) ? batch.slice(0, MOST_WAITING - waiting.length) : [];
      requestsNotLogged.inc(batch.length - kept.length);
      waiting.unshift(...kept);
      timer ??= setTimeout(() => void writeRequests(db), WRITTEN_EVERY_MS).unref();
      return;
    }
  }
}

/** Inserts any number of requests by one statement with one parameter. */
async function insert(db: Database, batch: AnsweredRequest[]): Promise<void> {
  await db.execute(sql`insert into ${apiRequests}
    (partner_id, key_id, answered_at, method, path, status, error, duration_ms, request_id, idempotency_key)
    select "partnerId", "keyId", "answeredAt", method, path, status, error, "durationMs", "requestId", "idempotencyKey"
    from json_to_recordset(${JSON.stringify(batch)}::json) as noted("partnerId" text, "keyId" text, "answeredAt" timestamptz, method text, path text,
      status integer, error text, "durationMs" real, "requestId" text, "idempotencyKey" text)`);
}
