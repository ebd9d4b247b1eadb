/** Scopes of an API key: reading, changing records, money and accounts, and bank data. */
export const keyScopes = ["read", "write", "money", "bank"] as const;
export type KeyScope = (typeof keyScopes)[number];

/**
 * Acts that each scope allows, in the order shown to people, each with its operations of the interface. A test compares them with the table
 * of routes. Reading covers every GET, so its operations are not listed.
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
    playSandbox: ["moveClockOfSandbox", "simulatePayment", "beginSeasonOfSandbox", "continueSeasonOfSandbox", "stopSeasonOfSandbox"],
  },
  money: {
    transmitImports: ["transmitImport"],
    creditInvoices: ["creditAmount", "creditAndRetractInvoice"],
    recordPayments: ["recordPayment"],
    refundPayments: ["refundAmount"],
    changeBankAccounts: ["addBankAccount", "changeBankAccount"],
    changeMandates: ["recordMandates", "changeAccountOfMandate", "withdrawMandate"],
  },
  bank: { addStatements: ["addBankStatement"] },
} as const satisfies Record<KeyScope, Record<string, readonly string[]>>;

type ActsOf<Scope> = Scope extends KeyScope ? keyof (typeof scopeActs)[Scope] : never;
export type ScopeAct = ActsOf<KeyScope>;

/** Returns the names of the acts that a scope allows. */
export function actsOfScope(scope: KeyScope): ScopeAct[] {
  return Object.keys(scopeActs[scope]) as ScopeAct[];
}
