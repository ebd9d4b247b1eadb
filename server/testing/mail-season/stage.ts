import { and, eq } from "drizzle-orm";
import { db } from "@/db/client";
import { only } from "@/db/rows";
import { companySettings } from "@/db/schema/collection-settings";
import { partners } from "@/db/schema/partners";
import { payments } from "@/db/schema/payments";
import { systemActor } from "@/server/actor";
import { runCollection } from "@/server/background/run-collection";
import { customerLink } from "@/server/billing/customer-links/customer-link";
import { transmitImport } from "@/server/billing/imports/transmit-import";
import type { InvoiceDetails } from "@/server/billing/invoices/invoice";
import { findCustomer } from "@/server/customer-page/find-customer";
import type { Locale } from "@/server/domain/formats/locales";
import { moveClock } from "@/server/sandbox/move-clock";
import { type GivenPartner, givenCompany, givenImport, givenInvoice, givenPartner } from "../given";
import { givenBankAccount } from "../given-bank-account";
import { secretOf } from "../given-customer";
import { type Billed, type Club, clubs, seasonStart } from "./clubs";

/** An invoice of the season. */
export interface Played {
  details: InvoiceDetails;
  club: Club;
  billed: Billed;
  /** The customer's name. */
  name: string;
  email: string;
  /** Secret in the link to the invoice's page. */
  secret: string;
  /** Words by which mails name what is to be paid for. */
  thing: string;
}

export interface Stage {
  partner: GivenPartner;
  transmittedAt: Date;
  invoices: Played[];
}

/** First names by language. */
const firstNames: Record<Locale, string[]> = {
  de: ["Mia", "Jonas", "Lena", "Felix", "Nora", "Finn", "Anna"],
  en: ["Emma", "Noah", "Grace", "Liam", "Nora", "Finn", "Anna"],
  fr: ["Chloé", "Hugo", "Léa", "Louis", "Inès", "Jules", "Anna"],
  it: ["Giulia", "Elio", "Chiara", "Marco", "Nora", "Luca", "Anna"],
  nl: ["Sanne", "Daan", "Fleur", "Bram", "Noor", "Finn", "Anna"],
};
/** Last names by language, none of which a family of the season has, so that names tell customers apart. */
const lastNames: Record<Locale, string[]> = {
  de: ["Amsel", "Gerber", "Huber", "Keller", "Lechner"],
  en: ["Ellis", "Harper", "Murphy", "Turner", "Walsh"],
  fr: ["Bernard", "Dubois", "Fontaine", "Lambert", "Rochat"],
  it: ["Conti", "Fontana", "Galli", "Moretti", "Riva"],
  nl: ["Dekker", "Jansen", "Mulder", "Peeters", "Smit"],
};

/** Sets the clubs up and transmits their imports on the next first of March, so that the season has a clock change and a French "1er". */
export async function setStage(isSmall: boolean): Promise<Stage> {
  const partner = await givenPartner({ isSandbox: true });
  const transmittedAt = seasonStart();
  await db
    .update(partners)
    .set({ clockOffsetMs: transmittedAt.getTime() - Date.now() })
    .where(eq(partners.id, partner.id));
  const at = { ...partner, actor: await actorOf({ partner }) };
  const stage: Stage = { partner: at, transmittedAt, invoices: [] };
  for (const club of clubs) await billClub(stage, club, isSmall);
  return stage;
}

async function billClub({ partner, invoices }: Stage, club: Club, isSmall: boolean): Promise<void> {
  const billed = club.invoices.filter((each) => each.isSmall || !isSmall);
  if (billed.length === 0) return;
  const { name, country: countryCode, currency, enterpriseNumber = null, bank } = club;
  const locale = club.invoices[0]?.locale ?? "en";
  const company = await givenCompany(partner, { name, countryCode, currency, locale, enterpriseNumber });
  if (bank) await givenBankAccount(partner, company, { country: bank, holder: name });
  const { lateFeeCents: latePaymentFeeCents, chargebackFeeCents, hasNote: latePaymentFeeNotice = false, texts = {} } = club;
  const days = { dueDays: 14, request1Day: 0, request2Day: 10, reminder1Day: 4, reminder2Day: 20, reminder3Day: 34 };
  await db
    .update(companySettings)
    .set({ ...days, latePaymentFeeCents, chargebackFeeCents, latePaymentFeeNotice, texts })
    .where(eq(companySettings.companyId, company.id));
  const into = await givenImport(partner, { company, ...(club.title && { title: club.title }) });
  const played: Omit<Played, "secret">[] = [];
  for (const each of billed) {
    const place = invoices.length + played.length;
    const nth = (names: string[]) => names[place % names.length] ?? "";
    const lastName = each.family ?? nth(lastNames[each.locale]);
    const firstName = nth(firstNames[each.locale]);
    const email = `${each.family ?? place}.${company.id}@members.example`.toLowerCase();
    const externalInvoiceNumber = `R-${1_001 + place}`;
    const description = each.line ?? club.lines[each.locale] ?? "";
    const details = await givenInvoice(partner, {
      import: into,
      amountCents: each.cents,
      invoice: {
        externalInvoiceNumber,
        locale: each.locale,
        customerEmail: email,
        customerCountryCode: club.livesIn ?? countryCode,
        customerFirstName: each.organization ? null : firstName,
        customerLastName: lastName,
        customerOrganization: each.organization ?? null,
        lines: [{ id: null, amountCents: each.cents, description, date: null }],
      },
    });
    const payer = each.organization ?? `${firstName} ${lastName}`;
    played.push({ details, club, billed: each, name: payer, email, thing: club.title ?? description });
  }
  await transmitImport(db, partner.actor, into.id);
  for (const each of played) invoices.push({ ...each, secret: secretOf(await customerLink(db, partner.actor, each.details.id)) });
}

/** Returns the partner's actor at the time of the sandbox's clock, which differs each day. */
export async function actorOf({ partner }: { partner: Pick<GivenPartner, "id"> }) {
  return systemActor(only(await db.select().from(partners).where(eq(partners.id, partner.id))));
}

export async function collect({ partner }: Stage): Promise<void> {
  await runCollection(db, { scope: { partnerId: partner.id }, transport: { kind: "mailbox" } });
}

/** Moves the sandbox's clock as its people do. Everything that is due on the way is done. */
export async function moveOn(stage: Stage, days: number): Promise<void> {
  const actor = await actorOf(stage);
  await moveClock(db, actor, { seenOffsetMs: actor.clockOffsetMs, days });
  for (let isThere = false; !isThere; ) {
    await collect(stage);
    isThere = only(await db.select().from(partners).where(eq(partners.id, stage.partner.id))).clockTargetMs === null;
  }
}

/** Opens the link to an invoice's page, and returns the customer. */
export async function customerOf({ secret }: Played) {
  const customer = await findCustomer(db, secret, null);
  if (!customer) throw new Error("a customer's link opens nothing");
  return customer;
}

/** Returns an invoice's newest online payment. Throws if none was begun. */
export async function newestPayment({ details }: Played) {
  const rows = await db
    .select()
    .from(payments)
    .where(and(eq(payments.partnerId, details.partnerId), eq(payments.invoiceId, details.id)))
    .orderBy(payments.id);
  const newest = rows.filter(({ provider }) => provider).at(-1);
  if (!newest?.providerReference) throw new Error("No payment was begun");
  return { ...newest, providerReference: newest.providerReference };
}
