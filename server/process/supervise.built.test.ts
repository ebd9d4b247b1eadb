import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { request } from "node:http";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type Connection, connect } from "@/db/client";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@/db/embedded/embedded";
import { MINUTE_MS, SECOND_MS } from "@/server/domain/formats/time";
import { createApiKey } from "@/server/tenancy/api-keys/create-api-key";
import { createPartner } from "@/server/tenancy/partners/create-partner";
import { times } from "@/server/testing/given";
import { type Host, startProductionProcess } from "@/server/testing/hosts";
import { signalAll } from "@/server/testing/programs";
import { sizeOf } from "@/server/testing/size-of";

const SECRET = "for the scheduler, in tests: background work";
const FIGURES_SECRET = "for monitoring, in tests: figures alone";
/** Number of kills in a test that repeats them. */
const DEATHS = sizeOf({ small: 3, large: 6 });
/** Requests per second and key. */
const RATE_LIMIT = 20;
const folder = mkdtempSync(join(tmpdir(), "ics-supervise-"));
let postgres: EmbeddedPostgres;
let environment: Record<string, string>;
let host: Host;
let owner: Connection;
let call: (path: string, init?: RequestInit) => Promise<Response>;

beforeAll(async () => {
  postgres = await startEmbeddedPostgres({ folder: join(folder, "postgres"), durable: false });
  environment = {
    DATABASE_URL: postgres.appUrl,
    MIGRATION_DATABASE_URL: postgres.ownerUrl,
    BACKGROUND_SECRET: SECRET,
    METRICS_SECRET: FIGURES_SECRET,
  };
  owner = connect(postgres.ownerUrl, { max: 2 });
  host = await startProductionProcess(folder, { ...environment, PROCESSES: "2", RATE_LIMIT: String(RATE_LIMIT) });
  call = await callerOf(host);
  // Logged once all processes serve.
  await until(() => readFileSync(join(folder, "production-process.log"), "utf8").includes("is running"));
}, 2 * MINUTE_MS);

afterAll(async () => {
  expect(await host.stop()).toBe(0);
  await owner.close();
  await postgres.stop();
  rmSync(folder, { recursive: true });
});

/** Returns a function that calls a host with a new partner's key. */
async function callerOf({ baseUrl }: Host) {
  const { id } = await createPartner(owner.db, { name: "Supervised" });
  const { key } = await createApiKey(owner.db, id, { name: "test" });
  return (path: string, init?: RequestInit) =>
    fetch(`${baseUrl}${path}`, { ...init, headers: { Authorization: `ApiKey ${key}`, ...init?.headers } });
}

/** Process ids of a role under a supervisor. */
function processesOf(supervisor: number, role: string): number[] {
  const lines = execFileSync("ps", ["-ax", "-o", "pid=,ppid=,args="], { encoding: "utf8" }).split("\n");
  return lines.flatMap((line) => {
    const [, pid, parent, args = ""] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return Number(parent) === supervisor && new RegExp(`main\\.mjs ${role}(?: |$)`).test(args) ? [Number(pid)] : [];
  });
}

/** Polls until the condition holds. Throws after a minute, because processes start slowly beside other work. */
function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  return vi.waitFor(async () => expect(await holds()).toBe(true), { timeout: MINUTE_MS });
}

/** Waits until other processes of the role run, as many as were killed. */
async function untilReplaced(role: string, killed: number[]): Promise<void> {
  await until(() => {
    const now = processesOf(host.pid, role);
    return now.length === killed.length && !now.some((pid) => killed.includes(pid));
  });
}

/** Kills processes. One that was killed a moment ago may still be listed. */
const kill = (pids: number[]) => signalAll(pids, "SIGKILL");

/** Sends requests to the interface until stopped, and collects the statuses. */
function keepAsking() {
  const statuses = new Set<number | string>();
  let isStopped = false;
  const asking = (async () => {
    for (; !isStopped; await wait(60)) {
      const answer = await call("/api/v2/invoices/none").catch((error: unknown) => error);
      statuses.add(answer instanceof Response ? answer.status : String(answer));
    }
  })();
  return async () => {
    isStopped = true;
    await asking;
    return [...statuses];
  };
}

