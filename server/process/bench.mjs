import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { buildIfChanged, bundleIfChanged } from "./build.mjs";
import { installIfMissing } from "./install.mjs";
import { root, runScript } from "./step.mjs";

// `npm run bench` measures the interface; `npm run bench -- portal` what the portal's pages wait for; `npm run bench -- notifications <changes> <kills>`
// whether one is ever missed, and `npm run bench -- pace` how fast they are; `npm run bench -- interleavings <count>` whether anything but what is
// allowed comes of what happens to an invoice at once.

const alone = {
  portal: ["portal"],
  notifications: ["notifications", "notification-sender"],
  interleavings: ["interleavings"],
  pace: ["notification-pace", "notification-sender"],
}[process.argv[2]];

await runScript(async () => {
  await installIfMissing();
  if (!alone) await buildIfChanged();
  for (const name of alone ?? ["bench", "bare-server", "fastify-server"]) await bundleIfChanged(`bench/${name}`);
  process.chdir(root);
  await import(pathToFileURL(join(root, ".next", "service", "bench", `${alone?.[0] ?? "bench"}.mjs`)).href);
});
