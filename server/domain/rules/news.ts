/**
 * Kinds of news that a company's people are mailed about. `chargeback`: also a direct debit that the bank returned. `debit_rejected`: the
 * bank did not collect a direct debit. `mandate_ended`: a mandate ended by the reason of such a debit.
 */
export const newsKinds = ["question", "chargeback", "not_delivered", "debit_rejected", "mandate_ended"] as const;

/** How soon a person is mailed about news. `never` also stops mails about payments at the desk and direct debits. */
export const newsPaces = ["at_once", "daily", "never"] as const;
