/**
 * Returns the spellings of a text with ä, æ, å, ö, ø, œ or ü in plain lower-case letters: "Müller" as muller and mueller. Banks' tables
 * replace each by one plain letter (EPC217-08), German and Nordic habit by two. A text without these letters has one spelling, its own:
 * "ue" in Manuel is never shortened. Two words are the same name if they share a spelling. `fold_for_search` in SQL does the same.
 */
export function spellingsOf(text: string): string[] {
  const written = text.normalize("NFC").toLowerCase();
  if (!SPECIAL.test(written)) return [written];
  return [...new Set(ways.map((way) => written.replace(/[äæåöøœü]/g, (letter) => way[letter] ?? letter)))];
}

const SPECIAL = /[äæåöøœü]/;

/**
 * The sets of substitutions; one set applies to the whole word, because nobody writes æ in Sæther as "ae" and ä beside it as "a". Only å
 * has variants of its own.
 */
const ways = [
  { a: "a", ring: "a", o: "o", u: "u" },
  { a: "ae", ring: "ae", o: "oe", u: "ue" },
  { a: "ae", ring: "aa", o: "oe", u: "ue" },
  { a: "ae", ring: "a", o: "oe", u: "ue" },
  { a: "aa", ring: "aa", o: "oe", u: "ue" },
].map(({ a, ring, o, u }): Record<string, string> => ({ ä: a, æ: a, å: ring, ö: o, ø: o, œ: o, ü: u }));
