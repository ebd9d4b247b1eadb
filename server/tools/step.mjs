import { spawn } from "node:child_process";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The project's folder, regardless of where the command was typed. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");

/** A failed step. Its output was printed already, so only its exit code is passed on. */
export class StepFailed extends Error {
  /** @param {string} name @param {number} exitCode */
  constructor(name, exitCode) {
    super(`${name} failed.`);
    this.exitCode = exitCode;
  }
}

const SIGN_OF_LIFE_MS = 5_000;

/**
 * Runs a command in the project's folder, and prints progress while it is silent. Everything goes to standard error, because a program may
 * read standard output.
 * @param {string} name
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: Record<string, string>, quiet?: boolean }} [options] Quiet steps print their output only if they fail.
 */
export async function runStep(name, command, args, { env = {}, quiet = false } = {}) {
  const began = Date.now();
  const seconds = () => `${((Date.now() - began) / 1_000).toFixed(0)} s`;
  console.error(`${name} …`);

  let heard = Date.now();
  let kept = "";
  const life = setInterval(() => {
    if (Date.now() - heard >= SIGN_OF_LIFE_MS - 100) console.error(`${name} … ${seconds()}`);
  }, SIGN_OF_LIFE_MS);

  const exitCode = await new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1", ...env },
      stdio: ["ignore", "pipe", "pipe"],
      // On Windows npm is a script, which only a shell can start.
      shell: process.platform === "win32",
    });
    const forward = (/** @type {Buffer} */ chunk) => {
      if (quiet) {
        kept += chunk;
      } else {
        heard = Date.now();
        process.stderr.write(chunk);
      }
    };
    child.stdout.on("data", forward);
    child.stderr.on("data", forward);
    child.on("error", reject);
    child.on("close", (code) => resolve(code ?? 1));
  }).finally(() => clearInterval(life));

  if (exitCode === 0) return;
  process.stderr.write(kept);
  console.error(`${name} failed after ${seconds()}.`);
  throw new StepFailed(name, exitCode);
}

/**
 * Runs a package's program, without npx, which takes a second to find it.
 * @param {string} name
 * @param {string} file
 * @param {string[]} args
 * @param {{ env?: Record<string, string>, quiet?: boolean }} [options]
 */
export function runTool(name, file, args, options) {
  return runStep(name, process.execPath, [join(root, "node_modules", file), ...args], options);
}

/**
 * Runs a script's main function. If it throws, prints the error's message without its stack, and ends the process with an exit code.
 * @param {() => Promise<void>} main
 */
export async function runScript(main) {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof StepFailed)) console.error(error instanceof Error ? error.message : error);
    process.exit(error instanceof StepFailed ? error.exitCode : 1);
  }
}
