import { and, eq, inArray, isNotNull, lte } from "drizzle-orm";
import { db } from "@/db/client";
import { only } from "@/db/rows";
import { bankTransactions } from "@/db/schema/bank-transactions";
import type { CollectionSettings } from "@/db/schema/collection-settings";
import { collectionStarts, collections, outgoingMessages } from "@/db/schema/collections";
import { heldReplies } from "@/db/schema/conversations";
import { partners } from "@/db/schema/partners";
import { payments } from "@/db/schema/payments";
import { deskRankings } from "@/db/schema/probable-payments";
import { type Actor, systemActor } from "@/server/actor";
import { getCompanySettings } from "@/server/billing/collection-settings/get-company-settings";
import { updateCompanySettings } from "@/server/billing/collection-settings/update-company-settings";
import { customerLink } from "@/server/billing/customer-links/customer-link";
import { referenceOf } from "@/server/domain/banking/payment-reference";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { clock } from "@/server/platform/clock";
import { type GivenPartner, givenCompany, givenImport, givenInvoice, givenPartner } from "./given";
import { accountFacts, givenBankAccount } from "./given-bank-account";
import { secretOf } from "./given-customer";
import { seasonStart } from "./mail-season/clubs";
import { openBank, orderTransfer } from "./whole-year/bank";
import { clubs } from "./whole-year/clubs";
import type { Habit } from "./whole-year/habit-names";
import type { Played, Stage } from "./whole-year/stage";

// Twelve customers of a German club that collects by direct debit and offers instalments. Played in a browser.

/** How each customer has a mandate: from the treasurer's file, from their page, or not at all; and the habit by which they pay. */
const customers = {
  Ada: { mandate: "page", habit: "debited" },
  Bo: { mandate: "page", habit: "debited" },
  Cleo: { mandate: "file", habit: "debited" },
  Dora: { mandate: "file", habit: "debitRejected" },
  Emil: { mandate: "file", habit: "debitReturned" },
  Fay: { mandate: "file", habit: "withdrawsMandate" },
  Gus: { mandate: "file", habit: "divides" },
  Hanna: { mandate: null, habit: "divides" },
  Iris: { mandate: null, habit: "paysLate" },
  Jan: { mandate: null, habit: "paysOnline" },
  Kim: { mandate: null, habit: "paysInTime" },
  Lea: { mandate: null, habit: "paysInTime" },
} as const satisfies Record<string, { mandate: "page" | "file" | null; habit: Habit }>;

export type Name = keyof typeof customers;

export const names = Object.keys(customers) as Name[];

/** The only customer that is an organisation, which may owe a fee for instalments. */
const ORGANISATION: Name = "Hanna";

/** Draws that the bank takes a debit back two bank days after it was booked, with charges. */
const SEED = "summer";

/** Days between two instalments: the least that settings allow. */
const EVERY_DAYS = 21;
/** Days from the first one to the last day of the period that the invoices are for. */
const PERIOD_DAYS = 330;

/** The first message leaves a day after the transmission, so that customers can give a mandate before it. */
const settingsOfClub: Partial<CollectionSettings> = {
  ...{ dueDays: 8, request1Day: 1, request2Day: null, reminder1Day: 12, reminder2Day: 30, reminder3Day: null },
  ...{ directDebit: true, debitNoticeDays: 5, paymentMethods: ["ideal", "bank_transfer"], promiseDays: 14 },
  ...{ latePaymentFeeCents: 250, chargebackFeeCents: 300, instalmentsFeeCents: 500 },
  ...{ instalmentsFromCents: 3_000, instalmentsMostParts: 2, instalmentsEveryDays: EVERY_DAYS, instalmentsMissed: "spread" },
};

/** A sandbox of the club, whose clock stands at 10:00 on the next first of March, with an import that is not transmitted. */
export async function givenDebitYear() {
  const partner = await givenPartner({ isSandbox: true });
  await db
    .update(partners)
    .set({ clockOffsetMs: seasonStart().getTime() - Date.now() })
    .where(eq(partners.id, partner.id));
  const actor = await actorOf(partner);
  const now = { ...partner, actor };
  const today = dayAt(clock.now(actor));
  const club = only(clubs.filter(({ country }) => country === "DE"));
  const { name, country: countryCode, currency } = club;
  const address = { address1: "Am Ufer", houseNumber: "1", zipcode: "24103", city: "Kiel" };
  const company = await givenCompany(now, { name, countryCode, currency, locale: "en", ...address });
  const account = await givenBankAccount(now, company, { country: "DE", holder: name, creditorIdentifier: "DE98ZZZ09999999999" });
  const iban = account.current?.iban ?? "";
  const { settings: initial, version } = await getCompanySettings(db, actor, company.id);
  const periodEndsOn = addDays(today, PERIOD_DAYS);
  const settings = { ...initial, ...settingsOfClub, bankAccountId: account.id, instalmentsPeriodEndsOn: periodEndsOn };
  await updateCompanySettings(db, actor, company.id, settings, version);
  const of = { club, company, bankAccountId: account.id, iban, settings };
  const into = await givenImport(now, { company, title: "Annual dues" });
  const invoices: Played[] = [];
  for (const [index, first] of names.entries()) {
    const isBusiness = first === ORGANISATION;
    const name = isBusiness ? `Studio ${first}` : `${first} Nordlicht`;
    const email = `${first}.${partner.id}@members.example`.toLowerCase();
    const { id: invoiceId, invoiceNumber } = await givenInvoice(now, {
      ...{ import: into, amountCents: 6_000 + 1_110 * index },
      invoice: {
        ...{ externalInvoiceNumber: `D-${101 + index}`, customerEmail: email, locale: "en", customerCountryCode: "DE" },
        ...{ customerFirstName: isBusiness ? null : first, customerLastName: "Nordlicht" },
        customerOrganization: isBusiness ? name : null,
      },
    });
    invoices.push({
      ...{ index, of, importId: into.id, invoiceId, invoiceNumber, transmittedOn: today, email, name, periodEndsOn, secret: "" },
      role: { club: "DE", habit: customers[first].habit, isBusiness },
      iban: accountFacts({ country: "DE" }).iban,
    });
  }
  const bank = openBank(SEED, [{ iban, currency: "EUR", calendar: "target", isBookedAsSum: false }]);
  const stage: Stage = { seed: SEED, partner, clubs: [of], invoices, bank };
  return { stage, importId: into.id, company };
}

