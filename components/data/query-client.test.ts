import { TRPCError } from "@trpc/server";
import { afterEach, expect, test, vi } from "vitest";
import { makeQueryClient } from "./query-client";

afterEach(() => vi.unstubAllGlobals());

/** Returns the number of requests for a query that always fails with this error. */
async function callsUntilItFails(error: unknown): Promise<number> {
  const queryFn = vi.fn(() => Promise.reject(error));
  await makeQueryClient()
    .fetchQuery({ queryKey: ["record"], queryFn, retryDelay: 0 })
    .catch(() => {});
  return queryFn.mock.calls.length;
}

const answered = (httpStatus: number) => Object.assign(new Error("refused"), { data: { httpStatus } });

test("a missing record is requested once while the server renders a page", async () => {
  expect(await callsUntilItFails(new TRPCError({ code: "NOT_FOUND", message: "invalid_invoice_id" }))).toBe(1);
});

test("in the browser a refusal is requested once, and a failed connection three times", async () => {
  vi.stubGlobal("window", globalThis);
  for (const status of [400, 403, 404, 422]) expect(await callsUntilItFails(answered(status))).toBe(1);
  for (const error of [answered(503), new Error("network")]) expect(await callsUntilItFails(error)).toBe(3);
});
