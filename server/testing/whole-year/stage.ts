import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { only } from "@/db/rows";
import type { CollectionSettings } from "@/db/schema/collection-settings";
import type { Company } from "@/db/schema/companies";
import { partners } from "@/db/schema/partners";
import { type Actor, systemActor } from "@/server/actor";
import { runCollection } from "@/server/background/run-collection";
import { getCompanySettings } from "@/server/billing/collection-settings/get-company-settings";
import { updateCompanySettings } from "@/server/billing/collection-settings/update-company-settings";
import { customerLink } from "@/server/billing/customer-links/customer-link";
import { transmitImport } from "@/server/billing/imports/transmit-import";
import { bankCalendarOf } from "@/server/domain/banking/bank-days";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { clock } from "@/server/platform/clock";
import { moveClock } from "@/server/sandbox/move-clock";
import { drawWhole } from "@/server/seasons/draw";
import { type GivenPartner, givenCompany, givenImport, givenInvoice, givenPartner } from "../given";
import { accountFacts, givenBankAccount } from "../given-bank-account";
import { secretOf } from "../given-customer";
import { givenMandate } from "../given-mandate";
import { lookAtDesk } from "../given-statement";
import { seasonStart } from "../mail-season/clubs";
import { type Bank, openBank } from "./bank";
import { type Club, clubs, type Role, roles } from "./clubs";
import { isDebtor } from "./habit-names";

/** A company of the year. */
interface PlayedClub {
  club: Club;
  company: Company;
  bankAccountId: string;
  iban: string;
  settings: CollectionSettings;
}

/** An invoice of the year. */
export interface Played {
  /** Number in the order of the year, on which all draws for the invoice depend. */
  index: number;
  role: Role;
  of: PlayedClub;
  importId: string;
  invoiceId: string;
  invoiceNumber: number;
  transmittedOn: string;
  /** The payer's mail address, which a family's invoices share. */
  email: string;
  name: string;
  /** Account from which the customer transfers. */
  iban: string;
  /** Secret in the link to the invoice's page. */
  secret: string;
  /** Last day of the period that the invoice is for; null: it is for none. */
  periodEndsOn: string | null;
}

export interface Stage {
  seed: string;
  partner: GivenPartner;
  clubs: PlayedClub[];
  invoices: Played[];
  bank: Bank;
}

/** Number of days from the transmission to the last day of the period that invoices are for. */
const PERIOD_DAYS = 330;
/** Number of days between the signature of a mandate and the transmission. */
const SIGNED_DAYS_AGO = 120;

/** Sets the companies up in one sandbox, whose clock stands at 10:00 on the next first of March. */
export async function setYear(seed: string): Promise<Stage> {
  const partner = await givenPartner({ isSandbox: true });
  await db
    .update(partners)
    .set({ clockOffsetMs: seasonStart().getTime() - Date.now() })
    .where(eq(partners.id, partner.id));
  const played: PlayedClub[] = [];
  for (const club of clubs) played.push(await openClub({ ...partner, actor: await actorOf({ partner }) }, club));
  const accounts = played.map(({ iban, club, company }) => ({
    iban,
    currency: club.currency,
    calendar: bankCalendarOf(company),
    isBookedAsSum: club.isBookedAsSum ?? false,
  }));
  return { seed, partner, clubs: played, invoices: [], bank: openBank(seed, accounts) };
}

async function openClub(partner: GivenPartner, club: Club): Promise<PlayedClub> {
  const { name, country: countryCode, currency, locale, bank } = club;
  const address = { address1: "Am Ufer", houseNumber: "1", zipcode: "24103", city: "Northbank" };
  const company = await givenCompany(partner, { name, countryCode, currency, locale, enterpriseNumber: "0123.456.749", ...address });
  const creditorIdentifier = currency === "EUR" ? "DE98ZZZ09999999999" : null;
  const { id: bankAccountId, current } = await givenBankAccount(partner, company, { country: bank, holder: name, creditorIdentifier });
  const { settings: initial, version } = await getCompanySettings(db, partner.actor, company.id);
  const settings = { ...initial, ...club.settings, bankAccountId };
  await updateCompanySettings(db, partner.actor, company.id, settings, version);
  return { club, company, bankAccountId, iban: current?.iban ?? "", settings };
}

/**
 * Transmits an import of each company with its invoices of one round. `from`: index of the round's first invoice. `hasPeriod`: the invoices are
 * for a season, on which the law may depend.
 */
