import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inOwnProcess, OwnProcessEnded } from "./own-process";

const folder = mkdtempSync(join(tmpdir(), "ics-own-process-"));
const options = { file: join(folder, "work.mjs"), atOnce: 1, memoryMiB: 32, mostWaiting: 2, timeoutMs: 30_000 };

const work = `
import { getPriority } from "node:os";
import { answerCalls } from "./answer-calls";
answerCalls(async ({ act }) => {
  if (act === "take all memory") for (const taken = []; ; ) taken.push(new Array(1_000).fill(Math.random()));
  if (act === "die") process.kill(process.pid, "SIGKILL");
  if (act === "never end") for (;;);
  if (act === "fail") throw new Error("failed");
  return { act, pid: process.pid, priority: getPriority(), secrets: Object.keys(process.env).filter((name) => /URL|KEY|SECRET/.test(name)) };
});`;

beforeAll(async () => {
  await build({
    stdin: { contents: work, resolveDir: resolve("server/platform") },
    bundle: true,
    platform: "node",
    format: "esm",
    outfile: options.file,
  });
});

afterAll(() => rmSync(folder, { recursive: true }));

interface Done {
  act: string;
  pid: number;
  priority: number;
  secrets: string[];
}

const given = (changed: Partial<typeof options> = {}) => {
  const run = inOwnProcess<{ act: string }, Done>({ ...options, ...changed });
  return (act: string) => run({ act });
};

test("one process runs calls one after another, at lower priority and without this one's secrets; a failure affects only its caller", async () => {
  process.env.SOME_SECRET = "secret";
  const run = given();
  const [first, failed] = await Promise.allSettled([run("first"), run("fail")]);
  delete process.env.SOME_SECRET;
  expect(first).toMatchObject({ value: { act: "first", secrets: [], priority: 15 } });
  expect(failed).toMatchObject({ reason: { message: expect.stringContaining("failed") } });
  const [one, other] = [await run("one"), await run("other")];
  expect(one.pid).toBe(other.pid);
  expect(one.pid).not.toBe(process.pid);
});

test("a call that uses up memory or ends its process fails alone, and the next one works", async () => {
  const run = given();
  for (const deadly of ["take all memory", "die"]) {
    const [outcome, behind] = await Promise.allSettled([run(deadly), run("go on")]);
    expect(outcome).toMatchObject({ status: "rejected", reason: expect.any(OwnProcessEnded) });
    expect(behind).toMatchObject({ status: "fulfilled", value: { act: "go on" } });
  }
});

test("a call right after an idle process was killed runs in another one", async () => {
  const run = given();
  for (let count = 0; count < 10; count += 1) {
    const { pid } = await run("first");
    process.kill(pid, "SIGKILL");
    expect((await run("next")).pid).not.toBe(pid);
  }
});

test("a process that dies between two calls is replaced", async () => {
  const run = given();
  const { pid } = await run("first");
  process.kill(pid, "SIGKILL");
  await expect
    .poll(() =>
      run("again").then(
        (done) => done.pid !== pid,
        () => false,
      ),
    )
    .toBe(true);
});

test("a call that never ends is stopped after its time-out, and calls beyond the queue's limit are refused immediately", async () => {
  const run = given({ timeoutMs: 3_000 });
  const outcomes = await Promise.allSettled(["never end", "wait", "wait", "too many"].map(run));
  expect(outcomes[0]).toMatchObject({ reason: { code: "service_unavailable" } });
  expect(outcomes[3]).toMatchObject({ reason: { code: "service_unavailable" } });
  await expect
    .poll(
      () =>
        run("go on").then(
          ({ act }) => act,
          () => "",
        ),
      { timeout: 25_000 },
    )
    .toBe("go on");
});
