import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { findHolder } from "../../db/embedded/process-lock.mjs";
import { buildIfChanged, bundleBesides, bundleIfChanged } from "./build.mjs";
import { installIfMissing } from "./install.mjs";
import { root, runScript } from "./step.mjs";

const dev = process.argv.includes("--dev");

await runScript(async () => {
  refuseSecondStart();
  await installIfMissing();
  await (dev ? bundleForDevelopment() : buildIfChanged());

  process.env.NODE_ENV = dev ? "development" : "production";
  process.env.NEXT_TELEMETRY_DISABLED = "1";
  process.setSourceMapsEnabled(true);
  process.chdir(root);
  // Runs in this process, so that signals, exit code and memory are those of the service.
  await import(pathToFileURL(join(root, ".next", "service", "main.mjs")).href);
});

/** In development, Next builds pages on demand. */
async function bundleForDevelopment() {
  await bundleIfChanged("main");
  await bundleBesides();
}

/** Checked before the build, because a build would remove the running service's files. */
function refuseSecondStart() {
  if (process.env.DATABASE_URL) return;
  const holder = findHolder(join(root, ".data", "postgres.lock"));
  if (holder?.purpose !== "service") return;
  throw new Error(
    `The service runs already here, as process ${holder.pid}. For a second one, set DATABASE_URL, or stop the first: kill ${holder.pid}`,
  );
}
