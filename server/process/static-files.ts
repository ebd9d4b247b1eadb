import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Handler } from "./http";

/** Every command runs in the project's root. */
const folder = resolve(".next");

const SCRIPT_OR_STYLES = /^\/_next(\/static\/(?:[\w~-]+[\w.~-]*\/)*[\w~-][\w.~-]*\.(js|css))$/;
const types: Record<string, string> = { js: "application/javascript; charset=UTF-8", css: "text/css; charset=UTF-8" };

// Does not use sirv, which ends the process if a file is removed while the process runs, as a build does.

/**
 * Serves scripts and styles that the build has compressed by Brotli. `otherwise` serves all other requests, and browsers without Brotli.
 */
export function serveStatic(otherwise: Handler): Handler {
  return async (incoming, outgoing) => {
    const [, path = "", type = ""] = SCRIPT_OR_STYLES.exec(incoming.url ?? "") ?? [];
    const isGetWithBrotli = incoming.method === "GET" && /\bbr\b/.test(String(incoming.headers["accept-encoding"]));
    const body = path && isGetWithBrotli ? await readFile(`${folder}${path}.br`).catch(() => undefined) : undefined;
    if (!body) return otherwise(incoming, outgoing);

    outgoing.writeHead(200, {
      "Content-Type": types[type],
      "Content-Encoding": "br",
      "Content-Length": body.length,
      Vary: "Accept-Encoding",
      // A file's name changes with its contents.
      "Cache-Control": "public, max-age=31536000, immutable",
      "X-Content-Type-Options": "nosniff",
    });
    outgoing.end(body);
  };
}
