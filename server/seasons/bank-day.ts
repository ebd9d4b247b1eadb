import { painIdOf } from "@/server/domain/banking/pain-elements";
import type { Scenario } from "@/server/domain/rules/scenario";
import { type SeasonFileKind, seasonFileKinds } from "@/server/domain/rules/season";
import { entriesOf, reportsAbout, type SeasonDebitEntry, type SeasonReport } from "./bank-debits";
import { questionsAbout, type SeasonQuestion, type SeasonTransfer, transfersFor } from "./customers";
import { digest } from "./draw";
import { isWithin, type SeasonAccount, type SeasonDays, type SeasonFacts } from "./season-facts";
import { type CamtEntry, writeCamt } from "./write-camt";
import { writeReport } from "./write-report";

/** A file that the bank makes on a day. */
export interface BankFile {
  kind: Exclude<SeasonFileKind, "pain008">;
  /** Name, without the folder. */
  name: string;
  contents: string;
}

/** Events of a day: files of the bank, and questions of customers. */
export interface BankDay {
  files: BankFile[];
  questions: SeasonQuestion[];
}

/** Everything that will happen by the present facts, on any day. */
interface Coming {
  transfers: SeasonTransfer[];
  entries: SeasonDebitEntry[];
  reports: SeasonReport[];
  questions: SeasonQuestion[];
}

/**
 * Returns the bank's files of a day and its customers' questions. The same seed, scenario, day, facts and balances give the same bytes:
 * nothing is random and no clock is read. Ids follow from the seed, the day and the account. `openingCents`: balance of each account, by IBAN.
 */
export function makeBankDay(
  seed: string,
  scenario: Scenario,
  days: SeasonDays,
  facts: SeasonFacts,
  openingCents: ReadonlyMap<string, number>,
): BankDay {
  const { transfers, entries, reports, questions } = comingBy(seed, scenario, facts);
  const isNow = ({ on }: { on: string }) => isWithin(on, days);
  const { day } = days;
  const reportFiles = reports
    .filter(isNow)
    .toSorted(byKey(keysOfReport))
    .map((report, nth) => reportFileOf(seed, day, report, nth));
  const statements = facts.accounts.toSorted(byKey(({ iban }) => iban)).flatMap((account) => {
    const isOfAccount = ({ iban }: { iban: string }) => iban === account.iban;
    const ofDebits = entries.filter(isNow).filter(isOfAccount);
    const booked = [...transfers.filter(isNow).filter(isOfAccount), ...ofDebits].toSorted(byKey(({ key }) => key));
    const rows = booked.map((entry, nth) => camtEntryOf(entry, idOf(seed, day, account.iban, `entry ${nth}`)));
    const returned = rows.filter(({ returnCode }) => returnCode !== null);
    const isNotified = scenario.return_notices === "yes" && returned.length > 0;
    return [
      ...(isNotified ? [camtFileOf(seed, day, account, "camt054", returned, 0)] : []),
      ...(rows.length > 0 ? [camtFileOf(seed, day, account, "camt053", rows, openingCents.get(account.iban) ?? 0)] : []),
    ];
  });
  const files = [...reportFiles, ...statements].toSorted(
    (one, other) => seasonFileKinds.indexOf(one.kind) - seasonFileKinds.indexOf(other.kind),
  );
  return { files, questions: questions.filter(isNow) };
}

/** Returns the first day after this one on which something happens by the present facts; undefined if nothing does. */
export function nextBankDay(seed: string, scenario: Scenario, after: string, facts: SeasonFacts): string | undefined {
  const { transfers, entries, reports, questions } = comingBy(seed, scenario, facts);
  return [...transfers, ...entries, ...reports, ...questions]
    .map(({ on }) => on)
    .filter((on) => on > after)
    .sort()[0];
}

function comingBy(seed: string, scenario: Scenario, { accounts, invoices, debits }: SeasonFacts): Coming {
  const calendars = new Map(accounts.map(({ iban, calendar }) => [iban, calendar]));
  return {
    transfers: transfersFor(seed, scenario, invoices, (iban) => calendars.get(iban) ?? "target"),
    entries: entriesOf(seed, scenario, debits),
    reports: reportsAbout(seed, scenario, debits),
    questions: questionsAbout(seed, scenario, invoices),
  };
}

/** Returns the keys of all debits that a report is about, the same in any order of the facts. */
function keysOfReport({ accepted, rejected }: SeasonReport): string {
  const about = [...accepted, ...rejected.map(({ debit }) => debit)];
  return about
    .map(({ key }) => key)
    .sort()
    .join(" ");
}

function reportFileOf(seed: string, day: string, { fileId, iban, accepted, rejected }: SeasonReport, nth: number): BankFile {
  const contents = writeReport({
    messageId: idOf(seed, day, iban, `report ${nth}`),
    day,
    fileMessageId: painIdOf(fileId),
    acceptedCount: accepted.length,
    rejected: rejected
      .toSorted(byKey(({ debit }) => debit.key))
      .map(({ debit: { batchId, endToEndId, amountCents }, code }) => ({ batchId, endToEndId, amountCents, code })),
  });
  return { kind: "pain002", name: nameOf(day, "pain.002", iban, nth), contents };
}

function camtEntryOf(entry: SeasonTransfer | SeasonDebitEntry, bankReference: string): CamtEntry {
  if (!("debits" in entry)) {
    const { amountCents, payerName, payerIban, reference, text } = entry;
    const party = { name: payerName, iban: payerIban };
    return { amountCents, bankReference, party, endToEndId: null, reference, text, batchId: null, returnCode: null };
  }
  const { amountCents, batchId, code } = entry;
  const [debit] = entry.debits;
  const party = debit && !batchId ? { name: debit.holder, iban: debit.payerIban } : null;
  return { amountCents, bankReference, party, endToEndId: debit?.endToEndId ?? null, reference: null, text: "", batchId, returnCode: code };
}

function camtFileOf(
  seed: string,
  day: string,
  { iban, holder, currency }: SeasonAccount,
  kind: "camt053" | "camt054",
  entries: readonly CamtEntry[],
  openingCents: number,
): BankFile {
  const contents = writeCamt({ kind, messageId: idOf(seed, day, iban, kind), day, iban, holder, currency, openingCents, entries });
  return { kind, name: nameOf(day, kind === "camt053" ? "camt.053" : "camt.054", iban, 0), contents };
}

/** Returns an id of 20 characters, as the bank gives it. */
function idOf(seed: string, ...about: readonly string[]): string {
  return digest(seed, "id", ...about)
    .slice(0, 20)
    .toUpperCase();
}

function nameOf(day: string, message: string, iban: string, nth: number): string {
  return `${day}_${message}_${iban}${nth === 0 ? "" : `_${nth + 1}`}.xml`;
}

/** Compares by a text, in the order of code points, which no language changes. */
function byKey<Item>(keyOf: (item: Item) => string): (one: Item, other: Item) => number {
  return (one, other) => {
    const [left, right] = [keyOf(one), keyOf(other)];
    if (left === right) return 0;
    return left < right ? -1 : 1;
  };
}
