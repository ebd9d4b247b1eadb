import { createHash } from "node:crypto";
import type { CheckedStatement } from "./check-statement";
import type { ReadPart } from "./statement";

/** Returns a hash of the keys of a statement's entries, in any order. */
export function contentsOf(keys: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(keys.toSorted())).digest("base64url");
}

/** Collects the keys of a file's statements that may have neither a number nor balances, such as those of CSV files. */
export class StatementKeys {
  /** One list per statement; empty for statements that have a number or balances. */
  private readonly lists: string[][] = [];
  private isWanted = false;

  add(part: ReadPart): void {
    if (part.kind === "statement") {
      this.lists.push([]);
      this.isWanted = part.head.id === "" && part.head.openingCents === null;
    }
    if (part.kind === "entry" && this.isWanted) this.lists.at(-1)?.push(part.key);
  }

  /** Adds the hash to the statement if nothing else tells it from other statements of the same days. */
  withContents(statement: CheckedStatement, index: number): CheckedStatement {
    const { id, openingCents, closingCents } = statement;
    if (id !== "" || openingCents !== null || closingCents !== null) return statement;
    return { ...statement, contents: contentsOf(this.lists[index] ?? []) };
  }
}
