import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { importSettings } from "@/db/schema/collection-settings";
import type { NewInvoice } from "@/server/billing/invoices/invoice";
import { withdrawMandate } from "@/server/billing/mandates/withdraw-mandate";
import { DAY_MS } from "@/server/domain/formats/time";
import { channelsOf } from "@/server/domain/rules/reach";
import { givenCompany, givenImport, givenInvoice, givenPartner } from "@/server/testing/given";
import { givenCreditor, givenMandate } from "@/server/testing/given-mandate";
import { describeImport, previewTransmission } from "./describe-import";
import { listContents } from "./list-contents";
import { transmitImport } from "./transmit-import";

type Contact = Partial<NewInvoice>;

const nothing: Contact = { customerEmail: null };
const phone = (customerPhoneNumber: string): Contact => ({ ...nothing, customerPhoneNumber });
const address: Contact = { customerAddress1: "Quay 1", customerZipcode: "1011 AB", customerCity: "Amsterdam", customerCountryCode: "NL" };

async function givenContacts(contacts: Contact[], expectedInvoicesCount?: number) {
  const partner = await givenPartner();
  const into = await givenImport(partner, { expectedInvoicesCount });
  for (const [index, invoice] of contacts.entries()) await givenInvoice(partner, { import: into, amountCents: 10 ** (index % 8), invoice });
  return { partner, into };
}

describe("the preview of a transmission shows", () => {
  test("how each customer is reached, by e-mail, else SMS, else letter, with numbers and amounts that add up", async () => {
    const { partner, into } = await givenContacts([
      { ...address, customerPhoneNumber: "0612345678" },
      { ...phone("06 1234 5678"), ...address },
      { ...nothing, ...address },
      {},
    ]);

    const { contents, reach } = await previewTransmission(db, partner.actor, into.id);

    expect(reach).toEqual({
      email: { invoicesCount: 2, amountCents: 1_001 },
      sms: { invoicesCount: 1, amountCents: 10 },
      letter: { invoicesCount: 1, amountCents: 100 },
      nobody: { invoicesCount: 0, amountCents: 0 },
    });
    expect(contents).toEqual({ invoicesCount: 4, amountCents: 1_111 });
  });

  test("whether the expected number of invoices has come", async () => {
    for (const [expected, reached] of [
      [2, true],
      [1, true],
      [3, false],
      [0, true],
      [undefined, true],
    ] as const) {
      const { partner, into } = await givenContacts([{}, {}], expected);
      expect((await previewTransmission(db, partner.actor, into.id)).isExpectedCountReached, String(expected)).toBe(reached);
    }
  });

  test("whether direct debit is offered: a missing account matters only then", async () => {
    const partner = await givenPartner();
    const company = await givenCompany(partner);
    const into = await givenImport(partner, { company });
    await givenInvoice(partner, { import: into });
    const said = async (paymentMethods: ("ideal" | "sdd")[]) => {
      await db.update(importSettings).set({ paymentMethods }).where(eq(importSettings.importId, into.id));
      return describeImport(db, partner.actor, into.id);
    };

    expect(await said(["ideal"])).toMatchObject({ takesDirectDebit: false, withoutIbanCount: 1 });
    expect(await said(["ideal", "sdd"])).toMatchObject({ takesDirectDebit: true, withoutIbanCount: 1 });
  });

  test("how many customers cannot be debited", async () => {
    const { partner, into } = await givenContacts([{ directDebitIban: "NL91ABNA0417164300" }, {}, {}]);

    expect((await previewTransmission(db, partner.actor, into.id)).withoutIbanCount).toBe(2);
  });

  test("how many name an account without a valid mandate: it is never debited", async () => {
    const partner = await givenPartner();
    const company = await givenCreditor(partner);
    const into = await givenImport(partner, { company });
    const directDebitIban = "NL91ABNA0417164300";
    for (const customerEmail of ["ada@members.example", "Bo@members.example", "chris@members.example"])
      await givenInvoice(partner, { import: into, invoice: { customerEmail, directDebitIban } });
    await givenInvoice(partner, { import: into, invoice: { customerEmail: "dee@members.example" } });
    const counted = async (actor = partner.actor) => {
      const listed = await listContents(db, actor, into.id, { concern: "without_mandate", pageNumber: 1, pageSize: 10 });
      const { withoutMandateCount } = await previewTransmission(db, actor, into.id);
      expect(listed).toHaveLength(withoutMandateCount);
      return withoutMandateCount;
    };
    expect(await counted()).toBe(3);
    const ada = await givenMandate(partner, company, { customerEmail: "ADA@members.example" });
    await givenMandate(partner, company, { customerEmail: "bo@members.example" });
    await givenMandate(partner, await givenCreditor(partner), { customerEmail: "chris@members.example" });
    expect(await counted()).toBe(1);
    await withdrawMandate(db, partner.actor, ada.id);
    expect(await counted()).toBe(2);
    expect(await counted({ ...partner.actor, clockOffsetMs: 1_200 * DAY_MS })).toBe(3);
  });

  test("how many phone numbers look invalid, if there is no other channel", async () => {
    const usual = ["0612345678", "+31 (0)6-1234.5678", "+44/7700 900123"];
    const doubtful = ["1", "1234567", "ask for Ada: 0612345678", "1234567890123456"];
    const { partner, into } = await givenContacts([...usual.map(phone), ...doubtful.map(phone), { customerPhoneNumber: "1" }]);

    const { reach, doubtfulPhoneNumbersCount } = await previewTransmission(db, partner.actor, into.id);

    expect(reach.sms.invoicesCount).toBe(7);
    expect(doubtfulPhoneNumbersCount).toBe(4);
  });

  test("nothing for an empty import", async () => {
    const { partner, into } = await givenContacts([]);

    const { contents, reach, linesCount } = await describeImport(db, partner.actor, into.id);

    expect([contents, reach.email, reach.nobody]).toEqual(Array(3).fill({ invoicesCount: 0, amountCents: 0 }));
    expect(linesCount).toBe(0);
  });

  test("nothing more after the transmission", async () => {
    const { partner, into } = await givenContacts([{}]);
    await transmitImport(db, partner.actor, into.id);

    await expect(previewTransmission(db, partner.actor, into.id)).rejects.toMatchObject({ code: "import_already_transmitted" });
    expect((await describeImport(db, partner.actor, into.id)).contents.invoicesCount).toBe(1);
  });
});

