import { expect, test } from "vitest";
import { GET, POST } from "./route";

const at = (path: string) => `http://127.0.0.1/api/trpc/${path}`;
const json = { "content-type": "application/json" };

test("a request can contain at most as many procedures as a page requests at once", async () => {
  const many = Array.from({ length: 11 }, () => "session.me").join(",");
  expect((await GET(new Request(at(`${many}?batch=1&input={}`)))).status).toBe(400);
});

test.each(["cross-site", "same-site"])("what comes from another site (%s) is refused", async (site) => {
  const request = new Request(at("session.endAllSessions"), { method: "POST", headers: { ...json, "sec-fetch-site": site }, body: "{}" });
  expect((await POST(request)).status).toBe(403);
});