/** Returns what is known of a customer. */
export function playedBy({ invoices }: Stage, name: Name): Played {
  return only(invoices.filter(({ index }) => names[index] === name));
}

/** Names the link to each customer's page, once their invoices are transmitted. */
export async function findLinks(stage: Stage): Promise<void> {
  const actor = await actorOf(stage.partner);
  for (const played of stage.invoices) played.secret = secretOf(await customerLink(db, actor, played.invoiceId));
}

/** The treasurer's list of mandates as CSV, in German; the last row has no day of signature. */
export function mandateList(stage: Stage, signedOn: string): string {
  const rows = names.flatMap((name) => {
    if (customers[name].mandate !== "file") return [];
    const { name: holder, iban, email } = playedBy(stage, name);
    return [`N-${name};${holder};${iban};${signedOn};${email}`];
  });
  const { iban } = playedBy(stage, "Kim");
  const refused = `N-Mia;Mia Nordlicht;${iban};;mia.${stage.partner.id}@members.example`;
  return ["Mandatsreferenz;Kontoinhaber;IBAN;Unterschrieben am;E-Mail", ...rows, refused].join("\n");
}

/** Orders a transfer with the invoice's reference, which the club's bank books tomorrow at the earliest. */
export async function transfer(stage: Stage, name: Name, cents: number): Promise<void> {
  const { of, invoiceId, invoiceNumber, iban, name: payer } = playedBy(stage, name);
  const entry = { cents, name: payer, iban, reference: referenceOf(invoiceNumber, "creditor").code };
  orderTransfer(stage.bank, { iban: of.iban, on: addDays(await todayOf(stage), 1), isFor: [{ invoiceId, cents }], entry });
}

/** Returns the system as an actor, by the sandbox's clock of now. */
export async function actorOf({ id }: Pick<GivenPartner, "id">): Promise<Actor> {
  return systemActor(only(await db.select().from(partners).where(eq(partners.id, id))));
}

export async function todayOf({ partner }: Pick<Stage, "partner">): Promise<string> {
  return dayAt(clock.now(await actorOf(partner)));
}

/** Names the work that the service's background still has to do for the sandbox, in one snapshot; empty: all that is due has happened. */
export function workLeft({ partner: { id } }: Pick<Stage, "partner">): Promise<string[]> {
  return db.transaction(
    async (tx) => {
      const sandbox = only(await tx.select().from(partners).where(eq(partners.id, id)));
      const isDue = and(eq(collections.partnerId, id), lte(collections.nextAt, clock.now(sandbox)));
      const waits = and(eq(outgoingMessages.partnerId, id), inArray(outgoingMessages.state, ["waiting", "handing_over"]));
      const isNew = and(eq(bankTransactions.partnerId, id), eq(bankTransactions.state, "new"));
      const isAtProvider = and(eq(payments.partnerId, id), eq(payments.status, "pending"), isNotNull(payments.provider));
      const counts = {
        "the clock is on its way": sandbox.clockTargetMs === null ? 0 : 1,
        "imports are to be begun": await tx.$count(collectionStarts, eq(collectionStarts.partnerId, id)),
        "steps of collection are due": await tx.$count(collections, isDue),
        "messages wait": await tx.$count(outgoingMessages, waits),
        "payments are to be matched": await tx.$count(bankTransactions, isNew),
        "the desk is to be ranked": await tx.$count(deskRankings, eq(deskRankings.partnerId, id)),
        "the provider has not answered": await tx.$count(payments, isAtProvider),
        "replies are to be sent": await tx.$count(heldReplies, eq(heldReplies.partnerId, id)),
      };
      return Object.entries(counts).flatMap(([what, count]) => (count > 0 ? [what] : []));
    },
    { isolationLevel: "repeatable read" },
  );
}
