import { isAbsolute, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { buildIfChanged, bundleBesides, bundleIfChanged } from "./build.mjs";
import { installIfMissing } from "./install.mjs";
import { root, runScript } from "./step.mjs";

// Runs a bench: `npm run bench -- <name> <arguments>`.
// - No name: the interface's figures, all servers in turn.
// - `portal <invoices>`: server time of the portal's pages.
// - `notifications <changes> <kills of the sender> <kills of Postgres>`: whether any change is missed.
// - `pace`: speed of notifications.
// - `ninety-days <invoices> <days> <seed>`: whether a season violates an invariant.
// - `kills <count>`: whether a message or payment is lost or doubled when the process dies.
// - `mailing <count>`: how fast mails are sent to the customers of a large import.
// - `beside`: the interface while people click, PDFs are drawn and mails are sent.
// - `growth <invoices> …`: the interface with more and more invoices.
// - `flood`: other callers' wait while one client sends the most expensive requests, 20 at once; `flood files`: only banks' files.
// - `strangers`: whether response times distinguish another partner's record from a missing one.
// - `request-log <requests>`: partners' wait in a long log, and the cost of deleting from it.
// - `matching <payments> <open invoices> --beside <built checkout>`: how long matching payments takes, also in an earlier version.
// - `desk <payments>`: how long a person waits at the desk of bank payments.
// - `debits <count>`: how long making a file of direct debits takes, beside keeping as many entries of a bank's file.
// - `planning <invoices> --beside <built checkout>`: how long planning direct debits takes, beside planning mails, with and without statistics.
// - `bank-files <entries>`: how long banks' files take, and whether memory grows with them; `--beside <folder>`: in turn with the version
//   that is checked out there, whose own bench has run once.

/** Programs of each bench that has a name; the first is run, and runs the others. */
const programs = {
  portal: ["portal"],
  notifications: ["notifications", "notification-sender"],
  "ninety-days": ["ninety-days"],
  kills: ["kills", "killed-sender", "killed-payer"],
  mailing: ["mailing"],
  beside: ["beside", "crowd"],
  flood: ["flood", "flooder"],
  strangers: ["strangers"],
  growth: ["growth"],
  pace: ["notification-pace", "notification-sender"],
  "request-log": ["request-log"],
  "bank-files": ["bank-files", "keep-file"],
  matching: ["matching", "matching-run"],
  desk: ["desk"],
  debits: ["debits"],
  planning: ["planning", "planning-run"],
}[process.argv[2]];

await runScript(async () => {
  await installIfMissing();
  if (!programs || ["mailing", "beside", "flood", "strangers", "growth"].includes(process.argv[2])) await buildIfChanged();
  await bundleBesides();
  for (const name of programs ?? ["bench", "bare-server", "fastify-server"]) await bundleIfChanged(`tools/bench/${name}`);
  process.chdir(root);
  process.env.BENCH_NAME = process.argv[2] ?? "interface";
  // The command is kept with the figures, so it names folders relative to this one, and not as they are called on this machine.
  const given = process.argv.slice(2).map((argument) => (isAbsolute(argument) ? relative(root, argument) : argument));
  process.env.BENCH_COMMAND = ["npm run bench", ...(given.length > 0 ? ["--", ...given] : [])].join(" ");
  await import(pathToFileURL(join(root, ".next", "service", "tools", "bench", `${programs?.[0] ?? "bench"}.mjs`)).href);
});
