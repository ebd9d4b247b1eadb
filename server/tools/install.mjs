import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root, runStep } from "./step.mjs";

/** Installs the lock file's packages, if any is missing, has another version, or lacks our patches. */
export async function installIfMissing() {
  if (isInstalled() && isPatched()) return;
  // The service is built where it runs, so it needs development packages even if NODE_ENV is production. Packages need no scripts of their
  // own; our only script patches the driver.
  const quiet = ["--no-audit", "--no-fund", "--loglevel=error"];
  await runStep("Installing packages", "npm", ["ci", "--ignore-scripts", "--include=dev", "--include=optional", ...quiet]);
  await runStep("Patching packages", "npm", ["run", "--silent", "postinstall"]);
}

function isInstalled() {
  const wanted = readPackages(join(root, "package-lock.json"));
  const present = readPackages(join(root, "node_modules", ".package-lock.json"));
  if (!wanted || !present) return false;
  // The image is built already, so it omits development packages.
  const omitsDevelopment = process.env.NPM_CONFIG_OMIT === "dev";
  return Object.entries(wanted).every(([path, { version, optional, dev, devOptional }]) => {
    if (path === "") return true;
    // npm leaves out packages for other platforms.
    if (!present[path]) return optional === true || (omitsDevelopment && (dev === true || devOptional === true));
    return present[path].version === version && existsSync(join(root, path));
  });
}

/** Whether all patches are applied. Patches may be newer than the installation. */
function isPatched() {
  const folder = join(root, "db", "patches");
  return readdirSync(folder).every((name) => {
    const [, ...files] = readFileSync(join(folder, name), "utf8").split(/^\+\+\+ b\//m);
    return files.every((file) => {
      const [path = "", ...lines] = file.split("\n");
      const added = lines.filter((line) => line.startsWith("+")).map((line) => line.slice(1));
      const text = readFileSync(join(root, path), "utf8");
      return added.every((line) => text.includes(`\n${line}\n`));
    });
  });
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean, dev?: boolean, devOptional?: boolean }> | undefined}
 */
function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8")).packages;
  } catch {
    return undefined;
  }
}
