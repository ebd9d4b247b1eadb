import { and, eq, inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { companySettings } from "@/db/schema/collection-settings";
import { outgoingMessages } from "@/db/schema/collections";
import { invoiceLines } from "@/db/schema/invoice-lines";
import { mails } from "@/db/schema/mails";
import { storeStatementFile } from "@/server/bank/statements/store-statement-file";
import { joinHousehold } from "@/server/billing/households/change-household";
import { randomFrom } from "@/server/demo/random";
import { referenceOf } from "@/server/domain/banking/payment-reference";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { DAY_MS } from "@/server/domain/formats/time";
import { messageKinds } from "@/server/domain/rules/collection-messages";
import { customerPageOf } from "@/server/testing/customer-page-of";
import { jumpClock } from "@/server/testing/given-collection";
import { correct, type GivenHouseholds, givenHouseholds, newAddress } from "@/server/testing/given-households";
import { lookAtDesk, receivedFile } from "@/server/testing/given-statement";
import { camtFile, type MadeEntry } from "@/server/testing/statement-files";

const DAYS = 60;
const PLAN = { dueDays: 14, request2Day: 7, reminder1Day: 1, reminder2Day: 16, reminder3Day: 30, latePaymentFeeCents: 500 };
const CENTS = 4_500;
/** Number of invoices of each payer: twelve households, and twelve single customers. */
const SIZES = [2, 3, 2, 2, 3, 2, 2, 3, 2, 2, 3, 2, ...Array<number>(12).fill(1)];

interface Person {
  index: number;
  /** Has no part in common with another customer's name. */
  lastName: string;
  email: string;
}

/** A transfer on a day, and the people who are fully paid after it. If it has the reference but is too small, the rest is demanded. */
interface Transfer {
  day: number;
  entry: MadeEntry;
  of: Person[];
}

type Payer = (people: Person[], reference: (person: Person) => string) => Transfer[];

const each: Payer = (people, reference) =>
  people.map((person, nth) => ({ day: 2 + 3 * nth, entry: { cents: CENTS, reference: reference(person) }, of: [person] }));
const whole =
  (day: number, { excess = 0, times = 1 } = {}): Payer =>
  (people, reference) =>
    Array.from({ length: times }, (_, nth) => ({
      day: day + 2 * nth,
      entry: { cents: CENTS * people.length + excess, reference: people[0] && reference(people[0]) },
      of: excess < 0 ? [] : people,
    }));
const byText =
  (day: number, entryOf: (person: Person) => Partial<MadeEntry>): Payer =>
  (people) =>
    people.map((person) => ({ day, entry: { cents: CENTS, ...entryOf(person) }, of: [person] }));
const never: Payer = () => [];

/** In the order of `SIZES`. */
const payers: Payer[] = [
  ...[whole(3), each, whole(5, { excess: 500 }), never, whole(4, { times: 2 }), whole(21), never, each],
  ...[whole(33), whole(12, { excess: 1_250 }), whole(47), never],
  // Single customers: exact, short, twice, too much, without a name, by name, by number, twice and late; and some who never pay.
  ...[whole(1), whole(6, { excess: -1_000 }), whole(2, { times: 2 }), whole(9, { excess: 20_000 })],
  byText(8, ({ index }) => ({ name: "", iban: "", text: `invoice F-${index + 1}` })),
  byText(10, ({ lastName }) => ({ name: `${lastName} Bo`, text: "contribution" })),
  byText(18, ({ index, lastName }) => ({ name: lastName, text: `F-${index + 1}` })),
  ...[whole(28), whole(52), never, never, never],
];

test("forty customers for sixty days: nobody whose payment has arrived is asked, and nobody is named to another address", {
  timeout: 600_000,
}, async () => {
  const people = givenPeople();
  const scene = await givenHouseholds(
    people.map(({ lastName, email }) => ({ customerEmail: email, customerFirstName: "Bo", customerLastName: lastName })),
  );
  const { partner, company, at } = scene;
  await db.update(companySettings).set(PLAN).where(eq(companySettings.companyId, company.id));
  const transfers = transfersOf(people, ({ index }) => referenceOf(at(index).invoiceNumber, "creditor").code);
  const paid = new Map<string, string[]>();
  const nameOf = (id: string) => people.find(({ index }) => at(index).id === id)?.index;
  let balance = 100_000;
  for (let day = 0; day <= DAYS; day += 1) {
    await jumpClock(partner, day);
    await correctAddresses(scene, people, day);
    const arrived = transfers.filter((transfer) => transfer.day === day);
    if (arrived.length > 0) balance = await tell(scene, day, balance, arrived);
    const before = await demands(scene);
    for (const { index } of arrived.flatMap(({ of }) => of))
      paid.set(at(index).id, paid.get(at(index).id) ?? before.get(at(index).id) ?? []);
    // On some days collection runs before the desk has processed the bank's files.
    if (day % 3 > 0) await lookAtDesk(partner);
    await scene.collect();
    await lookAtDesk(partner);
    await scene.collect();

    const after = await demands(scene);
    for (const [id, demanded] of paid) expect([day, nameOf(id), after.get(id) ?? []]).toEqual([day, nameOf(id), demanded]);
    expect(await namesInMails(people), `day ${day}`).toEqual([]);
    if (day % 10 === 0) expect(await namesOnPages(scene, people), `day ${day}`).toEqual([]);
  }

  const demanded = await demands(scene);
  const silent = people.filter(({ index }) => !paid.has(at(index).id));
  expect(silent.length).toBeGreaterThan(8);
  expect(checked.size).toBeGreaterThan(80);
  for (const { index } of silent)
    expect(demanded.get(at(index).id)).toEqual(expect.arrayContaining(["request1", "request2", "reminder1", "reminder2", "reminder3"]));
});

function givenPeople(): Person[] {
  const random = randomFrom(60);
  const syllable = () => random.pick([..."bdfgklmnprstvz"]) + random.pick([..."aeiou"]);
  const emails = SIZES.flatMap((size) => Array<string>(size).fill(newAddress()));
  return emails.map((email, index) => ({ index, email, lastName: `Qu${Array.from({ length: 4 }, syllable).join("")}` }));
}

function transfersOf(people: readonly Person[], reference: (person: Person) => string): Transfer[] {
  let first = 0;
  return SIZES.flatMap((size, nth) => {
    const of = people.slice(first, first + size);
    first += size;
    return payers[nth]?.(of, reference) ?? [];
  });
}

/**
 * On three days, staff correct addresses of household members that were another person's, or join two customers with different addresses.
 */
async function correctAddresses(scene: GivenHouseholds, people: Person[], day: number): Promise<void> {
  const corrected: Record<number, number> = { 4: 2, 9: 7, 26: 26 };
  const person = people[corrected[day] ?? -1];
  if (person) {
    person.email = newAddress();
    await correct(scene, person.index, { customerEmail: person.email, customerFirstName: "Bo", customerLastName: person.lastName });
  }
  if (day === 2) await joinHousehold(db, scene.partner.actor, scene.at(38).id, scene.at(37).externalInvoiceNumber);
}

/** Stores a day's statement. Returns the account's balance after it. */
async function tell({ partner, iban }: GivenHouseholds, day: number, opening: number, transfers: readonly Transfer[]): Promise<number> {
  const on = addDays(dayAt(new Date()), day);
  const entries = transfers.map(({ entry }, nth) => ({ on, bankReference: `B${day}-${nth}`, ...entry }));
  const actor = { ...partner.actor, clockOffsetMs: day * DAY_MS };
  const { statements } = await storeStatementFile(
    db,
    actor,
    { name: `${on}.xml` },
    receivedFile(camtFile([{ iban, id: on, opening, on, entries }])),
  );
  expect(statements).toMatchObject([{ newEntries: entries.length, waitsBecause: null }]);
  return opening + entries.reduce((sum, { cents }) => sum + cents, 0);
}

/** The demands that were sent or are about to be, and the fees, by the invoice's id. */
async function demands({ partner }: GivenHouseholds): Promise<Map<string, string[]>> {
  const asked = await db
    .select({ id: outgoingMessages.invoiceId, kind: outgoingMessages.kind })
    .from(outgoingMessages)
    .where(
      and(
        eq(outgoingMessages.partnerId, partner.id),
        inArray(outgoingMessages.kind, messageKinds),
        inArray(outgoingMessages.state, ["waiting", "handing_over", "sent"]),
      ),
    )
    .orderBy(outgoingMessages.id);
  const fees = await db
    .select({ id: invoiceLines.invoiceId })
    .from(invoiceLines)
    .where(and(eq(invoiceLines.partnerId, partner.id), eq(invoiceLines.type, "LATE-PAYMENT-FEE-LINE")));
  const all: { id: string; kind: string }[] = [...asked, ...fees.map(({ id }) => ({ id, kind: "fee" }))];
  return new Map([...Map.groupBy(all, ({ id }) => id)].map(([id, found]) => [id, found.map(({ kind }) => kind)]));
}

const checked = new Set<string>();

/** People whom a mail since the last call named to another person's address. */
async function namesInMails(people: readonly Person[]): Promise<string[]> {
  const addresses = [...new Set(people.map(({ email }) => email))];
  const sent = (await db.select().from(mails).where(inArray(mails.recipient, addresses))).filter(({ id }) => !checked.has(id));
  for (const { id } of sent) checked.add(id);
  return sent.flatMap(({ recipient, subject, body, html }) => {
    const text = `${subject}\n${body}\n${html}`;
    return people
      .filter(({ email, lastName }) => email !== recipient && text.includes(lastName))
      .map(({ lastName }) => `${lastName} to ${recipient}`);
  });
}

/** People who are named on the page of a customer with another address. */
async function namesOnPages({ customerOf, at }: GivenHouseholds, people: readonly Person[]): Promise<string[]> {
  const found: string[] = [];
  for (const owner of people) {
    const page = await customerPageOf(await customerOf(at(owner.index).id));
    expect(page).toContain(owner.lastName);
    const named = people.filter(({ email, lastName }) => email !== owner.email && page.includes(lastName));
    found.push(...named.map(({ lastName }) => `${lastName} on the page of ${owner.lastName}`));
  }
  return found;
}
