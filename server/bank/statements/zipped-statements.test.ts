import fc from "fast-check";
import { strToU8, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { mt940File } from "@/server/testing/mt940-files";
import { camtFile, inPieces } from "@/server/testing/statement-files";
import { checkStatement } from "./check-statement";
import { StatementRefusal } from "./statement";

const first = camtFile([{ iban: "NL91ABNA0417164300", entries: [{ cents: 100 }] }]);
const second = mt940File({ iban: "DE02120300000000202051", entries: [{ cents: 250 }] });
const archive = (files: Record<string, string | Uint8Array>, level: 0 | 6 = 6) =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, typeof text === "string" ? strToU8(text) : text])), {
    level,
  });

test("an archive is read file by file, compressed or not, split at any byte", async () => {
  for (const level of [0, 6] as const)
    for (const bytes of [1, 100, 64 * 1024]) {
      const zip = archive({ "November/": "", "November/camt.xml": first, "__MACOSX/._camt.xml": "x", "mt940.sta": second }, level);
      expect(await checkStatement(inPieces(zip, bytes))).toMatchObject([
        { account: "NL91ABNA0417164300", creditedCents: 100 },
        { account: "DE02120300000000202051", creditedCents: 250 },
      ]);
    }
});

describe("a refusal names the file", () => {
  test.each<[string, Uint8Array, Partial<StatementRefusal>]>([
    [
      "one file that does not add up",
      archive({ "a.xml": first, "b.xml": first.replace(">1001.00<", ">1001.01<") }),
      {
        reason: "does_not_add_up",
        element: "b.xml BkToCstmrStmt/Stmt",
        sum: { openingCents: 100_000, bookedCents: 100, closingCents: 100_101 },
      },
    ],
    ["a letter", archive({ "a.xml": first, "read me.txt": "Dear customer" }), { reason: "not_a_statement", element: "read me.txt file" }],
    [
      "an archive in the archive",
      archive({ "more.zip": archive({ "a.xml": first }) }, 0),
      { reason: "not_a_statement", element: "zip", found: "more.zip" },
    ],
    ["nothing in it", archive({ "folder/": "" }), { reason: "not_a_statement", element: "zip" }],
    [
      "more files than anybody sends",
      archive(Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`${index}.sta`, second]))),
      { reason: "too_long", found: "201 files" },
    ],
    ["a cut archive", archive({ "a.xml": first }).slice(0, 300), { reason: "malformed" }],
  ])("%s", async (_, zip, refusal) => {
    await expect(checkStatement(inPieces(zip))).rejects.toMatchObject(refusal);
  });

  test("a file that unpacks endlessly", async () => {
    const endless = zipSync({ "a.xml": new Uint8Array(100 * 1024 * 1024).fill(0x20) }, { level: 9 });
    const many = zipSync(
      Object.fromEntries(Array.from({ length: 6 }, (_, index) => [`${index}.sta`, strToU8(`:20:M\n${"\n".repeat(10)}`)])),
    );
    expect(endless.length).toBeLessThan(1024 * 1024);
    await expect(checkStatement(inPieces(endless))).rejects.toBeInstanceOf(StatementRefusal);
    await expect(checkStatement(inPieces(many))).rejects.toMatchObject({ reason: "missing" });
  });
});

test("each of 1,000 mutated archives is either refused or adds up", async () => {
  const whole = archive({ "a.xml": first, "b.sta": second });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 }), async (changes) => {
      const mutated = Uint8Array.from(whole);
      for (const [at, byte] of changes) mutated[at] = byte;
      await checkStatement(inPieces(mutated)).catch((error: unknown) => {
        if (!(error instanceof StatementRefusal)) throw error;
      });
    }),
    { numRuns: 1_000 },
  );
});
