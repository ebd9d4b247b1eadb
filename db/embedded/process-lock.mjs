import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Contents of a lock file, which says which process holds something. A holder that died, even by kill -9, holds nothing: the file has the
 * start time of its process (`began`), so that a later process with the same number is not mistaken for it.
 *
 * Plain JavaScript, because the scripts that run before anything is built take these locks too.
 *
 * @typedef {{ pid: number, began: string, purpose: string }} Holder
 */

/**
 * Takes the lock if no living process has it. Returns the function that releases it, or the process that has it.
 *
 * @param {string} file
 * @param {string} purpose
 * @returns {{ release: () => void, holder?: undefined } | { release?: undefined, holder: Holder }}
 */
export function takeLock(file, purpose) {
  mkdirSync(dirname(file), { recursive: true });
  const mine = JSON.stringify({ pid: process.pid, began: whenBegan(process.pid), purpose });
  const draft = `${file}.${process.pid}`;

  for (;;) {
    writeFileSync(draft, mine, { mode: 0o600 });
    try {
      // Unlike opening a file for writing, a link appears with its content or not at all.
      linkSync(draft, file);
      return { release: () => releaseLock(file, mine) };
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw error;
    } finally {
      rmSync(draft, { force: true });
    }

    const holder = findHolder(file);
    if (holder) return { holder };
    discardStale(file);
  }
}

/**
 * Waits until the lock is free, and takes it. Returns the function that releases it. Throws after `timeoutMs`.
 *
 * @param {string} file
 * @param {string} purpose
 * @param {{ timeoutMs: number, onWait?: (holder: Holder) => void }} options
 */
export async function waitForLock(file, purpose, { timeoutMs, onWait }) {
  const until = Date.now() + timeoutMs;
  for (let waited = false; ; waited = true) {
    const { release, holder } = takeLock(file, purpose);
    if (!holder) return release;
    if (Date.now() > until) throw new Error(`Process ${holder.pid} (${holder.purpose}) has held ${file} for too long.`);
    if (!waited) onWait?.(holder);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/**
 * Returns the living process that has the lock; undefined if none has.
 *
 * @param {string} file
 * @returns {Holder | undefined}
 */
export function findHolder(file) {
  const text = readIfPresent(file);
  if (!text) return undefined;
  try {
    const holder = JSON.parse(text);
    return whenBegan(holder.pid) === holder.began ? holder : undefined;
  } catch {
    return undefined;
  }
}

/** @param {string} file @param {string} mine */
function releaseLock(file, mine) {
  if (readIfPresent(file) === mine) rmSync(file, { force: true });
}

/**
 * Removes the file of a dead holder by renaming it first, which only one of several processes can do. If a new holder has taken the lock
 * meanwhile, the renamed file is the new one, and is put back.
 *
 * @param {string} file
 */
function discardStale(file) {
  const caught = `${file}.${process.pid}.stale`;
  try {
    renameSync(file, caught);
    if (findHolder(caught)) linkSync(caught, file);
  } catch (error) {
    if (!["ENOENT", "EEXIST"].includes(codeOf(error))) throw error;
  } finally {
    rmSync(caught, { force: true });
  }
}

/**
 * Returns when the process began, counted from the machine's start, with the id of that start. Without Linux's `/proc`, returns `unknown`.
 * Undefined if the process does not run.
 *
 * @param {number} pid
 * @returns {string | undefined}
 */
function whenBegan(pid) {
  const status = readIfPresent(`/proc/${pid}/stat`);
  if (status) {
    // The second field is the program's name in brackets, which may contain blanks. Of the fields after it, the first is the state, and the
    // 20th the start time.
    const fields = status.slice(status.lastIndexOf(")") + 2).split(" ");
    if (fields[0] === "Z") return undefined;
    return `${fields[19]} ${readIfPresent("/proc/sys/kernel/random/boot_id")?.trim()}`;
  }
  try {
    process.kill(pid, 0);
    return "unknown";
  } catch (error) {
    return codeOf(error) === "EPERM" ? "unknown" : undefined;
  }
}

/** @param {string} file */
function readIfPresent(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
