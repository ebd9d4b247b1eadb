import { expect, test } from "vitest";
import { readWithin } from "./read-within";

test("an endless body uses no more memory than the limit, with or without a declared length", async () => {
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
