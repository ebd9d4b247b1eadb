import { electronicFormatIBAN, isValidIBAN } from "ibantools";
import type { CsvLayout, CsvRole } from "@/server/domain/banking/csv-layout";
import { isReturnKind } from "@/server/domain/banking/entry-kinds";
import { centsIn } from "@/server/platform/sheets/cell-values";
import type { FoundSheet } from "./find-sheet";
import { directionIn } from "./row-words";

const PAYER = /auftraggeber|zahlungspflichtig|payer|originator|ordinante|\bsender|donneur/i;
const PAYEE = /empf(?:ä|ae)nger|beg(?:ü|ue)nstigt|payee|beneficiar[iy]|bénéficiaire|recipient/i;
const ACCOUNT = /iban|ko?nto|kto|account|compte|conto/i;

export type Side = "payer" | "payee";

/** Returns the side on which the other party of an amount stands. */
export function otherSide(amountCents: number): Side {
  return amountCents < 0 ? "payee" : "payer";
}

/** Returns the party that a column's name means; undefined for a column of both, such as `Auftraggeber/Empfänger`. */
function sideOf(name: string): Side | undefined {
  if (PAYER.test(name) === PAYEE.test(name)) return undefined;
  return PAYER.test(name) ? "payer" : "payee";
}

/** Facts about a row by which its other party is found. */
export interface RowContext {
  /** Side of the other party by the direction of the money; undefined if the direction tells nothing. */
  side: Side | undefined;
  /** The statement's account; empty if the file does not name it. */
  own: string;
}

interface SideColumn {
  index: number;
  side: Side | undefined;
}

/** Columns of payers and of payees. Where a bank has both, one of the two is the account's owner, which depends on the direction. */
export class PartyColumns {
  private readonly names: SideColumn[];
  private readonly accounts: SideColumn[];
  private readonly iban: number;
  private readonly ownIban: string | undefined;
  private readonly ownName: string | undefined;
  /** Whether one name stands in all rows, but always where the direction expects the other party. */
  private readonly isUnclear: boolean;

  constructor({ columns, rows }: Pick<FoundSheet, "columns" | "rows">, layout: CsvLayout) {
    const { roles } = layout;
    const all = columns.map(({ name }, index) => ({ index, name, side: sideOf(name) }));
    this.names = all.filter(({ index }) => roles[index] === "name");
    this.accounts = all.filter(
      ({ index, name, side }) => side && ACCOUNT.test(name) && roles[index] !== "name" && roles[index] !== "account",
    );
    this.iban = roles.indexOf("iban");
    this.ownIban = inAllRows(rows.map((cells) => [ibanAt(cells, this.accounts, "payer"), ibanAt(cells, this.accounts, "payee")]));
    const named = inAllRows(rows.map((cells) => [nameAt(cells, this.names, "payer"), nameAt(cells, this.names, "payee")]));
    const isBeside = (cells: string[]) => {
      const side = isReturnKind(cells[roles.indexOf("kind")] ?? "") ? undefined : sideByAmount(cells, layout);
      return side !== undefined && nameAt(cells, this.names, side) !== named;
    };
    this.isUnclear = named !== undefined && !rows.some(isBeside);
    this.ownName = this.isUnclear ? undefined : named;
  }

  /** Returns the other party's name; all names if it is unclear which is the other party's. */
  nameIn(cells: readonly string[], context: RowContext): string {
    const { side, isCertain } = this.sideIn(cells, context);
    if (!hasBoth(this.names) || !side) return joined(cells, this.names);
    const other = joined(cells, sideColumns(this.names, side));
    return isCertain ? other : other || joined(cells, this.names);
  }

  /** Returns the other party's IBAN; empty if the cell has the statement's own account. */
  ibanIn(cells: readonly string[], context: RowContext): string {
    const { side } = this.sideIn(cells, context);
    const isDivided = hasBoth(this.accounts) && side !== undefined;
    const isOwnColumn = this.accounts.some((column) => column.index === this.iban && column.side !== side);
    const written = isDivided && isOwnColumn ? "" : (electronicFormatIBAN(cells[this.iban] ?? "") ?? "");
    const iban = (isDivided && ibanAt(cells, this.accounts, side)) || written;
    return this.isOwn(iban, context) ? "" : iban;
  }

