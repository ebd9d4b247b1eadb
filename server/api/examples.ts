import type { z } from "zod";
import type { bankAccountBody, bankAccountResource, bankAccountsResource } from "./bank-account";
import type { bankStatementFileResource } from "./bank-statement";
import type { changesResource } from "./changes";
import type { collectionResource, customerLinkResource, newCreditBody, newPaymentBody, newRefundBody, pauseBody } from "./collection";
import type { companiesResource, companyResource, companyUpdateBody, newCompanyBody } from "./company";
import type { createdInvoicesResource } from "./created-invoices";
import type { customerResource } from "./customer";
import type { importResource, importUpdateBody, listedImportResource, newImportBody } from "./import";
import type { importCollectionResource } from "./import-collection";
import type { importSettingsBody, importSettingsResource } from "./import-settings";
import type {
  invoiceLinesResource,
  invoiceResource,
  newInvoiceBody,
  newInvoiceOfImport,
  recipientUpdateBody,
  retractionBody,
} from "./invoice";
import type { invoiceLineResource } from "./invoice-line";
import type { invoicesByIdResource, invoicesOfImportResource } from "./invoice-lists";
import { mandateExamples } from "./mandate-examples";
import type { messageResource } from "./message";
import type { pageResource } from "./page";
import type { clockMoveBody, clockResource, simulatedMailsResource, simulatedPaymentBody } from "./sandbox";
import { seasonExamples } from "./season-examples";
import type { listedTicketResource, newTicketBody, ticketResource } from "./ticket";

// All examples belong to one story: a rowing club bills a member for the season, who pays a part and asks a question.
const companyId = "019a9c0b52c04b7f0e8d21c69a3f5e7d10b2c4a6";
const importId = "019a9c0c7a1e9d3c5b80f4e21a6d7c93b5e8f012";
const bankAccountId = "019a9c0b9d3a5e7f1c2b4d6e8f0a1c3b5d7e9f01";
const invoiceId = "019a9c0de1f27d1b0c4a5e8f3b6d9027c1e4a8b5";

const company: z.input<typeof companyResource> = {
  company_id: companyId,
  name: "Rowing Club Northbank",
  brand: "brand_code_1",
  email: "office@northbank.example",
  locale: "nl",
  address1: "Havenkade",
  address2: null,
  house_number: "12",
  zipcode: "3011 AA",
  city: "Rotterdam",
  country_code: "NL",
  currency: "EUR",
  vat_percentage: 21,
  partnership_page_url: "https://northbank.example/members",
  enterprise_number: null,
};

const bankAccountFacts = { holder: company.name, iban: "NL91ABNA0417164300", bic: "ABNANL2A", qr_iban: null, creditor_identifier: null };

const bankAccount: z.input<typeof bankAccountResource> = {
  bank_account_id: bankAccountId,
  company_id: companyId,
  in_force: bankAccountFacts,
  waiting: null,
  closed_at: null,
};

const listedImport: z.input<typeof listedImportResource> = {
  import_id: importId,
  company_id: companyId,
  title: "Season 2026/27, first batch",
  transmitted: false,
  transmitted_at: null,
  prepaid_amount_cents: 0,
  prepaid_amount_currency: "EUR",
  settled_amount_cents: 0,
  settled_amount_currency: "EUR",
  expected_invoices_count: 1,
};

const customer: z.input<typeof customerResource> = {
  name: { prefix: null, first_name: "Jan", infix: "de", last_name: "Vries", organization: null },
  address: {
    address1: "Lijsterlaan",
    address2: null,
    locality: null,
    house_number: "48",
    house_number_extension: "B",
    state: null,
    zipcode: "3705 ZX",
    city: "Zeist",
    country_code: "NL",
  },
  email: { email_address: "jan.devries@post.example" },
  phone: { phone_number: "6 5550 0142", country_code: "31" },
};