test("a channel means the same for one customer as for many", async () => {
  const blanks = [null, "", " ", "\t\n", "\u00a0", "\u2003\u3000", "\ufeff", "\u200b", "x"];
  const contacts: Contact[] = [
    ...blanks.map((customerEmail) => ({ ...address, customerEmail })),
    ...blanks.map((customerPhoneNumber) => ({ ...nothing, ...address, customerPhoneNumber })),
    ...(["customerAddress1", "customerZipcode", "customerCity", "customerCountryCode"] as const).flatMap((field) =>
      blanks.map((blank) => ({ ...nothing, ...address, [field]: blank })),
    ),
  ];
  const expected = contacts.map((contact) => {
    const { email, phone, post } = channelsOf(contact);
    if (email) return "email";
    if (phone) return "sms";
    return post ? "letter" : "nobody";
  });
  const { partner, into } = await givenContacts(contacts);

  const { reach } = await describeImport(db, partner.actor, into.id);

  for (const channel of ["email", "sms", "letter", "nobody"] as const) {
    expect(reach[channel].invoicesCount, channel).toBe(expected.filter((one) => one === channel).length);
  }
});

test("an import is described with its company, its lines, and the billed and outstanding amounts", async () => {
  const partner = await givenPartner();
  const company = await givenCompany(partner, { name: "Rowing Club", currency: "CHF" });
  const into = await givenImport(partner, { company, title: "Season", expectedInvoicesCount: 2 });
  const lines = [1_000, 500].map((amountCents) => ({ id: null, amountCents, description: null, date: null }));
  await givenInvoice(partner, { import: into, invoice: { lines, amountTotalCents: 1_500 } });
  await givenInvoice(partner, { import: into, amountCents: 100, events: [{ amountCents: -130, paymentMethod: "ideal" }] });
  await givenInvoice(partner, {
    import: into,
    amountCents: 200,
    transmitted: true,
    events: [{ amountCents: -50, paymentMethod: "ideal" }],
  });

  expect(await describeImport(db, partner.actor, into.id)).toMatchObject({
    id: into.id,
    title: "Season",
    companyId: company.id,
    companyName: "Rowing Club",
    currency: "CHF",
    expectedInvoicesCount: 2,
    contents: { invoicesCount: 3, amountCents: 1_620 },
    billedCents: 1_800,
    outstandingCents: 1_650,
    linesCount: 6,
  });
});

test.each([
  ["describeImport", describeImport],
  ["previewTransmission", previewTransmission],
])("%s does not find another partner's import, or one of a company out of sight", async (_, service) => {
  const partner = await givenPartner();
  const [{ importId, companyId }, other] = [await givenInvoice(partner), await givenCompany(partner)];
  const strangers = [(await givenPartner()).actor, { ...partner.actor, companyIds: [other.id] }];

  for (const actor of strangers) await expect(service(db, actor, importId)).rejects.toMatchObject({ code: "invalid_import_id" });
  expect(await service(db, { ...partner.actor, companyIds: [other.id, companyId] }, importId)).toMatchObject({ id: importId });
});
