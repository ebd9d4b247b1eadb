/** Codes of the texts that say why a colleague cannot confirm a waiting change. Its author gets a text of its own. */
export const codeOfBlocker = { by_key: "asked_by_key", not_settled: "approver_not_settled" } as const;
