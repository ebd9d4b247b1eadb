import { composeIBAN } from "ibantools";
import { type BankCalendar, bankDayFrom } from "@/server/domain/banking/bank-days";
import { addDays, daysFrom } from "@/server/domain/formats/calendar";
import type { Scenario } from "@/server/domain/rules/scenario";
import { digest, draw, drawWhole, happens } from "./draw";
import type { SeasonInvoice } from "./season-facts";

/** A transfer that a customer makes. Amount in cents. */
export interface SeasonTransfer {
  /** Names the transfer in what is drawn, and orders the entries of a statement. */
  key: string;
  /** Day on which the bank books it. */
  on: string;
  amountCents: number;
  payerName: string;
  payerIban: string;
  /** IBAN of the company's account. */
  iban: string;
  /** Reference as the customer typed it; null: none. */
  reference: string | null;
  text: string;
}

/** A question that a customer asks. */
export interface SeasonQuestion {
  invoiceId: string;
  on: string;
}

/** Least and largest number of days after the due day on which late payers pay. */
const LATE = [3, 40] as const;
/** Least and largest number of days between a payment and the same one again. */
const AGAIN = [2, 6] as const;
/** Least and largest number of days between the first message and a question. */
const ASKING = [1, 10] as const;

/** Returns all transfers that customers make for these invoices, on any day that is a bank day of the account. */
export function transfersFor(
  seed: string,
  scenario: Scenario,
  invoices: readonly SeasonInvoice[],
  calendarOf: (iban: string) => BankCalendar,
): SeasonTransfer[] {
  const payable = invoices.filter(({ isTransferred }) => isTransferred);
  const askedTogether = Map.groupBy(payable, ({ payerKey, askedOn, dueOn, iban }) => [payerKey, askedOn, dueOn, iban].join("\n"));
  return [...askedTogether.values()].flatMap((group) => {
    const payerKey = group[0]?.payerKey ?? "";
    const isFamily = group.length > 1 && happens(scenario.family_in_one_sum, seed, "family", payerKey);
    const parts = isFamily ? [group] : group.map((invoice) => [invoice]);
    return parts.flatMap((part) =>
      transfersOf(seed, scenario, isFamily ? `payer ${payerKey}` : `invoice ${part[0]?.key}`, part, calendarOf),
    );
  });
}

/** Returns the questions that customers ask about these invoices, on any day. */
export function questionsAbout(seed: string, scenario: Scenario, invoices: readonly SeasonInvoice[]): SeasonQuestion[] {
  return invoices
    .filter(({ key }) => happens(scenario.ask, seed, "ask", key))
    .map(({ id, key, askedOn }) => ({ invoiceId: id, on: addDays(askedOn, drawWhole(ASKING, seed, "asks on", key)) }));
}

/** Returns the transfers that pay these invoices together. */
function transfersOf(
  seed: string,
  scenario: Scenario,
  key: string,
  group: readonly SeasonInvoice[],
  calendarOf: (iban: string) => BankCalendar,
): SeasonTransfer[] {
  const inOrder = group.toSorted((one, other) => one.invoiceNumber - other.invoiceNumber);
  const [lead] = inOrder;
  const ordered = lead && orderedOn(seed, scenario, key, lead);
  if (!lead || !ordered) return [];
  const { iban, payerName, payerKey } = lead;
  const bankDay = (day: string) => bankDayFrom(day, calendarOf(iban));
  const owedCents = sumOf(inOrder, "owedCents");
  const isPart = happens(scenario.pay_in_part, seed, "part", key);
  const amountCents = isPart ? Math.ceil(owedCents / 2) : owedCents;
  const on = bankDay(ordered);
  const payer = { payerName, payerIban: ibanOf(payerKey), iban, ...wordsOf(seed, scenario, key, lead) };
  const transfers = owedCents > 0 ? [{ key, on, amountCents, ...payer }] : [];
  const billedCents = sumOf(inOrder, "billedCents");
  if (billedCents > 0 && happens(scenario.pay_twice, seed, "twice", key)) {
    const again = bankDay(addDays(on, drawWhole(AGAIN, seed, "again on", key)));
    transfers.push({ key: `${key} again`, on: again, amountCents: billedCents, ...payer });
  }
  return transfers;
}

/** Returns the day on which a transfer is ordered; undefined: the customer does not pay. */
function orderedOn(seed: string, { pay_in_time, pay_late }: Scenario, key: string, { askedOn, dueOn }: SeasonInvoice): string | undefined {
  const percent = draw(seed, "pays", key) * 100;
  if (percent < pay_in_time) return addDays(askedOn, drawWhole([1, daysFrom(askedOn, dueOn)], seed, "pays on", key));
  if (percent < pay_in_time + pay_late) return addDays(laterOf(askedOn, dueOn), drawWhole(LATE, seed, "pays late on", key));
  return undefined;
}

const laterOf = (one: string, other: string) => (one > other ? one : other);

/** Returns the reference and the text of a transfer, as its customer writes them. */
function wordsOf(
  seed: string,
  { wrong_reference, no_reference }: Scenario,
  key: string,
  { reference, key: invoiceKey }: SeasonInvoice,
): Pick<SeasonTransfer, "reference" | "text"> {
  const percent = draw(seed, "reference", key) * 100;
  if (percent < wrong_reference) return { reference: null, text: mistyped(seed, key, reference) };
  if (percent < wrong_reference + no_reference) return { reference: null, text: invoiceKey };
  return { reference, text: "" };
}

/** Returns the reference with one digit changed, so that its check digits are wrong. */
function mistyped(seed: string, key: string, reference: string): string {
  const at = drawWhole([Math.min(4, reference.length - 1), reference.length - 1], seed, "mistyped at", key);
  const digit = Number(reference[at]);
  return reference.slice(0, at) + ((digit + drawWhole([1, 8], seed, "mistyped as", key)) % 10) + reference.slice(at + 1);
}

/** Returns the account of a payer, at a bank that does not exist: the same in all seasons, because a person has one. */
function ibanOf(payerKey: string): string {
  const digits = String(Number.parseInt(digest("account", payerKey).slice(0, 10), 16) % 10_000_000_000).padStart(10, "0");
  return composeIBAN({ countryCode: "NL", bban: `TEST${digits}` }) ?? "";
}

function sumOf(invoices: readonly SeasonInvoice[], amount: "owedCents" | "billedCents"): number {
  return invoices.reduce((sum, invoice) => sum + Math.max(invoice[amount], 0), 0);
}
