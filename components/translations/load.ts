import type { Locale } from "@/server/domain/formats/locales";
import type { Messages } from "./messages";

/** Namespaces of texts: one per part of the portal, each with one file per language. */
const namespaces = [
  "bank",
  "bankAccounts",
  "bulkJobs",
  "caseFile",
  "collection",
  "companies",
  "conversation",
  "customer",
  "debitReasons",
  "debits",
  "developers",
  "endpoints",
  "errors",
  "factors",
  "home",
  "imports",
  "invoice",
  "invoices",
  "mailbox",
  "mandates",
  "previews",
  "proof",
  "proposals",
  "repeatedDebits",
  "requests",
  "security",
  "settings",
  "shell",
  "signIn",
  "simulatedBank",
  "support",
  "tickets",
  "ui",
  "welcome",
] as const satisfies (keyof Messages)[];

export type Namespace = (typeof namespaces)[number];

/** Loads all texts of a language. The module system caches them. */
export async function loadMessages(locale: Locale): Promise<Messages> {
  const loaded = await Promise.all(namespaces.map(async (name) => [name, (await import(`./${locale}/${name}.json`)).default]));
  return Object.fromEntries(loaded);
}
