import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root, runStep } from "./step.mjs";

/** Installs what the lock file names, only when something of it is missing or of another version. */
export async function installIfMissing() {
  if (isInstalled()) return;
  // The service is built where it runs, so development packages are needed too, also when NODE_ENV is production.
  // No package needs its own scripts; our one script patches the driver.
  const quiet = ["--no-audit", "--no-fund", "--loglevel=error"];
  await runStep("Installing packages", "npm", ["ci", "--ignore-scripts", "--include=dev", "--include=optional", ...quiet]);
  await runStep("Patching packages", "npm", ["run", "--silent", "postinstall"]);
}

function isInstalled() {
  const wanted = readPackages(join(root, "package-lock.json"));
  const present = readPackages(join(root, "node_modules", ".package-lock.json"));
  if (!wanted || !present) return false;
  return Object.entries(wanted).every(([path, { version, optional }]) => {
    if (path === "") return true;
    // A package for another platform is left out by npm.
    if (!present[path]) return optional === true;
    return present[path].version === version && existsSync(join(root, path));
  });
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean }> | undefined}
 */
function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8")).packages;
  } catch {
    return undefined;
  }
}
