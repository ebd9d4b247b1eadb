import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { inOwnThread } from "./own-thread";

const folder = mkdtempSync(join(tmpdir(), "ics-thread-"));
afterAll(() => rmSync(folder, { recursive: true }));

const file = join(folder, "work.mjs");
writeFileSync(
  file,
  `export default async (work) => {
    if (work === "for ever") for (;;);
    if (work === "fail") throw new Error("failed");
    await new Promise((resolve) => setTimeout(resolve, work));
    return work;
  };`,
);

type Work = number | "for ever" | "fail";

const unavailable = { code: "service_unavailable" };

test("calls run one after another, and a failure affects only its caller", async () => {
  const run = inOwnThread<Work, Work>({ file, mostWaiting: 5, timeoutMs: 10_000 });
  expect(await Promise.allSettled([run(5), run("fail"), run(1)])).toMatchObject([
    { value: 5 },
    { reason: { message: "failed" } },
    { value: 1 },
  ]);
});

test("a call that never ends is stopped after its time-out, and the waiting calls continue", async () => {
  const run = inOwnThread<Work, Work>({ file, mostWaiting: 5, timeoutMs: 6_000 });
  await run(0);
  const endless = run("for ever");
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  const behind = run(1);
  await expect(endless).rejects.toMatchObject(unavailable);
  expect(await behind).toBe(1);
  expect(await run(2)).toBe(2);
});

test("if too many calls wait, another one is refused immediately", async () => {
  const run = inOwnThread<Work, Work>({ file, mostWaiting: 2, timeoutMs: 10_000 });
  await run(0);
  const calls = Array.from({ length: 6 }, () => run(200));
  const outcomes = await Promise.allSettled(calls);
  const refused = outcomes.filter((outcome) => outcome.status === "rejected");
  expect(refused.length).toBeGreaterThanOrEqual(2);
  for (const { reason } of refused) expect(reason).toMatchObject(unavailable);
  expect(await run(1)).toBe(1);
});
