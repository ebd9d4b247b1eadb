import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { join } from "node:path";
import type { Figures, Work } from "./load";

/** Figures of a server for one kind of request; for pgbench only the rate. */
export type Row = { work: Work; server: string } & Figures;

export function tableOf(rows: Row[]): string {
  const head = ["work", "server", "requests/s", "p50 ms", "p99 ms", "CPU µs/request"];
  const cells = rows.map((row) => [
    row.work,
    row.server,
    row.requestsPerSecond.toFixed(0),
    row.p50Ms.toFixed(1),
    row.p99Ms.toFixed(1),
    row.cpuPerRequest.toFixed(0),
  ]);
  return [
    ...[head, head.map(() => "---"), ...cells].map((line) => `| ${line.join(" | ").replaceAll("NaN", "")} |`),
    "",
    ...ratiosOf(rows),
  ].join("\n");
}

function ratiosOf(rows: Row[]): string[] {
  const at = (work: Work, server: string) => rows.find((row) => row.work === work && row.server === server);
  const rate = (work: Work, other: string) =>
    (at(work, "ours")?.requestsPerSecond ?? Number.NaN) / (at(work, other)?.requestsPerSecond ?? Number.NaN);
  const cpu = (work: Work, other: string) =>
    (at(work, other)?.cpuPerRequest ?? Number.NaN) / (at(work, "ours")?.cpuPerRequest ?? Number.NaN);
  const line = (what: string, ratio: number, goal: number) => `${what}: ${ratio.toFixed(2)} (to reach: ${goal})`;
  return [
    line("GET invoice against fastify, by CPU per request", cpu("GET invoice", "fastify"), 1),
    line("GET invoice against fastify, by rate", rate("GET invoice", "fastify"), 1),
    line("GET invoice against pgbench, by rate", rate("GET invoice", "pgbench"), 0.5),
    line("GET invoice against next start, by CPU per request", cpu("GET invoice", "next start"), 4),
    line("POST invoice against fastify, by CPU per request", cpu("POST invoice", "fastify"), 1.2),
    line("POST invoice against pgbench with the same statement, by rate", rate("POST invoice", "pgbench"), 0.8),
    line(
      "The statement of POST invoice against plain inserts of the same rows, by rate",
      rate("POST invoice", "plain inserts") / rate("POST invoice", "pgbench"),
      0.5,
    ),
  ];
}

const printed: string[] = [];

/** Prints a result, and stores it in the bench's figures: see `keepFigures`. */
export function print(text: string): void {
  console.log(`${text}\n`);
  printed.push(text);
}

/**
 * When the bench ends without an error, writes the printed results to `docs/figures/<name>.md`. `command` is the command line to show
 * there.
 */
function keepFigures(name: string, command: string): void {
  process.on("exit", (code) => {
    if (code !== 0 || printed.length === 0) return;
    const processor = cpus()[0]?.model ?? "unknown processor";
    const machine = `${new Date().toISOString().slice(0, 10)}, ${availableParallelism()} cores (${processor}), Node ${process.versions.node}`;
    mkdirSync("docs/figures", { recursive: true });
    writeFileSync(
      join("docs/figures", `${name}.md`),
      `# ${name}\n\n\`${command}\`, ${machine}. Written by the bench.\n\n${printed.join("\n\n")}\n`,
    );
  });
}

const { BENCH_NAME, BENCH_COMMAND } = process.env;
if (BENCH_NAME && BENCH_COMMAND) keepFigures(BENCH_NAME, BENCH_COMMAND);

/** Prints progress to standard error. */
export function say(text: string): void {
  console.error(text);
}
