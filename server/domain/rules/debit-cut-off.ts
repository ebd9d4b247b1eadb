import { bankDaysBefore } from "@/server/domain/banking/bank-days";
import { addDays, hourOn } from "@/server/domain/formats/calendar";
import { DEBIT_ORDER_DAYS } from "./debit-state";

/** When an account's bank must have a file of direct debits. */
export interface DebitLead {
  /** Bank days before the collection. */
  leadDays: number;
  /** Hour of that day, by companies' clocks. */
  cutOffHour: number;
}

/** Returns the moment by which the bank must have a debit that is collected on this day, by the days of TARGET. */
export function debitCutOff(collectOn: string, { leadDays, cutOffHour }: DebitLead): Date {
  return hourOn(bankDaysBefore(collectOn, leadDays, "target"), cutOffHour);
}

/** Returns the first day on which the bank takes a file with a debit that is collected on this day. */
export function debitFileFrom(collectOn: string): string {
  return addDays(collectOn, -DEBIT_ORDER_DAYS);
}
