import { and, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { outgoingMessages } from "@/db/schema/collections";
import { householdMembers } from "@/db/schema/households";
import { invoices } from "@/db/schema/invoices";
import { presentCollection } from "@/server/api/collection";
import { presentImportCollection } from "@/server/api/import-collection";
import { describeCollection } from "@/server/billing/collection/describe-collection";
import { describeImportCollection } from "@/server/billing/collection/describe-import-collection";
import { importProgress } from "@/server/billing/collection/import-progress";
import { refreshRollups } from "@/server/billing/figures/refresh-rollups";
import { joinHousehold, leaveHousehold } from "@/server/billing/households/change-household";
import { type Random, randomFrom } from "@/server/demo/random";
import { getHome } from "@/server/desk/home/get-home";
import { getSupportConversation } from "@/server/desk/support/get-support-conversation";
import { assignToSupport } from "@/server/desk/tickets/assign-to-support";
import { DAY_MS } from "@/server/domain/formats/time";
import { customerKey } from "@/server/domain/rules/customer-key";
import { homeOf } from "@/server/domain/rules/home";
import { DomainError } from "@/server/errors";
import { newId } from "@/server/platform/id";
import { transact } from "@/server/platform/transact";
import { givenTicket } from "@/server/testing/given";
import { collectionOf } from "@/server/testing/given-collection";
import { correct, type GivenHouseholds, givenHouseholds, newAddress } from "@/server/testing/given-households";
import { givenSupporter } from "@/server/testing/given-person";
import { sizeOf } from "@/server/testing/size-of";
import { addLines } from "./add-lines";
import { creditAndRetractInvoice } from "./credit-and-retract-invoice";
import { describeInvoice } from "./describe-invoice";
import { lockInvoice } from "./find-invoice";
import { invoiceQuery } from "./invoice-filter";
import { listInvoices } from "./list-invoices";

type Row = typeof invoices.$inferSelect;

const byPhone = { customerEmail: null, customerPhoneNumber: "+31201234567" };
const homeAt = (house: number) => ({
  customerZipcode: "1234 AB",
  customerAddress1: "Kade",
  customerHouseNumber: String(house),
  customerCity: "Hoorn",
  customerLastName: "Vos",
});

/** Sets the state of the plan's messages of an invoice, as the mail worker does. */
async function sendingEndsWith(given: GivenHouseholds, index: number, state: "sent" | "refused" | "unknown"): Promise<void> {
  const { partnerId, id: invoiceId } = given.at(index);
  const ofInvoice = and(eq(outgoingMessages.partnerId, partnerId), eq(outgoingMessages.invoiceId, invoiceId));
  await db
    .update(outgoingMessages)
    .set({ state })
    .where(and(ofInvoice, eq(outgoingMessages.state, "waiting")));
}

/** Records that the household's mail covered an invoice without an address of its own. */
async function isCarried(given: GivenHouseholds, index: number): Promise<void> {
  const { partnerId, id: invoiceId } = given.at(index);
  const now = new Date();
  const leaving = { kind: "request1", state: "handing_over", createdAt: now, nextAttemptAt: now } as const;
  await db
    .insert(outgoingMessages)
    .values({ partnerId, id: newId(), invoiceId, ...leaving })
    .onConflictDoNothing();
  await db
    .update(outgoingMessages)
    .set({ state: "sent" })
    .where(and(eq(outgoingMessages.invoiceId, invoiceId), eq(outgoingMessages.state, "handing_over")));
}

/** The invoices whose customers were never asked, computed from single rows without SQL. */
async function notAskedByRows({ partner, company }: GivenHouseholds): Promise<Row[]> {
  const rows = await db.select().from(invoices).where(eq(invoices.partnerId, partner.id));
  const members = await db.select().from(householdMembers).where(eq(householdMembers.partnerId, partner.id));
  const sent = await db.select().from(outgoingMessages).where(eq(outgoingMessages.partnerId, partner.id));
  const people = rows.map((row) => ({
    ...row,
    email: customerKey(row.customerEmail, ""),
    iban: row.directDebitIban ?? "",
    home: homeKeyOf(row, company.countryCode),
    member: members.find(({ invoiceId }) => invoiceId === row.id),
    isOwing: row.amountTotalCents > 0 && row.retractedAt === null,
    states: sent.filter(({ invoiceId }) => invoiceId === row.id).map(({ state }) => state),
  }));
  type One = (typeof people)[number];
  const isAsked = ({ states }: One) => states.includes("sent") || states.includes("unknown");
  const isRefused = (one: One) => one.states.includes("refused") && !isAsked(one);
  const besides = (one: One) =>
    people.filter(({ id, member }) => id !== one.id && member && member.leadInvoiceId === one.member?.leadInvoiceId);
  const payerOf = (one: One) => {
    if (one.email) return one.email;
    const alike = besides(one).filter(
      (other) =>
        other.email &&
        other.member?.isByHand === one.member?.isByHand &&
        ((one.iban && other.iban === one.iban) || (one.home && other.home === one.home)),
    );
    const addresses = new Set(alike.map(({ email }) => email));
    return addresses.size === 1 ? [...addresses][0] : "";
  };
  const isToldOf = (one: One) => {
    if (one.email) return !isRefused(one);
    const payer = payerOf(one);
    return payer !== "" && besides(one).some((other) => other.email === payer && other.isOwing && !isRefused(other));
  };
  return people.filter((one) => one.isOwing && !isAsked(one) && !isToldOf(one));
}

function homeKeyOf(row: Row, country: string): string {
  const { customerCountryCode, customerZipcode: zipcode, customerAddress1: street, customerHouseNumber: houseNumber } = row;
  const home = homeOf({
    country: customerCountryCode || country,
    zipcode,
    street,
    houseNumber,
    extension: row.customerHouseNumberExtension,
  });
  return home && `${home}/${(row.customerLastName ?? "").trim().toLowerCase()}`;
}

interface Said {
  ids: string[];
  cents: number;
  overdue: number;
}

/** The expected result sixty days later, computed from the rows. */
async function saidByRows(given: GivenHouseholds): Promise<Said> {
  const unasked = await notAskedByRows(given);
  const rows = await db.select().from(invoices).where(eq(invoices.partnerId, given.partner.id));
  const owing = rows.filter(({ amountTotalCents, retractedAt }) => amountTotalCents > 0 && !retractedAt);
  return {
    ids: unasked.map(({ id }) => id).sort(),
    cents: unasked.reduce((sum, { amountTotalCents }) => sum + amountTotalCents, 0),
    overdue: owing.length - unasked.length,
  };
}

/** Expects every reader of the state to agree with the rows. */
async function expectAllToAgree(given: GivenHouseholds, supporter: Awaited<ReturnType<typeof givenSupporter>>): Promise<void> {
  const { partner, company, into, billed } = given;
  const later = { ...partner.actor, clockOffsetMs: partner.actor.clockOffsetMs + 60 * DAY_MS };
  const { ids, cents, overdue } = await saidByRows(given);
  const counted = { not_asked: ids.length, overdue };
  await refreshRollups(db, { scope: { partnerId: partner.id } });

  const idsOf = async (query: object) => (await listInvoices(db, later, invoiceQuery.parse(query))).map(({ id }) => id).sort();
  expect(await idsOf({ fact: "not_asked" }), "list").toEqual(ids);
  expect(await idsOf({ fact: "overdue" }), "list").toHaveLength(overdue);
  const rows = await listInvoices(db, later, invoiceQuery.parse({}));
  expect(rows.flatMap(({ id, isNotAsked }) => (isNotAsked ? [id] : [])).sort(), "rows of the list").toEqual(ids);
  expect((await importProgress(db, later, into.id)).counts, "progress").toMatchObject(counted);
  expect(presentImportCollection(await describeImportCollection(db, later, into.id)).counts, "interface").toMatchObject(counted);

  for (const reader of [later, { ...later, companyIds: [company.id] }]) {
    const { needsMe, currencies } = await getHome(db, reader);
    expect(needsMe.notAsked, "home").toBe(ids.length);
    expect(currencies[0]?.ageing.total.notAskedCents, "figures").toBe(cents);
    expect(currencies[0]?.overdue.invoices, "figures").toBe(overdue);
  }
  for (const { id } of billed) {
    const isNotAsked = ids.includes(id);
    expect((await describeInvoice(db, later, id)).isNotAsked, "record").toBe(isNotAsked);
    expect(presentCollection(await describeCollection(db, later, id)).not_asked ?? false, "interface").toBe(isNotAsked);
    expect((await getSupportConversation(db, supporter, id)).invoice.isNotAsked, "support").toBe(isNotAsked);
  }
}

/** Six to eight invoices with a few homes and addresses. */
async function drawHouseholds(random: Random): Promise<GivenHouseholds> {
  const addresses = [newAddress(), newAddress(), newAddress()];
  return begun(
    Array.from({ length: random.whole(6, 8) }, () => ({
      ...homeAt(random.whole(1, 3)),
      ...(random.chance(0.5) ? byPhone : { customerEmail: random.pick(addresses) }),
    })),
  );
}

/** Invoices in conversations of support, whose messages are in the queue. */
async function begun(recipients: Parameters<typeof givenHouseholds>[0]): Promise<GivenHouseholds> {
  const given = await givenHouseholds(recipients);
  await collectionOf(given.partner).decide();
  for (const invoice of given.billed) {
    await givenTicket(invoice);
    await assignToSupport(db, given.partner.actor, invoice.id);
  }
  return given;
}

async function happen(given: GivenHouseholds, random: Random): Promise<void> {
  const { partner, billed, at } = given;
  const index = random.whole(0, billed.length - 1);
  const other = random.whole(0, billed.length - 1);
  const events: Record<string, () => Promise<unknown>> = {
    join: () => joinHousehold(db, partner.actor, at(index).id, `F-${other + 1}`),
    leave: () => leaveHousehold(db, partner.actor, at(index).id),
    refuse: () => sendingEndsWith(given, index, "refused"),
    send: () => sendingEndsWith(given, index, random.pick(["sent", "unknown"])),
    carry: () => isCarried(given, index),
    move: () => correct(given, index, homeAt(random.whole(1, 3))),
    loseAddress: () => correct(given, index, byPhone),
    findAddress: () => correct(given, index, { customerEmail: at(other).customerEmail ?? newAddress() }),
    pay: () => pay(given, index),
    retract: () => creditAndRetractInvoice(db, partner.actor, at(index).id, retraction),
  };
  const name = random.weighted([
    ["join", 5],
    ["leave", 1],
    ["refuse", 4],
    ["send", 1],
    ["carry", 1],
    ["move", 1],
    ["loseAddress", 1],
    ["findAddress", 1],
    ["pay", 1],
    ["retract", 0.5],
  ] as const);
  // Refusals are allowed.
  await events[name]?.().catch((error: unknown) => {
    if (!(error instanceof DomainError)) throw error;
  });
}

const retraction = { creditNoteNumber: "C-1", description: "Cancelled", retractionReason: null, showRetractionReasonToCustomer: false };

function pay({ partner, at }: GivenHouseholds, index: number): Promise<unknown> {
  return transact(db, partner.actor, async (tx) => {
    const invoice = await lockInvoice(tx, partner.actor, at(index).id);
    const paid = { type: "PAYMENT-LINE", amountCents: -4_500, description: null, date: new Date(), paymentMethod: "ideal" } as const;
    await addLines(tx, invoice, [paid]);
  });
}

const seeds = Array.from({ length: sizeOf({ small: 1, large: 12 }) }, (_, index) => index + 3);

test.each(seeds)(
  "after any sequence of events in households, every reader agrees on who was asked (%i)",
  { timeout: 240_000 },
  async (seed) => {
    const random = randomFrom(seed);
    const supporter = await givenSupporter();
    const given = await drawHouseholds(random);
    await expectAllToAgree(given, supporter);
    for (let step = 0; step < 8; step += 1) {
      await happen(given, random);
      await expectAllToAgree(given, supporter);
    }
  },
);

const namesOf = (rows: Row[]) => rows.map(({ externalInvoiceNumber }) => externalInvoiceNumber).sort();

describe("a customer without an address, in a household", () => {
  test("joined by staff, is asked if another member who was joined by staff is their payer", async () => {
    const given = await begun([
      { ...homeAt(1), customerEmail: newAddress() },
      { ...homeAt(2), ...byPhone },
      { ...homeAt(2), customerEmail: newAddress() },
      { ...homeAt(3), ...byPhone },
    ]);
    const { partner, at } = given;
    await leaveHousehold(db, partner.actor, at(1).id);
    for (const index of [1, 2, 3]) await joinHousehold(db, partner.actor, at(index).id, "F-1");

    expect(namesOf(await notAskedByRows(given))).toEqual(["F-4"]);
    await expectAllToAgree(given, await givenSupporter());
  });

  test("whose only mail was refused, was not asked; once that mail arrives, all members were", async () => {
    const given = await begun([
      { ...homeAt(1), customerEmail: newAddress() },
      { ...homeAt(1), ...byPhone },
    ]);
    const supporter = await givenSupporter();
    await sendingEndsWith(given, 0, "refused");

    expect(namesOf(await notAskedByRows(given))).toEqual(["F-1", "F-2"]);
    await expectAllToAgree(given, supporter);

    await isCarried(given, 1);
    expect(namesOf(await notAskedByRows(given))).toEqual(["F-1"]);
    await expectAllToAgree(given, supporter);
  });

  test("whose payer has paid before any mail left, was not asked", async () => {
    const given = await begun([
      { ...homeAt(1), customerEmail: newAddress() },
      { ...homeAt(1), ...byPhone },
    ]);
    await pay(given, 0);

    expect(namesOf(await notAskedByRows(given))).toEqual(["F-2"]);
    await expectAllToAgree(given, await givenSupporter());
  });

  test("joined by staff, has an age in the figures once a mail has covered them", async () => {
    const given = await begun([{ ...homeAt(1), customerEmail: newAddress() }, byPhone]);
    await joinHousehold(db, given.partner.actor, given.at(1).id, "F-1");
    const supporter = await givenSupporter();
    await expectAllToAgree(given, supporter);

    await isCarried(given, 1);

    expect(namesOf(await notAskedByRows(given))).toEqual([]);
    await expectAllToAgree(given, supporter);
  });
});
