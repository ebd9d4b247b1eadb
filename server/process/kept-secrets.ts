import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { GivenEnvironment } from "@/server/env";
import { DATA_FOLDER } from "@/server/platform/data-folder";

/**
 * Sets missing secrets: those that encrypt sessions and stored secrets, and those that authenticate schedulers and monitors. They are
 * created once and stored beside the embedded database. Call this once that database runs, because only one process at a time can own it.
 */
export function giveKeptSecrets({ AUTH_SECRET, ENCRYPTION_KEY, BACKGROUND_SECRET, METRICS_SECRET }: GivenEnvironment): void {
  if (!AUTH_SECRET) process.env.AUTH_SECRET = keptSecret("auth-secret");
  if (!ENCRYPTION_KEY) process.env.ENCRYPTION_KEY = keptSecret("encryption-key");
  if (!BACKGROUND_SECRET) process.env.BACKGROUND_SECRET = keptSecret("background-secret");
  if (!METRICS_SECRET) process.env.METRICS_SECRET = keptSecret("metrics-secret");
}

function keptSecret(name: string): string {
  const file = join(DATA_FOLDER, name);
  if (!existsSync(file)) {
    writeFileSync(`${file}.new`, randomBytes(32).toString("hex"), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  return readFileSync(file, "utf8");
}
