import { zipSync } from "fflate";
import { expect, test } from "vitest";
import { inPieces } from "@/server/testing/statement-files";
import type { UnreadableFile } from "./unreadable-file";
import { unzip } from "./unzip";

async function unpackedBytes(zip: Uint8Array): Promise<number> {
  let bytes = 0;
  for await (const { chunks } of unzip(inPieces(zip))) for await (const chunk of chunks) bytes += chunk.length;
  return bytes;
}

test("the first 1 MB of an archive may be compressed at any ratio", async () => {
  expect(await unpackedBytes(zipSync({ "a.xml": new Uint8Array(1024 * 1024) }, { level: 9 }))).toBe(1024 * 1024);
});

const bytes = (count: number, byte: number) => new Uint8Array(count).fill(byte);
test.each<[string, Record<string, Uint8Array>, 0 | 9, Partial<UnreadableFile>]>([
  [
    "more than 100 MB, together",
    { "a.xml": bytes(60_000_000, 0x20), "b.xml": bytes(45_000_000, 0x20) },
    0,
    { fault: "unpacks_too_large", element: "zip b.xml" },
  ],
  [
    "more than 250 bytes for each that is packed",
    { "a.xml": bytes(2_000_000, 0x20) },
    9,
    { fault: "packed_too_tightly", element: "zip a.xml" },
  ],
])("an archive with %s is refused, with the name of the file", { timeout: 60_000 }, async (_, files, level, refusal) => {
  await expect(unpackedBytes(zipSync(files, { level }))).rejects.toMatchObject(refusal);
});
