import type { Locale } from "@/server/domain/formats/locales";
import type bank from "./en/bank.json";
import type bankAccounts from "./en/bankAccounts.json";
import type bulkJobs from "./en/bulkJobs.json";
import type caseFile from "./en/caseFile.json";
import type collection from "./en/collection.json";
import type companies from "./en/companies.json";
import type conversation from "./en/conversation.json";
import type customer from "./en/customer.json";
import type debitReasons from "./en/debitReasons.json";
import type debits from "./en/debits.json";
import type developers from "./en/developers.json";
import type endpoints from "./en/endpoints.json";
import type errors from "./en/errors.json";
import type factors from "./en/factors.json";
import type home from "./en/home.json";
import type imports from "./en/imports.json";
import type invoice from "./en/invoice.json";
import type invoices from "./en/invoices.json";
import type mailbox from "./en/mailbox.json";
import type mandates from "./en/mandates.json";
import type previews from "./en/previews.json";
import type proof from "./en/proof.json";
import type proposals from "./en/proposals.json";
import type repeatedDebits from "./en/repeatedDebits.json";
import type requests from "./en/requests.json";
import type security from "./en/security.json";
import type settings from "./en/settings.json";
import type shell from "./en/shell.json";
import type signIn from "./en/signIn.json";
import type simulatedBank from "./en/simulatedBank.json";
import type support from "./en/support.json";
import type tickets from "./en/tickets.json";
import type ui from "./en/ui.json";
import type welcome from "./en/welcome.json";

/** English defines the keys: a key missing in English fails to compile, and one missing in another language fails the build. */
export interface Messages {
  bank: typeof bank;
  bankAccounts: typeof bankAccounts;
  bulkJobs: typeof bulkJobs;
  caseFile: typeof caseFile;
  collection: typeof collection;
  companies: typeof companies;
  conversation: typeof conversation;
  customer: typeof customer;
  debitReasons: typeof debitReasons;
  debits: typeof debits;
  developers: typeof developers;
  endpoints: typeof endpoints;
  errors: typeof errors;
  factors: typeof factors;
  home: typeof home;
  imports: typeof imports;
  invoice: typeof invoice;
  invoices: typeof invoices;
  mailbox: typeof mailbox;
  mandates: typeof mandates;
  previews: typeof previews;
  proof: typeof proof;
  proposals: typeof proposals;
  repeatedDebits: typeof repeatedDebits;
  requests: typeof requests;
  security: typeof security;
  settings: typeof settings;
  shell: typeof shell;
  signIn: typeof signIn;
  simulatedBank: typeof simulatedBank;
  support: typeof support;
  tickets: typeof tickets;
  ui: typeof ui;
  welcome: typeof welcome;
}

declare module "next-intl" {
  interface AppConfig {
    Locale: Locale;
    Messages: Messages;
  }
}
