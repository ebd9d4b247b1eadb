import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { bankTransactions } from "@/db/schema/bank-transactions";
import { changes } from "@/db/schema/changes";
import { companySettings } from "@/db/schema/collection-settings";
import { outgoingMessages } from "@/db/schema/collections";
import { invoiceLines } from "@/db/schema/invoice-lines";
import { partners } from "@/db/schema/partners";
import { probablePayments } from "@/db/schema/probable-payments";
import { collectionResource, presentCollection } from "@/server/api/collection";
import { describeCollection } from "@/server/billing/collection/describe-collection";
import { describePlan } from "@/server/billing/collection/describe-plan";
import { creditAndRetractInvoice } from "@/server/billing/invoices/credit-and-retract-invoice";
import { isDeskRanked } from "@/server/billing/invoices/desk-gate";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import type { NewInvoice } from "@/server/billing/invoices/invoice";
import { type Random, randomFrom } from "@/server/demo/random";
import { addDays, dayAt, daysFrom } from "@/server/domain/formats/calendar";
import { messageKinds } from "@/server/domain/rules/collection-messages";
import { firstFeeDay } from "@/server/domain/rules/late-fee";
import { listChanges } from "@/server/notifications/list-changes";
import { clock } from "@/server/platform/clock";
import { newId } from "@/server/platform/id";
import { givenCompany, givenPartner } from "@/server/testing/given";
import { accountFacts, givenBankAccount } from "@/server/testing/given-bank-account";
import { collectionOf, jumpClock } from "@/server/testing/given-collection";
import { givenEndpoint, sendAll } from "@/server/testing/given-endpoint";
import { givenBankingCompany, givenBilled, lookAtDesk } from "@/server/testing/given-statement";
import { sizeOf } from "@/server/testing/size-of";
import { camtFile, type MadeEntry } from "@/server/testing/statement-files";
import { bookAsSeen, setAside } from "./decide-transaction";
import { undoDecision } from "./undo-decision";

const PLAN = { dueDays: 14, request2Day: 7, reminder1Day: 1, reminder2Day: 16, reminder3Day: null, latePaymentFeeCents: 500 };

/**
 * A company in a sandbox, and its partner's background work at a given time. Customers are asked on days 0 and 7 and reminded on days 15
 * and 30, the last time with a fee.
 */
async function givenDesk() {
  const given = await givenBankingCompany(await givenPartner({ isSandbox: true }));
  await db.update(companySettings).set(PLAN).where(eq(companySettings.companyId, given.company.id));
  const { partner } = given;
  const { collect } = collectionOf(partner);
  /** An invoice whose customer shares nothing with any other. */
  const billed = (invoice: Partial<NewInvoice>, amountCents = 4_500) =>
    givenBilled(given, { amountCents, invoice: { customerEmail: `${newId()}@members.example`, customerFirstName: "Bo", ...invoice } });
  /** Does the work due on each of these days. */
  const pass = async (from: number, to: number) => {
    for (let day = from; day <= to; day += 1) {
      await jumpClock(partner, day);
      await lookAtDesk(partner);
      await collect({ kind: "mailbox" });
    }
  };
  /** The requests and reminders that were sent or are about to be, and the fees. */
  const demands = async (id: string) => {
    const asked = await db
      .select({ kind: outgoingMessages.kind })
      .from(outgoingMessages)
      .where(
        and(
          eq(outgoingMessages.invoiceId, id),
          inArray(outgoingMessages.kind, messageKinds),
          inArray(outgoingMessages.state, ["waiting", "sent"]),
        ),
      )
      .orderBy(outgoingMessages.id);
    const fees = await db
      .select({ type: invoiceLines.type })
      .from(invoiceLines)
      .where(and(eq(invoiceLines.invoiceId, id), eq(invoiceLines.type, "LATE-PAYMENT-FEE-LINE")));
    return [...asked.map(({ kind }) => kind as string), ...fees.map(() => "fee")];
  };
  const latest = async () => {
    const last = (await given.transactions()).at(-1);
    if (!last) throw new Error("Nothing came");
    return { ...last, seen: { transactionId: last.id, seenDecisions: last.decisions } };
  };
  const eventsOf = async (id: string) => {
    const found = await db
      .select({ kind: changes.kind })
      .from(changes)
      .where(and(eq(changes.recordId, id), inArray(changes.kind, ["payment_at_desk", "payment_left_desk"])))
      .orderBy(changes.id);
    return found.map(({ kind }) => kind);
  };
  const planned = async (id: string) => (await describePlan(db, { ...partner.actor, ...(await clockOf(partner.id)) }, id))?.items ?? [];
  return { ...given, collect, billed, pass, demands, latest, eventsOf, planned };
}

