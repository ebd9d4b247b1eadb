import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { loadavg } from "node:os";
import { resolve } from "node:path";
import { print, say } from "./report";

// Measures how long storing a bank's file takes, and whether memory grows with the file: each kind with the given number of entries. With
// `--beside <folder>`, the version in the folder measures itself in turn with this one. Each measurement has a process and a database of
// its own.

const KINDS = ["camt.053", "camt.054", "MT940", "CSV"];
/** Measurements of each version and kind. The shortest time counts, because other work on the machine only delays, and the most memory. */
const ROUNDS = 2;

const [given, flag, folder] = process.argv.slice(3);
const entries = Number(given ?? 50_000);
const old = flag === "--beside" && folder ? { folder: resolve(folder), commit: commitOf(resolve(folder)) } : undefined;

/** Figures of one file. */
interface Kept {
  megabytes: number;
  seconds: number;
  /** Memory above the beginning, in MiB. */
  mib: number;
  /** One pass of a reader, and `COPY` of the same rows; only of this version. */
  floorSeconds: number;
}

const lines = [
  `| file | entries | MB | seconds | ${old ? `seconds of ${old.commit} | ratio | ` : ""}floor, seconds | times the floor | MiB above the beginning |`,
  `| --- | --- | --- | --- | ${old ? "--- | --- | " : ""}--- | --- | --- |`,
];
for (const kind of KINDS) {
  const [before, now]: [Kept[], Kept[]] = [[], []];
  for (let round = 1; round <= ROUNDS; round += 1) {
    say(`${kind}, ${entries} entries, round ${round} of ${ROUNDS}, load ${loadavg()[0]?.toFixed(1)}`);
    if (old) before.push(measure(old.folder, "bank-files", kind));
    now.push(measure(resolve("."), "keep-file", kind));
  }
  lines.push(rowOf(kind, before, now));
}
print(`${lines.join("\n")}

The fastest of ${ROUNDS} runs each, load ${loadavg()[0]?.toFixed(1)} at the end. The floor is one pass of \`saxes\`, or of a line reader, plus \`COPY\` of
the same rows into the same tables. To reach: ratio at most 0.2, at most 4 times the floor, at most 60 MiB.`);

function rowOf(kind: string, before: readonly Kept[], now: readonly Kept[]): string {
  const least = (kept: readonly Kept[], of: keyof Kept) => Math.min(...kept.map((each) => each[of]));
  const [seconds, oldSeconds, floor] = [least(now, "seconds"), least(before, "seconds"), least(now, "floorSeconds")];
  const mib = Math.max(...now.map((each) => each.mib));
  const beside = old ? `${oldSeconds.toFixed(1)} | ${(seconds / oldSeconds).toFixed(2)} | ` : "";
  const megabytes = least(now, "megabytes").toFixed(1);
  return `| ${kind} | ${entries} | ${megabytes} | ${seconds.toFixed(1)} | ${beside}${floor.toFixed(1)} | ${(seconds / floor).toFixed(1)} | ${mib.toFixed(0)} |`;
}

/** Runs a version's own bench of one kind. Every version prints a table, with the same first columns. */
function measure(cwd: string, bench: string, kind: string): Kept {
  const { BENCH_NAME, BENCH_COMMAND, ...env } = process.env;
  const stdio: ["ignore", "pipe", "ignore"] = ["ignore", "pipe", "ignore"];
  const printed = execFileSync(process.execPath, [scriptIn(cwd, bench), "bank-files", `${entries}`, kind], {
    cwd,
    env,
    stdio,
    encoding: "utf8",
  });
  const row = printed.split("\n").find((line) => line.startsWith(`| ${kind} | ${entries} |`));
  if (!row) throw new Error(`No figures of ${kind} in: ${printed}`);
  const [, , , megabytes, seconds, mib, floorSeconds] = row.split("|").map(Number);
  return { megabytes: megabytes ?? 0, seconds: seconds ?? 0, mib: mib ?? 0, floorSeconds: floorSeconds || Number.NaN };
}

/** Returns the commit of another version, whose bench is built by its first run. */
function commitOf(cwd: string): string {
  if (!existsSync(scriptIn(cwd, "bank-files"))) throw new Error(`Run this once in ${cwd}: npm run bench -- bank-files 10`);
  return execFileSync("git", ["rev-parse", "--short=8", "HEAD"], { cwd, encoding: "utf8" }).trim();
}

function scriptIn(cwd: string, bench: string): string {
  return resolve(cwd, ".next/service/tools/bench", `${bench}.mjs`);
}