export async function transmitRound(stage: Stage, from: number, count: number, hasPeriod: boolean): Promise<void> {
  const actor = await actorOf(stage);
  const partner = { ...stage.partner, actor };
  const today = dayAt(clock.now(actor));
  const periodEndsOn = hasPeriod ? addDays(today, PERIOD_DAYS) : null;
  const wanted = Array.from({ length: count }, (_, nth) => from + nth);
  for (const of of stage.clubs) {
    const own = wanted.flatMap((index) => {
      const role = roles[index % roles.length];
      return role?.club === of.club.country ? [{ index, role }] : [];
    });
    if (own.length === 0) continue;
    const { settings, version } = await getCompanySettings(db, actor, of.company.id);
    await updateCompanySettings(db, actor, of.company.id, { ...settings, instalmentsPeriodEndsOn: periodEndsOn }, version);
    const into = await givenImport(partner, { company: of.company, title: `Season ${from}` });
    const billed: Omit<Played, "secret">[] = [];
    for (const { index, role } of own) billed.push(await bill(stage, partner, { index, role, of, into, round: from, today, periodEndsOn }));
    await transmitImport(db, actor, into.id);
    for (const each of billed) stage.invoices.push({ ...each, secret: secretOf(await customerLink(db, actor, each.invoiceId)) });
  }
}

interface Wanted extends Pick<Played, "index" | "role" | "of" | "periodEndsOn"> {
  into: Awaited<ReturnType<typeof givenImport>>;
  /** Index of the first invoice of the round. */
  round: number;
  today: string;
}

async function bill({ seed }: Stage, partner: GivenPartner, wanted: Wanted): Promise<Omit<Played, "secret">> {
  const { index, role, of, into, round, today, periodEndsOn } = wanted;
  const { family, habit, isBusiness, livesIn } = role;
  const email = `${family ? `${family}.${into.id}` : `${index}.${partner.id}`}@members.example`.toLowerCase();
  const lastName = family ?? `Member${index}`;
  const iban = accountFacts({ country: "DE" }).iban;
  const amountCents = drawWhole([30, 240], seed, "amount", String(index)) * 100 + drawWhole([0, 99], seed, "cents", String(index));
  const isCollected = isDebtor(habit) && of.club.currency === "EUR";
  const signedOn = addDays(today, -SIGNED_DAYS_AGO);
  const holder = `Ada ${lastName}`;
  const mandate = { customerEmail: email, reference: `M-${family ? `${family}-${round}` : index}`, holder, iban, signedOn };
  if (isCollected) await givenMandate(partner, of.company, mandate).catch(ofFamily);
  const { id, invoiceNumber } = await givenInvoice(partner, {
    import: into,
    amountCents,
    invoice: {
      externalInvoiceNumber: `Y-${1_000 + index}`,
      locale: of.club.locale,
      customerEmail: email,
      customerFirstName: isBusiness ? null : "Ada",
      customerLastName: lastName,
      customerCountryCode: livesIn ?? of.club.country,
      customerOrganization: isBusiness ? `Studio ${lastName}` : null,
      lines: [{ id: null, amountCents, description: "Annual membership", date: null }],
    },
  });
  const played = { index, role, of, importId: into.id, invoiceId: id, invoiceNumber, transmittedOn: today, email, iban, periodEndsOn };
  return { ...played, name: isBusiness ? `Studio ${lastName}` : holder };
}

/** Accepts that the payer's mandate is recorded already, with another invoice of the family. */
function ofFamily(error: unknown): void {
  if (!(error instanceof Error && error.message.startsWith("Not recorded"))) throw error;
}

/** Returns the partner's actor at the time of the sandbox's clock, which differs each day. */
export async function actorOf({ partner }: { partner: Pick<GivenPartner, "id"> }): Promise<Actor> {
  return systemActor(only(await db.select().from(partners).where(eq(partners.id, partner.id))));
}

/** Does everything that is due, as the jobs `bank` and `messages` do. */
export async function work({ partner }: Stage): Promise<void> {
  const scope = { partnerId: partner.id };
  await lookAtDesk(partner);
  await runCollection(db, { scope, transport: { kind: "mailbox" } });
}

/** Moves the clock to tomorrow. Everything that is due on the way is done at its own time. */
export async function goOnADay(stage: Stage): Promise<void> {
  const actor = await actorOf(stage);
  await moveClock(db, actor, { seenOffsetMs: actor.clockOffsetMs, days: 1 });
  for (let isThere = false; !isThere; ) {
    await work(stage);
    isThere = only(await db.select().from(partners).where(eq(partners.id, stage.partner.id))).clockTargetMs === null;
  }
}
