import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { forgetEnv } from "@/server/env";
import { lifecycle } from "./lifecycle";
import { refuseForwarded } from "./refuse-forwarded";

afterEach(() => {
  lifecycle.ready = true;
  vi.unstubAllEnvs();
  forgetEnv();
});

test("it is also refused while the process waits for its database", () => {
  lifecycle.ready = false;
  vi.stubEnv("DATABASE_URL", "");
  forgetEnv();
  const statuses: number[] = [];
  const outgoing = { writeHead: (status: number) => statuses.push(status), end: () => {} };
  refuseForwarded(() => {})({ headers: { via: "1.1 proxy" } } as never, outgoing as never);
  expect(statuses).toEqual([421]);
});

test.each(["Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP", "Via"])(
  "a request with %s is refused with the reason, before any other check",
  async (header) => {
    const handle = refuseForwarded((_incoming, outgoing) => void outgoing.end("served"));
    const server = createServer((incoming, outgoing) => void handle(incoming, outgoing));
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const refused = await fetch(url, { headers: { [header]: "203.0.113.9" } });
    expect([refused.status, await refused.json()]).toEqual([421, expect.objectContaining({ error: "misdirected_request" })]);
    expect(await (await fetch(url)).text()).toBe("served");
  },
);
