import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { compileBeside } from "./compile-beside";
import { print, say } from "./report";

// Measures how long matching made payments with open invoices takes: as many invoices as payments, twenty times as many, and another
// partner's wait meanwhile. With `--beside <path>`, a built checkout of an earlier version runs by turns with this one.

const COUNT = Number(process.argv[3] ?? 5_000);
/** Number of open invoices. Without a number in this place, twenty times that of payments. */
const OPEN = Number(process.argv[4]) || 20 * COUNT;
const BESIDE = process.argv.includes("--beside") ? resolve(process.argv[process.argv.indexOf("--beside") + 1] ?? "") : undefined;
/** While another partner waits, so many times `COUNT` payments are matched. */
const TIMES_WHILE_WAITING = 10;

interface Outcome {
  payments: number;
  invoices: number;
  seconds: number;
  booked: number;
  wrong: number;
  offered: number;
  missed: number;
  nobodyKnows: number;
}

const ours = fileURLToPath(new URL("./matching-run.mjs", import.meta.url));

const lines = [
  "| version | payments | open invoices | seconds | ms a payment | booked right | booked wrong | right offer first | missed | nobody can tell |",
  "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |",
];
const equal = await run<Outcome>(ours, process.cwd(), COUNT, 0);
lines.push(lineOf("this", equal));
let earlier: Outcome | undefined;
if (BESIDE) {
  earlier = await run<Outcome>(await compileBeside(BESIDE, "matching-run"), BESIDE, COUNT, 0);
  lines.push(lineOf("earlier", earlier));
  lines.push(lineOf("this", await run<Outcome>(ours, process.cwd(), COUNT, 0)));
}
const many = await run<Outcome>(ours, process.cwd(), COUNT, OPEN);
lines.push(lineOf("this", many));
print(lines.join("\n"));

const recognisable = equal.booked + equal.wrong + equal.offered + equal.missed;
print(
  [
    `Booked or offered first, of ${recognisable} that can be told: ${((100 * (equal.booked + equal.offered)) / recognisable).toFixed(1)} % (to reach: 96)`,
    `${many.invoices} open invoices against ${equal.invoices}, time: ${(many.seconds / equal.seconds).toFixed(2)} (to reach: 1.3)`,
    ...(earlier ? [`Earlier version against this, time: ${(earlier.seconds / equal.seconds).toFixed(1)} (to reach: 20)`] : []),
  ].join("\n"),
);

const { waitsMs } = await run<{ waitsMs: number[] }>(ours, process.cwd(), TIMES_WHILE_WAITING * COUNT, 0, "others");
const sorted = waitsMs.toSorted((one, other) => one - other);
const atPercent = (percent: number) => (sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0).toFixed(0);
print(
  `Three payments of another partner while ${TIMES_WHILE_WAITING * COUNT} are matched, ${sorted.length} times: booked within ${atPercent(50)} ms (p50), ${atPercent(99)} ms (p99; to reach: 2000)`,
);

function lineOf(version: string, { payments, invoices, seconds, booked, wrong, offered, missed, nobodyKnows }: Outcome): string {
  const figures = [
    payments,
    invoices,
    seconds.toFixed(1),
    ((1_000 * seconds) / payments).toFixed(2),
    booked,
    wrong,
    offered,
    missed,
    nobodyKnows,
  ];
  return `| ${[version, ...figures].join(" | ")} |`;
}

/** Runs a compiled `matching-run.ts` in the folder of its checkout. */
async function run<Result>(program: string, cwd: string, ...values: (number | string)[]): Promise<Result> {
  say(`${cwd}: ${values.join(", ")}`);
  const { BENCH_NAME, BENCH_COMMAND, ...env } = process.env;
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...values.map(String)], { cwd, env });
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
}
