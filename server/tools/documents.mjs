import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { bundleIfChanged } from "./build.mjs";
import { installIfMissing } from "./install.mjs";
import { root, runScript } from "./step.mjs";

// `npm run documents`: writes the documents that are generated from the code.

await runScript(async () => {
  await installIfMissing();
  await bundleIfChanged("tools/write-documents");
  process.chdir(root);
  // Nothing connects to this address, but the environment requires one.
  process.env.DATABASE_URL ??= "postgres://nobody@127.0.0.1/none";
  await import(pathToFileURL(join(root, ".next", "service", "tools", "write-documents.mjs")).href);
});
