import { describe, expect, test } from "vitest";
import { givenPartner } from "@/server/testing/given";
import { chunk, head, sendRaw } from "@/server/testing/raw";
import { outcome } from "@/server/testing/replies";

// Run concurrently, because each waits for the same 30 seconds.
describe.concurrent("a body that is not complete within 30 seconds is request_timeout", () => {
  const type = { "Content-Type": "application/json" };

  test.each([
    ["of a declared length, of which a part comes", { ...type, "Content-Length": "100" }, '{"name":'],
    ["of a declared length, of which nothing comes", { ...type, "Content-Length": "100" }, ""],
    ["of chunks, of which the last never comes", { ...type, "Transfer-Encoding": "chunked" }, chunk('{"name":1}')],
  ])("%s", async (_, headers, sent) => {
    const { apiKey } = await givenPartner();
    const startedAt = Date.now();

    const reply = await sendRaw(head("POST", "/api/v2/companies", { Authorization: `ApiKey ${apiKey}`, ...headers }), sent);

    expect(outcome(reply)).toBe("408 request_timeout");
    // A slow sender has 30 seconds.
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(29_000);
  });
});