test("a key's limit is shared by all processes of the interface", async () => {
  const caller = await callerOf(host);
  const beganAt = Date.now();
  // Sent at once, so that each has a separate connection, and both processes get some of them.
  const statuses = await Promise.all(times(400, async () => (await caller("/api/v2/invoices/none")).status));
  const refilled = Math.ceil(((Date.now() - beganAt) / SECOND_MS) * RATE_LIMIT);
  const admitted = statuses.filter((status) => status === 404).length;
  // A burst is twice the rate. If each process had its own limit, twice as many would be admitted.
  expect(admitted).toBeGreaterThanOrEqual(2 * RATE_LIMIT);
  expect(admitted).toBeLessThanOrEqual(2 * RATE_LIMIT + refilled);
  expect(statuses.filter((status) => status === 429)).toHaveLength(statuses.length - admitted);
});

test("when the process of work is killed, the interface still answers, and it is started again", async () => {
  const stopAsking = keepAsking();
  const killed = processesOf(host.pid, "work");
  expect(killed).toHaveLength(1);
  kill(killed);
  await untilReplaced("work", killed);
  expect(await stopAsking()).toEqual([404]);
});

test("when the processes of pages are killed, the interface still answers, and a page requested meanwhile once they are started again", async () => {
  await (await fetch(`${host.baseUrl}/sign-in`)).text();
  const stopAsking = keepAsking();
  const killed = processesOf(host.pid, "pages");
  expect(killed).toHaveLength(2);
  kill(killed);
  const answer = await fetch(`${host.baseUrl}/sign-in`);
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain("</html>");
  await untilReplaced("pages", killed);
  expect((await fetch(`${host.baseUrl}/sign-in`)).status).toBe(200);
  expect(await stopAsking()).toEqual([404]);
});

test("if one of two processes of the interface is killed, the other answers, and the first is started again", async () => {
  const [killed, other] = processesOf(host.pid, "api");
  if (!killed || !other) throw new Error("There are not two of them");
  kill([killed]);
  await until(async () => (await call("/api/v2/invoices/none").catch(() => undefined))?.status === 404);
  await until(() => processesOf(host.pid, "api").filter((pid) => pid !== killed).length === 2);
});

test("no request stays unanswered because its process died", async () => {
  for (let round = 1; round <= DEATHS; round += 1) {
    const asked = times(40, () => fetch(`${host.baseUrl}/api/v2/invoices/none`, { signal: AbortSignal.timeout(20_000) }));
    kill(processesOf(host.pid, "api").slice(0, 1));
    const ends = await Promise.allSettled([
      ...asked,
      ...times(40, () => fetch(`${host.baseUrl}/api/health`, { signal: AbortSignal.timeout(20_000) })),
    ]);
    const abandoned = ends.filter((end) => end.status === "rejected" && end.reason.name === "TimeoutError");
    expect(abandoned).toEqual([]);
  }
  await until(async () => (await call("/api/v2/invoices/none").catch(() => undefined))?.status === 404);
});

test("a client's own header about its address is ignored", async () => {
  const statuses = [];
  for (let nth = 1; nth <= 35; nth += 1) {
    const answer = await fetch(`${host.baseUrl}/i/${nth.toString(16).padStart(43, "0")}`, { headers: { "X-Ics-Peer": `192.0.2.${nth}` } });
    statuses.push(answer.status);
  }
  expect(statuses.slice(0, 5)).toEqual([404, 404, 404, 404, 404]);
  expect(statuses.at(-1)).toBe(429);
});

const metrics = async () => (await fetch(`${host.baseUrl}/api/metrics`, { headers: { Authorization: `Bearer ${FIGURES_SECRET}` } })).text();

/** Returns the metrics once they contain all of the lines. A process that is too busy to answer within a second counts as silent. */
async function untilMetrics(...lines: string[]): Promise<string> {
  let text = "";
  await until(async () => {
    text = await metrics();
    return lines.every((line) => text.includes(line));
  });
  return text;
}

test("the metrics cover all processes", async () => {
  await call("/api/v2/invoices/none");
  const text = await metrics();
  expect(text).toMatch(/^http_requests_total\{.*\} \d+$/m);
  expect(text).toMatch(/^background_job_last_success_timestamp_seconds\{job="notifications"\} \d+$/m);
  expect(text).toMatch(/^notifications_oldest_owed_seconds \d/m);
});

test("a hanging process counts with its last metrics, and as silent, until it continues", async () => {
  const [hanging] = processesOf(host.pid, "work");
  if (!hanging) throw new Error("no process works");
  await untilMetrics('supervised_processes{role="work",state="answering"} 1');
  process.kill(hanging, "SIGSTOP");
  try {
    const text = await untilMetrics(
      'supervised_processes{role="work",state="silent"} 1',
      'supervised_processes{role="api",state="answering"} 2',
    );
    expect(text).toMatch(/^background_job_last_success_timestamp_seconds\{job="notifications"\} \d+$/m);
    expect(text).toMatch(/^http_requests_total\{.*\} \d+$/m);
  } finally {
    process.kill(hanging, "SIGCONT");
  }
  await untilMetrics('supervised_processes{role="work",state="answering"} 1');
});

