/**
 * States of a direct debit. `planned`: announced, and not in a file. `at_bank`: in a file that the bank may have. `booked`: collected by a
 * statement. `rejected`: the bank reported that it does not collect it. `returned`: the money went back. `cancelled`: taken out before a file.
 */
export const debitStatuses = ["planned", "at_bank", "booked", "rejected", "returned", "cancelled"] as const;
export type DebitStatus = (typeof debitStatuses)[number];

/**
 * Status in a bank's report about a file or a debit (pain.002). `executed`: the report says that the money has moved, which only a statement
 * proves.
 */
export const debitReportStatuses = ["pending", "accepted", "partly", "executed", "rejected"] as const;

/** Sequence types of a file: pain.008, element `SeqTp`. */
export const debitSequenceTypes = ["RCUR", "OOFF", "FRST", "FNAL"] as const;
export type DebitSequenceType = (typeof debitSequenceTypes)[number];

/**
 * Sequence types that an account's bank asks for. `RCUR`: the same for each debit of a recurrent mandate, as the rulebook allows since 2016.
 * `FRST_FNAL`: the first and the last are marked.
 */
export const debitSequenceRules = ["RCUR", "FRST_FNAL"] as const;

/** Calendar days from the announcement to the debit: 14 by the rulebook, unless payer and creditor agreed otherwise in the mandate. */
export const debitNoticeLimits = { least: 1, most: 30, initial: 14 };

/**
 * Calendar days before the collection from which banks take a file with it: 14 at most, unless creditor and bank agreed otherwise (rulebook of
 * SEPA Core direct debits, EPC016-06, section 4.3).
 */
export const DEBIT_ORDER_DAYS = 14;

/**
 * Bank days from the file to the debit, and the hour by which the bank must have the file. With more than six bank days, holidays could
 * leave no day between `DEBIT_ORDER_DAYS` and the last one.
 */
export const debitLeadLimits = { days: { least: 1, most: 6, initial: 2 }, hour: { least: 0, most: 23, initial: 10 } };