async function clockOf(id: string) {
  const [found] = await db.select({ clockOffsetMs: partners.clockOffsetMs }).from(partners).where(eq(partners.id, id));
  return { clockOffsetMs: found?.clockOffsetMs ?? 0 };
}

const EVERYTHING = ["request1", "request2", "reminder1", "reminder2", "fee"];
const retraction = { creditNoteNumber: "C", description: "Left", retractionReason: null, showRetractionReasonToCustomer: false };

test("nobody whose payment waits at the desk is asked, reminded or charged for 40 days", { timeout: 300_000 }, async () => {
  const desk = await givenDesk();
  const { partner, billed } = desk;
  const over = await billed({ customerLastName: "Overmars", externalInvoiceNumber: "OV-4711" });
  const part = await billed({ customerLastName: "Partridge", externalInvoiceNumber: "PA-4712" });
  const byNumber = await billed({ customerLastName: "Numeijer", externalInvoiceNumber: "NU-4713" });
  const byName = await billed({ customerLastName: "Namerow", customerFirstName: "Ilse" });
  const twice = await billed({ customerLastName: "Twisk" });
  const retracted = await billed({ customerLastName: "Retz" });
  const swapped = await billed({ customerLastName: "Swart" });
  const unpaid = await billed({ customerLastName: "Zonder" });
  const swiss = await givenCompany(partner, { countryCode: "CH", currency: "CHF" });
  await givenBankAccount(partner, swiss, { ...accountFacts(), iban: desk.iban });
  await db.update(companySettings).set(PLAN).where(eq(companySettings.companyId, swiss.id));
  const francs = await givenBilled(
    { partner, company: swiss },
    { invoice: { customerEmail: `${newId()}@members.example`, customerLastName: "Frankli" } },
  );
  await creditAndRetractInvoice(db, partner.actor, retracted.invoice.id, retraction);
  await desk.store(
    camtFile([
      {
        iban: desk.iban,
        entries: [
          { cents: 5_000, name: "B Overmars", text: "OV-4711" },
          { cents: 2_000, name: "B Partridge", text: "PA-4712" },
          { cents: 4_500, name: "", iban: "", text: "invoice NU-4713" },
          { cents: 4_500, name: "Namerow Ilse", text: "contribution" },
          { cents: 4_500, reference: twice.reference, bankReference: "T1" },
          { cents: 4_500, reference: twice.reference, bankReference: "T2" },
          { cents: 4_500, reference: retracted.reference },
          { cents: 4_500, name: "Mother", text: `invoice ${slipped(swapped.invoice.invoiceNumber)}` },
          { cents: 4_500, reference: francs.reference, bankReference: "F1" },
        ],
      },
    ]),
  );
  // The file has not been ranked yet, and nothing is demanded before that.
  await desk.collect({ kind: "mailbox" });
  const all = [over, part, byNumber, byName, twice, retracted, swapped, francs];
  for (const { invoice } of [...all, unpaid]) expect(await desk.demands(invoice.id)).toEqual([]);
  await desk.pass(0, 40);
  for (const { invoice } of all)
    expect([invoice.customerLastName, ...(await desk.demands(invoice.id))]).toEqual([invoice.customerLastName]);
  expect(await desk.demands(unpaid.invoice.id)).toEqual(EVERYTHING);
});

/** Swaps the last two different digits. */
function slipped(number: number): string {
  const digits = [...String(number)];
  const at = digits.findLastIndex((digit, index) => index > 0 && digit !== digits[index - 1]);
  return digits
    .with(at, digits[at - 1] ?? "")
    .with(at - 1, digits[at] ?? "")
    .join("");
}

