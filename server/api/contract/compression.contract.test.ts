import { expect, test } from "vitest";
import { clientOf } from "@/server/testing/client";
import { givenImport, givenInvoice, givenPartner, times } from "@/server/testing/given";
import { anotherAnswersFirst } from "@/server/testing/next-differences";

/** An import whose ids take more than 8 KiB. */
async function givenLargeImport() {
  const partner = await givenPartner();
  const into = await givenImport(partner);
  await Promise.all(times(250, () => givenInvoice(partner, { import: into })));
  const read = (headers: Record<string, string>) => clientOf(partner).get(`/imports/${into.id}`, undefined, headers);
  return { partner, into, read };
}

const isNext = anotherAnswersFirst("compression");

test.skipIf(isNext).each(["gzip", "br"])("a large answer is sent as %s to a client that takes it, and says the same", async (encoding) => {
  const { read } = await givenLargeImport();

  const plain = await read({ "Accept-Encoding": "identity" });
  const compressed = await read({ "Accept-Encoding": encoding });

  expect(plain.headers.get("content-encoding")).toBeNull();
  expect(plain.headers.get("vary")).toBe("Accept-Encoding");
  expect(compressed.text).toBe(plain.text);
  expect(compressed.headers.get("content-encoding")).toBe(encoding);
  expect(Number(compressed.headers.get("content-length"))).toBeLessThan(plain.text.length * 0.75);
});

test("a client that has the compressed version gets 304, compressed or not", async () => {
  const { read } = await givenLargeImport();
  const tag = (await read({ "Accept-Encoding": "gzip" })).headers.get("etag") ?? "";

  for (const encoding of ["identity", "gzip"]) {
    const again = await read({ "If-None-Match": tag, "Accept-Encoding": encoding });
    expect([again.status, again.text]).toEqual([304, ""]);
  }
});

test.skipIf(isNext)("a small answer is not compressed", async () => {
  const partner = await givenPartner();
  const { id } = await givenInvoice(partner);
  const { headers } = await clientOf(partner).get(`/invoices/${id}/lines`, undefined, { "Accept-Encoding": "gzip, br" });
  expect([headers.get("content-encoding"), headers.get("vary")]).toEqual([null, null]);
});
