import type { Host } from "@/server/testing/hosts";
import type { BenchData } from "./data";
import { type Figures, load, WORKS, type Work } from "./load";
import { creatingScript, hasPgbench, pgbench, readingScript } from "./pgbench";
import { residentMiB } from "./processes";
import { type Row, say } from "./report";
import type { Servers } from "./servers";
import { overhear } from "./statements";

const ROUNDS = 3;
const SECONDS = 5;
const WARM_UP_SECONDS = 2;
const MEMORY_REQUESTS = 200_000;

/** Every work by every server in turn, three times over, so that a slow moment of the machine meets all alike. */
export async function compareThroughput(servers: Servers, adminUrl: string, data: BenchData): Promise<Row[]> {
  const contenders: [string, (work: Work) => Promise<Figures>][] = Object.entries(servers).map(([name, server]: [string, Host]) => [
    name,
    (work) => load(server, work, data, { seconds: SECONDS }),
  ]);
  if (await hasPgbench()) {
    const statements = await overhear(adminUrl, data);
    const script = (work: Work) => (work === "POST invoice" ? creatingScript(data) : readingScript(statements[work], data));
    contenders.push(["pgbench", async (work) => rateOnly(await pgbench(adminUrl, script(work), SECONDS))]);
  }

  for (const server of Object.values(servers)) {
    for (const work of WORKS) await load(server, work, data, { seconds: WARM_UP_SECONDS });
  }
  const measured: Row[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    for (const work of WORKS) {
      for (const [server, run] of contenders) {
        say(`Round ${round} of ${ROUNDS}: ${work}, ${server}`);
        measured.push({ work, server, ...(await run(work)) });
      }
    }
  }
  return WORKS.flatMap((work) =>
    contenders.map(([server]) => middleOf(measured.filter((row) => row.work === work && row.server === server))),
  );
}

/** The slowest hundredth at half of the highest rate that both reach: whether haste is bought with stutter. */
export async function compareAtHalfRate(servers: Servers, throughput: Row[], data: BenchData): Promise<string> {
  const highest = (server: string) => throughput.find((row) => row.work === "GET invoice" && row.server === server)?.requestsPerSecond ?? 0;
  const rate = Math.round(Math.min(highest("ours"), highest("fastify")) / 2);
  const p99 = { ours: [] as number[], fastify: [] as number[] };
  for (let round = 1; round <= ROUNDS; round += 1) {
    for (const name of ["ours", "fastify"] as const) {
      say(`Round ${round} of ${ROUNDS}: ${rate} requests a second, ${name}`);
      p99[name].push((await load(servers[name], "GET invoice", data, { seconds: SECONDS, rate })).p99Ms);
    }
  }
  const [ours, fastify] = [middle(p99.ours), middle(p99.fastify)];
  return `p99 of GET invoice at ${rate} requests/s: ${ours} ms, fastify ${fastify} ms: ${(ours / fastify).toFixed(2)} (to reach: at most 1.5)`;
}

/** After so many requests, and after as many again. */
export async function measureMemory(ours: Host, data: BenchData): Promise<string> {
  const afterRequests = async () => {
    for (let sent = 0; sent < MEMORY_REQUESTS; )
      sent += (await load(ours, "GET invoice", data, { seconds: SECONDS })).requestsPerSecond * SECONDS;
    return residentMiB(ours.pid);
  };
  const [first, second] = [await afterRequests(), await afterRequests()];
  return `Resident after ${MEMORY_REQUESTS} more requests: ${first} MiB, after as many again: ${second} MiB (to reach: under 350, not growing)`;
}

/** Requests per second of GET invoice: the middle of three rounds. */
export async function measureRate(server: Host, data: BenchData): Promise<number> {
  await load(server, "GET invoice", data, { seconds: WARM_UP_SECONDS });
  const rates: number[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    say(`Round ${round} of ${ROUNDS}: GET invoice of ${data.invoices}`);
    rates.push((await load(server, "GET invoice", data, { seconds: SECONDS })).requestsPerSecond);
  }
  return middle(rates);
}

function middleOf(rows: Row[]): Row {
  const [first] = rows;
  if (!first) throw new Error("Nothing was measured");
  const of = (figure: keyof Figures) => middle(rows.map((row) => row[figure]));
  return {
    ...first,
    requestsPerSecond: of("requestsPerSecond"),
    p50Ms: of("p50Ms"),
    p99Ms: of("p99Ms"),
    cpuPerRequest: of("cpuPerRequest"),
  };
}

function middle(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function rateOnly(requestsPerSecond: number): Figures {
  return { requestsPerSecond, p50Ms: Number.NaN, p99Ms: Number.NaN, cpuPerRequest: Number.NaN };
}
