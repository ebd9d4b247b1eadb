import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { bundleBesides, bundleIfChanged } from "./build.mjs";
import { installIfMissing } from "./install.mjs";
import { root, runScript } from "./step.mjs";

await runScript(async () => {
  await installIfMissing();
  await bundleIfChanged("manage");
  await bundleBesides();
  process.env.NODE_ENV ??= "production";
  process.setSourceMapsEnabled(true);
  process.chdir(root);
  await import(pathToFileURL(join(root, ".next", "service", "manage.mjs")).href);
});
