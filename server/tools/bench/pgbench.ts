import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { BENCH_ID_SQL, type BenchData, benchId } from "./data";
import { CREATE_ONE_AFTER_ANOTHER, type Statement } from "./statements";

const run = promisify(execFile);
const CLIENTS = 32;

export async function hasPgbench(): Promise<boolean> {
  return run("pgbench", ["--version"]).then(
    () => true,
    () => false,
  );
}

interface Options {
  seconds: number;
  /** Settings of the sessions, as `-c name=value`. */
  settings?: string;
}

/** Returns transactions per second for the same SQL, prepared, without a service in between. */
export async function pgbench(databaseUrl: string, script: string, { seconds, settings = "" }: Options): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "ics-pgbench-"));
  const file = join(folder, "script.sql");
  writeFileSync(file, script);
  try {
    const args = ["-n", "-M", "prepared", "-c", String(CLIENTS), "-j", "2", "-T", String(seconds), "-f", file, databaseUrl];
    const { stdout } = await run("pgbench", args, { env: { ...process.env, PGOPTIONS: settings } });
    return Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export function readingScript({ text, params }: Statement, data: BenchData): string {
  const inlined = text.replace(/\$(\d+)/g, (_, number) => {
    const value = params[Number(number) - 1];
    return value === benchId(1) ? BENCH_ID_SQL(":number") : literal(value);
  });
  return `\\set number random(1, ${data.invoices})\n${oneLine(inlined)};\n`;
}

/** Returns the service's statement as a script. */
export function creatingScript({ text, params, invoiceId }: Statement & { invoiceId: string }): string {
  const bound = text.replace(/\$(\d+)/g, (_, number) => {
    const value = params[Number(number) - 1];
    if (value === invoiceId) return BENCH_ID_SQL(":a");
    return typeof value === "string" && value.startsWith("[{") ? linesOf(value) : literal(value);
  });
  return `${NEW_NUMBER}\n${oneLine(bound)};\n`;
}

/** Returns the lines as SQL text, without colons before digits, which pgbench would read as variables. */
function linesOf(json: string): string {
  const spaced = literal(JSON.stringify(JSON.parse(json), null, 1).replace(/T[\d:.]+Z/g, ""));
  return `(${spaced.replace(/line-(\d)/g, (_, part) => `' || ${BENCH_ID_SQL(`:a + ${part}`)} || '`)})`;
}

/** Returns a script that inserts the same rows by two statements. */
export function plainScript(data: BenchData): string {
  const { invoice, lines } = CREATE_ONE_AFTER_ANOTHER;
  const id = BENCH_ID_SQL(":a");
  const line = (part: number) => BENCH_ID_SQL(`:a + ${part}`);
  const bind = (text: string, values: string[]) =>
    `${oneLine(text.replace(/\$(\d+)/g, (_, number) => values[Number(number) - 1] ?? "null"))};`;
  const recipient = [
    "B-2026-1",
    "Season 2026",
    "Ada",
    "Brandsma",
    "Quayside",
    "12",
    "1234 AB",
    "Northbank",
    "NL",
    "ada.brandsma@members.example",
  ];
  return [
    NEW_NUMBER,
    "begin;",
    bind(invoice, [literal(data.partnerId), id, literal(data.companyId), literal(data.importId), ...recipient.map(literal), "7500"]),
    bind(lines, [literal(data.partnerId), id, line(1), line(2), line(3), "2500", "'Membership, part 1'", "'2026-09-01'"]),
    "commit;",
    "",
  ].join("\n");
}

const NEW_NUMBER = "\\set a random(1000000000, 9000000000000000000)";

const oneLine = (text: string) => text.replace(/\s+/g, " ");

function literal(value: unknown): string {
  if (value === null || value === undefined) return "null";
  return typeof value === "number" ? String(value) : `'${String(value).replaceAll("'", "''")}'`;
}
