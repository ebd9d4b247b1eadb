import { electronicFormatIBAN, isValidIBAN } from "ibantools";
import type { CsvLayout, CsvSheet } from "@/server/domain/banking/csv-layout";

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

/** Columns of payers and of payees. Where a bank has both, one of them is the account's owner: the other party depends on the direction. */
export class PartyColumns {
  private readonly names: { index: number; side: Side | undefined }[];
  private readonly accounts: { index: number; side: Side }[];

  constructor({ columns }: Pick<CsvSheet, "columns">, { roles }: Pick<CsvLayout, "roles">) {
    const all = columns.map(({ name }, index) => ({ index, name, side: sideOf(name) }));
    this.names = all.filter(({ index }) => roles[index] === "name");
    this.accounts = all.flatMap(({ index, name, side }) =>
      side && ACCOUNT.test(name) && roles[index] !== "name" && roles[index] !== "account" ? [{ index, side }] : [],
    );
  }

  /** Returns the other party's name. `other`: undefined if the direction tells nothing, so that all names count. */
  nameIn(cells: readonly string[], other: Side | undefined): string {
    const ofOther = hasBoth(this.names) && other ? this.names.filter(({ side }) => side === undefined || side === other) : this.names;
    return joined(cells, ofOther) || joined(cells, this.names);
  }

  /** Returns the other party's IBAN, if payers and payees have columns of their own; otherwise undefined. */
  ibanIn(cells: readonly string[], other: Side | undefined): string | undefined {
    if (!other || !hasBoth(this.accounts)) return undefined;
    const ibans = this.accounts.flatMap(({ index, side }) => (side === other ? (electronicFormatIBAN(cells[index] ?? "") ?? "") : []));
    return ibans.find((iban) => isValidIBAN(iban));
  }
}

function hasBoth(columns: readonly { side: Side | undefined }[]): boolean {
  const sides = new Set(columns.map(({ side }) => side));
  return sides.has("payer") && sides.has("payee");
}

function joined(cells: readonly string[], columns: readonly { index: number }[]): string {
  return columns
    .map(({ index }) => cells[index] ?? "")
    .filter((cell) => cell !== "")
    .join(" ");
}

/** Digits from which on a number at the end of an IBAN is the number of its account. */
const SHORTEST_NUMBER = 7;

/** Whether an IBAN is that of the statement's account, which some files name by its number alone. */
export function isOwnAccount(iban: string, own: string): boolean {
  return own !== "" && (iban === own || (own.length >= SHORTEST_NUMBER && /^\d+$/.test(own) && iban.endsWith(own)));
}
