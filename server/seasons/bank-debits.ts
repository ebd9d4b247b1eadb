import { bankDayFrom } from "@/server/domain/banking/bank-days";
import { addDays } from "@/server/domain/formats/calendar";
import type { Scenario } from "@/server/domain/rules/scenario";
import { drawDebitFate, drawWhole } from "./draw";
import type { SeasonDebit } from "./season-facts";

/** A booking or a return of one debit. Amounts in cents; a return is below 0. */
export interface SeasonDebitEntry {
  key: string;
  on: string;
  amountCents: number;
  iban: string;
  /** Debits of the entry: one, or several that are booked as one sum. */
  debits: SeasonDebit[];
  /** Id of the batch that is booked as one sum; null: a single debit. */
  batchId: string | null;
  /** Reason of a return; null: a booking. */
  code: string | null;
}

/** A bank's report about a file of debits. */
export interface SeasonReport {
  fileId: string;
  on: string;
  iban: string;
  /** Debits that the bank rejects, with the reason. The others of the file are accepted. */
  rejected: { debit: SeasonDebit; code: string }[];
  accepted: SeasonDebit[];
}

/** Least and largest number of days between the booking of a debit and its return. */
const RETURNING = [2, 8] as const;

/** Returns the report about each file that the bank has not answered, on the bank day after it came. */
export function reportsAbout(seed: string, scenario: Scenario, debits: readonly SeasonDebit[]): SeasonReport[] {
  const unanswered = debits.filter(({ status, isReported }) => status === "at_bank" && !isReported);
  return [...Map.groupBy(unanswered, ({ fileId }) => fileId)].flatMap(([fileId, ofFile]) => {
    const [first] = ofFile;
    if (!first) return [];
    const rejected = ofFile.flatMap((debit) => {
      const fate = fateOf(seed, scenario, debit);
      return fate?.kind === "rejected" ? [{ debit, code: fate.code }] : [];
    });
    const accepted = ofFile.filter((debit) => !rejected.some((each) => each.debit === debit));
    return [{ fileId, on: bankDayFrom(addDays(first.handedOutOn, 1), "target"), iban: first.iban, rejected, accepted }];
  });
}

/** Returns the bookings and returns of debits that the bank has, on any day. */
export function entriesOf(seed: string, scenario: Scenario, debits: readonly SeasonDebit[]): SeasonDebitEntry[] {
  return [...bookingsOf(seed, scenario, debits), ...returnsOf(seed, scenario, debits)];
}

/** Returns the bookings: of the debits that the bank does not reject, one by one, or each batch as one sum. */
function bookingsOf(seed: string, scenario: Scenario, debits: readonly SeasonDebit[]): SeasonDebitEntry[] {
  const collected = debits.filter((debit) => debit.status === "at_bank" && fateOf(seed, scenario, debit)?.kind !== "rejected");
  const isSum = scenario.debits_booked === "as_sum";
  const groups = Map.groupBy(collected, ({ batchId, key, collectOn }) => (isSum ? batchId : `${collectOn} ${key}`));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const amountCents = group.reduce((sum, debit) => sum + debit.amountCents, 0);
    const key = `collect ${group
      .map((debit) => debit.key)
      .sort()
      .join(" ")}`;
    const batchId = isSum ? first.batchId : null;
    return [{ key, on: first.collectOn, amountCents, iban: first.iban, debits: group, batchId, code: null }];
  });
}

function returnsOf(seed: string, scenario: Scenario, debits: readonly SeasonDebit[]): SeasonDebitEntry[] {
  return debits.flatMap((debit) => {
    const fate = debit.status === "booked" ? fateOf(seed, scenario, debit) : null;
    if (fate?.kind !== "returned") return [];
    const { key, collectOn, amountCents, iban } = debit;
    const on = bankDayFrom(addDays(collectOn, drawWhole(RETURNING, seed, "returns on", key, collectOn)), "target");
    return [{ key: `return ${key}`, on, amountCents: -amountCents, iban, debits: [debit], batchId: null, code: fate.code }];
  });
}

function fateOf(seed: string, scenario: Scenario, { key, collectOn }: SeasonDebit) {
  return drawDebitFate(scenario, seed, key, collectOn);
}
