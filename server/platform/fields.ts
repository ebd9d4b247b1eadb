import { electronicFormatIBAN, isValidIBAN } from "ibantools";
import { z } from "zod";
import { ID_PATTERN, isId } from "@/server/domain/formats/id";
import type { AnyErrorCode } from "@/server/errors";

/** Returned by a field reader to reject a value with the field's code. */
export const refused = Symbol("refused");
type Read<Value> = (given: unknown) => Value | typeof refused;

/** JSON Schema of the field in the API's reference. */
type Description = Record<string, unknown>;

/**
 * A field as partners send it: read leniently into the stored form, or refused with the field's own code, which becomes the issue's
 * message.
 */
export function field<Value>(code: AnyErrorCode, read: Read<Value>, description: Description) {
  return (
    z
      .unknown()
      // Absent fields are read as well, as undefined.
      .optional()
      .transform((given, context): Value => {
        const value = read(given);
        if (value !== refused) return value;
        context.addIssue({ code: "custom", message: code });
        return z.NEVER;
      })
      .meta(description)
  );
}

const TEXT_LIMIT = 255;
const nullable = (description: Description): Description => ({ ...description, type: [description.type, "null"] });

interface TextOptions {
  /** Maximum number of Unicode code points. */
  max?: number;
  description?: Description;
}

/** Required text with more than white space. */
export function requiredText(code: AnyErrorCode, { max = TEXT_LIMIT, description }: TextOptions = {}) {
  return field(code, (given) => (typeof given === "string" || typeof given === "number" ? refuseEmpty(readText(given, max)) : refused), {
    type: "string",
    minLength: 1,
    maxLength: max,
    ...description,
  });
}

/** Text of at least one character, even if that is a space. */
export function requiredInvoiceNumber(code: AnyErrorCode) {
  return field(code, (given) => (given == null || given === "" ? refused : readText(given, TEXT_LIMIT)), {
    type: "string",
    minLength: 1,
    maxLength: TEXT_LIMIT,
  });
}

/** Reads a text field; replaced for formats such as e-mail addresses. Returns empty text unchanged. */
type ReadText = (given: unknown, max?: number) => string | typeof refused;

interface OptionalTextOptions extends TextOptions {
  read?: ReadText;
}

/** Text as `read` returns it. Absent and null become null; empty text stays empty. */
export function optionalText(code: AnyErrorCode, { max = TEXT_LIMIT, description, read = readText }: OptionalTextOptions = {}) {
  return field(code, (given) => (given == null ? null : read(given, max)), nullable({ type: "string", maxLength: max, ...description }));
}

/** Text to change: absent becomes undefined and leaves the stored value; null and empty text clear it. */
export function changedText(code: AnyErrorCode, { max = TEXT_LIMIT, description, read = readText }: OptionalTextOptions = {}) {
  return field(
    code,
    (given) => {
      if (given === undefined) return undefined;
      return given === null ? null : nullIfEmpty(read(given, max));
    },
    nullable({ type: "string", maxLength: max, ...description }),
  );
}

/** One of several words. `spell` converts the sent word to the service's. */
export function choice<Choice extends string>(code: AnyErrorCode, choices: readonly Choice[], spell: Spelling = asSent) {
  return field<Choice>(code, (given) => readChoice(given, choices, spell), { type: "string", enum: [...choices] });
}

/** As `choice`; absent, null and empty text become null. */
export function optionalChoice<Choice extends string>(code: AnyErrorCode, choices: readonly Choice[], spell: Spelling = asSent) {
  return field<Choice | null>(
    code,
    (given) => (isNothing(given) ? null : readChoice(given, choices, spell)),
    nullable({ type: "string", enum: [...choices, null] }),
  );
}

/** As `optionalChoice`, but absent becomes undefined. */
export function changedChoice<Choice extends string>(code: AnyErrorCode, choices: readonly Choice[], spell: Spelling = asSent) {
  return field<Choice | null | undefined>(
    code,
    (given) => {
      if (given === undefined) return undefined;
      return isNothing(given) ? null : readChoice(given, choices, spell);
    },
    nullable({ type: "string", enum: [...choices, null] }),
  );
}