const newLines = [
  { invoice_line_id: "2026-0417-membership", amount_cents: 24_000, description: "Membership 2026/27", date: "2026-11-20" },
  { invoice_line_id: null, amount_cents: -4_000, description: "Volunteer discount", date: "2026-11-20" },
];

const lines: z.input<typeof invoiceLineResource>[] = [
  {
    invoice_line_id: "2026-0417-membership",
    type: "INVOICE-LINE",
    amount_cents: 24_000,
    description: "Membership 2026/27",
    date: "2026-11-20T00:00:00.000Z",
  },
  {
    invoice_line_id: "019a9c0de1f2c3a90b7e64d5f81c2e3a4d5b6c70",
    type: "INVOICE-LINE",
    amount_cents: -4_000,
    description: "Volunteer discount",
    date: "2026-11-20T00:00:00.000Z",
  },
  {
    invoice_line_id: "019aa18f30b45e7a9c2d4f6081b3a5c7e9d0f213",
    type: "PAYMENT-LINE",
    amount_cents: -15_000,
    description: null,
    date: "2026-11-21T11:05:42.310Z",
    payment_method: "bank_transfer",
  },
];

const message: z.input<typeof messageResource> = {
  message_id: "019a9c10a4d26f3e5b7c9d1e2f40516273849506",
  type: "EMAIL",
  description: "Invoice sent",
  date: "2026-11-20T09:33:00.000Z",
};

const ticket: z.input<typeof ticketResource> = {
  ticket_id: "019aa1a2c5e81f0b3d5a7c9e2b4d6f8091a3c5e7",
  message: "I paid a part by bank transfer. May I pay the rest in December?",
  sender: "CUSTOMER",
  date: "2026-11-21T11:26:10.502Z",
};

const invoiceLines: z.input<typeof invoiceLinesResource> = {
  import_id: importId,
  invoice_id: invoiceId,
  invoice_lines: lines,
  amount_total_cents: 5_000,
};

const invoice: z.input<typeof invoiceResource> = {
  invoice_id: invoiceId,
  import_id: importId,
  external_invoice_number: "2026-0417",
  reference: "Season 2026/27",
  invoice_number: "100000042",
  locale: "nl",
  direct_debit_iban: null,
  federation_membership_number: "2289104",
  club_membership_number: "NB-0417",
  member_external_id: null,
  external_membership_number: null,
  customer,
  invoice_lines: lines,
  amount_total_cents: 5_000,
  messages: [message],
  tickets: [ticket],
  retracted_at: null,
  retraction_reason: null,
  show_retraction_reason_to_customer: false,
};

const collection: z.input<typeof collectionResource> = {
  invoice_id: invoiceId,
  state: "transmitted",
  due_on: "2026-12-04",
  pay_by: "2026-12-04",
  days_overdue: 0,
  billed_cents: 20_000,
  fees_cents: 0,
  paid_cents: 15_000,
  credited_cents: 0,
  outstanding_cents: 5_000,
  hold: null,
  next_message: { kind: "request2", date: "2026-11-30T09:30:00.000Z" },
  late_fee: null,
  household_left: null,
  payments: [
    {
      payment_id: "019aa18f30b31f7a9c2d4f6081b3a5c7e9d0f213",
      method: "bank_transfer",
      status: "paid",
      amount_cents: 15_000,
      value_date: "2026-11-21",
      charged_back: false,
      refundable_cents: 15_000,
      reason: null,
    },
  ],
  refunds: [],
};

const settings: z.input<typeof importSettingsResource> = {
  import_id: importId,
  due_days: 14,
  request1_day: 0,
  request2_day: 10,
  reminder1_day: 4,
  reminder2_day: 18,
  reminder3_day: null,
  payment_methods: ["ideal", "credit_card"],
  late_payment_fee_cents: 0,
  chargeback_fee_cents: 0,
  donation_allowed: false,
  salutation: "",
  personal_note: "",
  bank_account_id: bankAccountId,
  joins_households: true,
  direct_debit: false,
  debit_notice_days: 14,
  instalments_from_cents: null,
  instalments_most_parts: 3,
  instalments_every_days: null,
  instalments_fee_cents: 0,
  instalments_missed: "all_due",
  instalments_period_begins_on: null,
  instalments_period_ends_on: null,
  late_payment_fee_notice: false,
  texts: { nl: { salutation: "Beste leden,", personal_note: "", consequence: "Daarna dragen wij de factuur over aan een incassobureau." } },
};

