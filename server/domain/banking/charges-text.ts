/** Text of a payment that is a bank's charge, split off from a returned debit. The bank writes none of its own; pages say it in words. */
export const CHARGES_TEXT = "/CHGS/";
