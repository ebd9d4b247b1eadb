import { StatementRefusal } from "../statement";

/** Maximum length of one field in characters: the standard allows 6 lines of 65, and banks use more. */
const LONGEST_FIELD = 4_000;
/** Maximum length of one line in characters. */
const LONGEST_LINE = 2_000;

/** One field, such as `:61:`, with its further lines joined by line breaks. */
export interface Field {
  line: number;
  tag: string;
  text: string;
  /** The text by the rules of the first version, for keys (decision 0140). */
  former: string;
}

/** Matches the beginning of a field. `:NS:` is information of German and Hungarian banks. */
const FIELD = /^:(\d{2}[A-Z]?|NS):(.*)$/;
/** Matches the beginning or end of one of SWIFT's blocks. */
const BLOCK = /^(?:\{\d:|-\})/;

/** Whether a line is the first of an MT940 file, or one of its fields. */
export function isMt940(line: string): boolean {
  return /^(?:\{1:|:\d{2}[A-Z]?:)/.test(withoutMarks(line));
}

/**
 * Yields the fields of a file. Leaves out what is no part of a statement: the text before its first field and after its closing balance,
 * such as the sender's name, SWIFT's blocks, `-XXX`, and control characters. Throws a `StatementRefusal` for what is too long.
 */
export async function* fieldsIn(lines: AsyncIterable<string>): AsyncGenerator<Field> {
  let line = 0;
  let open: Field | undefined;
  /** Whether a closing balance precedes, so that other text belongs to no statement. */
  let isClosed = false;
  /** Whether a line with only a dash precedes, which may end the statement or belong to the text. */
  let hasDash = false;
  /** Whether the first version had ended the open field. */
  let hasEnded = false;
  for await (const written of lines) {
    line += 1;
    if (written.length > LONGEST_LINE) throw new StatementRefusal("too_long", line, open?.tag ?? "file");
    const text = withoutMarks(written);
    hasEnded ||= /^(?:-$|-\}|\{)/.test(written);
    const former = hasEnded || written.trim() === "" ? "" : `\n${written}`;
    const [, tag, rest = ""] = FIELD.exec(text.startsWith("{") ? text.replace(/^.*\{4:/, "") : text) ?? [];
    if (tag !== undefined && !(tag === "NS" && open && MANY_LINES.has(open.tag))) {
      if (open) yield open;
      open = { line, tag: `:${tag}:`, text: rest, former: FIELD.exec(written)?.[2] ?? rest };
      hasEnded = false;
      isClosed = tag === "62F" || tag === "62M" || (isClosed && !STARTS.has(tag));
      hasDash = false;
    } else if (BLOCK.test(text) || (isClosed && text.trim() !== "")) {
      if (open) yield open;
      open = undefined;
    } else if (/^\s*-\s*$/.test(text)) {
      // A dash ends a statement, but some banks write it between fields, and payers write it in their text.
      hasDash = true;
      if (open) open.former += former;
    } else if (text.trim() === "") {
      // Some banks write empty lines between fields.
      if (open) open.former += former;
    } else if (open) {
      open.former += former;
      open.text += hasDash ? `\n-\n${text}` : `\n${text}`;
      hasDash = false;
      if (open.text.length > LONGEST_FIELD) throw new StatementRefusal("too_long", line, open.tag);
    }
  }
  if (open) yield open;
}

/** Fields whose further lines may begin with any text. */
const MANY_LINES = new Set([":61:", ":86:"]);
/** Fields that begin a statement. */
const STARTS = new Set(["20", "25", "25P"]);

/** Removes control characters around a line, such as SOH, ETX and the mark at the end of DOS files, and byte-order marks. */
function withoutMarks(line: string): string {
  let from = 0;
  let to = line.length;
  while (from < to && isMark(line.charCodeAt(from))) from += 1;
  while (to > from && isMark(line.charCodeAt(to - 1))) to -= 1;
  return line.slice(from, to);
}

/** Whether a character is a control character other than the tab, or a byte-order mark. */
function isMark(code: number): boolean {
  return (code < 0x20 && code !== 0x09) || code === 0x7f || code === 0xfeff;
}