const newInvoice = {
  external_invoice_number: "2026-0417",
  reference: "Season 2026/27",
  federation_membership_number: "2289104",
  club_membership_number: "NB-0417",
  customer,
  invoice_lines: newLines,
  amount_total_cents: 20_000,
} satisfies Partial<z.input<typeof newInvoiceOfImport>>;

const newCompany = {
  name: company.name,
  brand: company.brand,
  email: company.email,
  locale: company.locale,
  country_code: company.country_code,
  currency: company.currency,
  address1: company.address1,
  house_number: company.house_number,
  zipcode: company.zipcode,
  city: company.city,
  vat_percentage: 21,
};

/** Example for each named schema in the reference. */
export const examples = {
  Company: company,
  NewCompany: newCompany satisfies Partial<z.input<typeof newCompanyBody>>,
  CompanyUpdate: { ...newCompany, email: "treasurer@northbank.example" } satisfies Partial<z.input<typeof companyUpdateBody>>,
  BankAccount: bankAccount,
  BankAccounts: { bank_accounts: [bankAccount] } satisfies z.input<typeof bankAccountsResource>,
  NewBankAccount: bankAccountFacts satisfies z.input<typeof bankAccountBody>,
  ...mandateExamples,
  BankStatementFile: {
    bank_statement_file_id: "4".repeat(40),
    is_repeated: false,
    statements: [
      {
        iban: "NL91ABNA0417164300",
        currency: "EUR",
        number: "2026-231",
        opening_on: "2026-11-23",
        closing_on: "2026-11-24",
        closing_balance_cents: 1_204_550,
        entries_count: 18,
        new_entries_count: 18,
        waiting_because: null,
      },
    ],
  } satisfies z.input<typeof bankStatementFileResource>,
  Import: { ...listedImport, invoice_ids: [invoiceId] } satisfies z.input<typeof importResource>,
  ListedImport: listedImport,
  NewImport: { company_id: companyId, title: listedImport.title, expected_invoices_count: 1 } satisfies z.input<typeof newImportBody>,
  ImportUpdate: { expected_invoices_count: 2 } satisfies Partial<z.input<typeof importUpdateBody>>,
  Invoice: invoice,
  InvoicesOfImport: { invoices: [invoice], next_cursor: null } satisfies z.input<typeof invoicesOfImportResource>,
  InvoicesById: { invoices: [invoice], missing_invoice_ids: [] } satisfies z.input<typeof invoicesByIdResource>,
  InvoiceLine: lines[0],
  InvoiceLines: invoiceLines,
  Customer: customer,
  Message: message,
  NewInvoice: { import_id: importId, ...newInvoice } satisfies Partial<z.input<typeof newInvoiceBody>>,
  NewInvoiceOfImport: newInvoice,
  NewInvoices: { invoices: [newInvoice] },
  CreatedInvoices: {
    invoices: [
      { external_invoice_number: "2026-0417", invoice_id: invoiceId, invoice_number: "100000042", error: null, error_field: null },
      {
        external_invoice_number: "2026-0418",
        invoice_id: null,
        invoice_number: null,
        error: "invalid_customer_last_name",
        error_field: "customer.name.last_name",
      },
    ],
  } satisfies z.input<typeof createdInvoicesResource>,
  InvoiceUpdate: {
    external_invoice_number: "2026-0417",
    customer: { email: { email_address: "jan@devries.example" } },
  } satisfies Partial<z.input<typeof recipientUpdateBody>>,
  Retraction: {
    external_invoice_number: "2026-0417-C",
    description: "Membership ended",
    retraction_reason: "The member has moved abroad.",
    show_retraction_reason_to_customer: true,
  } satisfies z.input<typeof retractionBody>,
  Collection: collection,
  CollectionPayment: collection.payments[0],
  CollectionRefund: {
    refund_id: "019aa2f4d1b07c3e5a9d2f4b6c8e0a1b3d5f7092",
    payment_id: null,
    status: "paid",
    amount_cents: 1_000,
    reason: "Paid twice",
    date: "2026-11-22T08:15:00.000Z",
  },
  Hold: { kind: "paused", reason: "In hospital", until: "2026-12-20", since: "2026-11-24T10:00:00.000Z" },
  Pause: { until: "2026-12-20", reason: "In hospital" } satisfies z.input<typeof pauseBody>,
  NewPayment: { amount_cents: 5_000, reason: "Statement 12", paid_on: "2026-11-23" } satisfies z.input<typeof newPaymentBody>,
  NewCredit: { amount_cents: 4_000, description: "Left early" } satisfies z.input<typeof newCreditBody>,
  NewRefund: { amount_cents: 1_000, reason: "Paid twice" } satisfies z.input<typeof newRefundBody>,
  CustomerLink: {
    invoice_id: invoiceId,
    customer_link: "https://collection.example/i/n7Jd0pT2vKq5sXw8yBzR4mLf1GhAeC3U",
  } satisfies z.input<typeof customerLinkResource>,
  ImportCollection: {
    import_id: importId,
    due_on: "2026-12-04",
    billed_cents: 20_000,
    outstanding_cents: 5_000,
    invoices_count: 1,
    counts: {
      not_transmitted: 0,
      transmitted: 1,
      payment_in_progress: 0,
      retracted: 0,
      paid: 0,
      to_refund: 0,
      outstanding: 1,
      overdue: 0,
      on_hold: 0,
      not_arrived: 0,
    },
    repeated_external_invoice_numbers: [],
  } satisfies z.input<typeof importCollectionResource>,
  ImportSettings: settings,
  ImportSettingsUpdate: { due_days: 30, reminder1_day: 7, payment_methods: ["ideal"] } satisfies z.input<typeof importSettingsBody>,
  Companies: { companies: [company], page: { page_number: 1, page_size: 30, total_entries: 1, total_pages: 1 } } satisfies z.input<
    typeof companiesResource
  >,
  SandboxClock: { now: "2027-01-03T09:30:00.000Z", days_ahead: 40, on_its_way_to: null } satisfies z.input<typeof clockResource>,
  ClockMove: { days: 14 } satisfies z.input<typeof clockMoveBody>,
  ...seasonExamples,
  SimulatedPayment: { outcome: "pay" } satisfies z.input<typeof simulatedPaymentBody>,
  SimulatedMails: {
    invoice_id: invoiceId,
    mails: [
      {
        message_id: "019a9c10a4d26f3e5b7c9d1e2f40516273849506",
        kind: "request1",
        recipient: "jan.devries@post.example",
        subject: "Rowing Club Northbank: invoice 2026-0417",
        text: "Dear Jan de Vries, …",
        date: "2026-11-20T09:33:00.000Z",
      },
    ],
  } satisfies z.input<typeof simulatedMailsResource>,
  Ticket: ticket,
  ListedTicket: { invoice_id: invoiceId, ...ticket } satisfies z.input<typeof listedTicketResource>,
  NewTicket: { message: "Of course: the rest in December is fine." } satisfies z.input<typeof newTicketBody>,
  Changes: {
    invoice_ids: [invoiceId],
    import_ids: [importId],
    next_cursor: "MTc5NTI0MzIwMDAwMCA4MTI0ODo4MTI1MTo4MTI0OA",
    has_more: false,
  } satisfies z.input<typeof changesResource>,
  Page: { page_number: 1, page_size: 30, total_entries: 1, total_pages: 1 } satisfies z.input<typeof pageResource>,
};
