import { beforeAll, expect, test } from "vitest";
import { db } from "@/db/client";
import { killAtAnyPoint } from "@/server/testing/kill-at-any-point";
import { sizeOf } from "@/server/testing/size-of";
import { bundleIfChanged } from "@/server/tools/build.mjs";

const KILLS = sizeOf({ small: 1, large: 10 });

beforeAll(async () => {
  await bundleIfChanged("tools/bench/killed-sender");
  await bundleIfChanged("tools/bench/killed-payer");
});

// A small version of `npm run bench -- kills`, which kills 50 times.
test("kill -9 of a process that sends messages or moves money: nothing is lost or doubled, and unknown outcomes are recorded as unknown", {
  timeout: 240_000,
}, async () => {
  const { wrongs, messages, payments } = await killAtAnyPoint(db, { kills: KILLS, seed: 7 });

  expect(wrongs).toEqual([]);
  // Proves that every outcome occurred.
  expect(messages.get("sent, received 1 times")).toBeGreaterThan(0);
  expect(payments.get("paid")).toBeGreaterThan(0);
  // At most as many as each killed sender had in progress.
  const unknown = [...messages].filter(([what]) => what.startsWith("unknown")).reduce((sum, [, count]) => sum + count, 0);
  expect(unknown).toBeLessThanOrEqual(KILLS * 10);
});
