import type { CsvRole } from "@/server/domain/banking/csv-layout";
import type { RowKind } from "./tell-row";

/** Tells left-out rows that cannot name a payer, such as balances, headings, disclaimers and footers, from all others. */
export class Notes {
  /** Whether the row above is, or may belong to, a payment, so that text below may be the payment's. */
  private isBelowPayment = false;

  addEntry(): void {
    this.isBelowPayment = true;
  }

  /**
   * Adds a left-out row, and returns whether it cannot name a payer. `kind`: undefined for a row that belongs to a payment. `hasDay`: whether
   * its day can be read. `hasParty`: whether it has another party's account or name.
   */
  addLeftOut(
    cells: readonly string[],
    roles: readonly CsvRole[],
    { kind, hasDay, hasParty }: { kind: RowKind | undefined; hasDay: boolean; hasParty: boolean },
  ): boolean {
    const isKind = kind === "dated_balance" || (kind === "left_out" && !hasDay);
    const isNote = isKind && !hasParty && !hasFactOfPayment(cells, roles) && !(this.isBelowPayment && isText(cells, roles));
    this.isBelowPayment = !isNote;
    return isNote;
  }
}

/** Whether a row has a state, another party's name, or a number that may be an account's. */
function hasFactOfPayment(cells: readonly string[], roles: readonly CsvRole[]): boolean {
  return cells.some((cell, index) => {
    const role = roles[index] ?? "ignored";
    if (role === "state" || role === "ultimate_name") return cell !== "";
    return LONG_NUMBER.test(cell) && (/\p{L}/u.test(cell) || !WITH_NUMBERS.includes(role));
  });
}

function isText(cells: readonly string[], roles: readonly CsvRole[]): boolean {
  return cells.every((cell, index) => cell === "" || OF_TEXT.includes(roles[index] ?? "ignored"));
}

/** Roles whose numbers are days, amounts or the company's own account. */
const WITH_NUMBERS: readonly CsvRole[] = ["day", "value_day", "account", "amount", "came", "went", "detail", "balance", "balance_before"];
const OF_TEXT: readonly CsvRole[] = ["text", "reference", "end_to_end_id", "reason"];
/** Matches a number as long as an account number, perhaps with spaces. */
const LONG_NUMBER = /\d(?:\s?\d){7}/;
