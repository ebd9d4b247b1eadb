import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { forgetEnv } from "@/server/env";
import { fromNewAddress } from "@/server/testing/addresses";
import { limitByAddress, limitConnections } from "./limit-by-address";

afterEach(() => {
  vi.unstubAllEnvs();
  forgetEnv();
});

function stub(name: string, value: string): void {
  vi.stubEnv(name, value);
  forgetEnv();
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

test("requests are limited by address, where an IPv6 network counts as one, and other addresses are not affected", async () => {
  stub("RATE_LIMIT_PER_ADDRESS", "2");
  stub("TRUSTED_PROXIES", "loopback");
  const handle = limitByAddress((_incoming, outgoing) => void outgoing.end());
  const port = await listening(createServer((incoming, outgoing) => void handle(incoming, outgoing)));
  const ask = (address: string) => fetch(`http://127.0.0.1:${port}/`, { headers: { "X-Forwarded-For": address } });

  const { "X-Forwarded-For": first } = fromNewAddress();
  const answers = await Promise.all(Array.from({ length: 25 }, (_, nth) => ask(first.replace(/1$/, String(nth)))));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
  const refused = answers.find(({ status }) => status === 429);
  expect(await refused?.json()).toEqual({ error: "rate_limited" });
  expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await ask(fromNewAddress()["X-Forwarded-For"])).status).toBe(200);

  stub("RATE_LIMIT_PER_ADDRESS", "0");
  expect((await ask(first)).status).toBe(200);
});

test.each([
  ["an address has so many connections, and another once one is closed", [], false],
  ["a trusted proxy has as many as it needs", ["loopback"], true],
])("%s", async (_promise, proxies, isFree) => {
  // With the embedded database, connections arrive before the database's address is known.
  stub("DATABASE_URL", "");
  const server = createServer((_incoming, outgoing) => void outgoing.end());
  limitConnections(server, { CONNECTIONS_PER_ADDRESS: 2, TRUSTED_PROXIES: proxies });
  const port = await listening(server);
  const open = () => {
    const socket = connect(port, "127.0.0.1");
    onTestFinished(() => void socket.destroy());
    const isOpen = new Promise<boolean>((resolve) => {
      socket.on("data", () => resolve(true));
      socket.on("close", () => resolve(false));
      socket.on("error", () => {});
    });
    socket.write("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
    return { socket, isOpen };
  };
  const first = open();
  expect([await first.isOpen, await open().isOpen, await open().isOpen]).toEqual([true, true, isFree]);
  first.socket.destroy();
  await vi.waitFor(async () => expect(await open().isOpen).toBe(true), 10_000);
});
