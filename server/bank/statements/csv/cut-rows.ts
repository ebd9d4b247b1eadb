import { type RefusedRows, StatementRefusal } from "@/server/bank/statements/statement";

/** Maximum number of cut rows that are named. The rest of a file with more is not read. */
const MOST_NAMED = 5;

/** Rows with a day that have another number of columns than the table, so that a person can mend all of them at once. */
export class CutRows {
  private readonly rows: RefusedRows["rows"] = [];

  constructor(private readonly width: number) {}

  get isEmpty(): boolean {
    return this.rows.length === 0;
  }

  /** Throws a `StatementRefusal` with the first rows if there are many. */
  add(line: number, columns: number): void {
    if (this.rows.length === MOST_NAMED) throw refusalOfRows({ width: this.width, rows: this.rows, hasMore: true });
    this.rows.push({ line, columns });
  }

  /** Throws a `StatementRefusal` if there are any. */
  end(): void {
    if (!this.isEmpty) throw refusalOfRows({ width: this.width, rows: this.rows, hasMore: false });
  }
}

/** Returns the refusal of a file with rows of another number of columns than its others. */
export function refusalOfRows(refused: RefusedRows): StatementRefusal {
  const [{ line, columns } = { line: 1, columns: 0 }] = refused.rows;
  const found = `${columns} / ${refused.width}`;
  return new StatementRefusal("malformed", line, "row", found, { rows: refused });
}