type Spelling = (given: string) => string;
const asSent: Spelling = (given) => given;
export const upperCase = (text: string) => text.trim().toUpperCase();
export const lowerCase = (text: string) => text.trim().toLowerCase();

/** Integer cents, within the range that JSON represents exactly. */
export function cents(code: AnyErrorCode, description: Description = {}) {
  return field(code, (given) => (isCents(given) ? withoutNegativeZero(given) : refused), {
    type: "integer",
    minimum: Number.MIN_SAFE_INTEGER,
    maximum: Number.MAX_SAFE_INTEGER,
    description: "Integer cents. Positive raises what is outstanding, negative lowers it.",
    ...description,
  });
}

const isCents = (given: unknown): given is number => Number.isSafeInteger(given);
/** −0 + 0 is 0. */
const withoutNegativeZero = (given: number) => given + 0;

/** A boolean; absent, null and empty text become false. */
export function flag(code: AnyErrorCode) {
  return field(code, readFlag, { type: ["boolean", "null"] });
}

function readFlag(given: unknown): boolean | typeof refused {
  if (isNothing(given)) return false;
  return typeof given === "boolean" ? given : refused;
}

/** A valid IBAN, without spaces and in capitals. Anything else becomes null, so the code below is never reported. */
export function optionalIban() {
  return field("invalid_request", readIban, {
    type: ["string", "null"],
    description: "Taken only if it is a valid IBAN; anything else is answered as null.",
  });
}

/** As `optionalIban`, for changes: null and empty text clear the stored value; an absent or invalid IBAN leaves it. */
export function changedIban() {
  return field("invalid_request", readIbanChange, {
    type: ["string", "null"],
    description: "Taken only if it is a valid IBAN; anything else leaves what is stored.",
  });
}

function readIbanChange(given: unknown): string | null | undefined {
  if (given !== undefined && isNothing(given)) return null;
  return readIban(given) ?? undefined;
}

/** Returns the IBAN without spaces and in capitals; null if it is not valid. */
export function readIban(given: unknown): string | null {
  if (typeof given !== "string") return null;
  const iban = electronicFormatIBAN(given);
  return iban && isValidIBAN(iban) ? iban : null;
}

/** An id of the service in a body. */
export function reference(code: AnyErrorCode) {
  return field(code, readId, {
    type: "string",
    pattern: ID_PATTERN,
  });
}

/** As `reference`; absent, null and empty text become null. */
export function optionalReference(code: AnyErrorCode) {
  return field(code, (given) => (isNothing(given) ? null : readId(given)), {
    type: ["string", "null"],
    pattern: ID_PATTERN,
  });
}

function readId(given: unknown): string | typeof refused {
  return typeof given === "string" && isId(given) ? given : refused;
}

/** A count, also as digits in a string; absent, null and empty text become null. */
export function optionalCount(code: AnyErrorCode) {
  return field(code, (given) => (isNothing(given) ? null : readCount(given)), { type: ["integer", "string", "null"], minimum: 0 });
}

/** As `optionalCount`, for changes: absent becomes undefined and leaves the stored value. */
export function changedCount(code: AnyErrorCode) {
  return field(code, readCountChange, { type: ["integer", "string", "null"], minimum: 0 });
}

function readCountChange(given: unknown): number | null | undefined | typeof refused {
  if (given === undefined) return undefined;
  return isNothing(given) ? null : readCount(given);
}

/** Largest number that Postgres's type `integer` can hold. */
const COUNT_LIMIT = 2 ** 31 - 1;

function readCount(given: unknown): number | typeof refused {
  const trimmed = typeof given === "string" ? given.trim() : given;
  const count = typeof trimmed === "string" && /^\d{1,10}$/.test(trimmed) ? Number(trimmed) : trimmed;
  if (typeof count !== "number" || !Number.isInteger(count)) return refused;
  return count >= 0 && count <= COUNT_LIMIT ? withoutNegativeZero(count) : refused;
}

/**
 * `YYYY-MM-DD`, optionally with `Thh:mm[:ss[.fff]]` and `Z` or `±hh[:mm]`; no offset means UTC. Absent, null and empty text become null.
 */
