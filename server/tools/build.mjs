import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { waitForLock } from "../../db/embedded/process-lock.mjs";
import { checkRichTexts } from "./check-rich-texts.mjs";
import { compressStatic } from "./compress-static.mjs";
import { describeFirstLoad } from "./page-sizes.mjs";
import { root, runScript, runTool } from "./step.mjs";

/** Sources of the build. Without tests, because a changed test needs no new build. */
export const sources = [
  "app",
  "components",
  "db",
  "public",
  "server",
  "instrumentation.ts",
  "next.config.mjs",
  "package-lock.json",
  "package.json",
  "postcss.config.mjs",
  "proxy.ts",
  "tsconfig.json",
];

/** Within the part of the folder that Next does not empty before it builds. */
const lockFile = join(root, ".next", "cache", "service.lock");
const serviceFolder = join(root, ".next", "service");

/** Builds everything, unless it is already built from these sources. */
export async function buildIfChanged() {
  await unlessCurrent("pages", buildPages);
  await bundleIfChanged("main");
  await bundleIfChanged("manage");
  await bundleBesides();
}

/** Modules that run in a thread or process of their own: see `own-thread.ts` and `own-process.ts` in server/platform. */
const besides = ["customer-page/document/draw-pdf", "bank/statements/reader"];

export async function bundleBesides() {
  for (const name of besides) await bundleIfChanged(name);
}

async function buildPages() {
  // Imported late, because its parser may have been installed a moment ago.
  const { checkTranslations } = await import("./check-translations.mjs");
  checkTranslations();
  checkRichTexts();
  await runTool("Building", "next/dist/bin/next", ["build"], { env: { NODE_ENV: "production" }, quiet: true });
  await compressStatic();
  console.error(describeFirstLoad());
}

/**
 * Builds one program of the service, which takes a moment.
 * @param {string} name Name of a file in server/, without its extension.
 */
export async function bundleIfChanged(name) {
  await unlessCurrent(name, () => bundle(name));
}

/**
 * Builds unless the build is current. Of two simultaneous builds, the second waits and finds it done.
 * @param {string} name
 * @param {() => Promise<void>} build
 */
async function unlessCurrent(name, build) {
  if (readStamp(name) === hashSources()) return;
  const release = await waitForLock(lockFile, "build", {
    timeoutMs: 15 * 60_000,
    onWait: ({ pid }) => console.error(`Waiting for another build (process ${pid}) …`),
  });
  try {
    // Hashed before the build, so that a file changed during it causes another build at the next start.
    const hash = hashSources();
    if (readStamp(name) === hash) return;
    rmSync(stampFile(name), { force: true });
    await build();
    writeStamp(name, hash);
  } finally {
    release();
  }
}

/** @param {string} name */
async function bundle(name) {
  // Imported late, because it may have been installed a moment ago.
  const esbuild = await import("esbuild");
  await esbuild.build({
    absWorkingDir: root,
    entryPoints: [`server/${name}.ts`],
    outfile: join(serviceFolder, `${name}.mjs`),
    bundle: true,
    external: packagesLeftOut(),
    platform: "node",
    target: "node20",
    format: "esm",
    sourcemap: true,
    logLevel: "warning",
  });
}

/**
 * Packages that stay outside the bundle. Drizzle goes into it: loaded file by file, its 192 modules cost Node 26 170 MB of memory in each
 * process.
 */
function packagesLeftOut() {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  return Object.keys({ ...dependencies, ...devDependencies }).flatMap((name) => (name === "drizzle-orm" ? [] : [name, `${name}/*`]));
}

function hashSources() {
  const hash = createHash("sha256").update(process.version);
  for (const source of sources) {
    for (const file of listFiles(source)) hash.update(`\0${file}\0`).update(readFileSync(join(root, file)));
  }
  return hash.digest("hex");
}

/** @param {string} path @returns {string[]} */
function listFiles(path) {
  try {
    const entries = readdirSync(join(root, path), { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
    return entries.flatMap((entry) => {
      const inside = `${path}/${entry.name}`;
      if (entry.isDirectory()) return listFiles(inside);
      return /\.test\.tsx?$/.test(entry.name) ? [] : [inside];
    });
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    if (error.code === "ENOENT") return [];
    if (error.code === "ENOTDIR") return [path];
    throw error;
  }
}

/** @param {string} name */
function readStamp(name) {
  try {
    return readFileSync(stampFile(name), "utf8");
  } catch {
    return undefined;
  }
}

/** @param {string} name @param {string} hash */
function writeStamp(name, hash) {
  mkdirSync(dirname(stampFile(name)), { recursive: true });
  writeFileSync(`${stampFile(name)}.new`, hash);
  renameSync(`${stampFile(name)}.new`, stampFile(name));
}

const stampFile = (/** @type {string} */ name) => join(serviceFolder, `${name}.sources`);

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await runScript(buildIfChanged);
