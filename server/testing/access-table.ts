import type { AccessLevel } from "@/server/domain/access-levels";
import { newId } from "@/server/platform/id";
import { accountFacts } from "./given-bank-account";
import type { Records } from "./given-records";

/** Who is admitted; a partner's people by their access level, each level including those above it. */
type Door = "anybody" | "signed in" | AccessLevel | "administrator" | "support" | "lead";

export interface Access {
  door: Door;
  /** The input, about these records. */
  input?: (records: Records) => unknown;
  /**
   * Whose record it is about, if any: people of the partner who may see the company, all of a partner's people, those not limited to
   * companies, or only its author.
   */
  of?: "company" | "partner" | "author" | "unlimited";
  /** Refusals other than for access: the record was found, and its state or the rest of the input forbids the act. */
  refusals?: string[];
}

const page = { pageNumber: 1, pageSize: 10 };
const seen = { invoicesCount: -1, amountCents: 0 };
const settings = {
  dueDays: 14,
  request1Day: 0,
  paymentMethods: ["ideal"],
  latePaymentFeeCents: 0,
  chargebackFeeCents: 0,
};
const company = {
  name: "Club",
  brand: "brand_code_1",
  email: "club@club.example",
  locale: "en",
  country_code: "GB",
  countryCode: "GB",
  currency: "GBP",
};
const endpoint = { url: "https://127.0.0.1/hooks", pacing: "real_time", description: "Membership software" };
const retraction = { creditNoteNumber: "CN", description: "Left", retractionReason: null, showRetractionReasonToCustomer: false };
const listed = { sort: "number", direction: "desc", ...page };
const none = { count: 0, amountCents: 0 };

