import { execFile } from "node:child_process";
import { loadavg } from "node:os";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { compileBeside } from "./compile-beside";
import type { Measured } from "./measured";
import { print, say } from "./report";

// Measures what direct debits add to the planning of an import: the same invoices with a mandate of each payer, and without any, in turn;
// also while Postgres has no statistics. With `--beside <path>`, a built checkout of an earlier version plans those without mandates too.

const INVOICES = Number(process.argv[3] ?? 100_000);
const BESIDE = process.argv.includes("--beside") ? resolve(process.argv[process.argv.indexOf("--beside") + 1] ?? "") : undefined;
/** The shortest time counts, because other work on the machine only delays, and the most memory. */
const ROUNDS = 2;
const GOALS = { ratio: 1.5, mib: 60 };

type Parts = Record<string, Measured>;

const ours = { program: fileURLToPath(new URL("./planning-run.mjs", import.meta.url)), cwd: process.cwd() };
const earlier = BESIDE && {
  program: await compileBeside(BESIDE, "planning-run", ["server/testing/given-payers", "server/tools/bench/measured"]),
  cwd: BESIDE,
};

for (const statistics of ["analyzed", "fresh"]) {
  const runs = { debits: [] as Parts[], mails: [] as Parts[], earlier: [] as Parts[] };
  for (let round = 1; round <= ROUNDS; round += 1) {
    say(`${INVOICES} invoices, ${statistics}, round ${round} of ${ROUNDS}, load ${loadavg()[0]?.toFixed(1)}`);
    runs.mails.push(await run(ours, "mails", statistics));
    runs.debits.push(await run(ours, "debits", statistics));
    if (earlier) runs.earlier.push(await run(earlier, "mails", statistics));
  }
  print(tableOf(statistics, runs));
}
print(
  `The fastest of ${ROUNDS} runs each, load ${loadavg()[0]?.toFixed(1)} at the end. To reach: at most ${GOALS.ratio} times in all, at most ${GOALS.mib} MiB more.`,
);

function tableOf(statistics: string, { debits, mails, earlier: old }: Record<"debits" | "mails" | "earlier", Parts[]>): string {
  const names = Object.keys(debits[0] ?? {});
  const seconds = (of: Parts[], name: string) => Math.min(...of.map((parts) => parts[name]?.seconds ?? 0));
  const inAll = (of: Parts[]) => names.reduce((sum, name) => sum + seconds(of, name), 0);
  const mib = (of: Parts[]) => Math.max(...of.flatMap((parts) => Object.values(parts).map((part) => part.mib)));
  const cells = (shown: (of: Parts[]) => string) => [debits, mails, ...(old.length > 0 ? [old] : [])].map(shown);
  const rows = [
    [
      `${INVOICES} invoices, ${statistics === "fresh" ? "tables without statistics" : "tables with statistics"}`,
      "with mandates",
      "without",
    ],
    ["---", "---", "---"],
    ...names.map((name) => [`${name}, s`, ...cells((of) => seconds(of, name).toFixed(2))]),
    ["in all, s", ...cells((of) => inAll(of).toFixed(2))],
    ["most memory above the beginning, MiB", ...cells((of) => mib(of).toFixed(0))],
  ];
  if (old.length > 0) {
    rows[0]?.push("earlier version");
    rows[1]?.push("---");
  }
  const against = old.length > 0 ? `; against the earlier version: ${(inAll(debits) / inAll(old)).toFixed(2)}` : "";
  return `${rows.map((row) => `| ${row.join(" | ")} |`).join("\n")}

With mandates against without: ${(inAll(debits) / inAll(mails)).toFixed(2)}${against}`;
}

/** Runs a compiled `planning-run.ts` in the folder of its checkout. */
async function run({ program, cwd }: typeof ours, kind: "debits" | "mails", statistics: string): Promise<Parts> {
  const { BENCH_NAME, BENCH_COMMAND, ...env } = process.env;
  const { stdout } = await promisify(execFile)(process.execPath, [program, `${INVOICES}`, kind, statistics], { cwd, env });
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
}
