import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { buildIfChanged, bundleIfChanged } from "./build.mjs";
import { installIfMissing } from "./install.mjs";
import { root, runScript } from "./step.mjs";

// What is proven with programs that operators run beside the service, and that are no part of it. `npm run prove -- alerts` breaks the service under Prometheus, and
// asks whether each alert that is meant for it is raised and ends; it needs Debian's package prometheus. `npm run prove -- deploys <count> <drain seconds>` restarts every process, one after the other, behind
// HAProxy and PgBouncer, and asks whether a request fails or something that was acknowledged is lost; it needs haproxy and pgbouncer.

const proofs = ["alerts", "cluster", "deploys"];

await runScript(async () => {
  const [name] = process.argv.slice(2);
  if (!proofs.includes(name)) throw new Error(`One of ${proofs.join(", ")} is proven: npm run prove -- <name>`);
  await installIfMissing();
  await buildIfChanged();
  await bundleIfChanged(`tools/prove/${name}`);
  process.chdir(root);
  process.env.BENCH_NAME = name;
  process.env.BENCH_COMMAND = `npm run prove -- ${process.argv.slice(2).join(" ")}`;
  await import(pathToFileURL(join(root, ".next", "service", "tools", "prove", `${name}.mjs`)).href);
});
