import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { serveStatic } from "./static-files";

const folder = ".next/static";
const script = readdirSync(folder, { recursive: true, encoding: "utf8" }).find((file) => file.endsWith(".js")) ?? "";

const serve = serveStatic((incoming, outgoing) => {
  outgoing.writeHead(404).end(`not static: ${incoming.url}`);
});
const server = createServer((incoming, outgoing) => void serve(incoming, outgoing));

beforeAll(() => new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve)));
afterAll(() => new Promise<void>((resolve) => void server.close(() => resolve())));

const get = (path: string, encoding = "br") =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, { headers: { "Accept-Encoding": encoding } });

test("a script is sent as compressed by the build, and may be cached forever", async () => {
  const answer = await get(`/_next/static/${script}`);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-encoding": "br",
    "content-type": expect.stringContaining("javascript"),
    "cache-control": "public, max-age=31536000, immutable",
    vary: "Accept-Encoding",
    "x-content-type-options": "nosniff",
  });
  expect(await answer.text()).toBe(readFileSync(join(folder, script), "utf8"));
});

test("a browser without Brotli is served by Next", async () => {
  expect((await get(`/_next/static/${script}`, "identity")).status).toBe(404);
});

test("a file that a build removes during service is not found, and the service continues", async () => {
  const path = join(folder, "chunks", "taken-away.js");
  const address = "/_next/static/chunks/taken-away.js";
  writeFileSync(`${path}.br`, brotliCompressSync("1"));
  expect(await (await get(address)).text()).toBe("1");
  rmSync(`${path}.br`);
  expect((await get(address)).status).toBe(404);
});

test.each([
  "/",
  "/_next/static",
  "/_next/static/",
  "/_next/static/none.js",
  "/_next/static/..%2f..%2fpackage.json",
  "/_next/static/%E0%A4%A",
])("%s is left to the pages, with its address", async (path) => {
  const answer = await get(path);
  expect([answer.status, await answer.text()]).toEqual([404, `not static: ${path}`]);
});

test("no path leads out of the folder", async () => {
  const { port } = server.address() as AddressInfo;
  const status = await new Promise((resolve, reject) => {
    request({ port, path: "/_next/static/../../package.json" }, (answer) => resolve(answer.resume().statusCode))
      .on("error", reject)
      .end();
  });
  expect(status).toBe(404);
});
