import type { ChildProcess } from "node:child_process";
import { loadavg } from "node:os";
import { givenCompany, givenPartner } from "@/server/testing/given";
import { givenBankAccount } from "@/server/testing/given-bank-account";
import type { Host } from "@/server/testing/hosts";
import { askSteadily, fetchSuccess, percentile } from "./ask-steadily";
import { type BenchData, benchId } from "./data";
import { floodFiles, writeFloodFile } from "./flood-files";
import type { FloodReport } from "./flooder";
import { print, say } from "./report";

const ROUNDS = 2;
const SECONDS = 6;
const RATE = 50;
/** Maximum increase of p99 over the measurement without other work, in ms. */
const TO_REACH_MS = 50;

const asked = ["/api/health", "GET invoice"] as const;
type Times = Record<(typeof asked)[number], number[]>;

/** Measures another partner's wait, alternately without other work and while one partner sends a bank's file. */
export async function compareFloodFiles(host: Host, data: BenchData, flooder: ChildProcess, folder: string): Promise<void> {
  const partner = await givenPartner();
  const account = await givenBankAccount(partner, await givenCompany(partner));
  const iban = account.current?.iban ?? "";
  const lines = [
    "| file | KB | answered | of | p50, p99, max ms quiet | meanwhile | p99 more | ratio |",
    "| --- | --- | --- | --- | --- | --- | --- | --- |",
  ];
  let round = 0;
  for (const name of Object.keys(floodFiles)) {
    const [quiet, meanwhile]: [Times, Times] = [noTimes(), noTimes()];
    const answers: FloodReport = {};
    let kilobytes = 0;
    for (let nth = 0; nth < ROUNDS; nth += 1) {
      round += 1;
      say(`${name}, round ${nth + 1}, load ${loadavg()[0]?.toFixed(1)}`);
      const { path, before, bytes } = writeFloodFile(folder, name, iban, round);
      kilobytes = Math.round(bytes / 1_000);
      if (before) await send(flooder, host, partner.apiKey, before);
      add(quiet, await ask(host, data));
      const sent = send(flooder, host, partner.apiKey, path);
      add(meanwhile, await ask(host, data));
      for (const [status, count] of Object.entries(await sent)) answers[status] = (answers[status] ?? 0) + count;
    }
    for (const what of asked)
      lines.push(`| ${name} | ${kilobytes} | ${Object.keys(answers).join(", ")} | ${what} | ${rowOf(quiet[what], meanwhile[what])} |`);
  }
  print(`Two rounds each, load ${loadavg()[0]?.toFixed(1)} at the end; p99 more to reach: ${TO_REACH_MS} ms.\n\n${lines.join("\n")}`);
}

const noTimes = (): Times => ({ "/api/health": [], "GET invoice": [] });

function add(to: Times, times: Times): void {
  for (const what of asked) to[what].push(...times[what]);
}

async function ask({ baseUrl }: Host, { apiKey, invoices }: BenchData): Promise<Times> {
  const headers = { authorization: `ApiKey ${apiKey}` };
  const [health, get] = await Promise.all([
    askSteadily(RATE, SECONDS, () => fetchSuccess(`${baseUrl}/api/health`, { headers })),
    askSteadily(RATE, SECONDS, (nth) => fetchSuccess(`${baseUrl}/api/v2/invoices/${benchId(1 + ((nth * 7_919) % invoices))}`, { headers })),
  ]);
  return { "/api/health": health, "GET invoice": get };
}

function send(flooder: ChildProcess, { baseUrl }: Host, apiKey: string, file: string): Promise<FloodReport> {
  const headers = { authorization: `ApiKey ${apiKey}`, "Content-Type": "application/octet-stream" };
  return new Promise((resolve) => {
    flooder.once("message", (message) => resolve(message as FloodReport));
    flooder.send({ url: `${baseUrl}/api/v2/bank_statements`, method: "POST", headers, bytes: 0, file, atOnce: 1 });
  });
}

function rowOf(quiet: number[], meanwhile: number[]): string {
  const sorted = [quiet, meanwhile].map((times) => times.sort((a, b) => a - b));
  const [before, during] = sorted.map((times) => ({
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    max: percentile(times.slice(-1), 0),
  }));
  if (!before || !during) return "";
  const words = ({ p50, p99, max }: typeof before) => `${p50}, ${p99}, ${max}`;
  return `${words(before)} | ${words(during)} | ${(during.p99 - before.p99).toFixed(1)} | ${(during.p99 / before.p99).toFixed(1)}`;
}