/** Every procedure of the portal, by its path. One that is missing here fails the tests. */
export const accessTable: Record<string, Access> = {
  "session.requestPasswordReset": { door: "anybody", input: () => ({ email: "nobody@nowhere.example" }), refusals: ["too_many_attempts"] },
  "session.findToken": { door: "anybody", input: () => ({ token: "none" }), refusals: ["link_not_valid"] },
  "session.setPassword": {
    door: "anybody",
    input: () => ({ token: "none", password: "twelve rowing boats", name: null }),
    refusals: ["link_not_valid"],
  },
  "session.me": { door: "signed in" },
  "session.updateProfile": { door: "signed in", input: () => ({ name: "Ana" }) },
  "session.changePassword": {
    door: "signed in",
    input: () => ({ currentPassword: "wrong", newPassword: "twelve rowing boats" }),
    refusals: ["wrong_password"],
  },
  "session.sessions": { door: "signed in" },
  "session.endSession": { door: "signed in", input: () => ({ sessionId: "0".repeat(40) }) },
  "session.endAllSessions": { door: "signed in" },
  "factors.beginProof": { door: "signed in" },
  "factors.prove": { door: "signed in", input: () => ({ password: "wrong" }), refusals: ["wrong_password"] },
  "factors.list": { door: "signed in" },
  "factors.beginAuthenticator": { door: "signed in" },
  "factors.addAuthenticator": {
    door: "signed in",
    input: () => ({ name: "Phone", secret: "A".repeat(32), code: "none" }),
    refusals: ["wrong_code"],
  },
  "factors.beginPasskey": { door: "signed in", refusals: ["passkeys_not_possible"] },
  "factors.addPasskey": {
    door: "signed in",
    input: () => ({
      name: "Phone",
      response: {
        id: "AA",
        rawId: "AA",
        type: "public-key",
        clientExtensionResults: {},
        response: { clientDataJSON: "AA", attestationObject: "AA" },
      },
    }),
    refusals: ["passkey_refused"],
  },
  "factors.remove": { door: "signed in", input: () => ({ factorId: "0".repeat(40) }), refusals: ["invalid_factor_id"] },
  "factors.newRecoveryCodes": { door: "signed in" },

  "home.get": { door: "read", input: ({ companyId }) => ({ companyId }) },
  "bank.list": { door: "read", input: ({ companyId }) => ({ ...page, tab: "open", companyId }) },
  "bank.waiting": { door: "read" },
  "bank.get": { door: "read", of: "company", input: ({ bankTransactionId: transactionId }) => ({ transactionId }) },
  "bank.offers": { door: "read", of: "company", input: ({ bankTransactionId: transactionId }) => ({ transactionId }) },
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
  "bank.takeBack": {
    door: "money",
    of: "company",
    input: ({ bankTransactionId: transactionId, openInvoiceId: paymentId }) => ({ transactionId, seenDecisions: 0, paymentId }),
    refusals: ["invalid_payment_id"],
  },
  "bank.undo": {
    door: "money",
    of: "company",
    input: ({ bankTransactionId: transactionId }) => ({ transactionId, seenDecisions: 0 }),
  },
  "bank.statements": { door: "read", input: ({ companyId }) => ({ ...page, companyId }) },
  "bank.acceptStatement": {
    door: "money",
    of: "company",
    input: ({ waitingStatementId: statementId }) => ({ statementId }),
    refusals: ["bank_statement_not_waiting"],
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
  "payouts.owed": { door: "read", input: ({ companyId }) => ({ companyId }) },
  "payouts.list": { door: "read", input: ({ companyId }) => ({ companyId }) },
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
  "payouts.cancel": { door: "money", of: "company", input: ({ payoutItemId: itemId }) => ({ itemId }) },
  "payouts.sayPaid": { door: "money", of: "company", input: ({ payoutItemId: itemId }) => ({ itemId }) },
  "companies.list": { door: "read", input: () => page },
  "companies.names": { door: "read" },
  "companies.get": { door: "read", of: "company", input: ({ companyId }) => ({ companyId }) },
  "companies.settings": { door: "read", of: "company", input: ({ companyId }) => ({ companyId }) },
  "companies.updateSettings": {
    door: "administrator",
    of: "company",
    input: ({ companyId }) => ({ companyId, version: "another", settings }),
    refusals: ["changed_meanwhile"],
  },
  "companies.retention": { door: "administrator" },
  "companies.setRetention": { door: "administrator", input: () => ({ months: 24 }) },
  "companies.choices": { door: "administrator" },
  "companies.create": { door: "administrator", input: () => company },
  "companies.update": {
    door: "administrator",
    of: "company",
    input: ({ companyId }) => ({ companyId, version: "another", ...company }),
    refusals: ["changed_meanwhile"],
  },

  "imports.list": { door: "read", input: ({ companyId }) => ({ ...page, companyId }) },
  "imports.get": { door: "read", of: "company", input: ({ importId }) => ({ importId }) },
  "imports.contents": { door: "read", input: ({ importId }) => ({ ...page, importId }) },
  "imports.previewTransmission": { door: "read", of: "company", input: ({ importId }) => ({ importId }) },
  "imports.create": {
    door: "invoices",
    of: "company",
    input: ({ companyId }) => ({ companyId, title: "New", expectedInvoicesCount: null }),
  },
  "imports.update": {
    door: "invoices",
    of: "company",
    input: ({ importId }) => ({ importId, version: "another", title: "Renamed" }),
    refusals: ["changed_meanwhile"],
  },
  "imports.settings": { door: "read", of: "company", input: ({ importId }) => ({ importId }) },
  "imports.forecast": { door: "read", of: "company", input: ({ importId }) => ({ importId }) },
  "imports.progress": { door: "read", of: "company", input: ({ importId }) => ({ importId }) },
  "imports.updateSettings": {
    door: "invoices",
    of: "company",
    input: ({ importId }) => ({ importId, version: "another", settings }),
    refusals: ["changed_meanwhile"],
  },
  "imports.transmit": {
    door: "invoices",
    of: "company",
    input: ({ importId }) => ({ importId, seen: { ...seen, settingsVersion: null } }),
    refusals: ["changed_meanwhile"],
  },
  "imports.addInvoice": {
    door: "invoices",
    of: "company",
    input: ({ importId }) => ({
      importId,
      recipient: { externalInvoiceNumber: "H-1", customerLastName: "Brandsma", customerEmail: "ada@members.example" },
      lines: [{ amountCents: 100, description: "Kit" }],
    }),
    refusals: ["import_already_transmitted"],
  },
  "imports.delete": { door: "invoices", of: "company", input: ({ importId }) => ({ importId, seen }), refusals: ["changed_meanwhile"] },

  "invoices.list": { door: "read", input: ({ companyId }) => ({ ...listed, companyIds: [companyId] }) },
  "invoices.summary": { door: "read", input: ({ companyId }) => ({ companyIds: [companyId] }) },
  "invoices.counts": { door: "read", input: ({ companyId }) => ({ companyIds: [companyId] }) },
  "invoices.neighbours": { door: "read", input: ({ invoiceId }) => ({ sort: "number", direction: "desc", invoiceId }) },
  "invoice.get": { door: "read", of: "company", input: ({ invoiceId }) => ({ invoiceId }) },
  "invoice.timeline": { door: "read", of: "company", input: ({ invoiceId }) => ({ invoiceId }) },
  "invoice.plan": { door: "read", of: "company", input: ({ invoiceId }) => ({ invoiceId }) },
  "invoice.updateRecipient": {
    door: "invoices",
    of: "company",
    input: ({ invoiceId }) => ({ invoiceId, version: "another", recipient: { externalInvoiceNumber: "1" } }),
    refusals: ["changed_meanwhile"],
  },
  "invoice.retract": { door: "invoices", of: "company", input: ({ invoiceId }) => ({ invoiceId, outstandingCents: 4_500, retraction }) },
  "invoice.addAmount": {
    door: "invoices",
    of: "company",
    input: ({ invoiceId }) => ({ invoiceId, seenLines: 1, adjustment: { amountCents: 100, description: "Kit" } }),
  },
  "invoice.creditAmount": {
    door: "invoices",
    of: "company",
    input: ({ invoiceId }) => ({ invoiceId, seenLines: 1, adjustment: { amountCents: 100, description: "Left early" } }),
  },
  "invoice.recordPayment": {
    door: "money",
    of: "company",
    input: ({ invoiceId }) => ({ invoiceId, seenLines: 1, payment: { amountCents: 100, reason: "At the desk" } }),
  },
  "invoice.hold": {
    door: "invoices",
    of: "company",
    input: ({ invoiceId }) => ({ invoiceId, hold: { kind: "stopped", reason: "Moved away" } }),
  },
  "invoice.resume": {
    door: "invoices",
    of: "company",
    input: ({ invoiceId, openInvoiceId }) => ({ invoiceId, holdId: openInvoiceId }),
    refusals: ["invoice_not_on_hold"],
  },
  "invoice.customerLink": { door: "answer", of: "company", input: ({ invoiceId }) => ({ invoiceId }) },
  "invoice.replaceCustomerLink": { door: "answer", of: "company", input: ({ invoiceId }) => ({ invoiceId }) },
  "invoice.money": { door: "read", of: "company", input: ({ invoiceId }) => ({ invoiceId }) },
  "invoice.recordRefund": {
    door: "money",
    of: "company",
    input: ({ invoiceId }) => ({ invoiceId, seen: { lines: 1, refunds: 0 }, refund: { amountCents: 100, reason: "Twice" } }),
    refusals: ["refund_exceeds_owed"],
  },
  "invoice.refundPayment": {
    door: "money",
    of: "company",
    input: ({ invoiceId, openInvoiceId }) => ({
      invoiceId,
      paymentId: openInvoiceId,
      seen: { lines: 1, refunds: 0 },
      refund: { amountCents: 100, reason: "Twice" },
    }),
    refusals: ["refund_exceeds_owed"],
  },
  "invoice.creditAndRefund": {
    door: "money",
    of: "company",
    input: ({ invoiceId }) => ({
      invoiceId,
      seen: { lines: 1, refunds: 0 },
      adjustment: { amountCents: 100, description: "Left early" },
      wayBack: "by_hand",
    }),
  },
  "invoice.sendMessageAgain": {
    door: "answer",
    of: "company",
    input: ({ invoiceId, openInvoiceId }) => ({ invoiceId, messageId: openInvoiceId }),
    refusals: ["invalid_message_id"],
  },
  "invoice.eraseCustomer": {
    door: "administrator",
    of: "company",
    input: ({ invoiceId }) => ({ invoiceId }),
    refusals: ["customer_not_settled"],
  },
  "invoice.household": { door: "read", of: "company", input: ({ joinedInvoiceId }) => ({ invoiceId: joinedInvoiceId }) },
  "invoice.joinHousehold": {
    door: "invoices",
    of: "company",
    input: ({ joinedInvoiceId, joinedNumber }) => ({ invoiceId: joinedInvoiceId, number: joinedNumber }),
  },
  "invoice.leaveHousehold": { door: "invoices", of: "company", input: ({ joinedInvoiceId }) => ({ invoiceId: joinedInvoiceId }) },
  "invoice.dissolveHousehold": { door: "invoices", of: "company", input: ({ joinedInvoiceId }) => ({ invoiceId: joinedInvoiceId }) },
  "invoice.delete": { door: "invoices", of: "company", input: ({ openInvoiceId }) => ({ invoiceId: openInvoiceId }) },

  "tickets.list": { door: "read", input: ({ companyId }) => ({ status: "unanswered", companyId }) },
  "tickets.counts": { door: "read", input: ({ companyId }) => ({ companyId }) },
  "tickets.conversation": { door: "read", of: "company", input: ({ invoiceId }) => ({ invoiceId }) },
  "tickets.reply": { door: "answer", of: "company", input: ({ invoiceId }) => ({ invoiceId, message: "Yes", thenArchive: false }) },
  "tickets.recallReply": { door: "answer", of: "author", input: ({ heldReplyId }) => ({ heldReplyId }) },
  "tickets.sendNow": { door: "answer", of: "company", input: ({ invoiceId }) => ({ invoiceId }) },
  "tickets.addNote": { door: "answer", of: "company", input: ({ invoiceId }) => ({ invoiceId, text: "Look twice" }) },
  "tickets.keepDraft": { door: "answer", of: "company", input: ({ invoiceId }) => ({ invoiceId, reply: "Dear", note: "" }) },
  "tickets.archive": { door: "answer", of: "company", input: ({ invoiceId }) => ({ invoiceId }) },
  "tickets.unarchive": { door: "answer", of: "company", input: ({ invoiceId }) => ({ invoiceId }), refusals: ["nothing_to_undo"] },
  "tickets.assignToSupport": { door: "answer", of: "company", input: ({ invoiceId }) => ({ invoiceId }) },
  "tickets.takeBack": { door: "answer", of: "company", input: ({ invoiceId }) => ({ invoiceId }) },

  "bulkJobs.preview": { door: "read", input: ({ invoiceId }) => ({ selection: { ids: [invoiceId] } }) },
  "bulkJobs.start": {
    door: "invoices",
    of: "company",
    input: ({ openInvoiceId }) => ({ kind: "delete_invoices", selection: { ids: [openInvoiceId] }, expected: none }),
    refusals: ["selection_changed"],
  },
  "bulkJobs.get": { door: "read", of: "unlimited", input: ({ jobId }) => ({ jobId }) },
  "bulkJobs.list": { door: "read", input: () => page },
  "bulkJobs.items": { door: "read", of: "unlimited", input: ({ jobId }) => ({ jobId, ...page }) },

  "keys.list": { door: "administrator" },
  "keys.create": { door: "administrator", input: () => ({ name: "systems" }) },
  "keys.roll": { door: "administrator", of: "partner", input: ({ keyId }) => ({ keyId, overlapHours: 24 }) },
  "keys.revoke": { door: "administrator", of: "partner", input: ({ keyId }) => ({ keyId }) },

  "keys.requests": { door: "administrator", input: () => ({}) },
  "keys.queryRule": { door: "administrator" },
  "keys.setQueryRule": { door: "administrator", input: () => ({ inHeaderOnly: true }) },

  "endpoints.list": { door: "administrator" },
  "endpoints.troubled": { door: "administrator" },
  "endpoints.get": { door: "administrator", of: "partner", input: ({ endpointId }) => ({ endpointId }) },
  // An address that leads nowhere: only the permission is tested.
  "endpoints.create": { door: "administrator", input: () => endpoint, refusals: ["url_not_public"] },
  "endpoints.update": {
    door: "administrator",
    of: "partner",
    input: ({ endpointId }) => ({ endpointId, ...endpoint }),
    refusals: ["url_not_public"],
  },
  "endpoints.pause": { door: "administrator", of: "partner", input: ({ endpointId }) => ({ endpointId }) },
  "endpoints.resume": { door: "administrator", of: "partner", input: ({ endpointId }) => ({ endpointId }) },
  "endpoints.rotateSecret": { door: "administrator", of: "partner", input: ({ endpointId }) => ({ endpointId }) },
  "endpoints.delete": { door: "administrator", of: "partner", input: ({ endpointId }) => ({ endpointId }) },
  "endpoints.sendTest": { door: "administrator", of: "partner", input: ({ endpointId }) => ({ endpointId }) },
  "endpoints.deliveries": { door: "administrator", of: "partner", input: ({ endpointId }) => ({ endpointId, states: ["waiting"] }) },
  "endpoints.delivery": { door: "administrator", of: "partner", input: ({ deliveryId }) => ({ deliveryId }) },
  "endpoints.resend": { door: "administrator", of: "partner", input: ({ deliveryId }) => ({ deliveryId }) },
  "endpoints.resendFailedSince": {
    door: "administrator",
    of: "partner",
    input: ({ endpointId }) => ({ endpointId, since: new Date("2026-01-01") }),
  },
  "endpoints.attemptsPerHour": { door: "administrator", of: "partner", input: ({ endpointId }) => ({ endpointId }) },

  "people.list": { door: "administrator" },
  "people.invite": {
    door: "administrator",
    input: () => ({ email: "new@club.example", role: "member", accessLevel: "read", companyIds: null }),
    refusals: ["email_already_in_use", "too_many_attempts"],
  },
  "people.resendInvitation": { door: "administrator", of: "partner", input: ({ userId }) => ({ userId }) },
  "people.change": {
    door: "administrator",
    of: "partner",
    input: ({ userId }) => ({ userId, role: "member", accessLevel: "read", companyIds: null }),
  },
  "people.disable": { door: "administrator", of: "partner", input: ({ userId }) => ({ userId }) },
  "people.resetFactors": { door: "administrator", of: "partner", input: ({ userId }) => ({ userId }) },
  "people.factorRule": { door: "administrator" },
  "people.setFactorRule": { door: "administrator", input: () => ({ isForAll: false }) },
  "people.enable": { door: "administrator", of: "partner", input: ({ userId }) => ({ userId }) },

  "security.events": { door: "administrator", input: ({ invoiceId }) => ({ about: `invoice:${invoiceId}` }) },

  "proposals.list": { door: "read", input: ({ invoiceId }) => ({ invoiceId }) },
  "proposals.approve": { door: "money", of: "company", input: ({ proposalId }) => ({ proposalId, seen: { lines: 1, refunds: 0 } }) },
  "proposals.decline": { door: "money", of: "company", input: ({ proposalId }) => ({ proposalId }) },
  "proposals.rule": { door: "administrator" },
  "proposals.setRule": { door: "administrator", input: () => ({ aboveCents: 50_000 }) },
  "proposals.confirmLimit": { door: "administrator", input: () => ({ changeId: "0".repeat(40) }), refusals: ["changed_meanwhile"] },
  "proposals.withdrawLimit": { door: "administrator", input: () => ({ changeId: "0".repeat(40) }), refusals: ["changed_meanwhile"] },

  "sandbox.find": { door: "read" },
  "sandbox.diary": { door: "read" },
  "sandbox.moveClock": { door: "administrator", input: () => ({ seenOffsetMs: 0, days: 1 }), refusals: ["not_a_sandbox"] },

  "support.list": { door: "support", input: () => ({ status: "unanswered" }) },
  "support.counts": { door: "support", input: () => ({}) },
  "support.conversation": { door: "support", input: ({ invoiceId }) => ({ invoiceId }) },
  "support.reply": { door: "support", input: ({ invoiceId }) => ({ invoiceId, message: "Yes", thenArchive: false }) },
  "support.recallReply": { door: "support", of: "author", input: ({ heldReplyId }) => ({ heldReplyId }) },
  "support.sendNow": { door: "support", input: ({ invoiceId }) => ({ invoiceId }) },
  "support.addNote": { door: "support", input: ({ invoiceId }) => ({ invoiceId, text: "Look twice" }) },
  "support.keepDraft": { door: "support", input: ({ invoiceId }) => ({ invoiceId, reply: "Dear", note: "" }) },
  "support.archive": { door: "support", input: ({ invoiceId }) => ({ invoiceId }) },
  "support.unarchive": { door: "support", input: ({ invoiceId }) => ({ invoiceId }), refusals: ["nothing_to_undo"] },
  "support.sendNewLink": {
    door: "support",
    input: ({ invoiceId }) => ({ invoiceId }),
    refusals: ["too_many_attempts", "invalid_customer_email"],
  },
  "support.handBack": { door: "support", input: ({ invoiceId }) => ({ invoiceId }) },

  "team.list": { door: "lead" },
  "team.invite": { door: "lead", input: () => ({ email: `${newId()}@support.example` }), refusals: ["too_many_attempts"] },
  "team.inviteAgain": { door: "lead", input: () => ({ userId: "0".repeat(40) }), refusals: ["invalid_user_id"] },
  "team.disable": { door: "lead", input: () => ({ userId: "0".repeat(40) }), refusals: ["invalid_user_id"] },
  "team.enable": { door: "lead", input: () => ({ userId: "0".repeat(40) }), refusals: ["invalid_user_id"] },
  "team.endSessions": { door: "lead", input: () => ({ userId: "0".repeat(40) }), refusals: ["invalid_user_id"] },
  "team.resetFactors": { door: "lead", input: () => ({ userId: "0".repeat(40) }), refusals: ["invalid_user_id"] },
};

/** The records that a procedure's input names. */
export function recordsNamedBy({ input }: Access): Set<string> {
  const named = new Set<string>();
  const noting: ProxyHandler<Records> = {
    get(_, name) {
      named.add(String(name));
      return newId();
    },
  };
  input?.(new Proxy({} as Records, noting));
  return named;
}
