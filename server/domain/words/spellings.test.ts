import { expect, test } from "vitest";
import { spellingsOf } from "./spellings";

const agree = (one: string, other: string) => spellingsOf(one).some((spelling) => spellingsOf(other).includes(spelling));

test.each([
  ["ü", ["u", "ue"]],
  ["ö", ["o", "oe"]],
  ["ø", ["o", "oe"]],
  ["œ", ["o", "oe"]],
  ["ä", ["a", "ae", "aa"]],
  ["æ", ["a", "ae", "aa"]],
  ["å", ["a", "ae", "aa"]],
])("%s agrees with %j, in either case, composed or not", (letter, spellings) => {
  for (const written of [letter, letter.toUpperCase(), letter.normalize("NFD")]) {
    expect(spellingsOf(`x${written}y`)).toEqual(expect.arrayContaining(spellings.map((spelling) => `x${spelling}y`)));
  }
});

test.each([
  ["Müller", "MUELLER"],
  ["Müller", "Muller"],
  ["Jørgensen", "JOERGENSEN"],
  ["Åkerlöf", "Akerloef"],
  ["Håkon", "Haakon"],
  ["Sæther", "Sather"],
  ["Bjørn", "Björn"],
])("%s and %s are one name", (one, other) => {
  expect(agree(one, other)).toBe(true);
});

test.each([
  ["Manuel", "Manul"],
  ["Bauer", "Baur"],
  ["Duell", "Dull"],
  ["Poet", "Pot"],
  ["Mueller", "Muller"],
])("%s and %s are two names", (one, other) => {
  expect(agree(one, other)).toBe(false);
});
