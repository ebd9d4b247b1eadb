import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { Connection } from "@/db/client";
import { only } from "@/db/rows";
import { partners } from "@/db/schema/partners";
import { payments } from "@/db/schema/payments";
import { type Actor, systemActor } from "@/server/actor";
import { getBackgroundJob } from "@/server/background/jobs";
import { runCollection } from "@/server/background/run-collection";
import { createImport } from "@/server/billing/imports/create-import";
import { getImportSettings } from "@/server/billing/imports/get-import-settings";
import { transmitImport } from "@/server/billing/imports/transmit-import";
import { updateImportSettings } from "@/server/billing/imports/update-import-settings";
import { createInvoice } from "@/server/billing/invoices/create-invoice";
import { makeCalls } from "@/server/billing/payment-providers/simulated-bank/make-calls";
import { followPaymentAfterWebhook } from "@/server/billing/payments/follow-payment";
import { type Random, randomFrom } from "@/server/demo/random";
import { sendNotifications } from "@/server/notifications/send-notifications";
import { moveClock } from "@/server/sandbox/move-clock";
import { createCompany } from "@/server/tenancy/companies/create-company";
import { createPartner } from "@/server/tenancy/partners/create-partner";
import { newCompany, newInvoiceFor } from "./new-records";
import { keepPartnerCopy, type PartnerCopy } from "./partner-copy";
import { actOnce } from "./season-acts";
import { problemsOfSeason, problemsWithBank } from "./season-check";

type Db = Connection["db"];

interface Season {
  /** The same seed gives the same season. */
  seed: number;
  /** Number of invoices. */
  invoices: number;
  /** Number of days. */
  days: number;
}

export interface PlayedSeason {
  /** Number of times that each outcome occurred, such as `pay done` and `retract payment_in_progress`. */
  outcomes: Map<string, number>;
  /** Violations, in words, with the seed and the day; the season ends on the first day with any. */
  violations: string[];
}

/** Days of the season on which an import is transmitted. Each import has the same share of the invoices. */
const IMPORT_DAYS = [0, 3, 10, 25];
/** Share of invoices on which neither customers nor staff ever act. */
const IDLE_SHARE = 0.15;
/** Share of the other invoices on which somebody acts, on each day. */
const ACT_SHARE = 0.12;
/** Countries whose law on late-payment fees the service knows, or treats with care. */
const COUNTRIES = ["AT", "BE", "CH", "DE", "GB", "IE", "NL"] as const;
/** Share of payments about which the bank calls on the same day. About the others it may call days later. */
const PUNCTUAL_SHARE = 0.5;
/** Interval, in days, at which the service asks the bank about everything. */
const ASK_EVERY_DAYS = 7;

/**
 * Plays a sandbox partner's season: its imports are transmitted, its clock advances day by day, and the usual code does everything that
 * falls due, while customers, staff and the bank act randomly. At the end of each day the books and the partner's copy are checked.
 */
export async function playSeason(db: Db, season: Season, onDay: (day: number) => void = () => {}): Promise<PlayedSeason> {
  const { seed, days } = season;
  const partner = await createPartner(db, { name: "Northbank League", isSandbox: true });
  const company = await createCompany(db, systemActor(partner), newCompany);
  const copy = await keepPartnerCopy({ db }, systemActor(partner));
  const stage: Stage = {
    db,
    partnerId: partner.id,
    companyId: company.id,
    random: randomFrom(seed),
    invoices: [],
    copy,
    outcomes: new Map(),
  };
  const violations: string[] = [];
  try {
    for (let day = 0; day < days && violations.length === 0; day += 1) {
      onDay(day);
      violations.push(...(await playDay(stage, season, day)).map((problem) => `seed ${seed}, day ${day}: ${problem}`));
    }
    violations.push(...(await closeBooks(stage)).map((problem) => `seed ${seed}, in the end: ${problem}`));
  } finally {
    copy.close();
  }
  return { outcomes: stage.outcomes, violations };
}

interface Stage {
  db: Db;
  partnerId: string;
  companyId: string;
  random: Random;
  invoices: { id: string; isIdle: boolean }[];
  copy: PartnerCopy;
  outcomes: Map<string, number>;
}

async function playDay(stage: Stage, season: Season, day: number): Promise<string[]> {
  const { db, partnerId, random, invoices, copy, outcomes } = stage;
  if (day > 0) await waitForTomorrow(stage);
  const actor = await actorOf(stage);
  if (IMPORT_DAYS.includes(day)) await transmitSome(stage, actor, Math.ceil(season.invoices / IMPORT_DAYS.length));
  await runCollection(db, { scope: { partnerId }, transport: { kind: "mailbox" } });

  const refusedWrongly: string[] = [];
  for (const { id: invoiceId, isIdle } of invoices) {
    if (isIdle || !random.chance(ACT_SHARE)) continue;
    const { outcome, isAllowed } = await actOnce({ db, actor, invoiceId, random });
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    if (!isAllowed) refusedWrongly.push(`invoice ${invoiceId}: ${outcome}`);
  }
  await hearFromBank(stage, day);
  await runCollection(db, { scope: { partnerId }, transport: { kind: "mailbox" } });
  await sendNotifications(db, { scope: { partnerId } });
  return [...refusedWrongly, ...(await problemsOfSeason(db, partnerId, copy))];
}