  /** Whether an IBAN is the statement's own account: the file names it, or it stands in all rows while the account beside it changes. */
  isOwn(iban: string, { own }: Pick<RowContext, "own">): boolean {
    return iban !== "" && (iban === this.ownIban || isOwnAccount(iban, own));
  }

  /** Returns the other party's side: opposite the owner, otherwise by the direction. */
  private sideIn(cells: readonly string[], context: RowContext): { side: Side | undefined; isCertain: boolean } {
    const opposite =
      oppositeOf((side) => hasBoth(this.accounts) && this.isOwn(ibanAt(cells, this.accounts, side), context)) ??
      oppositeOf((side) => this.ownName !== undefined && nameAt(cells, this.names, side) === this.ownName);
    return { side: opposite ?? (this.isUnclear ? undefined : context.side), isCertain: opposite !== undefined };
  }
}

/** Returns the side opposite the owner's; undefined if the owner is on both or on neither. */
function oppositeOf(isOwner: (side: Side) => boolean): Side | undefined {
  const [payer, payee] = [isOwner("payer"), isOwner("payee")];
  if (payer === payee) return undefined;
  return payer ? "payee" : "payer";
}

/** Returns the only value that all rows with two parties share: the account's owner, because other parties change. */
function inAllRows(rows: readonly [payer: string, payee: string][]): string | undefined {
  const full = rows.filter(([payer, payee]) => payer !== "" && payee !== "");
  const [first = []] = full;
  const [shared, ...more] = new Set(first.filter((value) => full.every((row) => row.includes(value))));
  return full.length > 1 && more.length === 0 ? shared : undefined;
}

/** Returns the side of the other party by the amount of a row; undefined if it has no amount. */
function sideByAmount(cells: readonly string[], { roles, decimals }: CsvLayout): Side | undefined {
  const cell = (role: CsvRole) => cells[roles.indexOf(role)] ?? "";
  const centsOf = (role: CsvRole) => centsIn(cell(role), decimals) ?? 0;
  const direction = roles.includes("direction") ? directionIn(cell("direction")) : undefined;
  const cents = direction ?? (centsOf("amount") || Math.abs(centsOf("came")) || -Math.abs(centsOf("went")));
  return cents === 0 ? undefined : otherSide(cents);
}

function ibanAt(cells: readonly string[], columns: readonly SideColumn[], side: Side): string {
  const ibans = columns.flatMap((column) => (column.side === side ? (electronicFormatIBAN(cells[column.index] ?? "") ?? "") : []));
  return ibans.find((iban) => isValidIBAN(iban)) ?? "";
}

function nameAt(cells: readonly string[], columns: readonly SideColumn[], side: Side): string {
  return joined(
    cells,
    columns.filter((column) => column.side === side),
  );
}

/** Returns the columns of a side, with those of both sides. */
function sideColumns(columns: readonly SideColumn[], side: Side): SideColumn[] {
  return columns.filter((column) => column.side === undefined || column.side === side);
}

function hasBoth(columns: readonly SideColumn[]): boolean {
  const sides = new Set(columns.map(({ side }) => side));
  return sides.has("payer") && sides.has("payee");
}

function joined(cells: readonly string[], columns: readonly { index: number }[]): string {
  return columns
    .map(({ index }) => cells[index] ?? "")
    .filter((cell) => cell !== "")
    .join(" ");
}

/** Minimum number of digits at the end of an IBAN by which a file may name the account. */
const SHORTEST_NUMBER = 7;

/** Whether an IBAN is that of the statement's account, which some files name by its number alone. */
function isOwnAccount(iban: string, own: string): boolean {
  return own !== "" && (iban === own || (own.length >= SHORTEST_NUMBER && /^\d+$/.test(own) && iban.endsWith(own)));
}
