/** Kinds of news that a company's people are mailed about. */
export const newsKinds = ["question", "chargeback", "not_delivered"] as const;

export type NewsKind = (typeof newsKinds)[number];

/** How soon a person is mailed about news. */
export const newsPaces = ["at_once", "daily", "never"] as const;