test("once a payment is marked as unrelated, the plan continues the day after, one message at a time; putting it off keeps the hold", {
  timeout: 120_000,
}, async () => {
  const desk = await givenDesk();
  const { invoice } = await desk.billed({ customerLastName: "Namerow", customerFirstName: "Ilse" });
  await desk.pass(0, 0);
  await desk.told([{ cents: 4_500, name: "Ilse Namerow", text: "contribution" }]);
  await desk.pass(1, 20);
  await setAside(db, desk.partner.actor, (await desk.latest()).seen, "later");
  await desk.pass(21, 30);
  expect(await desk.demands(invoice.id)).toEqual(["request1"]);
  expect(await desk.planned(invoice.id)).toEqual([]);
  await setAside(db, { ...desk.partner.actor, ...(await clockOf(desk.partner.id)) }, (await desk.latest()).seen, "noted");
  await desk.pass(30, 30);
  expect(await desk.demands(invoice.id)).toEqual(["request1"]);
  const [first, second] = await desk.planned(invoice.id);
  const now = clock.now(await clockOf(desk.partner.id));
  expect([first?.kind, dayAt(first?.at ?? now)]).toEqual(["reminder1", addDays(dayAt(now), 1)]);
  const comesOn = firstFeeDay(addDays(dayAt(now), 15));
  expect(dayAt(second?.at ?? now)).toBe(comesOn);
  const comesAfter = 30 + daysFrom(dayAt(now), comesOn);
  await desk.pass(31, comesAfter - 1);
  expect(await desk.demands(invoice.id)).toEqual(["request1", "reminder1"]);
  await desk.pass(comesAfter, comesAfter);
  expect(await desk.demands(invoice.id)).toEqual(["request1", "reminder1", "reminder2", "fee"]);
  expect(await desk.eventsOf(invoice.id)).toEqual(["payment_at_desk", "payment_left_desk"]);
});

test("an undone payment holds its invoice again before anything is sent; one that is booked elsewhere releases it", {
  timeout: 120_000,
}, async () => {
  const desk = await givenDesk();
  const { invoice } = await desk.billed({ customerLastName: "Namerow", customerFirstName: "Ilse" });
  const other = await desk.billed({ customerLastName: "Zonder" });
  await desk.told([{ cents: 4_500, name: "Ilse Namerow", text: "contribution" }]);
  await bookAsSeen(db, desk.partner.actor, (await desk.latest()).seen, [{ invoiceId: invoice.id, amountCents: 4_500 }]);
  await undoDecision(db, desk.partner.actor, (await desk.latest()).seen);
  // The job has not ranked the payment again yet.
  await desk.collect({ kind: "mailbox" });
  expect(await desk.demands(invoice.id)).toEqual([]);
  await desk.pass(0, 3);
  expect(await desk.demands(invoice.id)).toEqual([]);
  expect(await desk.demands(other.invoice.id)).toEqual(["request1"]);
  await bookAsSeen(db, desk.partner.actor, (await desk.latest()).seen, [{ invoiceId: other.invoice.id, amountCents: 4_500 }]);
  await desk.pass(14, 16);
  expect(await desk.demands(invoice.id)).toEqual(["request1"]);
});

test("a message queued before the statement arrives is not sent", async () => {
  const desk = await givenDesk();
  const { invoice } = await desk.billed({ customerLastName: "Namerow", customerFirstName: "Ilse" });
  await collectionOf(desk.partner).decide();
  expect(await desk.demands(invoice.id)).toEqual(["request1"]);
  await desk.store(camtFile([{ iban: desk.iban, entries: [{ cents: 4_500, name: "Ilse Namerow", text: "contribution" }] }]));
  await desk.collect({ kind: "mailbox" });
  const [waiting] = await db.select().from(outgoingMessages).where(eq(outgoingMessages.invoiceId, invoice.id));
  expect(waiting?.state).toBe("waiting");
  await lookAtDesk(desk.partner);
  await db.update(outgoingMessages).set({ nextAttemptAt: sql`now()` }).where(eq(outgoingMessages.invoiceId, invoice.id));
  await desk.collect({ kind: "mailbox" });
  const [over] = await db.select().from(outgoingMessages).where(eq(outgoingMessages.invoiceId, invoice.id));
  expect(over?.state).toBe("cancelled");
});

test("no step is taken while a statement is being stored, and storing waits while steps are taken", async () => {
  const desk = await givenDesk();
  const { invoice } = await desk.billed({ customerLastName: "Namerow", customerFirstName: "Ilse" });
  const file = camtFile([{ iban: desk.iban, entries: [{ cents: 4_500, name: "Ilse Namerow", text: "contribution" }] }]);
  await Promise.all([desk.store(file), desk.collect({ kind: "mailbox" }), desk.collect({ kind: "mailbox" })]);
  const demanded = await desk.demands(invoice.id);
  // Either sent before the statement was read, or not at all.
  await desk.pass(1, 40);
  expect((await desk.demands(invoice.id)).filter((each) => each !== "request1")).toEqual([]);
  expect(await desk.demands(invoice.id)).toEqual(demanded);
});

