import { expect, test } from "vitest";
import { inPieces } from "@/server/testing/statement-files";
import { linesIn } from "./lines-in";

async function linesOf(bytes: Uint8Array, pieces: number): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of linesIn(inPieces(bytes, pieces))) lines.push(line);
  return lines;
}

const text = "Datum;Überweisung;Betrag\r\n09.11.2026;Zoë €;45,50\r\nłąka;;\r\n";
const littleEndian = Buffer.from(text, "utf16le");
const bigEndian = Buffer.from(littleEndian).swap16();

test.each<[string, Uint8Array]>([
  ["UTF-8", Buffer.from(text)],
  ["UTF-8 with a mark", Buffer.from(`\ufeff${text}`)],
  ["UTF-16, little-endian with a mark", Buffer.concat([Buffer.from([0xff, 0xfe]), littleEndian])],
  ["UTF-16, big-endian with a mark", Buffer.concat([Buffer.from([0xfe, 0xff]), bigEndian])],
  ["UTF-16, little-endian without a mark", littleEndian],
  ["UTF-16, big-endian without a mark", bigEndian],
])("%s is recognised and read, split at any byte", async (_, bytes) => {
  for (const pieces of [1, 3, 7, 64 * 1024]) expect(await linesOf(bytes, pieces)).toEqual([...text.split("\r\n")]);
});

test("lines that end with carriage returns alone are split, in a file of any length", async () => {
  for (const rows of [3, 4_000]) {
    const lines = Array.from({ length: rows }, (_, index) => `09.11.2026;Beitrag ${index};45,50`);
    for (const pieces of [7, 64 * 1024]) expect(await linesOf(Buffer.from(lines.join("\r")), pieces)).toEqual(lines);
  }
});

test("a line that is no UTF-8 is read as Windows-1252", async () => {
  expect(await linesOf(Buffer.from("Datum;\xdcber\n\x80 5", "latin1"), 4)).toEqual(["Datum;Über", "€ 5"]);
});

test("a line that never ends is refused, in any encoding", async () => {
  for (const bytes of [Buffer.alloc(20_000, "x"), Buffer.from("x".repeat(20_000), "utf16le")])
    await expect(linesOf(bytes, 1_000)).rejects.toMatchObject({ fault: "too_long", line: 1 });
});
