import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { bankStatements } from "@/db/schema/bank-statements";
import { users } from "@/db/schema/users";
import { startBulkJob } from "@/server/billing/bulk-jobs/start-bulk-job";
import { refreshRollups } from "@/server/billing/figures/refresh-rollups";
import type { Locale } from "@/server/domain/formats/locales";
import { createEndpoint } from "@/server/notifications/create-endpoint";
import { allowLoopbackReceivers } from "@/server/notifications/loopback";
import { mailboxToken } from "@/server/platform/mail/development-mailbox";
import { actorOf, type Person } from "@/server/tenancy/people/person";
import { issueToken } from "@/server/tenancy/people/token";
import { givenImport, givenInvoice, givenPartner, givenTicket } from "@/server/testing/given";
import { givenBegunPayment } from "@/server/testing/given-bank";
import { givenCreditorIdentifier, givenMandate } from "@/server/testing/given-mandate";
import { bankDayIn, givenPlannedDebit, makeFiles } from "@/server/testing/given-planned-debit";
import { givenBankingCompany } from "@/server/testing/given-statement";
import { givenStaff, givenSupport, signInAs } from "./given";

/** Pages of the portal by reader: routes of the folder `app`, with parameters in brackets. */
export const pages = {
  everybody: ["/", "/sign-in", "/forgotten", "/set-password?token=[token]", "/mailbox?token=[mailboxToken]", "/simulated-bank/[paymentId]"],
  partner: [
    ...["/home", "/tickets", "/companies", "/companies/[companyId]", "/imports", "/imports/[importId]"],
    ...[
      "/companies/[companyId]/mandates",
      "/companies/[companyId]/debits",
      "/companies/[companyId]/preview",
      "/imports/[importId]/preview",
    ],
    ...["/invoices", "/invoices/[invoiceId]", "/invoices/bulk-actions", "/invoices/bulk-actions/[jobId]"],
    ...["/bank", "/bank?tab=booked", "/bank/statements", "/bank/statements/[statementId]", "/bank/refunds"],
  ],
  administrator: [
    ...["/developers", "/developers/requests", "/developers/endpoints/[endpointId]"],
    ...["/settings", "/settings/data", "/settings/members", "/settings/security"],
  ],
  sandbox: ["/settings/sandbox"],
  support: ["/support", "/settings/team"],
};

type Reader = keyof typeof pages;

export const readers = Object.keys(pages) as Reader[];

/** Pages that few people see. Journeys draw only their English version; `components/translations` has the same texts in each language. */
const rare = [
  ...["/set-password?token=[token]", "/mailbox?token=[mailboxToken]", "/simulated-bank/[paymentId]"],
  ...["/invoices/bulk-actions", "/invoices/bulk-actions/[jobId]", "/developers/requests", "/developers/endpoints/[endpointId]"],
  ...["/settings/security", "/settings/team"],
];

/** Pages to draw in each language. */
export function spokenPages(reader: Reader): string[] {
  return pages[reader].filter((route) => !rare.includes(route));
}

/** Returns the routes that have a page, as Next derives them from the folder. */
export function routesOfApp(folder = "app"): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return routesOfApp(join(folder, entry.name));
    if (entry.name !== "page.tsx") return [];
    const parts = folder.split("/").filter((part) => part !== "app" && !part.startsWith("("));
    return `/${parts.join("/")}`;
  });
}

/** Returns the address of a page that shows these records. */
export function addressOf(route: string, ids: Record<string, string>): string {
  return route.replace(/\[(\w+)\]/g, (_, name) => ids[name] ?? "");
}

/** A partner with a record for each page, their administrator, and the ids in the addresses. */
export async function givenPortal() {
  const bank = await givenBankingCompany();
  const { partner, company } = bank;
  const person = await givenStaff(partner);
  const into = await givenImport(partner, { company });
  const invoice = await givenInvoice(partner, { import: into, amountCents: 24_000, transmitted: true });
  await givenTicket(invoice, { message: "May I pay in two parts?" });
  await bank.told([
    { cents: 24_000, name: "Ada Brandsma" },
    { cents: -38_000, name: "Boathouse Lettings", text: "Rent" },
  ]);
  const [statement] = await db.select({ id: bankStatements.id }).from(bankStatements).where(eq(bankStatements.partnerId, partner.id));
  const { id: bankAccountId } = await givenCreditorIdentifier(partner, company);
  await givenMandate(partner, company);
  await givenPlannedDebit(partner, company, { bankAccountId });
  await makeFiles(partner.actor, company);
  await givenPlannedDebit(partner, company, { bankAccountId, collectOn: bankDayIn(1) });
  allowLoopbackReceivers();
  const { endpoint } = await createEndpoint(db, partner.actor, { url: "http://127.0.0.1:9/hooks", pacing: "batching" });
  // The job's invoice is transmitted, so deleting it is refused, and the pages of other records stay unchanged.
  const { id: jobId } = await startBulkJob(db, actorOf(person, null), person.id, {
    kind: "delete_invoices",
    selection: { ids: [invoice.id] },
    expected: { count: 1, amountCents: 24_000 },
  });
  await refreshRollups(db, { scope: { partnerId: partner.id } });
  const ids = {
    statementId: statement?.id ?? "",
    ...{ companyId: company.id, importId: into.id, invoiceId: invoice.id, jobId, endpointId: endpoint.id },
    paymentId: (await givenBegunPayment(partner, await givenInvoice(partner, { company, transmitted: true }))).reference,
    token: await issueToken(db, person.id, "password_reset"),
    mailboxToken: mailboxToken(),
  };
  return { partner, person, invoice, ids };
}

type Portal = Awaited<ReturnType<typeof givenPortal>>;

/** Signs in as this reader with this language, or signs out. */
export async function enterAs(page: Page, reader: Reader, { person }: Portal, locale: Locale): Promise<void> {
  await page.context().clearCookies();
  await page.context().addCookies([{ name: "locale", value: locale, url: process.env.E2E_BASE_URL }]);
  if (reader === "everybody") return;
  const signedIn = await personAs(reader, person);
  await db.update(users).set({ locale }).where(eq(users.id, signedIn.id));
  await signInAs(page, signedIn);
}

async function personAs(reader: Exclude<Reader, "everybody">, ofPartner: Person): Promise<Person> {
  if (reader === "sandbox") return givenStaff(await givenPartner({ isSandbox: true }));
  if (reader === "support") return givenSupport("Jonas Weber", { leadsSupport: true });
  return ofPartner;
}
