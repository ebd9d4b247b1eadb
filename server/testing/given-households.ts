import { asc, eq } from "drizzle-orm";
import { db } from "@/db/client";
import { type CollectionSettings, importSettings } from "@/db/schema/collection-settings";
import { householdDepartures, householdMembers } from "@/db/schema/households";
import { runCollection } from "@/server/background/run-collection";
import { customerLink } from "@/server/billing/customer-links/customer-link";
import { transmitImport } from "@/server/billing/imports/transmit-import";
import type { InvoiceDetails, NewInvoice } from "@/server/billing/invoices/invoice";
import { updateInvoice } from "@/server/billing/invoices/update-invoice";
import { findCustomer } from "@/server/customer-page/find-customer";
import { newId } from "@/server/platform/id";
import { givenImport, givenInvoice, givenPartner } from "./given";
import { jumpClock } from "./given-collection";
import { secretOf } from "./given-customer";
import { givenBankingCompany } from "./given-statement";

/** Returns a unique mail address. */
export const newAddress = () => `${newId()}@members.example`;

export type GivenHouseholds = Awaited<ReturnType<typeof givenHouseholds>>;

interface Options {
  isSandbox?: boolean;
  settings?: Partial<CollectionSettings>;
  /** Amount of each invoice, in cents. */
  amountCents?: number;
}

/** Creates a transmitted import with one invoice for each recipient, numbered from `F-1`. */
export async function givenHouseholds(
  recipients: Partial<NewInvoice>[],
  { isSandbox = true, settings, amountCents = 4_500 }: Options = {},
) {
  const bank = await givenBankingCompany(await givenPartner({ isSandbox }));
  const { partner, company } = bank;
  const into = await givenImport(partner, { company });
  const billed: InvoiceDetails[] = [];
  for (const [index, invoice] of recipients.entries()) {
    billed.push(
      await givenInvoice(partner, {
        import: into,
        amountCents,
        invoice: { externalInvoiceNumber: `F-${index + 1}`, locale: "en", ...invoice },
      }),
    );
  }
  if (settings) await db.update(importSettings).set(settings).where(eq(importSettings.importId, into.id));
  await transmitImport(db, partner.actor, into.id);
  const collect = () => runCollection(db, { scope: { partnerId: partner.id }, transport: { kind: "mailbox" } });
  const collectOn = async (day: number) => {
    await jumpClock(partner, day);
    await collect();
  };
  const customerOf = async (id: string) => {
    const secret = secretOf(await customerLink(db, partner.actor, id));
    const actor = await findCustomer(db, secret, null);
    if (!actor) throw new Error("The link opens nothing");
    return { actor, secret };
  };
  /** Returns each household as the figures after `F-` in its invoices' numbers. The lead's figure comes first. */
  const households = async () => {
    const rows = await db.select().from(householdMembers).where(eq(householdMembers.partnerId, partner.id));
    const placeOf = (id: string) => billed.findIndex((invoice) => invoice.id === id) + 1;
    const leads = [...new Set(rows.map(({ leadInvoiceId }) => leadInvoiceId))].sort((one, other) => placeOf(one) - placeOf(other));
    return leads.map((lead) => [
      placeOf(lead),
      ...rows
        .filter((row) => row.leadInvoiceId === lead && row.invoiceId !== lead)
        .map(({ invoiceId }) => placeOf(invoiceId))
        .sort((one, other) => one - other),
    ]);
  };
  const departures = async () => {
    const rows = await db
      .select()
      .from(householdDepartures)
      .where(eq(householdDepartures.partnerId, partner.id))
      .orderBy(asc(householdDepartures.recordedOrder));
    return Object.fromEntries(rows.map(({ invoiceId, reason }) => [billed.findIndex(({ id }) => id === invoiceId) + 1, reason]));
  };
  const at = (index: number) => {
    const invoice = billed[index];
    if (!invoice) throw new Error("No such invoice");
    return invoice;
  };
  return { ...bank, into, billed, at, collect, collectOn, customerOf, households, departures };
}

/** Corrects the customer's details on the invoice at the index. */
export const correct = ({ partner, at }: GivenHouseholds, index: number, update: Partial<NewInvoice>) =>
  updateInvoice(db, partner.actor, at(index).id, { externalInvoiceNumber: at(index).externalInvoiceNumber, ...update });
