import fc from "fast-check";

/**
 * Generates one of the files, spoilt at one place: either one letter or digit of a value is replaced by another, as by a faulty program, or a
 * piece anywhere is replaced by any text or one of the words.
 */
export function mutationsOf(files: readonly string[], words: readonly string[]): fc.Arbitrary<string> {
  const place = { file: fc.constantFrom(...files), at: fc.integer({ min: 0, max: 9_999 }).map((place) => place / 10_000) };
  const ofValue = fc
    .record({ ...place, put: fc.stringMatching(/^[A-Za-z0-9]$/) })
    .map(({ file, at, put }) => spoil(file, placesOfValues(file)[Math.floor(at * placesOfValues(file).length)] ?? 0, 1, put));
  const anywhere = fc
    .record({
      ...place,
      length: fc.integer({ min: 0, max: 30 }),
      put: fc.oneof(fc.string({ maxLength: 12 }), fc.constantFrom(...words)),
    })
    .map(({ file, at, length, put }) => spoil(file, Math.floor(at * file.length), length, put));
  return fc.oneof(ofValue, anywhere);
}

function spoil(file: string, start: number, length: number, put: string): string {
  return file.slice(0, start) + put + file.slice(start + length);
}

/** Returns the indexes of letters and digits outside of XML's tags. */
function placesOfValues(file: string): number[] {
  const isXml = /<\/\w/.test(file);
  const values = file.matchAll(isXml ? /(?<=>)[^<>]*(?=<)/g : /.+/g);
  return [...values].flatMap(({ 0: value, index }) => [...value.matchAll(/\w/g)].map((letter) => index + letter.index));
}