test("the desk is ranked before anything is asked after a later import, a newly known payer, or payment of the first offer", {
  timeout: 120_000,
}, async () => {
  const desk = await givenDesk();
  await desk.told([{ cents: 4_500, name: "Ilse Namerow", text: "contribution" }]);
  const first = await desk.billed({ customerLastName: "Namerow", customerFirstName: "Ilse" });
  await desk.collect({ kind: "mailbox" });
  expect(await desk.demands(first.invoice.id)).toEqual([]);
  await desk.pass(0, 1);
  expect(await desk.demands(first.invoice.id)).toEqual([]);
  // The same customer gets a second invoice, and the first is paid by another payment.
  const second = await desk.billed({ customerLastName: "Namerow", customerFirstName: "Ilse" }, 4_500);
  await desk.pass(1, 2);
  await desk.told([{ cents: 4_500, reference: first.reference, name: "Ilse Namerow", bankReference: "B9" }], { id: "2" });
  await desk.pass(2, 4);
  expect((await getInvoice(db, desk.partner.actor, first.invoice.id)).amountTotalCents).toBe(0);
  expect(await desk.demands(second.invoice.id)).toEqual([]);
  const held = await db
    .select()
    .from(probablePayments)
    .where(and(eq(probablePayments.partnerId, desk.partner.id), isNull(probablePayments.endedAt)));
  expect(held.map(({ invoiceId }) => invoiceId)).toEqual([second.invoice.id]);
});

test("a hold by the desk is shown in the invoice's collection and in changes; partners get one delivery as it begins and one as it ends", async () => {
  const desk = await givenDesk();
  const { invoice } = await desk.billed({ customerLastName: "Namerow", customerFirstName: "Ilse" });
  const { actor } = desk.partner;
  const collection = async () => presentCollection(await describeCollection(db, actor, invoice.id));
  const changedSince = (cursor: string | null) => listChanges(db, actor, { cursor, pageSize: 100 });
  expect(await collection()).not.toHaveProperty("payment_at_desk");
  const endpoint = await givenEndpoint(desk.partner);
  const { nextCursor } = await changedSince(null);
  await desk.told([{ cents: 4_500, name: "Ilse Namerow", text: "contribution" }]);
  expect(collectionResource.parse(await collection())).toMatchObject({
    payment_at_desk: { amount_cents: 4_500, currency: "EUR" },
    hold: null,
    next_message: null,
  });
  const begun = await changedSince(nextCursor);
  expect(begun.invoiceIds).toEqual([invoice.id]);
  await sendAll();
  expect((await endpoint.deliveries()).map(({ invoiceIds }) => invoiceIds)).toEqual([[invoice.id]]);
  await setAside(db, actor, (await desk.latest()).seen, "noted");
  expect((await changedSince(begun.nextCursor)).invoiceIds).toEqual([invoice.id]);
  await sendAll();
  expect(await endpoint.deliveries()).toHaveLength(2);
  expect(await collection()).not.toHaveProperty("payment_at_desk");
});

test("many payments for one invoice, ranked repeatedly, are announced once at the beginning and once at the end", {
  timeout: 120_000,
}, async () => {
  const desk = await givenDesk();
  const { invoice } = await desk.billed({ customerLastName: "Namerow", externalInvoiceNumber: "NA-4711" }, 90_000);
  const entries = Array.from({ length: 20 }, (_, index) => ({
    cents: 1_000,
    name: "B Namerow",
    text: "NA-4711",
    bankReference: `B${index}`,
  }));
  await desk.told(entries);
  await db.update(bankTransactions).set({ rankedAt: null }).where(eq(bankTransactions.partnerId, desk.partner.id));
  await lookAtDesk(desk.partner);
  expect(await desk.eventsOf(invoice.id)).toEqual(["payment_at_desk"]);
  for (const each of await desk.transactions())
    await setAside(db, desk.partner.actor, { transactionId: each.id, seenDecisions: 0 }, "noted");
  expect(await desk.eventsOf(invoice.id)).toEqual(["payment_at_desk", "payment_left_desk"]);
});

