import { and, eq, inArray } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { changes } from "@/db/schema/changes";
import { invoices } from "@/db/schema/invoices";
import { collectionResource, presentCollection } from "@/server/api/collection";
import { presentInvoice } from "@/server/api/invoice";
import { describeCollection } from "@/server/billing/collection/describe-collection";
import { replaceCustomerLink } from "@/server/billing/customer-links/replace-customer-link";
import { eraseCustomer } from "@/server/billing/customers/erase-customer";
import { describeInvoice } from "@/server/billing/invoices/describe-invoice";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import type { NewInvoice } from "@/server/billing/invoices/invoice";
import { updateRecipient } from "@/server/billing/invoices/update-recipient";
import { recordExternalPayment } from "@/server/billing/payments/record-external-payment";
import { type ContactDetails, contactDetails, correctContact } from "@/server/customer-page/correct-contact";
import { pdfContents } from "@/server/customer-page/document/pdf-contents";
import { sendNewLink } from "@/server/customer-page/renew-link";
import { referenceOf } from "@/server/domain/banking/payment-reference";
import { listChanges } from "@/server/notifications/list-changes";
import { listSimulatedMails } from "@/server/sandbox/list-simulated-mails";
import { customerPageOf, readingFor } from "@/server/testing/customer-page-of";
import { correct, type GivenHouseholds, givenHouseholds, newAddress } from "@/server/testing/given-households";
import { keptMails } from "@/server/testing/given-mail-server";
import { mailsTo } from "@/server/testing/mails-to";
import { dissolveHousehold, joinHousehold, leaveHousehold } from "./change-household";

/** The numbers `F-1` and `F-2`, except as part of a mail's check code. */
const NUMBER_OF_FIRST = /(?<![0-9A-Z])F-1(?![0-9A-Z])/;
const NUMBER_OF_SECOND = /(?<![0-9A-Z])F-2(?![0-9A-Z])/;

const home = { customerZipcode: "1234 AB", customerAddress1: "Lane", customerHouseNumber: "7", customerLastName: "Brandsma" };
const IBAN = "NL20INGB0001234567";
const OTHER_IBAN = "NL91ABNA0417164300";

async function byForm({ at, customerOf }: GivenHouseholds, index: number, corrected: Partial<ContactDetails>) {
  const { actor } = await customerOf(at(index).id);
  const { recipientVersion, ...known } = await describeInvoice(db, actor, actor.invoiceId);
  return correctContact(db, actor, recipientVersion, contactDetails.parse({ ...known, directDebitIban: "", ...corrected }));
}

