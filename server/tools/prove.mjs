import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { buildIfChanged, bundleBesides, bundleIfChanged } from "./build.mjs";
import { installIfMissing } from "./install.mjs";
import { root, runScript } from "./step.mjs";

// Proofs with the programs that operators run beside the service. docs/figures.md describes each proof, with the Debian packages that it
// needs.

const proofs = ["alerts", "backup", "cluster", "deploys", "pain"];

await runScript(async () => {
  const [name] = process.argv.slice(2);
  if (!proofs.includes(name)) throw new Error(`Name the proof: npm run prove -- <${proofs.join(" | ")}>`);
  await installIfMissing();
  await buildIfChanged();
  await bundleIfChanged("manage");
  await bundleBesides();
  await bundleIfChanged(`tools/prove/${name}`);
  process.chdir(root);
  process.env.BENCH_NAME = name;
  process.env.BENCH_COMMAND = `npm run prove -- ${process.argv.slice(2).join(" ")}`;
  await import(pathToFileURL(join(root, ".next", "service", "tools", "prove", `${name}.mjs`)).href);
});