async function waitForTomorrow(stage: Stage): Promise<void> {
  const { db, partnerId } = stage;
  const { clockOffsetMs } = await actorOf(stage);
  await moveClock(db, await actorOf(stage), { seenOffsetMs: clockOffsetMs, days: 1 });
  for (let isThere = false; !isThere; ) {
    await runCollection(db, { scope: { partnerId }, transport: { kind: "mailbox" } });
    const partner = only(await db.select().from(partners).where(eq(partners.id, partnerId)));
    isThere = partner.clockTargetMs === null;
  }
}

/** Returns the partner's actor at the time of the sandbox's clock, which differs each day. */
async function actorOf({ db, partnerId }: Stage): Promise<Actor> {
  return systemActor(only(await db.select().from(partners).where(eq(partners.id, partnerId))));
}

async function transmitSome({ db, partnerId, companyId, random, invoices }: Stage, actor: Actor, count: number): Promise<void> {
  const { id: importId } = await createImport(db, actor, { companyId, title: null, expectedInvoicesCount: null });
  const stored = await getImportSettings(db, actor, importId);
  if (!stored) throw new Error("an import without settings");
  const fees = { latePaymentFeeCents: random.pick([0, 500, 1_250]), chargebackFeeCents: random.pick([0, 750]) };
  const days = { dueDays: random.pick([7, 14, 30]), request2Day: random.pick([null, 5]), reminder1Day: random.whole(1, 6) };
  await updateImportSettings(db, actor, importId, { ...stored.settings, ...fees, ...days }, stored.version);
  for (let index = 0; index < count; index += 1) {
    // Some invoices are 0, some are credit notes, and some customers have no address.
    const amountCents = random.weighted([
      [random.whole(10, 300) * 100, 20],
      [0, 1],
      [-2_500, 1],
    ]);
    const customerEmail = random.chance(0.05) ? null : `${invoices.length}.${partnerId}@members.example`;
    const customer = {
      customerEmail,
      customerPhoneNumber: "0100000000",
      customerCountryCode: random.pick(COUNTRIES),
      customerOrganization: random.chance(0.15) ? "Studio Nightingale" : null,
      locale: random.pick(["de", "en", "fr", "it", "nl"] as const),
    };
    const { id } = await createInvoice(db, actor, { ...newInvoiceFor(importId, amountCents), ...customer });
    invoices.push({ id, isIdle: random.chance(IDLE_SHARE) });
  }
  await transmitImport(db, actor, importId);
}

/** Lets some of the bank's calls arrive, repeatedly and in any order; on some days, asks the bank about everything. */
async function hearFromBank({ db, partnerId, random }: Stage, day: number): Promise<void> {
  const begun = await db
    .select({ reference: payments.providerReference })
    .from(payments)
    .where(and(eq(payments.partnerId, partnerId), isNotNull(payments.providerReference)))
    .orderBy(payments.id);
  // Chosen by payment and not by call, because the bank decides randomly how often it calls about each.
  const heard = begun.flatMap(({ reference }) => (random.chance(PUNCTUAL_SHARE) && reference ? [reference] : []));
  await db.execute(sql`
    update simulated_bank_calls set due_at = now() + case when payment_id = any(${`{${heard.join(",")}}`}::text[]) then interval '0' else interval '1 hour' end
    where payment_id in (select provider_reference from payments where partner_id = ${partnerId})`);
  while ((await makeCalls(db, (id) => followPaymentAfterWebhook(db, "simulated_bank", id))) > 0);
  if (day % ASK_EVERY_DAYS === 0) await askAboutAll(db, partnerId);
}

async function askAboutAll(db: Db, partnerId: string): Promise<void> {
  await db
    .update(payments)
    .set({ nextAskAt: sql`now()` })
    .where(and(eq(payments.partnerId, partnerId), isNotNull(payments.nextAskAt)));
  await getBackgroundJob("payments").run(db, { scope: { partnerId } });
}

/** Asks the bank about everything and notifies the partner. Returns the differences between the books of the service, bank and partner. */
async function closeBooks({ db, partnerId, copy, invoices }: Stage): Promise<string[]> {
  await askAboutAll(db, partnerId);
  await runCollection(db, { scope: { partnerId }, transport: { kind: "mailbox" } });
  await sendNotifications(db, { scope: { partnerId } });
  const differing = await copy.differing(invoices.map(({ id }) => id));
  return [
    ...(await problemsOfSeason(db, partnerId, copy)),
    ...(await problemsWithBank(db, partnerId)),
    ...differing.map((id) => `invoice ${id}: the partner's copy is another than the service's`),
  ];
}
