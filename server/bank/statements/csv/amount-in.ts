import { type StatementReason, StatementRefusal } from "@/server/bank/statements/statement";
import type { CsvLayout, CsvRole, CsvSheet } from "@/server/domain/banking/csv-layout";
import { centsIn } from "@/server/platform/sheets/cell-values";
import { directionIn } from "./row-words";

/** Sign of the amounts in a column of outgoing money: banks write them with or without a minus, but never both. */
export class DebitSigns {
  private sign: 1 | -1 | undefined;

  /** Whether this amount has the sign of the first one. */
  agree(cents: number): boolean {
    const sign = cents < 0 ? -1 : 1;
    this.sign ??= sign;
    return this.sign === sign;
  }
}

interface Columns {
  layout: CsvLayout;
  columnOf: ReadonlyMap<CsvRole, number>;
  sheet: Pick<CsvSheet, "columns">;
  signs: DebitSigns;
}

/**
 * Returns a row's amount in cents; positive: incoming. Undefined if the sheet has two columns of amounts, and both cells are empty or 0. Throws
 * a `StatementRefusal` for a text that is no amount, and where the sign cannot be known.
 */
export function amountIn(cells: readonly string[], line: number, { layout, columnOf, sheet, signs }: Columns): number | undefined {
  const cell = (role: CsvRole) => cells[columnOf.get(role) ?? -1] ?? "";
  const refused = (reason: StatementReason, role: CsvRole, found: string) =>
    new StatementRefusal(reason, line, sheet.columns[columnOf.get(role) ?? -1]?.name || role, found.slice(0, 40));
  const cents = (role: CsvRole) => {
    const found = centsIn(cell(role), layout.decimals);
    if (found === undefined) throw refused("not_an_amount", role, cell(role));
    return found;
  };
  if (!columnOf.has("amount")) {
    // A negative amount in the column of incoming money is a booking that the bank took back.
    const came = cell("came") === "" ? 0 : cents("came");
    const went = cell("went") === "" ? 0 : cents("went");
    if (came !== 0 && went !== 0) throw refused("not_an_amount", "came", `${cell("came")} / ${cell("went")}`);
    if (went !== 0 && !signs.agree(went)) throw refused("not_an_amount", "went", cell("went"));
    return came === 0 && went === 0 ? undefined : came - Math.abs(went);
  }
  const amount = cents("amount");
  if (!columnOf.has("direction")) return amount;
  const word = cell("direction");
  const direction = directionIn(word);
  if (direction === undefined) throw refused("not_known", "direction", word);
  // Incoming by the word and outgoing by the sign: the bank took a booking back, or the column means something else.
  if (amount < 0 && direction === 1) throw refused("not_an_amount", "amount", `${cell("amount")} ${word}`);
  return Math.abs(amount) * direction;
}
