import { expect, test } from "vitest";
import { readWithin } from "./read-within";

test("of an endless body, no more than the limit is held in memory, declared or not", async () => {
  let sent = 0;
  const body = new ReadableStream({
    pull(controller) {
      sent += 1;
      controller.enqueue(new Uint8Array(64 * 1024));
    },
  });
  const request = new Request("http://127.0.0.1/", { method: "POST", body, duplex: "half" } as RequestInit);
  expect(await readWithin(request, 1024 * 1024)).toBeUndefined();
  expect(sent).toBeLessThan(32);
});
