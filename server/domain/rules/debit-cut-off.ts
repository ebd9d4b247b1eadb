import { bankDaysBefore } from "@/server/domain/banking/bank-days";
import { hourOn } from "@/server/domain/formats/calendar";

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
