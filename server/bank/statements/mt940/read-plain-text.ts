import { isIban, isIdentifier } from "./identifiers";
import { emptyNarrative, type Narrative } from "./narrative";
import { readPurpose } from "./read-numbered-parts";
import { joinedLines, readable } from "./seams";

/** Reads text without structure, in which some banks name the payer by words or at the beginning. */
export function readPlainText(field: string): Narrative {
  // A bank's own text must not contain the marks of seams.ts.
  const lines = field.replace(/[\ue000\ue001]/g, " ");
  const text = joinedLines(lines);
  if (!KEY_FIRST.test(lines)) return { ...emptyNarrative, ...(payerByWords(lines) ?? payerAtBeginning(lines)), text };
  const byKeys = readPurpose(text, { isPlain: true });
  return readable(byKeys.text) === "" ? { ...byKeys, text } : byKeys;
}

/** A text that begins with one of the keys of numbered parts. */
const KEY_FIRST = /^(?:EREF|KREF|MREF|CRED|SVWZ)\+/;

const WORDS = ["IBAN", "REK", "BIC", "NAAM", "OMSCHRIJVING", "KENMERK", "BETALINGSKENM\\.", "MACHTIGING", "INCASSANT", "VALUTADATUM"];
const WORD = new RegExp(`(?:^|[\\s/])(${WORDS.join("|")}):`, "i");

/** Reads `IBAN: NL02…  NAAM: A BRANDSMA` or `REK: NL02…/NAAM: A BRANDSMA`. */
function payerByWords(lines: string): Partial<Narrative> | undefined {
  // Words and their values, by turns.
  const [, ...rest] = lines.split(WORD);
  const valueAfter = (...words: string[]) =>
    rest.flatMap((word, at) => (at % 2 === 0 && words.includes(word.toUpperCase()) ? [readable(rest[at + 1] ?? "")] : []))[0] ?? "";
  const iban = valueAfter("IBAN", "REK").replaceAll(" ", "");
  if (!isIban(iban)) return undefined;
  const endToEndId = valueAfter("KENMERK");
  return { iban, name: valueAfter("NAAM"), endToEndId: isIdentifier(endToEndId) ? endToEndId : "" };
}

/** Maximum length of a name in MT940. */
const LONGEST_NAME = 35;

/** Reads `NL02… a brandsma` in the first line. */
function payerAtBeginning(lines: string): Partial<Narrative> | undefined {
  const [first = ""] = lines.split("\n");
  const [, iban = "", rest = ""] = /^\s*([A-Z]{2}\d{2}[A-Z0-9]+)(?:\s+(.*))?$/.exec(first) ?? [];
  if (!isIban(iban)) return undefined;
  const name = readable(rest);
  return { iban, name: name.length <= LONGEST_NAME && !/\d/.test(name) ? name : "" };
}
