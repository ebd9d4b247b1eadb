import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { refusalCounts } from "@/db/schema/refusal-counts";
import { HOUR_MS, SECOND_MS } from "@/server/domain/formats/time";
import type { AnyErrorCode } from "@/server/errors";
import { log } from "@/server/platform/log";
import type { EventAuthor } from "./record-event";

const WRITTEN_EVERY_MS = SECOND_MS;
/** Maximum number of people and keys whose refusals one process counts between two writes. */
const MOST_WAITING = 10_000;

interface Waiting {
  partnerId: string;
  name: string;
  hour: Date;
  refused: number;
  codes: Set<AnyErrorCode>;
}

const waiting = new Map<string, Waiting>();
let timer: NodeJS.Timeout | undefined;

/** Counts a refusal of a partner's person or key, which is written within about a second. Never fails and never waits. */
export function noteRefusal(db: Database, { partnerId, name }: EventAuthor, code: AnyErrorCode): void {
  if (partnerId === null) return;
  const hour = new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS);
  const key = keyOf({ partnerId, name, hour });
  const counted = waiting.get(key) ?? { partnerId, name, hour, refused: 0, codes: new Set() };
  if (waiting.size >= MOST_WAITING && !waiting.has(key)) return;
  counted.refused += 1;
  counted.codes.add(code);
  waiting.set(key, counted);
  timer ??= setTimeout(() => void writeRefusals(db), WRITTEN_EVERY_MS).unref();
}

/** Writes the counts. Counts that cannot be written are logged and lost. */
export async function writeRefusals(db: Database): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  const rows = [...waiting.values()];
  waiting.clear();
  if (rows.length === 0) return;
  try {
    await db
      .insert(refusalCounts)
      // In a fixed order, so that two processes do not deadlock.
      .values(
        rows
          .toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
          .map(({ partnerId, name, hour, refused, codes }) => ({ partnerId, actor: name, hour, refused, codes: [...codes] })),
      )
      .onConflictDoUpdate({
        target: [refusalCounts.partnerId, refusalCounts.actor, refusalCounts.hour],
        set: {
          refused: sql`${refusalCounts.refused} + excluded.refused`,
          codes: sql`array(select distinct code from unnest(${refusalCounts.codes} || excluded.codes) code order by code)`,
        },
      });
  } catch (error) {
    log().warn({ err: error, refusals: rows.length }, "writing refusals failed");
  }
}

function keyOf({ partnerId, name, hour }: Pick<Waiting, "partnerId" | "name" | "hour">): string {
  return `${partnerId} ${name} ${hour.getTime()}`;
}
