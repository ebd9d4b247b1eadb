/** Scopes of an API key: reading, changing records, money and accounts, and what a bank says. */
export const keyScopes = ["read", "write", "money", "bank"] as const;
export type KeyScope = (typeof keyScopes)[number];

/**
 * All that a scope allows, in the order in which people read it, each with the operations of the interface that do it. A test holds it against the table of
 * routes. Reading is every GET, so its operations are not named.
 */
export const scopeActs = {
  read: { readRecords: [] },
  write: {
    changeCompanies: ["createCompany", "updateCompany"],
    changeImports: ["createImport", "updateImport", "deleteImport", "updateSettingsOfImport"],
    changeInvoices: ["createInvoice", "createManyInvoices", "updateInvoice", "deleteInvoice"],
    holdInvoices: ["pauseCollectionOfInvoice", "resumeCollectionOfInvoice"],
    answerTickets: ["createTicketOnInvoice", "assignTicketsOfInvoiceToSupport", "archiveAllTicketsOfInvoice"],
    makeLinks: ["fetchCustomerLinkOfInvoice"],
    playSandbox: ["moveClockOfSandbox", "simulatePayment"],
  },
  money: {
    transmitImports: ["transmitImport"],
    creditInvoices: ["creditAmount", "creditAndRetractInvoice"],
    recordPayments: ["recordPayment"],
    refundPayments: ["refundAmount"],
    changeBankAccounts: ["addBankAccount", "changeBankAccount"],
  },
  bank: { addStatements: ["addBankStatement"] },
} as const satisfies Record<KeyScope, Record<string, readonly string[]>>;

type ActsOf<Scope> = Scope extends KeyScope ? keyof (typeof scopeActs)[Scope] : never;
export type ScopeAct = ActsOf<KeyScope>;

/** The names of what a scope allows. */
export function actsOfScope(scope: KeyScope): ScopeAct[] {
  return Object.keys(scopeActs[scope]) as ScopeAct[];
}
