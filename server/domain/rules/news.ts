/** Kinds of news that a company's people are mailed about. */
export const newsKinds = ["question", "chargeback", "not_delivered"] as const;

/** How soon a person is mailed about news. `never` also stops mails about payments at the desk and direct debits. */
export const newsPaces = ["at_once", "daily", "never"] as const;