// In one family, because each takes seconds to start.
describe("a family of one process per role, which start long after the database is ready", () => {
  const own = mkdtempSync(join(tmpdir(), "ics-slow-"));
  let slow: Host;

  beforeAll(async () => {
    const delay = `import cluster from "node:cluster"; if (cluster.isWorker) await new Promise((go) => setTimeout(go, 3000));`;
    slow = await startProductionProcess(own, {
      ...environment,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(delay)}`,
    });
  }, MINUTE_MS);

  afterAll(() => {
    slow.kill();
    rmSync(own, { recursive: true });
  });

  test("serves", async () => {
    expect((await fetch(`${slow.baseUrl}/sign-in`)).status).toBe(200);
  });

  test("starts a process that has served each time again within a second, even if it is killed repeatedly", async () => {
    const log = () => readFileSync(join(own, "production-process.log"), "utf8");
    for (let round = 1; round <= DEATHS; round += 1) {
      await until(async () => (await fetch(`${slow.baseUrl}/api/v2/invoices/none`).catch(() => undefined))?.status === 401);
      kill(processesOf(slow.pid, "api"));
      await until(() => log().split("starting it again").length > round);
    }
    const pauses = Array.from(log().matchAll(/"pauseMs":(\d+)/g), ([, pauseMs]) => Number(pauseMs));
    expect(pauses.length).toBeGreaterThanOrEqual(DEATHS);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(1_000);
    await until(() => processesOf(slow.pid, "api").length === 1);
  });

  test("ends without its supervisor", async () => {
    const started = ["api", "pages", "work"].flatMap((role) => processesOf(slow.pid, role));
    expect(started).toHaveLength(3);
    process.kill(slow.pid, "SIGKILL");
    await until(() => started.every((pid) => !isRunning(pid)));
  });
});

test.each(["api", "work"])("a process of %s alone is ready, and answers only what is its own", async (role) => {
  const alone = await startProductionProcess(folder, environment, ["--only", role]);
  try {
    const caller = await callerOf(alone);
    expect(await (await fetch(`${alone.baseUrl}/api/ready`)).json()).toEqual({ status: "ready" });
    expect((await fetch(`${alone.baseUrl}/sign-in`)).status).toBe(404);
    const answer = await caller("/api/v2/invoices/none");
    expect([answer.status, await answer.text()]).toEqual(role === "api" ? [404, '{"error":"invalid_invoice_id"}'] : [404, ""]);
  } finally {
    await alone.stop();
  }
});

test("a balancer without a Host header can ask whether the process is ready; a stopping one is not, and accepts requests until it is removed", async () => {
  const alone = await startProductionProcess(folder, { ...environment, DRAIN_SECONDS: "10" }, ["--only", "api"]);
  const readiness = () =>
    new Promise((resolve, reject) => {
      const asked = request(`${alone.baseUrl}/api/ready`, { setHost: false, agent: false }, (answer) =>
        resolve(answer.resume().statusCode),
      );
      asked.on("error", reject).end();
    });
  expect(await readiness()).toBe(200);
  const stopped = alone.stop();
  await until(async () => (await readiness()) === 503);
  for (let nth = 0; nth < 20; nth += 1) expect((await fetch(`${alone.baseUrl}/api/v2/invoices/none`)).status).toBe(401);
  expect(await stopped).toBe(0);
});

test("pages alone are served with their scripts", async () => {
  const alone = await startProductionProcess(folder, environment, ["--only", "pages"]);
  try {
    const page = await (await fetch(`${alone.baseUrl}/sign-in`)).text();
    const [script = ""] = /\/_next\/static\/[^"]+\.js/.exec(page) ?? [];
    const answer = await fetch(`${alone.baseUrl}${script}`, { headers: { "Accept-Encoding": "br" } });
    expect([answer.status, answer.headers.get("content-encoding")]).toEqual([200, "br"]);
  } finally {
    await alone.stop();
  }
});

test("a port in use is reported once, and the start fails", async () => {
  const holder = createServer().listen(0, "127.0.0.1");
  await until(() => holder.listening);
  const address = holder.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const failure = await startProductionProcess(folder, { ...environment, PORT: String(port) }).catch((error: Error) => error.message);
  holder.close();
  expect(String(failure).match(/is taken: stop what uses it/g)).toHaveLength(1);
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
