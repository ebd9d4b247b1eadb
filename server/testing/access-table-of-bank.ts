import type { Access } from "./access";
import { accountFacts } from "./given-bank-account";
import { mandateFacts } from "./given-mandate";
import { bankDayIn } from "./given-planned-debit";

const page = { pageNumber: 1, pageSize: 10 };
const entries = { ...page, outcome: null, category: null, sort: "place", direction: "asc", paymentId: null };

/** Procedures about a company's bank accounts, their statements and payments, files for the bank, mandates and direct debits. */
export const accessTableOfBank: Record<string, Access> = {
  "bank.list": { door: "read", input: ({ companyId }) => ({ ...page, tab: "open", companyId }) },
  "bank.waiting": { door: "read", input: () => ({ companyId: null }) },
  "bank.get": { door: "read", of: "company", input: ({ bankTransactionId: transactionId }) => ({ transactionId }) },
  "bank.offers": { door: "read", of: "company", input: ({ bankTransactionId: transactionId }) => ({ transactionId }) },
  "bank.named": { door: "read", of: "company", input: ({ bankTransactionId: transactionId }) => ({ transactionId }) },
  "bank.search": { door: "read", of: "company", input: ({ bankTransactionId: transactionId }) => ({ transactionId, search: "" }) },
  "bank.book": {
    door: "money",
    of: "company",
    input: ({ bankTransactionId: transactionId, invoiceId }) => ({
      transactionId,
      seenDecisions: 0,
      parts: [{ invoiceId, amountCents: 100 }],
    }),
  },
  "bank.say": {
    door: "money",
    of: "company",
    input: ({ bankTransactionId: transactionId }) => ({ transactionId, seenDecisions: 0, saying: "later" }),
  },
  "bank.setCategory": {
    door: "money",
    of: "company",
    input: ({ bankTransactionId: transactionId }) => ({ transactionId, seenDecisions: 0, category: "rent", text: null }),
    refusals: ["bank_transaction_not_noted"],
  },
  "bank.takeBack": {
    door: "money",
    of: "company",
    input: ({ bankTransactionId: transactionId, openInvoiceId: paymentId }) => ({
      transactionId,
      seenDecisions: 0,
      paymentIds: [paymentId],
    }),
    refusals: ["invalid_payment_id"],
  },
  "bank.debits": { door: "read", of: "company", input: ({ bankTransactionId: transactionId }) => ({ transactionId }) },
  "bank.assign": {
    door: "money",
    of: "company",
    input: ({ bankTransactionId: transactionId, openInvoiceId: debitId }) => ({ transactionId, seenDecisions: 0, debitIds: [debitId] }),
    refusals: ["invalid_debit_id"],
  },
  "bank.recogniseRefund": {
    door: "money",
    of: "company",
    input: ({ bankTransactionId: transactionId, openInvoiceId: itemId }) => ({ transactionId, seenDecisions: 0, itemId }),
    refusals: ["invalid_payout_id"],
  },
  "bank.recogniseGivenBack": {
    door: "money",
    of: "company",
    input: ({ bankTransactionId: transactionId, openInvoiceId: givenBackId }) => ({ transactionId, seenDecisions: 0, givenBackId }),
    refusals: ["changed_meanwhile"],
  },
  "bank.undo": {
    door: "money",
    of: "company",
    input: ({ bankTransactionId: transactionId }) => ({ transactionId, seenDecisions: 0 }),
  },
  "bank.statements": { door: "read", input: ({ companyId }) => ({ ...page, companyId }) },
  "bank.statement": { door: "read", of: "company", input: ({ waitingStatementId: statementId }) => ({ statementId }) },
  "bank.entries": {
    door: "read",
    of: "company",
    input: ({ waitingStatementId: statementId }) => ({ ...entries, statementId }),
  },
  "bank.matched": { door: "read", of: "company", input: ({ waitingStatementId: statementId }) => ({ statementId }) },
  "bank.entryCounts": { door: "read", of: "company", input: ({ waitingStatementId: statementId }) => ({ statementId }) },
  "bank.acceptStatement": {
    door: "money",
    of: "company",
    input: ({ waitingStatementId: statementId }) => ({ statementId }),
    refusals: ["bank_statement_not_waiting"],
  },
  "bank.withdrawal": { door: "money", of: "company", input: ({ waitingStatementId: statementId }) => ({ statementId }) },
  "bank.withdrawStatement": {
    door: "money",
    of: "company",
    input: ({ waitingStatementId: statementId }) => ({ statementId, reason: "wrong account" }),
    refusals: ["bank_statement_withdrawn"],
  },
  "bank.keepLayout": {
    door: "money",
    input: () => ({ sheet: "0".repeat(64), layout: { roles: ["day", "amount"], dayOrder: "day_first", decimals: "," } }),
  },
  "bank.knownPayers": { door: "read", input: ({ companyId }) => ({ companyId }) },
  "bank.forgetPayer": { door: "money", input: ({ companyId }) => ({ companyId, iban: "NL02TEST0123456789", customer: "nobody" }) },
  "bank.settings": { door: "read", of: "company", input: ({ companyId }) => ({ companyId }) },
  "bank.updateSettings": { door: "administrator", of: "company", input: ({ companyId }) => ({ companyId, booksClearMatches: true }) },
  "bankAccounts.list": { door: "read", of: "company", input: ({ companyId }) => ({ companyId }) },
  "bankAccounts.add": { door: "administrator", of: "company", input: ({ companyId }) => ({ companyId, ...accountFacts() }) },
  "bankAccounts.change": {
    door: "administrator",
    of: "company",
    input: ({ bankAccountId }) => ({ bankAccountId, ...accountFacts() }),
    refusals: ["bank_account_change_waiting"],
  },
  "bankAccounts.confirm": {
    door: "administrator",
    of: "company",
    input: ({ bankAccountId, bankAccountChangeId: changeId }) => ({ bankAccountId, changeId }),
  },
  "bankAccounts.withdraw": {
    door: "administrator",
    of: "company",
    input: ({ bankAccountId, bankAccountChangeId: changeId }) => ({ bankAccountId, changeId }),
  },
  "bankAccounts.close": { door: "administrator", of: "company", input: ({ bankAccountId }) => ({ bankAccountId }) },
  "debits.coming": { door: "read", of: "company", input: ({ companyId }) => ({ companyId }) },
  "debits.files": { door: "read", of: "company", input: ({ companyId }) => ({ companyId }) },
  "debits.ofFile": { door: "read", of: "company", input: ({ debitFileId: fileId }) => ({ ...page, fileId }) },
  "debits.create": {
    door: "money",
    of: "company",
    input: ({ bankAccountId }) => ({ bankAccountId, days: [bankDayIn(14)], seen: { count: 1, amountCents: 4_500 } }),
    refusals: ["creditor_identifier_missing", "changed_meanwhile"],
  },
  "debits.approve": {
    door: "money",
    of: "company",
    input: ({ debitFileId: fileId }) => ({ fileId }),
  },
  "debits.withdraw": {
    door: "money",
    of: "company",
    input: ({ debitFileId: fileId }) => ({ fileId }),
    refusals: ["changed_meanwhile"],
  },
  "debits.decideWithdrawn": {
    door: "money",
    of: "company",
    input: ({ debitFileId: fileId }) => ({ fileId, decision: "not_collected" }),
    refusals: ["changed_meanwhile"],
  },
  "debits.end": {
    door: "money",
    of: "company",
    input: ({ debitId }) => ({ debitId }),
    refusals: ["debit_not_due", "changed_meanwhile"],
  },
  "debits.refused": { door: "read", of: "company", input: ({ companyId }) => ({ companyId }) },
  "debits.endRefused": {
    door: "money",
    of: "company",
    input: ({ debitFileId: fileId }) => ({ fileId, seenCount: 1 }),
    refusals: ["changed_meanwhile"],
  },
  "debits.markNotArrived": {
    door: "money",
    of: "company",
    input: ({ debitId }) => ({ debitId }),
    refusals: ["changed_meanwhile"],
  },
  "debits.repetition": { door: "read", of: "company", input: ({ debitId }) => ({ debitId }) },
  "debits.repetitionOfInvoice": { door: "read", of: "company", input: ({ invoiceId }) => ({ invoiceId }) },
  "debits.repeat": {
    door: "money",
    of: "company",
    input: ({ debitId }) => ({ debitId, amountCents: 4_500, collectOn: bankDayIn(14) }),
    refusals: ["debit_not_repeatable"],
  },
  "debits.postpone": {
    door: "money",
    of: "company",
    input: ({ bankAccountId }) => ({ bankAccountId, seenCount: 1 }),
    refusals: ["changed_meanwhile"],
  },
  "debits.settings": { door: "read", of: "company", input: ({ bankAccountId }) => ({ bankAccountId }) },
  "debits.updateSettings": {
    door: "administrator",
    of: "company",
    input: ({ bankAccountId }) => ({
      ...{ bankAccountId, leadDays: 1, cutOffHour: 9, sequence: "RCUR" },
      ...{ isOneFilePerBatch: false, hasCreditorAddress: false, batchBooking: true },
    }),
  },
  "mandates.list": { door: "read", of: "company", input: ({ companyId }) => ({ companyId }) },
  "mandates.add": {
    door: "administrator",
    of: "company",
    input: ({ companyId }) => ({ companyId, mandate: mandateFacts() }),
    refusals: ["creditor_identifier_missing"],
  },
  "mandates.amend": {
    door: "administrator",
    of: "company",
    input: ({ mandateId }) => ({ mandateId, holder: "Ada Brandsma", iban: mandateFacts().iban }),
  },
  "mandates.withdraw": { door: "administrator", of: "company", input: ({ mandateId }) => ({ mandateId }) },
  "payouts.owed": { door: "read", input: ({ companyId }) => ({ companyId }) },
  "payouts.list": { door: "read", input: ({ companyId }) => ({ companyId }) },
  "payouts.preview": { door: "read", of: "company", input: ({ companyId }) => ({ companyId, owed: [] }) },
  "payouts.create": {
    door: "money",
    of: "company",
    input: ({ companyId, bankTransactionId: id }) => ({
      companyId,
      chosen: [{ kind: "transaction", id, amountCents: 4_500, iban: "NL20INGB0001234567" }],
    }),
    refusals: ["changed_meanwhile"],
  },
  "payouts.approve": { door: "money", of: "company", input: ({ payoutId }) => ({ payoutId }) },
  "payouts.keep": {
    door: "money",
    of: "company",
    input: ({ payoutItemId: itemId }) => ({ itemId, bankName: null }),
    refusals: ["changed_meanwhile"],
  },
  "payouts.cancel": { door: "money", of: "company", input: ({ payoutItemId: itemId }) => ({ itemId }) },
  "payouts.sayPaid": { door: "money", of: "company", input: ({ payoutItemId: itemId }) => ({ itemId }) },
};
