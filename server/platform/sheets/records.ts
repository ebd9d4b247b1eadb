import { UnreadableFile } from "./unreadable-file";

/** Characters that separate the cells of a row. */
export const delimiters = [";", "\t", ",", "|"];

/** One row of a table, with the lines on which it begins and ends, from 1. */
export interface SheetRecord {
  cells: string[];
  firstLine: number;
  line: number;
}

const LONGEST_RECORD = 16_000;

/**
 * Splits lines into cells (RFC 4180). Drops white space around cells, but keeps it within quotes; a quoted cell may contain line breaks.
 * Relaxed, because programs also write texts such as `"Haus" Verein` without quoting them: if other text follows the closing quote, the
 * quotes belong to the text. Our own code, because csv-parse 7 either refuses such a text or keeps white space around quoted cells.
 */
export class RecordReader {
  private line = 0;
  private begunOn = 1;
  private cells: string[] = [];
  /** Text so far of the quoted cell that the last line left open. */
  private open: string | undefined;
  /** Characters of the record so far. */
  private length = 0;

  /** `quotesIn`: whether the cells of a column stand between single quotes, as `'Contributie, tweede helft'`. */
  constructor(
    private readonly delimiter: string,
    private readonly quotesIn: (column: number) => boolean = () => false,
  ) {}

  /** Adds a line, without its line break. Returns the record that it ends; undefined for an empty line, and within a quoted cell. */
  add(line: string): SheetRecord | undefined {
    this.line += 1;
    if (this.open === undefined) {
      if (line.trim() === "" && !line.includes(this.delimiter)) return undefined;
      this.begunOn = this.line;
      this.length = 0;
    }
    this.length += line.length;
    if (this.length > LONGEST_RECORD) throw new UnreadableFile("too_long", this.line, "row");
    if (!this.readCells(line)) return undefined;
    const { cells } = this;
    this.cells = [];
    return { cells, firstLine: this.begunOn, line: this.line };
  }

  /** Throws an `UnreadableFile` if the last line left a quoted cell open. */
  end(): void {
    if (this.open !== undefined) throw new UnreadableFile("malformed", this.begunOn, "row", "quote without end");
  }

  /** Returns false if the line ends within a quoted cell. */
  private readCells(line: string): boolean {
    const { delimiter } = this;
    let at = 0;
    for (;;) {
      if (this.open === undefined) {
        at = this.afterSpaces(line, at);
        const afterSingle = line[at] === "'" && this.quotesIn(this.cells.length) ? this.readSingleQuoted(line, at) : undefined;
        if (afterSingle !== undefined) {
          if (afterSingle > line.length) return true;
          at = afterSingle;
          continue;
        }
        if (line[at] !== '"') {
          const end = line.indexOf(delimiter, at);
          this.cells.push((end < 0 ? line.slice(at) : line.slice(at, end)).trimEnd());
          if (end < 0) return true;
          at = end + 1;
          continue;
        }
        this.open = "";
        at += 1;
      } else this.open += "\n";
      const after = this.readQuoted(line, at);
      if (after === undefined) return false;
      // The cell ended with the line.
      if (after > line.length) return true;
      at = after;
    }
  }

  /**
   * Reads on within a quoted cell. Returns the position after its delimiter, beyond the line if the cell ended it; undefined if it stays
   * open.
   */
  private readQuoted(line: string, from: number): number | undefined {
    let text = this.open ?? "";
    let at = from;
    for (;;) {
      const quote = line.indexOf('"', at);
      if (quote < 0) {
        this.open = text + line.slice(at);
        return undefined;
      }
      text += line.slice(at, quote);
      if (line[quote + 1] === '"') {
        text += '"';
        at = quote + 2;
        continue;
      }
      const after = this.afterSpaces(line, quote + 1);
      this.open = undefined;
      if (after === line.length || line[after] === this.delimiter) {
        this.cells.push(text);
        return after + 1;
      }
      // A text that begins with a quoted word. If the quoted part contains a line break, it has swallowed rows.
      if (text.includes("\n")) throw new UnreadableFile("malformed", this.begunOn, "row", "quote within a text");
      const end = line.indexOf(this.delimiter, after);
      this.cells.push(`"${text}"${end < 0 ? line.slice(quote + 1) : line.slice(quote + 1, end)}`.trimEnd());
      return end < 0 ? line.length + 1 : end + 1;
    }
  }

  /**
   * Reads a cell between single quotes, and keeps them. Apostrophes within it are followed by other characters than a delimiter. Returns the
   * position after its delimiter, beyond the line if the cell ended it; undefined if the cell only begins with an apostrophe.
   */
  private readSingleQuoted(line: string, from: number): number | undefined {
    for (let quote = line.indexOf("'", from + 1); quote >= 0; quote = line.indexOf("'", quote + 1)) {
      const after = this.afterSpaces(line, quote + 1);
      if (after < line.length && line[after] !== this.delimiter) continue;
      this.cells.push(line.slice(from, quote + 1));
      return after + 1;
    }
    return undefined;
  }

  private afterSpaces(line: string, from: number): number {
    let at = from;
    while (at < line.length && line[at] !== this.delimiter && line[at]?.trim() === "") at += 1;
    return at;
  }
}

/**
 * Returns the complete records of a sample. Leaves out a record that the sample's end cuts off within a quoted cell, and everything after
 * an error.
 */
export function recordsIn(lines: readonly string[], delimiter: string, quotesIn?: (column: number) => boolean): SheetRecord[] {
  const records: SheetRecord[] = [];
  const reader = new RecordReader(delimiter, quotesIn);
  try {
    for (const line of lines) {
      const record = reader.add(line);
      if (record) records.push(record);
    }
  } catch (error) {
    // The records read so far are enough.
    if (!(error instanceof UnreadableFile)) throw error;
  }
  return records;
}
