import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { companySettings } from "@/db/schema/collection-settings";
import { mandateConsents } from "@/db/schema/mandate-consents";
import type { NewInvoice } from "@/server/billing/invoices/invoice";
import { listMandates } from "@/server/billing/mandates/list-mandates";
import { wordsOfMandate } from "@/server/customer-page/document/mandate";
import { type GivenConsent, giveMandate } from "@/server/customer-page/give-mandate";
import { findMandateOffer, type MandateTerms, versionOfMandate } from "@/server/customer-page/mandate-offer";
import { newId } from "@/server/platform/id";
import type { NewCompany } from "@/server/tenancy/companies/company";
import { readingFor } from "./customer-page-of";
import { type GivenPartner, givenCompany, givenPartner } from "./given";
import { accountFacts, givenBankAccount } from "./given-bank-account";
import { type GivenCustomer, givenCustomer } from "./given-customer";
import { givenCreditorIdentifier } from "./given-mandate";

interface Options {
  partner?: GivenPartner;
  company?: Partial<NewCompany>;
  invoice?: Partial<NewInvoice>;
  directDebit?: boolean;
  noticeDays?: number;
  /** The company's account. `creditor`: with a creditor identifier; `ordinary`: without one. */
  account?: "creditor" | "ordinary" | "none";
}

/** Creates a customer who has no mandate yet, of an import that collects by direct debit. */
export async function givenPayer({ directDebit = true, noticeDays = 14, account = "creditor", ...options }: Options = {}) {
  const partner = options.partner ?? (await givenPartner());
  const company = await givenCompany(partner, options.company);
  if (account === "creditor") await givenCreditorIdentifier(partner, company);
  if (account === "ordinary") await givenBankAccount(partner, company);
  await db.update(companySettings).set({ directDebit, debitNoticeDays: noticeDays }).where(eq(companySettings.companyId, company.id));
  const email = `${newId()}@members.example`;
  const customer = await givenCustomer(partner, { company, invoice: { customerEmail: email, locale: "en", ...options.invoice } });
  const mandates = async () => (await listMandates(db, partner.actor, company.id, { pageNumber: 1, pageSize: 100 })).entries;
  const consents = () =>
    db.select().from(mandateConsents).where(eq(mandateConsents.partnerId, partner.id)).orderBy(mandateConsents.givenAt);
  return { partner, company, email, ...customer, mandates, consents, ...formOf(customer) };
}

/** Returns the acts on the form for a mandate, which a customer opens, and sends as often as they like. */
export function formOf(customer: GivenCustomer) {
  const wordIn = async () => {
    const { reading } = await readingFor(customer);
    return (terms: MandateTerms) => wordsOfMandate(terms, reading.say);
  };
  /** Returns the form as it is shown now, filled in. */
  const open = async (typed: Partial<GivenConsent> = {}): Promise<GivenConsent> => {
    const offer = await findMandateOffer(db, customer.actor);
    if ("reason" in offer) throw new Error(`Not offered: ${offer.reason}`);
    const version = versionOfMandate(offer, (await wordIn())(offer.terms));
    return { holder: "Ada Brandsma", iban: accountFacts({ country: "DE" }).iban, agrees: true, version, ...typed };
  };
  const send = async (form: GivenConsent) => giveMandate(db, customer.actor, form, await wordIn());
  const give = async (typed?: Partial<GivenConsent>) => send(await open(typed));
  return { open, send, give };
}
