import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { buildIfChanged, bundleIfChanged } from "./build.mjs";
import { installIfMissing } from "./install.mjs";
import { root, runScript } from "./step.mjs";

await runScript(async () => {
  await installIfMissing();
  await buildIfChanged();
  for (const name of ["bench", "bare-server", "fastify-server"]) await bundleIfChanged(`bench/${name}`);
  process.chdir(root);
  await import(pathToFileURL(join(root, ".next", "service", "bench", "bench.mjs")).href);
});
