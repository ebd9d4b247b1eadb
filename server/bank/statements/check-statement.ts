import { type ReadingSettings, readStatementFile } from "./read-statement-file";
import type { StatementEnd, StatementHead, StatementPart } from "./statement";

/** Sums of one statement of a file. Amounts in cents. */
export interface CheckedStatement extends StatementHead, Omit<StatementEnd, "opening"> {
  creditedCents: number;
  debitedCents: number;
  /** Number of announced entries, which the balance does not contain. */
  announced: number;
  reversals: number;
  /** Number of payments with a structured reference. */
  withReference: number;
  /** Hash of its entries' keys (`contentsOf`), if nothing else tells it from other statements of its days; otherwise absent. */
  contents?: string;
}

/**
 * Reads a statement file to its end and sums it up. Calls `keep` with each part and waits for it. Throws a `StatementRefusal`, with the
 * line and the element.
 */
export async function checkStatement(
  file: AsyncIterable<Uint8Array>,
  settings?: ReadingSettings,
  keep: (part: StatementPart) => Promise<void> = async () => {},
): Promise<CheckedStatement[]> {
  const checked: CheckedStatement[] = [];
  for await (const part of readStatementFile(file, settings)) {
    await keep(part);
    if (part.kind === "statement") {
      const none = {
        entries: 0,
        closingCents: null,
        closingOn: null,
        creditedCents: 0,
        debitedCents: 0,
        announced: 0,
        reversals: 0,
        withReference: 0,
      };
      checked.push({ ...part.head, ...none });
    }
    const statement = checked.at(-1);
    if (part.kind === "end" && statement) {
      const { opening, ...end } = part.end;
      Object.assign(statement, end, opening);
    }
    if (part.kind !== "entry" || !statement) continue;
    const { amountCents, isBooked, isReversal, transactions } = part.entry;
    if (!isBooked) statement.announced += 1;
    else if (amountCents < 0) statement.debitedCents -= amountCents;
    else statement.creditedCents += amountCents;
    if (isReversal) statement.reversals += 1;
    statement.withReference += transactions.filter(({ references }) => references.length > 0).length;
  }
  return checked;
}