export function optionalMoment(code: AnyErrorCode) {
  return field(code, (given) => (isNothing(given) ? null : readMoment(given)), {
    type: ["string", "null"],
    example: "2026-11-20",
    description: "YYYY-MM-DD, optionally with Thh:mm[:ss[.fff]] and Z or ±hh[:mm]. No offset means UTC.",
  });
}

const MOMENT =
  /^(\d{4})-(\d\d)-(\d\d)(?:T([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.(\d{1,3}))?)?(?:Z|([+-])([01]\d|2[0-3])(?::([0-5]\d))?)?)?$/;

function readMoment(given: unknown): Date | typeof refused {
  const parts = typeof given === "string" ? MOMENT.exec(given) : null;
  if (!parts) return refused;
  const [, year, month, day, hour = "0", minute = "0", second = "0", fraction = "", sign, offsetHour = "0", offsetMinute = "0"] = parts;

  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) return refused;
  date.setUTCHours(Number(hour), Number(minute), Number(second), Number(fraction.padEnd(3, "0")));

  const offsetMs = (Number(offsetHour) * 60 + Number(offsetMinute)) * 60_000;
  date.setTime(date.getTime() - (sign === "-" ? -offsetMs : offsetMs));
  // The database and four-digit ISO 8601 support the years 1 to 9999.
  return date.getUTCFullYear() >= 1 && date.getUTCFullYear() <= 9999 ? date : refused;
}

/** A day such as `2026-11-20`. */
export function requiredDay(code: AnyErrorCode) {
  return field(code, readDay, { type: "string", format: "date", example: "2026-11-20" });
}

/** As `requiredDay`; absent, null and empty text become null. */
export function optionalDay(code: AnyErrorCode) {
  return field(code, (given) => (isNothing(given) ? null : readDay(given)), {
    type: ["string", "null"],
    format: "date",
    example: "2026-11-20",
  });
}

function readDay(given: unknown): string | typeof refused {
  return typeof given === "string" && /^\d{4}-\d\d-\d\d$/.test(given) && readMoment(given) !== refused ? given : refused;
}

/** Whether a value counts as not provided: absent, null, empty or only white space. */
export function isNothing(given: unknown): boolean {
  return given == null || (typeof given === "string" && given.trim() === "");
}

/**
 * Reads text that can be stored and returned unchanged: without NUL, which Postgres cannot store, and without half of a surrogate pair. A
 * number is read as its decimal text.
 */
export function readText(given: unknown, max = TEXT_LIMIT): string | typeof refused {
  const text = typeof given === "number" ? decimalText(given) : given;
  if (typeof text !== "string" || !text.isWellFormed() || text.includes("\0")) return refused;
  // A text has at most as many code points as code units, so most texts need no counting.
  return text.length <= max || [...text].length <= max ? text : refused;
}

function decimalText(given: number): string | typeof refused {
  const text = String(given);
  return /^-?\d+(\.\d+)?$/.test(text) ? text : refused;
}

function readChoice<Choice extends string>(given: unknown, choices: readonly Choice[], spell: Spelling): Choice | typeof refused {
  return (typeof given === "string" && choices.find((choice) => choice === spell(given))) || refused;
}

function refuseEmpty(text: string | typeof refused): string | typeof refused {
  return text !== refused && text.trim() === "" ? refused : text;
}

function nullIfEmpty(text: string | typeof refused): string | null | typeof refused {
  return text !== refused && text.trim() === "" ? null : text;
}

const LOCAL_PART = '[^\\s\\p{Cc}\\p{Cs}@"(),:;<>\\[\\]\\\\.]+(?:\\.[^\\s\\p{Cc}\\p{Cs}@"(),:;<>\\[\\]\\\\.]+)*';
const DOMAIN = "(?:[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]*[\\p{L}\\p{N}])?\\.)+[\\p{L}\\p{N}-]{2,63}";
const EMAIL_LIMIT = 254;
const EMAIL_ADDRESS = new RegExp(`^${LOCAL_PART}@${DOMAIN}$`, "u");

/** Whether the text is an e-mail address: a name, an at sign and a domain with a dot, in any script. */
export function isEmailAddress(text: string): boolean {
  return text.length <= EMAIL_LIMIT && EMAIL_ADDRESS.test(text);
}
