import { createdInvoicesResource } from "@/server/api/created-invoices";
import type { Host } from "@/server/testing/hosts";
import type { BenchData } from "./data";
import { type Figures, load, newInvoice, WORKS, type Work } from "./load";
import { creatingScript, hasPgbench, pgbench, plainScript, readingScript } from "./pgbench";
import { residentMiB } from "./processes";
import { type Row, say } from "./report";
import type { Servers } from "./servers";
import { overhear, overhearCreation } from "./statements";

const ROUNDS = 3;
const SECONDS = 5;
const WARM_UP_SECONDS = 2;
const MEMORY_REQUESTS = 200_000;

/** Measures every kind of request on every server in turn, three times, so that slow moments of the machine affect all servers alike. */
export async function compareThroughput(servers: Servers, adminUrl: string, data: BenchData): Promise<Row[]> {
  const contenders: Contender[] = Object.entries(servers).map(([name, server]: [string, Host]) => ({
    name,
    works: WORKS,
    run: (work) => load(server, work, data, { seconds: SECONDS }),
  }));
  if (await hasPgbench()) contenders.push(...(await contendersBySql(adminUrl, data)));

  for (const server of Object.values(servers)) {
    for (const work of WORKS) await load(server, work, data, { seconds: WARM_UP_SECONDS });
  }
  const measured: Row[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    for (const work of WORKS) {
      for (const { name, works, run } of contenders) {
        if (!works.includes(work)) continue;
        say(`Round ${round} of ${ROUNDS}: ${work}, ${name}`);
        measured.push({ work, server: name, ...(await run(work)) });
      }
    }
  }
  return WORKS.flatMap((work) =>
    contenders.flatMap(({ name, works }) =>
      works.includes(work) ? middleOf(measured.filter((row) => row.work === work && row.server === name)) : [],
    ),
  );
}

interface Contender {
  name: string;
  works: readonly Work[];
  run(work: Work): Promise<Figures>;
}

/** The service's statements run by pgbench, and plain inserts of the same rows and indexes without triggers or foreign keys. */
async function contendersBySql(adminUrl: string, data: BenchData): Promise<Contender[]> {
  const statements = await overhear(adminUrl, data);
  const creation = creatingScript(await overhearCreation(adminUrl, data));
  const script = (work: Work) => (work === "POST invoice" ? creation : readingScript(statements[work], data));
  const rateOf = async (text: string, settings?: string) => rateOnly(await pgbench(adminUrl, text, { seconds: SECONDS, settings }));
  return [
    { name: "pgbench", works: WORKS, run: (work) => rateOf(script(work)) },
    { name: "plain inserts", works: ["POST invoice"], run: () => rateOf(plainScript(data), "-c session_replication_role=replica") },
  ];
}

/** Compares p99 at half of the highest rate that both servers reach, to see whether one gains throughput at the expense of latency. */
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

/** Measures memory after a number of requests, and after the same number again. */
export async function measureMemory(ours: Host, data: BenchData): Promise<string> {
  const afterRequests = async () => {
    for (let sent = 0; sent < MEMORY_REQUESTS; )
      sent += (await load(ours, "GET invoice", data, { seconds: SECONDS })).requestsPerSecond * SECONDS;
    return residentMiB(ours.pid);
  };
  const [first, second] = [await afterRequests(), await afterRequests()];
  return `Resident after ${MEMORY_REQUESTS} more requests: ${first} MiB, after as many again: ${second} MiB (to reach: not growing)`;
}

/** Returns the requests per second: the median of three rounds. */
export async function measureRate(server: Host, work: Work, data: BenchData): Promise<number> {
  await load(server, work, data, { seconds: WARM_UP_SECONDS });
  const rates: number[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    say(`Round ${round} of ${ROUNDS}: ${work} of ${data.invoices}`);
    rates.push((await load(server, work, data, { seconds: SECONDS })).requestsPerSecond);
  }
  return middle(rates);
}

const MANY = 1_000;

/** Measures a request with 1,000 invoices: the median of five. */
export async function measureMany({ baseUrl }: Host, { apiKey, importId }: BenchData): Promise<string> {
  const { import_id, ...invoice } = JSON.parse(newInvoice(importId));
  const body = JSON.stringify({ invoices: Array(MANY).fill(invoice) });
  const headers = { authorization: `ApiKey ${apiKey}`, "content-type": "application/json" };
  const times: number[] = [];
  for (let round = 1; round <= 5; round += 1) {
    const began = performance.now();
    const answer = await fetch(`${baseUrl}/api/v2/imports/${importId}/invoices`, { method: "POST", headers, body });
    const text = await answer.text();
    times.push((performance.now() - began) / 1_000);
    const created = answer.ok ? createdInvoicesResource.parse(JSON.parse(text)).invoices.filter(({ invoice_id }) => invoice_id) : [];
    if (created.length < MANY)
      throw new Error(`Of ${MANY} invoices ${created.length} were created: ${answer.status} ${text.slice(0, 200)}`);
  }
  return `${MANY} invoices with 3 lines in one request: ${middle(times).toFixed(2)} s (to reach: 0.25)`;
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
