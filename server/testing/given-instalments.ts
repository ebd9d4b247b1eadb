import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { type CollectionSettings, companySettings } from "@/db/schema/collection-settings";
import { outgoingMessages } from "@/db/schema/collections";
import { instalmentPlans } from "@/db/schema/instalment-plans";
import { mails } from "@/db/schema/mails";
import { describePlan } from "@/server/billing/collection/describe-plan";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import type { NewInvoice } from "@/server/billing/invoices/invoice";
import { agreeToInstalments } from "@/server/customer-page/agree-to-instalments";
import { wordsOfInstalments } from "@/server/customer-page/document/instalments";
import { type Customer, findCustomer } from "@/server/customer-page/find-customer";
import { findInstalmentOffer, versionOfInstalments } from "@/server/customer-page/instalment-offer";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { newId } from "@/server/platform/id";
import type { NewCompany } from "@/server/tenancy/companies/company";
import { customerPageOf, readingFor } from "./customer-page-of";
import { givenCompany, givenPartner } from "./given";
import { collectionOf, jumpClock } from "./given-collection";
import { givenCustomer } from "./given-customer";

interface Options {
  settings?: Partial<CollectionSettings>;
  company?: Partial<NewCompany>;
  invoice?: Partial<NewInvoice>;
  amountCents?: number;
}

/** An invoice of 100.00 for a season, of a consumer in Germany who may pay it in up to four instalments. `customer`: as of the clock now. */
export async function givenInstalments({ settings, company: facts, invoice, amountCents = 10_000 }: Options = {}) {
  const partner = await givenPartner({ isSandbox: true });
  const company = await givenCompany(partner, { countryCode: "DE", ...facts });
  const periodEndsOn = addDays(dayAt(new Date()), 300);
  const offered = { instalmentsFromCents: 5_000, instalmentsMostParts: 4, instalmentsPeriodEndsOn: periodEndsOn, ...settings };
  await db.update(companySettings).set(offered).where(eq(companySettings.companyId, company.id));
  const email = `${newId()}@members.example`;
  const given = await givenCustomer(partner, {
    ...{ company, amountCents },
    invoice: { customerEmail: email, customerCountryCode: "DE", customerOrganization: null, locale: "en", ...invoice },
  });
  const { secret } = given;
  const customer = async (): Promise<Customer> => {
    const found = await findCustomer(db, secret, null);
    if (!found) throw new Error("the link opens nothing");
    return found;
  };
  const form = async (count: number) => {
    const actor = await customer();
    const [terms, { reading }] = await Promise.all([findInstalmentOffer(db, actor), readingFor({ actor })]);
    if ("reason" in terms) throw new Error(`Not offered: ${terms.reason}`);
    const plan = terms.plans.find(({ parts }) => parts.length === count);
    if (!plan) throw new Error("No such number of parts");
    return { count, version: versionOfInstalments(plan, wordsOfInstalments(terms, plan, reading)) };
  };
  const send = async (chosen: { count: number; version: string }) => {
    const actor = await customer();
    const { reading } = await readingFor({ actor });
    return agreeToInstalments(db, actor, chosen, (terms, plan) => wordsOfInstalments(terms, plan, reading));
  };
  return {
    ...{ partner, company, email, invoice: given.invoice, secret, customer, form, send },
    ...collectionOf(partner),
    agree: async (count: number) => send(await form(count)),
    offer: async () => findInstalmentOffer(db, await customer()),
    jump: (days: number) => jumpClock(partner, days),
    plan: async () => describePlan(db, await customer(), given.invoice.id),
    page: async () => customerPageOf({ actor: await customer(), secret }),
    rows: () => db.select().from(instalmentPlans).where(eq(instalmentPlans.invoiceId, given.invoice.id)),
    lines: async () => (await getInvoice(db, partner.actor, given.invoice.id)).lines,
    outgoing: async () =>
      (await db.select().from(outgoingMessages).where(eq(outgoingMessages.invoiceId, given.invoice.id)).orderBy(outgoingMessages.id)).map(
        ({ kind, state }) => `${kind} ${state}`,
      ),
    mails: async () =>
      (await db.select().from(mails).where(eq(mails.recipient, email)).orderBy(mails.id)).map(({ subject }) => subject ?? ""),
  };
}