test("if a statement names every invoice, each is announced at most twice: as its payment arrives and as it leaves the desk", {
  timeout: 300_000,
}, async () => {
  const desk = await givenDesk();
  const count = Number(process.env.DESK_PAYMENTS ?? sizeOf({ small: 15, large: 60 }));
  const billed: Billed[] = [];
  for (let index = 0; index < count; index += 1)
    billed.push(await desk.billed({ externalInvoiceNumber: `MANY-${1_000 + index}`, customerLastName: `Last${index}` }));
  await desk.told(
    billed.map((_, index) => ({ cents: 4_500, name: "", iban: "", text: `MANY-${1_000 + index}`, bankReference: `B${index}` })),
  );
  const told = () =>
    db
      .select()
      .from(changes)
      .where(and(eq(changes.partnerId, desk.partner.id), inArray(changes.kind, ["payment_at_desk", "payment_left_desk"])));
  expect(await told()).toHaveLength(count);
  for (const each of await desk.transactions())
    await setAside(db, desk.partner.actor, { transactionId: each.id, seenDecisions: 0 }, "noted");
  await lookAtDesk(desk.partner);
  expect(await told()).toHaveLength(2 * count);
});

const DAYS = sizeOf({ small: 20, large: 45 });

test("for any sequence of entries, decisions and days, nothing is demanded while a payment at the desk probably pays the invoice", {
  timeout: 600_000,
}, async () => {
  const desk = await givenDesk();
  const random = randomFrom(Number(process.env.DESK_SEED ?? 20_261_127));
  const billed: Billed[] = [];
  for (const [index, customerLastName] of ["Abbink", "Bolder", "Cramers", "Dekkers", "Elzinga", "Fokkema"].entries())
    billed.push(await desk.billed({ customerLastName, customerFirstName: `First${index}`, externalInvoiceNumber: `SEQ-${4_711 + index}` }));
  let held = 0;
  /** Collects and compares the demands before and after: held invoices get none, and no invoice gets any while payments are unranked. */
  const collectAndCompare = async () => {
    const isRanked = await isDeskRanked(db, desk.partner.id);
    const open = await db
      .select()
      .from(probablePayments)
      .where(and(eq(probablePayments.partnerId, desk.partner.id), isNull(probablePayments.endedAt)));
    const kept = billed.filter(({ invoice }) => !isRanked || open.some(({ invoiceId }) => invoiceId === invoice.id));
    const before = await Promise.all(kept.map(({ invoice }) => desk.demands(invoice.id)));
    await desk.collect({ kind: "mailbox" });
    expect(await Promise.all(kept.map(({ invoice }) => desk.demands(invoice.id)))).toEqual(before);
    held += open.length;
  };
  for (let day = 0; day <= DAYS; day += 1) {
    await jumpClock(desk.partner, day);
    for (let step = random.whole(0, 3); step > 0; step -= 1) {
      const id = `${day}-${step}`;
      if (random.chance(0.6)) await desk.store(camtFile([{ iban: desk.iban, id, entries: [anyEntry(random, billed, id)] }]));
      else await decideAnything(desk, random);
      if (random.chance(0.5)) await collectAndCompare();
      if (random.chance(0.5)) await lookAtDesk(desk.partner);
    }
    await lookAtDesk(desk.partner);
    await collectAndCompare();
  }
  expect(held).toBeGreaterThan(DAYS);
});

type Desk = Awaited<ReturnType<typeof givenDesk>>;
type Billed = Awaited<ReturnType<Desk["billed"]>>;

function anyEntry(random: Random, billed: Billed[], bankReference: string): MadeEntry {
  const { invoice, reference } = random.pick(billed);
  const cents = random.pick([4_500, 4_500, 2_000, 5_000]);
  const name = `${invoice.customerFirstName} ${invoice.customerLastName}`;
  return random.pick<MadeEntry>([
    { cents, name, text: invoice.externalInvoiceNumber, bankReference },
    { cents: 4_500, name, text: "contribution", bankReference },
    { cents, name: "", iban: "", text: `invoice ${invoice.invoiceNumber}`, bankReference },
    { cents: 100, name: "Stranger", text: "coffee", bankReference },
    { cents: 500, reference, bankReference },
  ]);
}

async function decideAnything({ partner, transactions }: Desk, random: Random): Promise<void> {
  const decidable = (await transactions()).filter(({ state }) => state !== "new");
  if (decidable.length === 0) return;
  const chosen = random.pick(decidable);
  const actor = { ...partner.actor, ...(await clockOf(partner.id)) };
  const seen = { transactionId: chosen.id, seenDecisions: chosen.decisions };
  if (chosen.state === "booked" || random.chance(0.3)) await undoDecision(db, actor, seen).catch(() => undefined);
  else await setAside(db, actor, seen, random.pick(["later", "noted", "to_return", "open"] as const)).catch(() => undefined);
}
