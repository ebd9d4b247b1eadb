import { saysReturn } from "@/server/domain/banking/entry-kinds";
import { RETURNED_CODE } from "./charges";
import { isIban, isIdentifier } from "./identifiers";
import { namedCreditor } from "./named-creditor";
import { emptyNarrative, type Narrative, type NarrativeContext } from "./narrative";
import { dividedAnywhere, joined, joinedLines, readable, unbroken } from "./seams";

// `\ue000` and `\ue001` in the patterns are the marks of seams.ts: the bank may have divided its text there.

interface Part {
  number: number;
  text: string;
}

/** Width of a part, in characters. */
const PART_WIDTH = 27;

/** Reads `166?00GUTSCHRIFT?20EREF+E-1?21SVWZ+RF78...?31DE02...?32ADA?33BRANDSMA?34004`, with any separator in place of `?`. */
export function readNumberedParts(field: string, { account }: NarrativeContext): Narrative | undefined {
  const whole = joinedLines(field);
  const [, code = "", separator = ""] = /^(\d{3})?[\ue000\ue001]?([^0-9A-Za-z\s/.,:+*()\ue000\ue001-])\d{2}/.exec(whole) ?? [];
  const parts = separator === "" ? [] : partsOf(whole.slice(code.length), separator);
  if (!parts.some(({ number }) => isPurpose(number) || isKnown(number))) return undefined;
  // Without the code in front, a text such as `#10000042 Jansen` would look like one part.
  if (code === "" && parts.length < 2) return undefined;
  const textOf = (...numbers: number[]) => joinedParts(parts.filter(({ number }) => numbers.includes(number)));
  const accountNumber = unbroken(textOf(31));
  // Most banks write the other party's account in 31 or 38. Triodos writes it in 21, between bank and name, and its customer's own in 31.
  const isTriodos = separator === ">";
  const payerLines = isTriodos && isIban(unbroken(textOf(21))) ? [20, 21, 22] : [];
  const purpose = joinedParts(
    parts.filter(({ number, text }) => isPurpose(number) && (!payerLines.includes(number) || isFullName(number, text))),
  );
  const fromPurpose = readPurpose(purpose);
  const [booking, ...repeated] = parts.filter(({ number }) => number === 0);
  const others = parts
    .filter((part) => repeated.includes(part) || !(isPurpose(part.number) || isKnown(part.number)))
    .map(({ text }) => text);
  const ofPayer = [fromPurpose.text, ...others].filter((each) => readable(each) !== "").join(" ");
  // Many banks name a returned debit only by its code and in the kind of booking.
  const kind = booking && RETURNED_CODE.test(code) && saysReturn(booking.text) && !saysReturn(ofPayer) ? booking.text : "";
  const text = `${kind} ${ofPayer}`.trim();
  const accounts = [...(isTriodos ? [textOf(21)] : [accountNumber, textOf(38)]), fromPurpose.iban].map(unbroken);
  const iban = accounts.find(isIban) ?? (isTriodos || isOwn(accountNumber, account) ? "" : accountNumber);
  return {
    ...fromPurpose,
    text: readable(text) === "" ? (booking?.text ?? "") : text,
    name: readable(payerLines.length > 0 ? textOf(22) : textOf(32, 33)),
    iban,
  };
}

/** Whether a part contains text of the payer. */
const isPurpose = (number: number) => (number >= 20 && number <= 29) || (number >= 60 && number <= 63);
/** Whether a part contains the kind of booking, the bank's own number, the payer's bank, account and name, or keys. */
const isKnown = (number: number) => [0, 10, 30, 31, 32, 33, 34, 38].includes(number);
/** Whether a part is a name that fills it, so that the name's end may be in the next part. Such a name stays in the text as well. */
const isFullName = (number: number, text: string) => number === 22 && text.length >= PART_WIDTH;

/** Divides a text. A separator that no number follows belongs to the text. */
function partsOf(whole: string, separator: string): Part[] {
  const parts: Part[] = [];
  for (const piece of whole.split(separator)) {
    // A line may end within the number.
    const [, tens, ones = "", text = ""] = /^[\ue000\ue001]?(\d)[\ue000\ue001]?(\d)([\s\S]*)$/.exec(piece) ?? [];
    const last = parts.at(-1);
    if (tens !== undefined) parts.push({ number: Number(tens + ones), text: withoutFiller(text) });
    else if (last && piece !== "") last.text += separator + piece;
  }
  return parts;
}

/** Removes a mark at either end of a part's text. Empty for a part of the characters with which Polish banks fill empty parts. */
function withoutFiller(text: string): string {
  return /^[ÿ˙\s\ue000\ue001]*$/.test(text) ? "" : text.replace(/^[\ue000\ue001]|[\ue000\ue001]$/g, "");
}

function joinedParts(parts: readonly Part[]): string {
  const texts = parts.map(({ text }) => text).filter((text) => text !== "");
  const longest = Math.max(...texts.map((text) => unbroken(text).length));
  // Some banks have wider parts, which are full if several have the same width.
  const isWider = longest > PART_WIDTH && texts.filter((text) => unbroken(text).length === longest).length > 1;
  return joined(texts, (text) => unbroken(text).length === (isWider ? longest : PART_WIDTH));
}

const KEYS = ["EREF", "KREF", "MREF", "CRED", "DEBT", "SVWZ", "ABWA", "ABWE", "RTRN", "IBAN", "BIC", "OAMT", "COAM"]
  .map(dividedAnywhere)
  .join("|");
