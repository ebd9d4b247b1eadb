import type { Locale } from "@/server/domain/locales";
import type { Messages } from "./messages";

/** What a page says, by the part of the portal that says it: each is a file per language. */
const namespaces = [
  "bank",
  "bankAccounts",
  "bulkJobs",
  "caseFile",
  "collection",
  "companies",
  "conversation",
  "customer",
  "developers",
  "endpoints",
  "errors",
  "factors",
  "home",
  "imports",
  "invoice",
  "invoices",
  "mailbox",
  "proof",
  "proposals",
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

/** Everything in one language. Kept by the module system after the first time. */
export async function loadMessages(locale: Locale): Promise<Messages> {
  const loaded = await Promise.all(namespaces.map(async (name) => [name, (await import(`./${locale}/${name}.json`)).default]));
  return Object.fromEntries(loaded);
}
