import { afterEach, expect, test, vi } from "vitest";
import { forgetEnv } from "@/server/env";
import { givenInvoice, givenPartner } from "@/server/testing/given";
import { givenEndpoint } from "@/server/testing/given-endpoint";
import { POST } from "./route";

const SECRET = "a scheduler's own secret, for tests";

afterEach(() => {
  vi.unstubAllEnvs();
  forgetEnv();
});

function configure(secret: string): void {
  vi.stubEnv("BACKGROUND_SECRET", secret);
  forgetEnv();
}

function call(authorization?: string): Promise<Response> {
  const headers: HeadersInit = authorization === undefined ? {} : { Authorization: authorization };
  return POST(new Request("http://127.0.0.1/api/background/notifications", { method: "POST", headers }));
}

test("who has the secret has everything sent that is owed, and is told how much that was", async () => {
  configure(SECRET);
  const partner = await givenPartner();
  const { receiver } = await givenEndpoint(partner);
  const invoice = await givenInvoice(partner);

  const answer = await call(`Bearer ${SECRET}`);

  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({ owed: 1, opened: 1, delivered: 1, failed: 0, lost: 0, warned: 0 });
  expect(receiver.received).toMatchObject([{ invoiceIds: [invoice.id] }]);
});

test.each([undefined, "", "Bearer", "Bearer ", `Bearer ${SECRET}x`, SECRET, `Basic ${SECRET}`, `bearer ${SECRET} `, "Bearer undefined"])(
  "whoever says %s instead is answered 401, and nothing is sent",
  async (authorization) => {
    configure(SECRET);
    const partner = await givenPartner();
    const { receiver } = await givenEndpoint(partner);
    await givenInvoice(partner);

    const answer = await call(authorization);

    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toBe("Bearer");
    expect(receiver.received).toEqual([]);
  },
);

test.each(["Bearer ", "Bearer undefined", `Bearer ${SECRET}`])(
  "without a secret nobody is let in, also not by %s",
  async (authorization) => {
    configure("");
    expect((await call(authorization)).status).toBe(401);
  },
);
