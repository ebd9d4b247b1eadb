import type { Connection } from "@/db/client";
import { forgetOldAnswers } from "../idempotency/answer-once";
import { log } from "../log";

const EVERY_MS = 60 * 60 * 1000;

/** What nobody asks for but must be done: answers are kept for 24 hours, and hold customers' data. */
export function keepHouse(db: Connection["db"]): void {
  const clean = () => forgetOldAnswers(db).catch((error: unknown) => log().error({ err: error }, "old answers were not forgotten"));
  void clean();
  setInterval(clean, EVERY_MS).unref();
}
