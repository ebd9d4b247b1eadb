import { and, asc, eq, inArray } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { changes } from "@/db/schema/changes";
import { outgoingMessages } from "@/db/schema/collections";
import { householdDepartures, householdMembers } from "@/db/schema/households";
import { invoices } from "@/db/schema/invoices";
import { collectionResource, presentCollection } from "@/server/api/collection";
import { presentInvoice } from "@/server/api/invoice";
import { runCollection } from "@/server/background/run-collection";
import { describeCollection } from "@/server/billing/collection/describe-collection";
import { eraseCustomer } from "@/server/billing/customers/erase-customer";
import { transmitImport } from "@/server/billing/imports/transmit-import";
import { describeInvoice } from "@/server/billing/invoices/describe-invoice";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import type { InvoiceDetails, NewInvoice } from "@/server/billing/invoices/invoice";
import { updateInvoice } from "@/server/billing/invoices/update-invoice";
import { updateRecipient } from "@/server/billing/invoices/update-recipient";
import { recordExternalPayment } from "@/server/billing/payments/record-external-payment";
import { type ContactDetails, contactDetails, correctContact } from "@/server/customer-page/correct-contact";
import { customerLink } from "@/server/customer-page/customer-link";
import { pdfContents } from "@/server/customer-page/document/pdf-contents";
import { findCustomer } from "@/server/customer-page/find-customer";
import { sendNewLink } from "@/server/customer-page/renew-link";
import { replaceCustomerLink } from "@/server/customer-page/replace-customer-link";
import { referenceOf } from "@/server/domain/payment-reference";
import { listSimulatedMails } from "@/server/outbound/messages/list-simulated-mails";
import { listChanges } from "@/server/outbound/notifications/list-changes";
import { newId } from "@/server/platform/id";
import { customerPageOf, readingFor } from "@/server/testing/customer-page-of";
import { givenImport, givenInvoice, givenPartner } from "@/server/testing/given";
import { jumpClock } from "@/server/testing/given-collection";
import { secretOf } from "@/server/testing/given-customer";
import { keptMails } from "@/server/testing/given-mail-server";
import { givenBankingCompany } from "@/server/testing/given-statement";
import { mailsTo } from "@/server/testing/mails-to";
import { dissolveHousehold, joinHousehold, leaveHousehold } from "./change-household";
import { findHousehold } from "./household";

const address = () => `${newId()}@members.example`;
const home = { customerZipcode: "1234 AB", customerAddress1: "Lane", customerHouseNumber: "7", customerLastName: "Brandsma" };
const IBAN = "NL20INGB0001234567";
const OTHER_IBAN = "NL91ABNA0417164300";

type Given = Awaited<ReturnType<typeof given>>;