/** Purpose codes have four letters. Without a code behind it, or within a word, `PURP+` is the payer's text. */
const CODE = `[\\s\\ue000\\ue001]*${dividedAnywhere("....").replaceAll(".", "[A-Z]")}`;
const PURPOSE_CODE = `(?<![A-Za-z0-9])${dividedAnywhere("PURP")}(?=[\\ue000\\ue001]?\\+${CODE}(?:[^A-Za-z0-9]|$|(?:${KEYS})[\\ue000\\ue001]?\\+))`;
const KEY = new RegExp(`(${KEYS}|${PURPOSE_CODE})[\\ue000\\ue001]?\\+`);
const CODE_FIRST = new RegExp(`^${CODE}`);

/** Keys with values of one word. */
const WORD_KEYS = ["EREF", "KREF", "MREF", "CRED", "DEBT", "BIC"];

/** Reads `EREF+…KREF+…SVWZ+…`, in any order. `isPlain`: the text has no numbered parts, so words may follow an identifier of one word. */
export function readPurpose(purpose: string, { isPlain = false } = {}): Narrative {
  const [before = "", ...rest] = purpose.split(KEY);
  const values = new Map<string, string[]>();
  const behindWords: string[] = [];
  for (let at = 0; at + 1 < rest.length; at += 2) {
    const key = unbroken(rest[at] ?? "");
    const value = rest[at + 1] ?? "";
    const [word, behind] = isPlain ? dividedValue(key, value) : [value, ""];
    values.set(key, [...(values.get(key) ?? []), word]);
    if (behind !== "") behindWords.push(behind);
  }
  const valuesOf = (...keys: string[]) => keys.flatMap((key) => values.get(key) ?? []);
  const [endToEndId = ""] = valuesOf("EREF").map(unbroken).filter(isIdentifier);
  const further = valuesOf("EREF")
    .slice(1)
    .concat(valuesOf("KREF"))
    .filter((each) => isIdentifier(unbroken(each)));
  // Amounts of the first payment and its charges stay in the text, with their keys.
  const amounts = ["OAMT", "COAM"].flatMap((key) => valuesOf(key).map((each) => `${key}+${each}`));
  const behindCodes = valuesOf("PURP").map((each) => each.replace(CODE_FIRST, ""));
  const text = [before, ...valuesOf("SVWZ"), ...behindWords, ...behindCodes, ...further, ...valuesOf("ABWA", "ABWE"), ...amounts];
  const named = namedWithColons([before, ...valuesOf("SVWZ")].map(readable).join(" "));
  return {
    ...emptyNarrative,
    text: text.filter((each) => readable(each) !== "").join(" "),
    iban: valuesOf("IBAN").map(compact).find(isIban) ?? named.iban,
    endToEndId: endToEndId || named.endToEndId,
    returnReason: readable(valuesOf("RTRN")[0] ?? ""),
    creditorIdentifiers: valuesOf("CRED").flatMap(namedCreditor),
  };
}

/** Matches a first word, up to a blank or the end of a line that was not full, and what follows. */
const WORD_FIRST = /^[\s\ue000\ue001]*([^\s\ue000]+)([\s\S]*)$/;
/** Maximum length of an IBAN in groups of four, with marks. */
const LONGEST_IBAN = 50;

/** Divides a value behind its first word or, behind the key of an account, its IBAN, also in groups of four. */
function dividedValue(key: string, value: string): [word: string, behind: string] {
  if (key !== "IBAN") {
    const [, word = value, behind = ""] = (WORD_KEYS.includes(key) && WORD_FIRST.exec(value)) || [];
    return [word, behind];
  }
  for (let end = Math.min(value.length, LONGEST_IBAN); end > 0; end -= 1)
    if (isIban(compact(value.slice(0, end)))) return [value.slice(0, end), value.slice(end)];
  // Without an IBAN, the value stays in the text as well.
  return [value, value];
}

/** Returns a value without marks and blanks, as an IBAN is written. */
function compact(value: string): string {
  return unbroken(value).replaceAll(" ", "");
}

/**
 * Reads `EREF: … IBAN: … BIC: …` behind the payer's words, as cooperative banks write them. These keys and values stay in the text as well. A
 * single key behind other words may be the payer's own, such as the account for a refund.
 */
function namedWithColons(text: string): Pick<Narrative, "iban" | "endToEndId"> {
  const begin = text.search(COLON_KEY);
  const keys = text.match(COLON_KEYS) ?? [];
  if (begin !== 0 && keys.length < 2) return { iban: "", endToEndId: "" };
  const [, reference = ""] = /(?:^|\s)EREF:\s*(\S+)/.exec(text) ?? [];
  const [, iban = ""] = /(?:^|\s)IBAN:\s*([A-Z]{2}\d{2}[A-Z0-9]+) BIC:\s*[A-Z0-9]{8,11}$/.exec(text) ?? [];
  return { iban: isIban(iban) ? iban : "", endToEndId: isIdentifier(reference) ? reference : "" };
}

/** Matches a key with a colon, without BIC, which belongs to IBAN. */
const COLON_KEY = /(?:^|\s)(?:EREF|KREF|MREF|CRED|IBAN):\s/;
const COLON_KEYS = new RegExp(COLON_KEY, "g");

/** Whether a number is the statement's own account. */
function isOwn(number: string, account: string): boolean {
  return number !== "" && (account.endsWith(number) || number === account);
}
