import type { Debit } from "@/db/schema/debits";
import { booking, returned } from "./given-debits-at-bank";
import { reportFile } from "./report-files";
import { camtFile } from "./statement-files";

/** Last status of a debit at a made-up bank. */
export type Fate = "rejected" | "returned" | "booked";

/** Returns a debit's fate, which follows from its id and is always the same. */
export function fateOf({ endToEndId }: Pick<Debit, "endToEndId">): Fate {
  const number = Number.parseInt(endToEndId.slice(-4), 16) % 4;
  if (number === 0) return "rejected";
  return number === 1 ? "returned" : "booked";
}

/** Whether a person withdraws the file before it goes to the bank. The answer follows from the file's id and is always the same. */
export function isWithdrawn(fileId: string): boolean {
  return Number.parseInt(fileId.slice(-4), 16) % 3 === 0;
}

/** Returns the files with which a made-up bank answers a file of debits, always the same: a report, the bookings and the returns. */
export function answerOfBank(messageId: string, iban: string, inFile: readonly Debit[]): string[] {
  const by = Map.groupBy(
    inFile.toSorted((one, other) => (one.id < other.id ? -1 : 1)),
    fateOf,
  );
  const { rejected = [], returned: back = [], booked = [] } = Object.fromEntries(by);
  const payments = rejected.map(({ endToEndId }) => ({ endToEndId, status: "RJCT", reason: "AM04" }));
  const told = (id: string, entries: ReturnType<typeof booking>[]) =>
    entries.length === 0 ? [] : [camtFile([{ iban, id: `${id}${messageId.slice(-20)}`, entries }], "notification8")];
  const referenceOf = (what: string, { endToEndId }: Debit) => `${what}${endToEndId.slice(-30)}`;
  return [
    reportFile({
      fileId: messageId,
      id: `R${messageId.slice(-30)}`,
      status: payments.length > 0 ? "PART" : "ACCP",
      partId: null,
      payments,
    }),
    ...told(
      "B",
      [...booked, ...back].map((debit) => booking({ debit }, { bankReference: referenceOf("B", debit) })),
    ),
    ...told(
      "U",
      back.map((debit) => returned({ debit }, { bankReference: referenceOf("U", debit) })),
    ),
  ];
}