/** The invoices of one import, `F-1` and on, which is sent. */
async function given(recipients: Partial<NewInvoice>[], { isSandbox = true } = {}) {
  const bank = await givenBankingCompany(await givenPartner({ isSandbox }));
  const { partner, company } = bank;
  const into = await givenImport(partner, { company });
  const billed: InvoiceDetails[] = [];
  for (const [index, invoice] of recipients.entries()) {
    billed.push(
      await givenInvoice(partner, { import: into, invoice: { externalInvoiceNumber: `F-${index + 1}`, locale: "en", ...invoice } }),
    );
  }
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
  /** Which are together, by the last digit of their numbers, lead first. */
  const households = async () => {
    const rows = await db.select().from(householdMembers).where(eq(householdMembers.partnerId, partner.id));
    const nameOf = (id: string) => billed.findIndex((invoice) => invoice.id === id) + 1;
    const leads = [...new Set(rows.map(({ leadInvoiceId }) => leadInvoiceId))].sort((one, other) => nameOf(one) - nameOf(other));
    return leads.map((lead) => [
      nameOf(lead),
      ...rows
        .filter((row) => row.leadInvoiceId === lead && row.invoiceId !== lead)
        .map(({ invoiceId }) => nameOf(invoiceId))
        .sort(),
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

/** An invoice's customer of a household, corrected. */
const correct = ({ partner, at }: Given, index: number, update: Partial<NewInvoice>) =>
  updateInvoice(db, partner.actor, at(index).id, { externalInvoiceNumber: at(index).externalInvoiceNumber, ...update });

async function byForm({ at, customerOf }: Given, index: number, corrected: Partial<ContactDetails>) {
  const { actor } = await customerOf(at(index).id);
  const { recipientVersion, ...known } = await describeInvoice(db, actor, actor.invoiceId);
  return correctContact(db, actor, recipientVersion, contactDetails.parse({ ...known, directDebitIban: "", ...corrected }));
}

/** Two of one payer, and how the second becomes another's or is taken out. */
interface Door {
  first?: Partial<NewInvoice>;
  second?: Partial<NewInvoice>;
  part: (given: Given, email: string) => Promise<unknown>;
  reason: string;
}

const doors: Record<string, Door> = {
  "the interface corrects the address": { part: (given, customerEmail) => correct(given, 1, { customerEmail }), reason: "payer_changed" },
  "staff correct the address": {
    part: async ({ partner, at }, customerEmail) => {
      const { recipientVersion: version } = await describeInvoice(db, partner.actor, at(1).id);
      await updateRecipient(db, partner.actor, at(1).id, version, { externalInvoiceNumber: "F-2", customerEmail });
    },
    reason: "payer_changed",
  },
  "the customer corrects the address": { part: (given, customerEmail) => byForm(given, 1, { customerEmail }), reason: "payer_changed" },
  "a statement of SQL corrects the address": {
    part: ({ at }, customerEmail) =>
      db
        .update(invoices)
        .set({ customerEmail })
        .where(eq(invoices.id, at(1).id)),
    reason: "payer_changed",
  },
  "an address is given that there was none of": {
    first: home,
    second: { ...home, customerEmail: null },
    part: (given, customerEmail) => correct(given, 1, { customerEmail }),
    reason: "payer_changed",
  },
  "the interface corrects the account by which it had joined": {
    first: { directDebitIban: IBAN },
    second: { customerEmail: null, directDebitIban: IBAN },
    part: (given) => correct(given, 1, { directDebitIban: OTHER_IBAN }),
    reason: "payer_changed",
  },
  "the customer moves from the home by which they had joined": {
    first: home,
    second: { ...home, customerEmail: null },
    part: (given) => byForm(given, 1, { customerHouseNumber: "8" }),
    reason: "payer_changed",
  },
  "staff correct the name by which it had joined": {
    first: home,
    second: { ...home, customerEmail: null },
    part: (given) => correct(given, 1, { customerLastName: "Lodger" }),
    reason: "payer_changed",
  },
  "the customer gives another account": {
    first: { directDebitIban: IBAN },
    second: { customerEmail: null, directDebitIban: IBAN },
    part: (given) => byForm(given, 1, { directDebitIban: OTHER_IBAN }),
    reason: "payer_changed",
  },
  "staff replace the link": { part: ({ partner, at }) => replaceCustomerLink(db, partner.actor, at(1).id), reason: "link_replaced" },
  "staff mail a new link": { part: ({ partner, at }) => sendNewLink(db, partner.actor, at(1).id), reason: "link_replaced" },
  "staff take it out": { part: ({ partner, at }) => leaveHousehold(db, partner.actor, at(1).id), reason: "by_hand" },
};

describe.each(Object.entries(doors))("where %s,", (_, { first, second, part, reason }) => {
  test("it leaves in the same transaction, and no page, paper, mail or answer about it tells of the other", async () => {
    const [shared, another] = [address(), address()];
    const scene = await given([
      { customerEmail: shared, customerFirstName: "Vera", ...first, customerPhoneNumber: "611111111" },
      { customerEmail: shared, customerFirstName: "Otto", ...second, customerPhoneNumber: "622222222" },
    ]);
    const { partner, at, collectOn, customerOf, households, departures, told } = scene;
    await collectOn(0);
    expect(await households()).toEqual([[1, 2]]);
    const before = await customerOf(at(0).id);
    const messagesBefore = (await keptMails(shared)).length;

    await part(scene, another);

    expect(await households()).toEqual([]);
    expect(await departures()).toEqual({ 1: "left_alone", 2: reason });
    const moved = await getInvoice(db, partner.actor, at(1).id);
    for (const day of [10, 20, 40]) await collectOn(day);
    await told([{ cents: 4_500, reference: referenceOf(at(0).invoiceNumber, "creditor").code }]);
    await collectOn(41);

    const after = await customerOf(at(1).id);
    const { described, reading } = await readingFor(after);
    const { id, customerEmail } = moved;
    const outputs = {
      page: await customerPageOf(after),
      paper: JSON.stringify(pdfContents(described, reading)),
      described: JSON.stringify(described),
      invoice: JSON.stringify(presentInvoice(moved)),
      collection: JSON.stringify(presentCollection(await describeCollection(db, partner.actor, id))),
      simulated: JSON.stringify(
        (await listSimulatedMails(db, partner.actor, id)).filter(({ at }) => at.getTime() > Date.now() + 86_400_000),
      ),
      mails: JSON.stringify([...(await keptMails(another)), ...(await mailsTo(another))]),
    };
    for (const secret of ["Vera", shared.slice(0, 20), before.secret, "F-1", String(at(0).invoiceNumber), "611111111"]) {
      for (const [output, text] of Object.entries(outputs)) {
        const isOwn = secret === shared.slice(0, 20) && customerEmail === shared;
        if (!isOwn) expect(text, `${output} tells ${secret}`).not.toContain(secret);
      }
    }
    // Nor is the other told of it.
    const page = await customerPageOf(await customerOf(at(0).id));
    expect(page).not.toMatch(/Otto|F-2|622222222/);
    expect(page).not.toContain(after.secret);
    const mails = (await keptMails(shared)).slice(messagesBefore).join("\n");
    if (customerEmail !== shared) expect(mails).not.toContain("Otto");
    expect(mails).toContain("F-1");
  });
});

test("who differs in capitals and blanks alone stays, and so does who has no address while account or home still agrees", async () => {
  const customerEmail = address();
  const scene = await given([
    { customerEmail, ...home, directDebitIban: IBAN },
    { customerEmail, ...home },
    { customerEmail: null, ...home, directDebitIban: IBAN, customerPhoneNumber: "622222222" },
  ]);
  const { at, collect, households } = scene;
  await collect();
  await db
    .update(invoices)
    .set({ customerEmail: ` ${customerEmail.toUpperCase()} ` })
    .where(eq(invoices.id, at(0).id));
  await correct(scene, 2, { customerHouseNumber: "8" });
  expect(await households()).toEqual([[1, 2, 3]]);
  await correct(scene, 2, { customerHouseNumber: "7" });
  await correct(scene, 2, { directDebitIban: null });
  expect(await households()).toEqual([[1, 2, 3]]);
  await correct(scene, 2, { customerHouseNumber: "8" });
  expect(await households()).toEqual([[1, 2]]);
});

test("who joined by a home leaves with the one who moves from it", async () => {
  const customerEmail = address();
  const scene = await given([
    { customerEmail },
    { customerEmail, ...home },
    { customerEmail: null, ...home, customerPhoneNumber: "622222222" },
    { customerEmail },
  ]);
  await scene.collect();
  expect(await scene.households()).toEqual([[1, 2, 3, 4]]);
  await correct(scene, 1, { customerEmail: address() });
  expect(await scene.households()).toEqual([[1, 4]]);
  expect(await scene.departures()).toEqual({ 2: "payer_changed", 3: "payer_changed" });
});

test("where the lead leaves, the others keep together under the next reference", async () => {
  const customerEmail = address();
  const scene = await given([{ customerEmail }, { customerEmail }, { customerEmail }]);
  const { at, collect, households, departures, told, partner } = scene;
  await collect();
  await correct(scene, 0, { customerEmail: address() });
  expect(await households()).toEqual([[2, 3]]);
  expect(await departures()).toEqual({ 1: "payer_changed" });
  await told([{ cents: 9_000, reference: referenceOf(at(1).invoiceNumber, "creditor").code }]);
  const owed = await Promise.all([0, 1, 2].map(async (index) => (await getInvoice(db, partner.actor, at(index).id)).amountTotalCents));
  expect(owed).toEqual([4_500, 0, 0]);
});

test("corrections of all members at once leave no household, and none fails", async () => {
  const customerEmail = address();
  for (const members of [2, 3, 6, 12]) {
    const scene = await given(Array.from({ length: members }, () => ({ customerEmail })));
    await scene.collect();
    await Promise.all(scene.billed.map((_, index) => correct(scene, index, { customerEmail: address() })));
    expect(await scene.households()).toEqual([]);
    const left = await db.select().from(householdDepartures).where(eq(householdDepartures.partnerId, scene.partner.id));
    expect(new Set(left.map(({ invoiceId }) => invoiceId)).size).toBe(left.length);
    expect(left).toHaveLength(members);
  }
});

test("joining, leaving and correcting at once ends with nobody beside another's address", async () => {
  const customerEmail = address();
  const scene = await given(Array.from({ length: 6 }, (_, index) => ({ customerEmail: index < 3 ? customerEmail : address() })));
  const { partner, at, collect, billed } = scene;
  await collect();
  await Promise.all([
    joinHousehold(db, partner.actor, at(4).id, "F-1"),
    joinHousehold(db, partner.actor, at(5).id, "F-4"),
    correct(scene, 1, { customerEmail: address() }),
    correct(scene, 2, { customerEmail: address() }),
    leaveHousehold(db, partner.actor, at(0).id),
  ]);
  for (const { id } of billed) {
    const household = await findHousehold(db, partner.actor, id);
    const others = household?.invoices.filter((other) => other.id !== id) ?? [];
    expect(others.filter(({ isOfSamePayer }) => isOfSamePayer)).toEqual([]);
  }
});

test("an import that is formed into households while it is corrected joins nobody to another's address", async () => {
  const customerEmail = address();
  for (let round = 0; round < 5; round += 1) {
    const scene = await given(Array.from({ length: 4 }, () => ({ customerEmail })));
    await Promise.all([scene.collect(), correct(scene, 2, { customerEmail: address() }), correct(scene, 3, { customerEmail: address() })]);
    expect(await scene.households()).toEqual([[1, 2]]);
  }
});

test("a mail that is being written names nobody who has left before it goes", async () => {
  const customerEmail = address();
  const recipients = [
    { customerEmail, customerFirstName: "Vera" },
    { customerEmail, customerFirstName: "Otto" },
  ];
  const scene = await given(recipients, { isSandbox: false });
  const { partner } = scene;
  const tried: string[] = [];
  const sent: string[] = [];
  const run = (before: () => Promise<unknown>) =>
    runCollection(db, {
      scope: { partnerId: partner.id },
      transport: {
        kind: "smtp",
        connect: async () => ({
          send: async ({ text }, handOver) => {
            tried.push(text);
            await before();
            const goes = await handOver();
            if (goes) sent.push(text);
            return goes ? { state: "sent" } : { state: "not_handed_over" };
          },
          close: () => {},
        }),
      },
    });
  // Both senders wait for it, since either of the two may carry the other.
  let correction: Promise<unknown> | undefined;
  await run(() => {
    correction ??= correct(scene, 1, { customerEmail: address() });
    return correction;
  });
  expect(tried[0]).toMatch(/Vera[\s\S]*Otto/);
  // The other of the two may have been put off while this one was written.
  for (let round = 0; round < 5 && sent.length < 2; round += 1) {
    const isWaiting = and(eq(outgoingMessages.partnerId, partner.id), eq(outgoingMessages.state, "waiting"));
    await db
      .update(outgoingMessages)
      .set({ nextAttemptAt: new Date(0) })
      .where(isWaiting);
    await run(async () => {});
  }
  expect(sent).toHaveLength(2);
  expect(sent.filter((text) => /Vera/.test(text) && /Otto/.test(text))).toEqual([]);
});

describe("a household that staff joined with two addresses", () => {
  const joined = async () => {
    const [one, two] = [address(), address()];
    const scene = await given([
      { customerEmail: one, customerFirstName: "Vera" },
      { customerEmail: two, customerFirstName: "Otto" },
    ]);
    await joinHousehold(db, scene.partner.actor, scene.at(1).id, "F-1");
    return { ...scene, one, two };
  };

  test("shares numbers, amounts, the sum and its transfer, and no name, link or line in a mail", async () => {
    const { at, collectOn, customerOf, told, partner, one, two } = await joined();
    for (const day of [0, 10, 20]) await collectOn(day);
    const [first, second] = [await customerOf(at(0).id), await customerOf(at(1).id)];
    const page = await customerPageOf(second);
    expect(page).toContain("F-1");
    expect(page).not.toMatch(/Vera/);
    expect(page).not.toContain(first.secret);
    const { described } = await readingFor(second);
    expect(described.household).toMatchObject({ outstandingCents: 9_000, transfer: { amountCents: 9_000 } });
    expect(described.household?.invoices.map(({ customerName }) => customerName)).toEqual([null, "Otto Brandsma"]);
    const [toOne, toTwo] = [(await keptMails(one)).join("\n"), (await keptMails(two)).join("\n")];
    expect(toOne).toContain("F-1");
    expect(toOne).not.toMatch(/Otto|F-2|€90/);
    expect(toTwo).toContain("F-2");
    expect(toTwo).not.toMatch(/Vera|F-1/);

    await told([{ cents: 9_000, reference: described.household?.transfer?.reference.code }]);
    await collectOn(21);
    const owed = await Promise.all([0, 1].map(async (index) => (await getInvoice(db, partner.actor, at(index).id)).amountTotalCents));
    expect(owed).toEqual([0, 0]);
    expect((await keptMails(two)).join("\n")).not.toMatch(/Vera|F-1/);
  });

  test("stays when an address is corrected, and leaves by staff or a new link alone", async () => {
    const scene = await joined();
    await correct(scene, 0, { customerEmail: address() });
    await correct(scene, 1, { customerEmail: address() });
    expect(await scene.households()).toEqual([[1, 2]]);
    await dissolveHousehold(db, scene.partner.actor, scene.at(0).id);
    expect(await scene.departures()).toEqual({ 1: "by_hand", 2: "by_hand" });
  });

  test("whose first reference is another payer's: what a family is asked for pays the family first", async () => {
    const customerEmail = address();
    const scene = await given([
      { customerEmail: address(), customerFirstName: "Vera", customerLastName: "Victim" },
      { customerEmail },
      { customerEmail, customerFirstName: "Otto" },
    ]);
    const { partner, at, collect, told } = scene;
    await collect();
    await joinHousehold(db, partner.actor, at(0).id, "F-2");
    await scene.collectOn(10);
    const reference = referenceOf(at(1).invoiceNumber, "creditor");
    const mail = (await keptMails(customerEmail)).at(-1) ?? "";
    expect(mail).toContain(reference.shown);
    expect(mail).not.toContain("F-1");
    await told([{ cents: 9_000, reference: reference.code }]);
    const owed = await Promise.all([0, 1, 2].map(async (index) => (await getInvoice(db, partner.actor, at(index).id)).amountTotalCents));
    expect(owed).toEqual([4_500, 0, 0]);
  });
});

test("the mail about several has the link to each, and no page has one to another", async () => {
  const customerEmail = address();
  const { at, collect, customerOf } = await given([{ customerEmail }, { customerEmail, customerFirstName: "Otto" }]);
  await collect();
  const [first, second] = [await customerOf(at(0).id), await customerOf(at(1).id)];
  const [mail] = await keptMails(customerEmail);
  for (const { secret } of [first, second]) expect(mail).toContain(`/i/${secret}`);
  expect(await customerPageOf(first)).not.toContain(second.secret);
  expect(await customerPageOf(second)).not.toContain(first.secret);
  expect(await customerPageOf(first)).toContain("Otto");
});

test("an erased customer leaves, and the others keep together", async () => {
  const customerEmail = address();
  const scene = await given([
    { customerEmail },
    { customerEmail },
    { customerEmail: null, directDebitIban: IBAN, customerPhoneNumber: "622222222" },
    { customerEmail, directDebitIban: IBAN },
  ]);
  const { partner, at, collect } = scene;
  await collect();
  await recordExternalPayment(db, partner.actor, at(2).id, 1, { amountCents: 4_500, reason: "Cash", mayExceed: false, paidOn: null });
  await eraseCustomer(db, partner.actor, { invoiceId: at(2).id });
  expect(await scene.households()).toEqual([[1, 2, 4]]);
  expect(await scene.departures()).toEqual({ 3: "erased" });
});

test("each that leaves is one change of its invoice, and its collection says when and why", async () => {
  const customerEmail = address();
  const scene = await given([{ customerEmail }, { customerEmail }, { customerEmail: address() }]);
  const { partner, at, collect } = scene;
  await collect();
  await correct(scene, 1, { customerEmail: address() });
  const told = await db
    .select({ recordId: changes.recordId, actor: changes.actor })
    .from(changes)
    .where(and(eq(changes.partnerId, partner.id), eq(changes.kind, "household_left"), inArray(changes.recordId, [at(0).id, at(1).id])));
  expect(told.map(({ recordId }) => recordId).sort()).toEqual([at(0).id, at(1).id].sort());
  expect(new Set(told.map(({ actor }) => actor)).size).toBe(1);
  const { invoiceIds } = await listChanges(db, partner.actor, { cursor: null, pageSize: 100 });
  expect(invoiceIds.filter((id) => id === at(0).id)).toHaveLength(1);
  const leftOf = async (index: number) =>
    collectionResource.parse(presentCollection(await describeCollection(db, partner.actor, at(index).id))).household_left;
  expect(await leftOf(0)).toMatchObject({ reason: "left_alone" });
  expect(await leftOf(1)).toMatchObject({ reason: "payer_changed" });
  expect(await leftOf(2)).toBeNull();
});
