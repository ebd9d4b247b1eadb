import type { Connection } from "@/db/client";
import { killAtAnyPoint } from "@/server/testing/kill-at-any-point";
import { withDatabase } from "./notification-setup";
import { print } from "./report";

// Checks that no message or payment is lost or doubled, while a process that sends and one that moves money are repeatedly killed at any
// point.

const KILLS = Number(process.argv[3] ?? 50);
const SEED = Number(process.argv[4] ?? 1);

await withDatabase(5, measure);

async function measure({ db }: Connection): Promise<void> {
  const startedAt = Date.now();
  const { sendersKilled, payersKilled, messages, payments, refunds, wrongs } = await killAtAnyPoint(db, { kills: KILLS, seed: SEED });
  print(
    [
      `in ${Math.round((Date.now() - startedAt) / 1_000)} s, seed ${SEED}`,
      `senders killed (−9): ${KILLS}, right after the mail server saw ${list(sendersKilled)}`,
      `processes that moved money killed (−9): ${payersKilled}`,
      `messages: ${list(messages)}`,
      `payments: ${list(payments)}`,
      `refunds: ${list(refunds)}`,
      `wrong: ${wrongs.length} (to reach: 0)`,
      ...wrongs.slice(0, 20),
    ].join("\n"),
  );
  if (wrongs.length > 0) process.exitCode = 1;
}

function list(counts: Map<string, number>): string {
  return [...counts]
    .sort()
    .map(([what, count]) => `${what} ${count}`)
    .join("; ");
}
