import { randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { hasWrongChecksum, KEY_MARKER, withChecksum, withoutKeys } from "./key-shape";

const random = (bytes: number) => randomBytes(bytes).toString("hex");
const newKey = () => withChecksum(KEY_MARKER + random(24));

test("the last 8 characters of a key are zlib's CRC-32 of the others", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 24, maxLength: 24 }), (bytes) => {
      const start = KEY_MARKER + Buffer.from(bytes).toString("hex");
      expect(withChecksum(start)).toBe(start + crc32(start).toString(16).padStart(8, "0"));
    }),
    { numRuns: 2_000 },
  );
});

test("a key with any changed character has a wrong checksum, and an unchanged key a right one", () => {
  const key = newKey();
  expect(hasWrongChecksum(key)).toBe(false);
  for (let at = KEY_MARKER.length; at < key.length; at += 1) {
    const other = key[at] === "0" ? "1" : "0";
    expect(hasWrongChecksum(key.slice(0, at) + other + key.slice(at + 1))).toBe(true);
  }
});

test("keys without the marker have no checksum to check", () => {
  expect(hasWrongChecksum(`ics_${random(32)}`)).toBe(false);
  expect(hasWrongChecksum("0".repeat(64))).toBe(false);
});

test.each([
  ["with the marker", newKey()],
  ["that begins with ics_", `ics_${random(32)}`],
  ["of the oldest shape", `00${random(31)}`],
])("a key %s is taken out of what is written down, wherever it stands", (_, key) => {
  for (const text of ["", "/api/v2/invoices/", "invoices%2F", "key=", '"']) {
    for (const rest of ["", "/tickets", "%2Ftickets", "&x", '"', "x"]) {
      expect(withoutKeys(text + key + rest)).toBe(`${text}…${rest}`);
      expect(withoutKeys(text + key.toUpperCase() + rest)).toBe(`${text}…${rest}`);
    }
  }
});

test.each([
  ["an id", random(20)],
  ["a trace's id", random(16)],
  ["a UUID", "7f6c3b1e-93c3-4d0c-8a3e-2b54b5d6a001"],
  ["128 times the same character", "a".repeat(128)],
])("%s is written down as it is", (_, text) => {
  expect(withoutKeys(text)).toBe(text);
});
