import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { batchIdOf } from "@/server/bank/debit-files/batch-id";
import { painIdOf } from "@/server/domain/banking/pain-elements";
import { newId } from "@/server/platform/id";
import { mayNameDebitFile, namesDebitFile } from "./file-ids";

const hex = (length: number) => fc.string({ unit: fc.constantFrom(..."0123456789abcdef"), minLength: length, maxLength: length });

/** Ids of files and batches. */
const ids = fc
  .tuple(hex(40), fc.boolean(), fc.constantFrom("RCUR", "OOFF", "FRST", "FNAL"), fc.constantFrom("CORE", "B2B"))
  .map(([id, isOfBatch, sequenceType, scheme]) =>
    isOfBatch
      ? batchIdOf(painIdOf(id), { collectOn: "2026-11-25", scheme, sequenceType } as Parameters<typeof batchIdOf>[1])
      : painIdOf(id),
  );
/** Ways in which banks write an id: as it is, in capitals, or divided where a line or part of this width ends. */
const writings = fc.constantFrom<(id: string) => string>(
  (id) => id,
  (id) => id.toUpperCase(),
  (id) => `${id.slice(0, 27)} ${id.slice(27)}`,
  (id) => (id.match(/.{1,10}/g) ?? []).join(" "),
  (id) => `${id.slice(0, 8)}\r\n${id.slice(8, 30)} ${id.slice(30)}`,
);
const before = fc.constantFrom("", "KREF+", "SAMMLER ", "SEPA DD 25.11. ", "/PREF/", "1234 ");
const behind = fc.constantFrom("", " SVWZ+SAMMLER", "/", " 25.11.2026", ", 3 debits", "SVWZ+X");

describe("a text", () => {
  test("names a file or a batch, however a bank writes the id", () => {
    fc.assert(
      fc.property(ids, writings, before, behind, (id, written, start, end) => {
        expect(mayNameDebitFile(start + written(id) + end)).toBe(true);
      }),
    );
  });

  test("does not name one by another id: of another length, or within a longer run of digits", () => {
    const length = fc.integer({ min: 1, max: 80 }).filter((each) => each !== 35);
    fc.assert(
      fc.property(
        length.chain(hex),
        before.filter((each) => !/\d/.test(each)),
        (id, start) => {
          expect(mayNameDebitFile(`${start}${id}`)).toBe(false);
        },
      ),
    );
    fc.assert(
      fc.property(ids, hex(3), (id, more) => {
        expect(mayNameDebitFile(more + id)).toBe(false);
      }),
    );
  });

  test("of an ordinary payment does not name one", () => {
    const word = fc.oneof(
      fc.constantFrom("Annual", "dues", "Beitrag", "2026", "25.11.2026", "RF18539007547034", "NL02 TEST 0123 4567 89", "/ROC/"),
      fc.integer({ min: 0, max: 999_999 }).map(String),
      // An id of the interface, a UUID, a Swiss reference, a hash.
      fc.constantFrom(newId(), "550e8400-e29b-41d4-a716-446655440000", "210000000003139471430009017", "a".repeat(64)),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), fc.array(word, { maxLength: 3 }), (text, references) => {
        expect(namesDebitFile({ references, text: text.join(" ") })).toBe(false);
      }),
    );
  });
});
