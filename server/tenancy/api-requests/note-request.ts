import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { isOutOfReach } from "@/db/failures";
import { type ApiRequest, apiRequests } from "@/db/schema/api-requests";
import { SECOND_MS } from "@/server/domain/time";
import { log } from "@/server/platform/log";
import { requestsNotLogged } from "@/server/platform/metrics";

/** A request that was answered. */
export type AnsweredRequest = Omit<ApiRequest, "id">;

const WRITTEN_EVERY_MS = SECOND_MS;
const AT_ONCE = 1_000;
/** What is kept while the database is away. */
const MOST_WAITING = 10_000;

/** Of successful reads, for each key in a process: a system that reads everything would otherwise write as much. */
const MOST_READS_A_SECOND = 20;

const waiting: AnsweredRequest[] = [];
const reads = new Map<string, number>();
let timer: NodeJS.Timeout | undefined;

/**
 * Takes a note of a request, which is written within a second or so. Never fails and never waits. Whatever changes or is refused is noted; of successful
 * reads at most 20 a second of each key.
 */
export function noteRequest(db: Database, request: AnsweredRequest): void {
  if (waiting.length >= MOST_WAITING || isOneReadTooMany(request)) requestsNotLogged.inc();
  else waiting.push(request);
  timer ??= setTimeout(() => void writeRequests(db), WRITTEN_EVERY_MS).unref();
}

function isOneReadTooMany({ keyId, method, status }: AnsweredRequest): boolean {
  if ((method !== "GET" && method !== "HEAD") || status >= 400) return false;
  const count = (reads.get(keyId) ?? 0) + 1;
  reads.set(keyId, count);
  return count > MOST_READS_A_SECOND;
}

/** Writes what was noted. While the database is away it is kept for the next time. */
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
      // Anything else would fail each time, and hold up all that comes after it.
      const kept = isOutOfReach(error) ? batch.slice(0, MOST_WAITING - waiting.length) : [];
      requestsNotLogged.inc(batch.length - kept.length);
      waiting.unshift(...kept);
      timer ??= setTimeout(() => void writeRequests(db), WRITTEN_EVERY_MS).unref();
      return;
    }
  }
}

/** One statement with one parameter, however many they are. */
async function insert(db: Database, batch: AnsweredRequest[]): Promise<void> {
  await db.execute(sql`insert into ${apiRequests}
    (partner_id, key_id, answered_at, method, path, status, error, duration_ms, request_id, idempotency_key)
    select "partnerId", "keyId", "answeredAt", method, path, status, error, "durationMs", "requestId", "idempotencyKey"
    from json_to_recordset(${JSON.stringify(batch)}::json) as noted("partnerId" text, "keyId" text, "answeredAt" timestamptz, method text, path text,
      status integer, error text, "durationMs" real, "requestId" text, "idempotencyKey" text)`);
}
