import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { buildIfChanged, bundleBesides, bundleIfChanged } from "./build.mjs";
import { installIfMissing } from "./install.mjs";
import { root, runScript } from "./step.mjs";

// `npm run bench` measures the interface; `npm run bench -- portal <invoices>` what the portal's pages wait for. Of notifications,
// `npm run bench -- notifications <changes> <kills of the sender> <kills of Postgres>` asks whether one is ever missed, `npm run bench -- between <changes>`
// whether one that comes while another is on its way is, and `npm run bench -- pace` how fast they are. `npm run bench -- interleavings <count>` asks
// whether anything but what is allowed comes of what happens to an invoice at once, `npm run bench -- ninety-days <invoices> <days> <seed>` of what happens
// to many of them in a season, `npm run bench -- kills <count>` whether a message or a payment is lost or doubled when the process dies at any point, and
// `npm run bench -- mailing <count>` how fast mails leave for the customers of a large import. `npm run bench -- beside` asks how much longer the interface
// takes while people click, PDFs are drawn and mails leave, `npm run bench -- growth <invoices> …` how much slower it becomes with more of them, `npm run bench -- deaths <api,pages,work,postgres> <count>` what kills under load cost,
// `npm run bench -- flood` how much longer others wait while one client sends what costs most, 20 times at once (banks' files alone with `-- flood files`), `npm run bench -- strangers` whether the time of an
// answer tells another partner's record from one that does not exist, and `npm run bench -- request-log <requests>` what partners wait for in a long log, and what forgetting costs.
// `npm run bench -- bank-files <entries>` asks how long banks' files take, and whether memory grows with them.

const alone = {
  portal: ["portal"],
  notifications: ["notifications", "notification-sender"],
  interleavings: ["interleavings"],
  "ninety-days": ["ninety-days"],
  kills: ["kills", "killed-sender", "killed-payer"],
  between: ["notification-between", "notification-sender"],
  mailing: ["mailing"],
  beside: ["beside", "crowd"],
  deaths: ["deaths"],
  flood: ["flood", "flooder"],
  strangers: ["strangers"],
  growth: ["growth"],
  pace: ["notification-pace", "notification-sender"],
  "request-log": ["request-log"],
  "bank-files": ["bank-files"],
}[process.argv[2]];

await runScript(async () => {
  await installIfMissing();
  if (!alone || ["mailing", "beside", "flood", "strangers", "deaths", "growth"].includes(process.argv[2])) await buildIfChanged();
  await bundleBesides();
  for (const name of alone ?? ["bench", "bare-server", "fastify-server"]) await bundleIfChanged(`tools/bench/${name}`);
  process.chdir(root);
  process.env.BENCH_NAME = process.argv[2] ?? "interface";
  process.env.BENCH_COMMAND = ["npm run bench", ...(process.argv.length > 2 ? ["--", ...process.argv.slice(2)] : [])].join(" ");
  await import(pathToFileURL(join(root, ".next", "service", "tools", "bench", `${alone?.[0] ?? "bench"}.mjs`)).href);
});
