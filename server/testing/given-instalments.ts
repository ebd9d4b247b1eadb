import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { outgoingMessages } from "@/db/schema/collections";
import { instalmentPlans } from "@/db/schema/instalment-plans";
import { mails } from "@/db/schema/mails";
import { describePlan } from "@/server/billing/collection/describe-plan";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import { agreeToInstalments, type ChosenInstalments } from "@/server/customer-page/agree-to-instalments";
import { wordsOfInstalments } from "@/server/customer-page/document/instalments";
import { type Customer, findCustomer } from "@/server/customer-page/find-customer";
import { findInstalmentOffer, type InstalmentWay, planOf, versionOfInstalments } from "@/server/customer-page/instalment-offer";
import { customerPageOf, readingFor } from "./customer-page-of";
import { collectionOf, jumpClock } from "./given-collection";
import { givenOfferedInstalments, type OfferedInstalments } from "./given-offered-instalments";

/**
 * Creates the invoice of `givenOfferedInstalments`, and returns the acts of its customer and of the service. `customer`: the customer at the
 * time of the sandbox's clock.
 */
export async function givenInstalments(options: OfferedInstalments = {}) {
  const { partner, company, email, secret, invoice } = await givenOfferedInstalments(options);
  const customer = async (): Promise<Customer> => {
    const found = await findCustomer(db, secret, null);
    if (!found) throw new Error("the link opens nothing");
    return found;
  };
  const form = async (count: number, way: InstalmentWay = "transfer") => {
    const actor = await customer();
    const [terms, { reading }] = await Promise.all([findInstalmentOffer(db, actor), readingFor({ actor })]);
    if ("reason" in terms) throw new Error(`Not offered: ${terms.reason}`);
    const plan = planOf(terms, count, way);
    if (!plan) throw new Error("No such number of parts");
    return { count, way, version: versionOfInstalments(terms, plan, wordsOfInstalments(terms, plan, reading)) };
  };
  const send = async (chosen: ChosenInstalments) => {
    const actor = await customer();
    const { reading } = await readingFor({ actor });
    return agreeToInstalments(db, actor, chosen, (terms, plan) => wordsOfInstalments(terms, plan, reading));
  };
  return {
    partner,
    company,
    email,
    invoice,
    secret,
    customer,
    form,
    send,
    ...collectionOf(partner),
    agree: async (count: number, way?: InstalmentWay) => send(await form(count, way)),
    offer: async () => findInstalmentOffer(db, await customer()),
    jump: (days: number) => jumpClock(partner, days),
    plan: async () => describePlan(db, await customer(), invoice.id),
    page: async () => customerPageOf({ actor: await customer(), secret }),
    rows: () => db.select().from(instalmentPlans).where(eq(instalmentPlans.invoiceId, invoice.id)),
    lines: async () => (await getInvoice(db, partner.actor, invoice.id)).lines,
    outgoing: async () =>
      (await db.select().from(outgoingMessages).where(eq(outgoingMessages.invoiceId, invoice.id)).orderBy(outgoingMessages.id)).map(
        ({ kind, state }) => `${kind} ${state}`,
      ),
    mails: async () =>
      (await db.select().from(mails).where(eq(mails.recipient, email)).orderBy(mails.id)).map(({ subject }) => subject ?? ""),
    bodies: async () => (await db.select().from(mails).where(eq(mails.recipient, email)).orderBy(mails.id)).map(({ body }) => body ?? ""),
  };
}
