import fc from "fast-check";

/** Values that clients send by mistake or on purpose instead of valid ones. */
const hostile: unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e21,
  -(2 ** 53),
  2 ** 31,
  "",
  " ",
  "0",
  "null",
  "\0",
  "\ud800",
  "\u202e",
  "’; drop table invoices; --",
  "<script>alert(1)</script>",
  "%",
  "_%",
  "../../etc/passwd",
  "x".repeat(256),
  "é".repeat(3_000),
  "2026-02-30",
  "2026-02-28T25:00:00Z",
  "+292278994-08-17T07:12:55Z",
  "__proto__",
  [],
  [[]],
  {},
  { length: 1e9 },
  Array.from({ length: 200 }, () => null),
];

const anything = fc.oneof(fc.constantFrom(...hostile), fc.jsonValue({ maxDepth: 3 }), fc.string({ unit: "binary" }), fc.double());

type Change = [place: number, value: unknown, kind: "replace" | "leave out" | "repeat" | "add"];
const changes: fc.Arbitrary<Change[]> = fc.array(
  fc.tuple(fc.nat(), anything, fc.constantFrom("replace", "replace", "leave out", "repeat", "add")),
  { maxLength: 3 },
);

/** Generates the value with up to three of its places spoilt, or something else entirely. */
export function spoilt(valid: unknown): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 9, arbitrary: changes.map((made) => made.reduce(spoil, valid)) }, { weight: 1, arbitrary: anything });
}

/** Generates any string but the empty one, as a part of a path or the value of a parameter. */
export const anyText = fc.oneof(fc.constantFrom(...hostile.map(String)), fc.string({ unit: "binary" })).filter((text) => text !== "");

function spoil(value: unknown, [place, other, kind]: Change): unknown {
  const copy = structuredClone(value);
  const places = placesOf(copy);
  const chosen = places[place % (places.length + 1)];
  if (!chosen) return kind === "add" && typeof copy === "object" && copy ? { ...copy, [String(other).slice(0, 20)]: other } : other;
  const { holder, name } = chosen;
  if (kind === "leave out") Reflect.deleteProperty(holder, name);
  else if (kind === "repeat") holder[name] = [holder[name], holder[name]];
  else holder[name] = other;
  return copy;
}

interface Place {
  holder: Record<string, unknown>;
  name: string;
}

function placesOf(value: unknown): Place[] {
  if (typeof value !== "object" || value === null) return [];
  const holder = value as Record<string, unknown>;
  return Object.keys(holder).flatMap((name) => [{ holder, name }, ...placesOf(holder[name])]);
}
