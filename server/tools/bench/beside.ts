import { type ChildProcess, fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { sql } from "drizzle-orm";
import { type Connection, connect } from "@/db/client";
import { users } from "@/db/schema/users";
import { type Actor, systemActor } from "@/server/actor";
import { customerLink } from "@/server/billing/customer-links/customer-link";
import { createImport } from "@/server/billing/imports/create-import";
import { transmitImport } from "@/server/billing/imports/transmit-import";
import { createInvoice } from "@/server/billing/invoices/create-invoice";
import { newId } from "@/server/platform/id";
import { hashPassword } from "@/server/tenancy/people/password";
import { startProductionProcess } from "@/server/testing/hosts";
import { newInvoiceFor } from "@/server/testing/new-records";
import { askSteadily, fetchSuccess, percentile } from "./ask-steadily";
import type { CrowdOrder, CrowdReport } from "./crowd";
import { type BenchData, fill, givenBenchPartner } from "./data";
import { requestsFor, type Work } from "./load";
import { withDatabase } from "./notification-setup";
import { residentMiB } from "./processes";
import { print, say } from "./report";

// Measures whether other work slows the interface: GET and POST at a steady rate, alternately without other work, and while 20 people
// click, 5 PDFs a second are drawn and mails are sent.

const INVOICES = 100_000;
const ROUNDS = 3;
const MAILS = Number(process.argv[3] ?? 10_000);
const SECONDS = 12;
const PDFS = 200;
const RATES: [Work, number][] = [
  ["GET invoice", 200],
  ["POST invoice", 50],
];

await withDatabase(8, measure);

interface Round {
  quiet: number[][];
  beside: number[][];
}

async function measure(connection: Connection, folder: string, adminUrl: string): Promise<void> {
  const { db } = connection;
  const partner = await givenBenchPartner(connection);
  const data: BenchData = { ...partner, invoices: INVOICES };
  const actor = systemActor({ id: partner.partnerId, clockOffsetMs: 0 });
  say(`${INVOICES} invoices …`);
  const admin = connect(adminUrl, { max: 1 });
  await fill(admin, partner, 0, INVOICES);
  await admin.close();
  const imports = [];
  for (let round = 0; round < ROUNDS; round += 1) imports.push(await importToMail(connection, actor, data, Math.ceil(MAILS / ROUNDS)));
  const sent = await importToMail(connection, actor, data, PDFS, false);
  await transmitImport(db, actor, sent.importId);
  const pdfUrls = [];
  for (const id of sent.invoiceIds) pdfUrls.push(`${new URL(await customerLink(db, actor, id)).pathname}/pdf`);
  const password = randomBytes(16).toString("hex");
  const email = "miriam.okafor@bench.example";
  const person = { id: newId(), partnerId: data.partnerId, email, name: "Miriam Okafor", role: "administrator", locale: "en" } as const;
  await db.insert(users).values({ ...person, passwordHash: await hashPassword(password), createdAt: new Date() });

  const crowd = fork(fileURLToPath(new URL("./crowd.mjs", import.meta.url)));
  const { smtpUrl = "" } = await hear(crowd);
  const mail = { SMTP_URL: smtpUrl, MAIL_FROM: "no-reply@portal.example" };
  const host = await startProductionProcess(folder, { ...(process.env as Record<string, string>), ...mail });
  const order = (order: CrowdOrder) => crowd.send(order);
  const rounds: Round[] = [];
  try {
    await latencies(host.baseUrl, data, 3);
    print(`Memory before: ${residentMiB(host.pid)} MiB`);
    for (const [nth, { importId }] of imports.entries()) {
      say(`Round ${nth + 1} of ${ROUNDS}`);
      const quiet = await latencies(host.baseUrl, data);
      await transmitImport(db, actor, importId);
      const urls = pdfUrls.slice(nth * Math.floor(PDFS / ROUNDS), (nth + 1) * Math.floor(PDFS / ROUNDS));
      order({ begin: { baseUrl: host.baseUrl, email, password, invoiceIds: sent.invoiceIds, pdfUrls: urls } });
      const beside = await latencies(host.baseUrl, data);
      order({ end: true });
      const { clicks, pdfs, mails, failed } = await hear(crowd);
      await untilMailed(connection, importId);
      say(`${clicks} clicks, ${pdfs} PDFs, ${mails} mails, ${failed} failed; ${residentMiB(host.pid)} MiB`);
      rounds.push({ quiet, beside });
    }
  } finally {
    crowd.kill();
    await host.stop();
  }
  for (const [place, [work, rate]] of RATES.entries()) print(compare(work, rate, rounds, place));
}

/** Returns p50 and p99 in ms of each kind of request. */
function latencies(baseUrl: string, data: BenchData, seconds = SECONDS): Promise<number[][]> {
  return Promise.all(
    RATES.map(async ([work, rate]) => {
      const requests = requestsFor(work, data);
      const headers = { authorization: `ApiKey ${data.apiKey}`, "content-type": "application/json" };
      const times = await askSteadily(rate, seconds, (nth) => {
        const { method, path, body } = requests[nth % requests.length] ?? {};
        return fetchSuccess(`${baseUrl}${path}`, { method, headers, body: body?.toString() });
      });
      return [percentile(times, 0.5), percentile(times, 0.99)];
    }),
  );
}

function compare(work: Work, rate: number, rounds: Round[], place: number): string {
  const middle = (of: "quiet" | "beside", which: number) =>
    rounds.map((round) => round[of][place]?.[which] ?? Number.NaN).sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? Number.NaN;
  const [quiet, beside] = [middle("quiet", 1), middle("beside", 1)];
  return `${work}, ${rate} a second: p50 ${middle("quiet", 0)} ms quiet, ${middle("beside", 0)} ms beside; p99 ${quiet} and ${beside} ms: ${(beside / quiet).toFixed(1)} times (to reach: at most 2)`;
}

async function importToMail({ db }: Connection, actor: Actor, data: BenchData, count: number, isMailed = true) {
  const { id: importId } = await createImport(db, actor, { companyId: data.companyId, title: null, expectedInvoicesCount: null });
  const invoiceIds: string[] = [];
  const left = Array.from({ length: count }).keys();
  const create = async () => {
    for (const number of left) {
      const reached = isMailed
        ? { customerEmail: `member${number}@members.example` }
        : { customerEmail: null, customerPhoneNumber: "612345678" };
      invoiceIds.push((await createInvoice(db, actor, { ...newInvoiceFor(importId), ...reached })).id);
    }
  };
  await Promise.all(Array.from({ length: 8 }, create));
  return { importId, invoiceIds };
}

/** Waits until a round's mails are sent, so that they do not disturb the next measurement. */
async function untilMailed({ db }: Connection, importId: string): Promise<void> {
  const isWaiting = () =>
    db.execute(sql`select from outgoing_messages m join invoices i on i.partner_id = m.partner_id and i.id = m.invoice_id
      where i.import_id = ${importId} and m.state in ('waiting', 'handing_over') limit 1`);
  while ((await isWaiting()).length > 0) await wait(500);
}

function hear(crowd: ChildProcess): Promise<CrowdReport> {
  return new Promise((resolve) => crowd.once("message", (report) => resolve(report as CrowdReport)));
}
