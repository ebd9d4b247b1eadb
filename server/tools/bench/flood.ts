import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { type Connection, connect } from "@/db/client";
import { users } from "@/db/schema/users";
import { systemActor } from "@/server/actor";
import { customerLink } from "@/server/billing/customer-links/customer-link";
import { createImport } from "@/server/billing/imports/create-import";
import { transmitImport } from "@/server/billing/imports/transmit-import";
import { createInvoice } from "@/server/billing/invoices/create-invoice";
import { newId } from "@/server/platform/id";
import { beginSession } from "@/server/tenancy/people/begin-session";
import { givenSession } from "@/server/testing/given-session";
import { type Host, startProductionProcess } from "@/server/testing/hosts";
import { newInvoiceFor } from "@/server/testing/new-records";
import { askSteadily, fetchSuccess, percentile } from "./ask-steadily";
import { compareFloodFiles } from "./compare-flood-files";
import { type BenchData, benchId, fill, givenBenchPartner } from "./data";
import type { Flood, FloodReport } from "./flooder";
import { withDatabase } from "./notification-setup";
import { print, say } from "./report";

// Measures how much longer others wait while one client sends the most expensive requests, 20 at once: bodies of 1 MiB without a session,
// PDFs of 1,000 lines, exports of 100,000 rows. Alternates with measurements without them. First measures the same for
// banks' files that once blocked the service; with `files`, nothing else.

const INVOICES = process.argv[3] === "files" ? 10_000 : 100_000;
const ROUNDS = 3;
const SECONDS = 8;
const AT_ONCE = 20;
const RATE = 100;
/** Maximum increase of p99 over the measurement without other work, in ms. */
const TO_REACH_MS = 50;

await withDatabase(8, measure);

async function measure(connection: Connection, folder: string, adminUrl: string): Promise<void> {
  const partner = await givenBenchPartner(connection);
  const data: BenchData = { ...partner, invoices: INVOICES };
  say(`${INVOICES} invoices …`);
  const admin = connect(adminUrl, { max: 1 });
  await fill(admin, partner, 0, INVOICES);
  await admin.close();
  const cookie = await signIn(connection, data.partnerId);
  const links = await givenLongInvoices(connection, data, ROUNDS * 2);
  const host = await startProductionProcess(folder, process.env as Record<string, string>);
  const flooder = fork(fileURLToPath(new URL("./flooder.mjs", import.meta.url)));
  try {
    await latencies(host, data);
    await compareFloodFiles(host, data, flooder, folder);
    if (process.argv[3] === "files") return;
    const floods: Record<string, (round: number) => Omit<Flood, "atOnce">> = {
      "bodies of 1 MiB without a session": () => ({
        ...{ url: `${host.baseUrl}/api/trpc/session.setPassword`, method: "POST" },
        ...{ headers: { "Content-Type": "application/json" }, bytes: 1024 * 1024 },
      }),
      "PDFs of 1,000 lines": (round) => ({
        url: `${host.baseUrl}${links[round % links.length]}/pdf`,
        method: "GET",
        headers: {},
        bytes: 0,
      }),
      "exports of 100,000 rows": () => ({ url: `${host.baseUrl}/api/export/invoices`, method: "GET", headers: { cookie }, bytes: 0 }),
    };
    for (const [name, flood] of Object.entries(floods)) await compare(name, flood, host, data, flooder);
  } finally {
    flooder.kill();
    await host.stop();
  }
}

/** Returns p99 in ms of a health request and of a GET. */
function latencies({ baseUrl }: Host, { apiKey }: BenchData): Promise<[number, number]> {
  const headers = { authorization: `ApiKey ${apiKey}` };
  const p99 = async (urlOf: (nth: number) => string) =>
    percentile(await askSteadily(RATE, SECONDS, (nth) => fetchSuccess(urlOf(nth), { headers })), 0.99);
  return Promise.all([
    p99(() => `${baseUrl}/api/health`),
    p99((nth) => `${baseUrl}/api/v2/invoices/${benchId(1 + ((nth * 7_919) % INVOICES))}`),
  ]);
}

async function compare(name: string, flood: (round: number) => Omit<Flood, "atOnce">, host: Host, data: BenchData, flooder: ChildProcess) {
  const quiet: [number, number][] = [];
  const beside: [number, number][] = [];
  const statuses: FloodReport = {};
  for (let round = 0; round < ROUNDS; round += 1) {
    quiet.push(await latencies(host, data));
    const floods = keepFlooding(flooder, { ...flood(round), atOnce: AT_ONCE }, statuses);
    beside.push(await latencies(host, data));
    await floods.end();
  }
  const middle = (rounds: [number, number][], which: 0 | 1) => rounds.map((round) => round[which]).sort((a, b) => a - b)[1] ?? Number.NaN;
  const words = (["/api/health", "GET invoice"] as const).map((what, nth) => {
    const [before, meanwhile] = [middle(quiet, nth as 0 | 1), middle(beside, nth as 0 | 1)];
    return `${what} p99 ${before} ms quiet, ${meanwhile} beside (${(meanwhile - before).toFixed(1)} more; to reach: ${TO_REACH_MS})`;
  });
  print(`${name}: ${words.join("; ")}; answered ${JSON.stringify(statuses)}`);
}

function keepFlooding(flooder: ChildProcess, flood: Flood, statuses: FloodReport) {
  let isOver = false;
  const flooding = (async () => {
    while (!isOver) {
      const report = await new Promise<FloodReport>((resolve) => {
        flooder.once("message", (message) => resolve(message as FloodReport));
        flooder.send(flood);
      });
      for (const [status, count] of Object.entries(report)) statuses[status] = (statuses[status] ?? 0) + count;
    }
  })();
  return {
    end: () => {
      isOver = true;
      return flooding;
    },
  };
}

async function signIn({ db }: Connection, partnerId: string): Promise<string> {
  const id = newId();
  const person = {
    id,
    partnerId,
    email: "miriam.okafor@bench.example",
    name: "Miriam Okafor",
    role: "administrator",
    locale: "en",
  } as const;
  await db.insert(users).values({ ...person, createdAt: new Date() });
  const sessionId = await beginSession(db, { userId: id, sessionVersion: 1 }, { address: "bench", deviceToken: null, userAgent: "" });
  return `next-auth.session-token=${await givenSession({ id, sessionId })}`;
}

/** Pages of customers whose invoices have 1,000 long lines. */
async function givenLongInvoices({ db }: Connection, { partnerId, companyId }: BenchData, count: number): Promise<string[]> {
  const actor = systemActor({ id: partnerId, clockOffsetMs: 0 });
  const { id: importId } = await createImport(db, actor, { companyId, title: null, expectedInvoicesCount: null });
  const ids: string[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    const lines = Array.from({ length: 1_000 }, () => ({
      amountCents: 100,
      description: "membership ".repeat(80).trim(),
      date: null,
      id: null,
    }));
    const reached = { customerEmail: null, customerPhoneNumber: "612345678" };
    ids.push((await createInvoice(db, actor, { ...newInvoiceFor(importId), ...reached, lines, amountTotalCents: 100_000 })).id);
  }
  await transmitImport(db, actor, importId);
  const links: string[] = [];
  for (const id of ids) links.push(new URL(await customerLink(db, actor, id)).pathname);
  return links;
}
