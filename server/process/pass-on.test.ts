import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { passOnTo } from "./pass-on";

const folder = mkdtempSync(join(tmpdir(), "ics-pages-"));
const opened: ReturnType<typeof createServer>[] = [];

afterAll(() => {
  for (const server of opened) {
    server.closeAllConnections();
    server.close();
  }
  rmSync(folder, { recursive: true });
});

async function listen(where: string | number, listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  opened.push(server);
  await new Promise<void>((resolve) => server.listen(where, resolve));
  const address = server.address();
  return typeof address === "object" ? (address?.port ?? 0) : 0;
}

test("a request waits once for a process of pages, not again with each attempt", async () => {
  const [TIMEOUT_MS, RESTART_MS] = [300, 200];
  let [attempts, upFrom] = [0, 0];
  const socketPath = join(folder, "pages.sock");
  // A process that ends whenever it is asked for a page.
  await listen(socketPath, (incoming, outgoing) => {
    if (performance.now() < upFrom) return outgoing.writeHead(503).end();
    if (incoming.url === "/api/health") return outgoing.end("{}");
    attempts += 1;
    upFrom = performance.now() + RESTART_MS;
    return incoming.socket.destroy();
  });
  const passOn = passOnTo([socketPath], TIMEOUT_MS);
  const port = await listen(0, (incoming, outgoing) => void passOn(incoming, outgoing));
  const answer = await fetch(`http://127.0.0.1:${port}/invoices`);
  expect([answer.status, await answer.json()]).toEqual([503, { error: "service_unavailable" }]);
  // The second restart ends after the request's time is up.
  expect(attempts).toBeLessThan(3);
});