/** Two invoices of one payer, and a way in which the second gets another payer or is removed. */
interface Door {
  first?: Partial<NewInvoice>;
  second?: Partial<NewInvoice>;
  part: (given: GivenHouseholds, email: string) => Promise<unknown>;
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
  test("the invoice leaves in the same transaction, and no page, paper, mail or answer about it reveals the other", async () => {
    const [shared, another] = [newAddress(), newAddress()];
    const scene = await givenHouseholds([
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
    for (const secret of ["Vera", shared.slice(0, 20), before.secret, NUMBER_OF_FIRST, String(at(0).invoiceNumber), "611111111"]) {
      for (const [output, text] of Object.entries(outputs)) {
        const isOwn = secret === shared.slice(0, 20) && customerEmail === shared;
        if (!isOwn) expect(text, `${output} tells ${secret}`).not.toMatch(secret);
      }
    }
    // Nor do the page and mails of the customer who stays name the other one.
    const page = await customerPageOf(await customerOf(at(0).id));
    expect(page).not.toMatch(/Otto|622222222/);
    expect(page).not.toMatch(NUMBER_OF_SECOND);
    expect(page).not.toContain(after.secret);
    const mails = (await keptMails(shared)).slice(messagesBefore).join("\n");
    if (customerEmail !== shared) expect(mails).not.toContain("Otto");
    expect(mails).toContain("F-1");
  });
});

test("an invoice stays if its address differs only in case and spaces, or if it has none and account or home still match", async () => {
  const customerEmail = newAddress();
  const scene = await givenHouseholds([
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

test("an invoice that joined by its home leaves when that home changes", async () => {
  const customerEmail = newAddress();
  const scene = await givenHouseholds([
    { customerEmail },
    { customerEmail, ...home },
    { customerEmail: null, ...home, customerPhoneNumber: "622222222" },
    { customerEmail },
  ]);
  await scene.collect();
  expect(await scene.households()).toEqual([[1, 2, 3, 4]]);
  await correct(scene, 1, { customerEmail: newAddress() });
  expect(await scene.households()).toEqual([[1, 4]]);
  expect(await scene.departures()).toEqual({ 2: "payer_changed", 3: "payer_changed" });
});

test("when the leading invoice leaves, the others stay together under the next one's reference", async () => {
  const customerEmail = newAddress();
  const scene = await givenHouseholds([{ customerEmail }, { customerEmail }, { customerEmail }]);
  const { at, collect, households, departures, told, partner } = scene;
  await collect();
  await correct(scene, 0, { customerEmail: newAddress() });
  expect(await households()).toEqual([[2, 3]]);
  expect(await departures()).toEqual({ 1: "payer_changed" });
  await told([{ cents: 9_000, reference: referenceOf(at(1).invoiceNumber, "creditor").code }]);
  const owed = await Promise.all([0, 1, 2].map(async (index) => (await getInvoice(db, partner.actor, at(index).id)).amountTotalCents));
  expect(owed).toEqual([4_500, 0, 0]);
});

describe("a household of two addresses, joined by staff,", () => {
  const joined = async () => {
    const [one, two] = [newAddress(), newAddress()];
    const scene = await givenHouseholds([
      { customerEmail: one, customerFirstName: "Vera" },
      { customerEmail: two, customerFirstName: "Otto" },
    ]);
    await joinHousehold(db, scene.partner.actor, scene.at(1).id, "F-1");
    return { ...scene, one, two };
  };

  test("shares numbers, amounts, the sum and its transfer, but no name, link or line in a mail", async () => {
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
    expect(toOne).not.toMatch(/Otto|€90/);
    expect(toOne).not.toMatch(NUMBER_OF_SECOND);
    expect(toTwo).toContain("F-2");
    expect(toTwo).not.toMatch(/Vera/);
    expect(toTwo).not.toMatch(NUMBER_OF_FIRST);

    await told([{ cents: 9_000, reference: described.household?.transfer?.reference.code }]);
    await collectOn(21);
    const owed = await Promise.all([0, 1].map(async (index) => (await getInvoice(db, partner.actor, at(index).id)).amountTotalCents));
    expect(owed).toEqual([0, 0]);
    const later = (await keptMails(two)).join("\n");
    expect(later).not.toMatch(/Vera/);
    expect(later).not.toMatch(NUMBER_OF_FIRST);
  });

  test("stays when an address is corrected, and ends only by staff or a new link", async () => {
    const scene = await joined();
    await correct(scene, 0, { customerEmail: newAddress() });
    await correct(scene, 1, { customerEmail: newAddress() });
    expect(await scene.households()).toEqual([[1, 2]]);
    await dissolveHousehold(db, scene.partner.actor, scene.at(0).id);
    expect(await scene.departures()).toEqual({ 1: "by_hand", 2: "by_hand" });
  });

  test("led by another payer's invoice: a payment for a family's mail pays the family first", async () => {
    const customerEmail = newAddress();
    const scene = await givenHouseholds([
      { customerEmail: newAddress(), customerFirstName: "Vera", customerLastName: "Victim" },
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
    expect(mail).not.toMatch(NUMBER_OF_FIRST);
    await told([{ cents: 9_000, reference: reference.code }]);
    const owed = await Promise.all([0, 1, 2].map(async (index) => (await getInvoice(db, partner.actor, at(index).id)).amountTotalCents));
    expect(owed).toEqual([4_500, 0, 0]);
  });
});

test("a mail about several invoices has a link to each, and no page has one to another", async () => {
  const customerEmail = newAddress();
  const { at, collect, customerOf } = await givenHouseholds([{ customerEmail }, { customerEmail, customerFirstName: "Otto" }]);
  await collect();
  const [first, second] = [await customerOf(at(0).id), await customerOf(at(1).id)];
  const [mail] = await keptMails(customerEmail);
  for (const { secret } of [first, second]) expect(mail).toContain(`/i/${secret}`);
  expect(await customerPageOf(first)).not.toContain(second.secret);
  expect(await customerPageOf(second)).not.toContain(first.secret);
  expect(await customerPageOf(first)).toContain("Otto");
});

test("an erased customer leaves, and the others stay together", async () => {
  const customerEmail = newAddress();
  const scene = await givenHouseholds([
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

test("each departure is one change of its invoice, and its collection shows when and why", async () => {
  const customerEmail = newAddress();
  const scene = await givenHouseholds([{ customerEmail }, { customerEmail }, { customerEmail: newAddress() }]);
  const { partner, at, collect } = scene;
  await collect();
  await correct(scene, 1, { customerEmail: newAddress() });
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
