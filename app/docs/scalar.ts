import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

interface Script {
  text: string;
  /** Another one for another text, so that browsers may keep it for good. */
  version: string;
}

let reading: Promise<Script> | undefined;

/**
 * Scalar's script for browsers: served by us, because our pages load nothing from elsewhere. Of its packages this is the
 * one that brings the script ready-made and little else; the plugin in it is not used.
 */
export function scalar(): Promise<Script> {
  reading ??= read();
  return reading;
}

async function read(): Promise<Script> {
  const text = await readFile(join(process.cwd(), "node_modules/@scalar/fastify-api-reference/dist/js/standalone.js"), "utf8");
  return { text, version: createHash("sha256").update(text).digest("hex").slice(0, 16) };
}
