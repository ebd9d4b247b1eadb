import { and, asc, eq, gt, inArray, isNotNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { outgoingMessages } from "@/db/schema/collections";
import { invoices } from "@/db/schema/invoices";
import { partners } from "@/db/schema/partners";
import { payments } from "@/db/schema/payments";
import { simulatedBankCalls } from "@/db/schema/simulated-bank";
import { type Actor, systemActor } from "@/server/actor";
import { runCollection } from "@/server/background/run-collection";
import { beginCollections } from "@/server/billing/collection/begin-collections";
import { takeDueSteps } from "@/server/billing/collection/take-due-steps";
import { customerLink } from "@/server/billing/customer-links/customer-link";
import { holdInvoice } from "@/server/billing/holds/hold-invoice";
import { transmitImport } from "@/server/billing/imports/transmit-import";
import { askQuestion } from "@/server/customer-page/ask-question";
import { type Customer, findCustomer } from "@/server/customer-page/find-customer";
import { noteOpening } from "@/server/customer-page/note-opening";
import { simulatePayment } from "@/server/customer-page/simulate-payment";
import { createTicket } from "@/server/desk/tickets/create-ticket";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import type { Locale } from "@/server/domain/formats/locales";
import { DAY_MS } from "@/server/domain/formats/time";
import { clock } from "@/server/platform/clock";
import { SEASON_DAYS } from "./clubs";
import { type SeasonWords, seasonWords } from "./words/season";

/** One invoice on one day of the season, for an act. */
interface Scene {
  db: Database;
  /** With the clock of that day. */
  actor: Actor;
  invoiceId: string;
  say: SeasonWords;
}

type Act = (scene: Scene) => Promise<void>;

interface Character {
  /** Acts of a customer, and the company's answers, by days after the transmission. */
  days: Record<number, Act>;
  /** Act on the season's last day, which is the present. */
  atLast?: Act;
}

const pays: Act = (scene) => simulates(scene, "pay");
const payingOn = (day: number): Character => ({ days: { [day]: pays } });

/** A customer who never reacts. */
const silent: Character = { days: {} };

/** Characters that are assigned in turn to an import's invoices, so that each page of the list shows every kind. */
const characters: readonly Character[] = [
  payingOn(1),
  payingOn(3),
  payingOn(12),
  payingOn(2),
  // Pays, and the bank takes the payment back later.
  { days: { 4: pays, 26: (scene) => simulates(scene, "charge_back") } },
  payingOn(9),
  // Reacts to the reminder.
  payingOn(19),
  // The first attempt fails.
  { days: { 5: (scene) => simulates(scene, "fail"), 7: pays } },
  silent,
  payingOn(5),
  payingOn(11),
  { days: { 6: (scene) => asks(scene, scene.say.rate), 7: (scene) => answers(scene, scene.say.rateAnswer), 8: pays } },
  payingOn(7),
];

/** Characters of the first invoices of each import. Each is assigned once. */
const extras: readonly Character[] = [
  { days: { 36: (scene) => asks(scene, scene.say.objection, true) } },
  { days: { 33: (scene) => asks(scene, scene.say.parts) } },
  { days: {}, atLast: (scene) => asks(scene, scene.say.paidToday) },
  { days: { 30: pauses } },
  // A transfer is on its way.
  { days: {}, atLast: (scene) => simulates(scene, "wait") },
];

/**
 * Plays a season day by day with the service's own rules: each import is transmitted on its day, messages go to the sandbox's mailbox, and
 * customers act according to their character. The clock starts `SEASON_DAYS` before the present and ends at the present.
 */
export async function playSeason(db: Database, partnerId: string, imports: { id: string; day: number }[]): Promise<void> {
  const scope = { partnerId };
  const cast: (OwedInvoice & { day: number; character: Character })[] = [];
  /** Ids of invoices with an e-mail address that no mail server knows: the last of each import. */
  const undeliverable: string[] = [];
  for (let day = 0; day <= SEASON_DAYS; day += 1) {
    const clockOffsetMs = (day - SEASON_DAYS) * DAY_MS;
    const actor = systemActor({ id: partnerId, clockOffsetMs });
    if (day > 0) await db.update(partners).set({ clockOffsetMs }).where(eq(partners.id, partnerId));
    for (const { id } of imports.filter((begun) => begun.day === day)) {
      await transmitImport(db, actor, id);
      const owed = await findOwedInvoices(db, partnerId, id);
      const reached = owed.slice(0, -1);
      cast.push(...reached.map((invoice, index) => ({ ...invoice, day, character: invoice.isFamily ? silent : characterOf(index) })));
      undeliverable.push(...owed.slice(-1).map(({ invoiceId }) => invoiceId));
    }
    while ((await beginCollections(db, scope)) > 0);
    await takeDueSteps(db, { canMail: true, scope });
    await bounce(db, partnerId, undeliverable);
    await runCollection(db, { scope, transport: { kind: "mailbox" } });
    for (const { invoiceId, locale, day: begun, character } of cast) {
      const usualAct = character.days[day - begun];
      const act = day === SEASON_DAYS ? (character.atLast ?? usualAct) : usualAct;
      await act?.({ db, actor, invoiceId, say: seasonWords[locale] });
    }
  }
  await runCollection(db, { scope, transport: { kind: "mailbox" } });
  // Deletes the simulated bank's pending webhooks, because the outcomes of these payments are recorded already.
  const ofPartner = await db
    .select({ reference: payments.providerReference })
    .from(payments)
    .where(and(eq(payments.partnerId, partnerId), isNotNull(payments.providerReference)));
  const references = ofPartner.flatMap(({ reference }) => reference ?? []);
  await db.delete(simulatedBankCalls).where(inArray(simulatedBankCalls.paymentId, references));
}

function characterOf(index: number): Character {
  return extras[index] ?? characters[index % characters.length] ?? payingOn(1);
}

interface OwedInvoice {
  invoiceId: string;
  locale: Locale;
  /** Whether another invoice of the import has the same e-mail address. Families pay by one transfer. */
  isFamily: boolean;
}

/** Returns the invoices with an e-mail address and an amount owed. */
function findOwedInvoices(db: Database, partnerId: string, importId: string): Promise<OwedInvoice[]> {
  return db
    .select({
      invoiceId: invoices.id,
      locale: invoices.locale,
      isFamily: sql<boolean>`count(*) over (partition by ${invoices.customerEmail}) > 1`,
    })
    .from(invoices)
    .where(
      and(
        eq(invoices.partnerId, partnerId),
        eq(invoices.importId, importId),
        gt(invoices.amountTotalCents, 0),
        sql`${invoices.customerEmail} <> ''`,
      ),
    )
    .orderBy(asc(invoices.invoiceNumber));
}

/** Marks waiting messages about these invoices as refused with 550, a mail server's answer for an unknown address. */
async function bounce(db: Database, partnerId: string, invoiceIds: string[]): Promise<void> {
  await db
    .update(outgoingMessages)
    .set({ state: "refused", failure: "550" })
    .where(
      and(
        eq(outgoingMessages.partnerId, partnerId),
        inArray(outgoingMessages.invoiceId, invoiceIds),
        eq(outgoingMessages.state, "waiting"),
      ),
    );
}

async function simulates(scene: Scene, outcome: "pay" | "charge_back" | "fail" | "wait"): Promise<void> {
  const { db, actor, invoiceId } = scene;
  if (outcome !== "charge_back") await opens(scene);
  await simulatePayment(db, actor, invoiceId, { outcome, method: null });
}

async function asks(scene: Scene, message: string, objects = false): Promise<void> {
  const customer = await opens(scene);
  if (customer) await askQuestion(scene.db, customer, { message, objects });
}

/** Opens the customer's page by its link. */
async function opens({ db, actor, invoiceId }: Scene): Promise<Customer | undefined> {
  const link = await customerLink(db, actor, invoiceId);
  const customer = await findCustomer(db, link.slice(link.lastIndexOf("/") + 1), null);
  if (customer) await noteOpening(db, customer);
  return customer;
}

async function answers({ db, actor, invoiceId }: Scene, message: string): Promise<void> {
  await createTicket(db, actor, invoiceId, { message });
}

async function pauses({ db, actor, invoiceId }: Scene): Promise<void> {
  const until = addDays(dayAt(clock.now(actor)), 24);
  await holdInvoice(db, actor, invoiceId, { kind: "paused", until, reason: "In hospital, the family called" });
}
