import { execFile } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";

export type BackupType = "full" | "diff" | "incr";

export interface Backup {
  /** pgBackRest's name of the backup. */
  label: string;
  type: BackupType;
  finishedAt: Date;
  /** Ids of the keys in ENCRYPTION_KEY that are needed to read the backup's secrets. */
  encryptionKeys: string[];
}

/** A backup in pgBackRest's own format. */
interface ListedBackup {
  label: string;
  type: BackupType;
  timestamp: { stop: number };
  annotation?: Record<string, string>;
}

/** Name of the annotation that holds the ids of the keys, separated by spaces. */
const KEYS = "encryption-keys";

/** Backs up the stanza's Postgres, and records the ids of the keys needed to read its secrets. Throws pgBackRest's error. */
export async function backUp(stanza: string, type: BackupType, encryptionKeys: string[]): Promise<Backup> {
  await pgbackrest(stanza, "backup", `--type=${type}`, `--annotation=${KEYS}=${encryptionKeys.join(" ")}`);
  const newest = (await listBackups(stanza)).at(-1);
  if (!newest) throw new Error("pgBackRest knows of no backup");
  return newest;
}

/**
 * Restores the stanza into a new or empty folder, to a point in time or to the end of the archive. Returns the backup from which the
 * restore started. Postgres can then be started there as a separate database that archives nothing. Throws pgBackRest's error, and if the
 * folder is not empty or the time is before the first backup.
 */
export async function restore(stanza: string, into: string, at: Date | undefined): Promise<Backup> {
  const base = (await listBackups(stanza)).findLast(({ finishedAt }) => !at || finishedAt <= at);
  if (!base) throw new Error("No backup ended before that moment");
  mkdirSync(into, { recursive: true, mode: 0o700 });
  if (readdirSync(into).length > 0) throw new Error(`${into} is not empty: existing files are not overwritten`);
  const until = at ? ["--type=time", `--target=${at.toISOString().replace("T", " ").replace("Z", "+00")}`, "--target-action=promote"] : [];
  await pgbackrest(stanza, "restore", `--pg1-path=${into}`, `--set=${base.label}`, "--archive-mode=off", ...until);
  return base;
}

/** Lists the backups, oldest first. */
async function listBackups(stanza: string): Promise<Backup[]> {
  const [listed]: { backup: ListedBackup[] }[] = JSON.parse(await pgbackrest(stanza, "info", "--output=json"));
  return (listed?.backup ?? []).map(({ label, type, timestamp, annotation }) => ({
    label,
    type,
    finishedAt: new Date(timestamp.stop * 1_000),
    encryptionKeys: annotation?.[KEYS]?.split(" ").filter(Boolean) ?? [],
  }));
}

/** Runs pgBackRest and returns its output. Throws pgBackRest's message, without the command line. */
function pgbackrest(stanza: string, command: string, ...options: string[]): Promise<string> {
  const all = [`--stanza=${stanza}`, "--log-level-console=off", "--log-level-stderr=error", ...options, command];
  return new Promise((resolve, reject) => {
    execFile("pgbackrest", all, (error, output, errorOutput) => {
      if (!error) resolve(output);
      else if (error.code === "ENOENT") reject(new Error("pgBackRest is not installed here: run this command on the host of Postgres"));
      else reject(new Error(`pgBackRest failed at ${command}: ${errorOutput.trim() || `it ended with ${error.code}`}`));
    });
  });
}
