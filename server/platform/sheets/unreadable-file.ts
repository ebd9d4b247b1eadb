/** Reasons why a file cannot be read. */
export type FileFault = "empty" | "malformed" | "too_long" | "unpacks_too_large" | "packed_too_tightly";

/** A file that cannot be read, with the place of its error. */
export class UnreadableFile extends Error {
  constructor(
    readonly fault: FileFault,
    /** Line number, from 1. */
    readonly line: number,
    /** Name of the place, such as `zip <name of a file>`. */
    readonly element: string,
    /** The text found there, shortened. */
    readonly found = "",
  ) {
    super(`line ${line}, ${element}: ${fault}${found && ` (${found})`}`);
    this.name = "UnreadableFile";
  }
}
