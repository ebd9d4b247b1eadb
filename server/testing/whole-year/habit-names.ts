/** Habits of customers, and acts of staff, that an invoice of the year follows: `habits.ts`. */
const habitNames = [
  "paysInTime",
  "paysLate",
  "paysTwice",
  "paysInPart",
  "paysWithoutReference",
  "paysAfterFee",
  "paysOnline",
  "paysOnlineAndReturns",
  "donates",
  "goesAway",
  "never",
  "debited",
  "debitReturned",
  "debitRejected",
  "paysBeforeDebit",
  "withdrawsMandate",
  "divides",
  "dividesUnlawfully",
  "missesPart",
  "isCredited",
  "isRetracted",
  "isPaused",
  "objects",
] as const;

export type Habit = (typeof habitNames)[number];

/** Whether the customer has given a mandate for direct debits. */
export function isDebtor(habit: Habit): boolean {
  return habit.startsWith("debit") || habit === "paysBeforeDebit" || habit === "withdrawsMandate";
}
