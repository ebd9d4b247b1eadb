import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { importSettings } from "@/db/schema/collection-settings";
import { presentCollection } from "@/server/api/collection";
import { runCollection } from "@/server/background/run-collection";
import { describeCollection } from "@/server/billing/collection/describe-collection";
import { describePlan } from "@/server/billing/collection/describe-plan";
import { customerLink } from "@/server/billing/customer-links/customer-link";
import { transmitImport } from "@/server/billing/imports/transmit-import";
import { recordExternalPayment } from "@/server/billing/payments/record-external-payment";
import { pdfContents } from "@/server/customer-page/document/pdf-contents";
import { findCustomer } from "@/server/customer-page/find-customer";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { formatDay } from "@/server/domain/formats/dates";
import { locales } from "@/server/domain/formats/locales";
import { DAY_MS } from "@/server/domain/formats/time";
import { newId } from "@/server/platform/id";
import { customerPageOf, readingFor } from "@/server/testing/customer-page-of";
import { feeDayAfter } from "@/server/testing/fee-day";
import { givenCompany, givenImport, givenInvoice, givenPartner } from "@/server/testing/given";
import { givenCollected, jumpClock } from "@/server/testing/given-collection";
import { secretOf } from "@/server/testing/given-customer";
import { keptMails } from "@/server/testing/given-mail-server";

const mailbox = { kind: "mailbox" } as const;
const inDays = (days: number) => addDays(dayAt(new Date()), days);
const written = (day: string) => formatDay(day, "en", "long");
const spaced = (text: string) => text.replace(/\s/g, " ");

async function given(settings: Parameters<typeof givenCollected>[0] = {}) {
  const collected = await givenCollected({ isSandbox: true, ...settings, invoice: { locale: "en", ...settings.invoice } });
  const { partner, invoice, customerEmail, collect } = collected;
  return {
    ...collected,
    collectOn: async (day: number) => {
      await jumpClock(partner, day);
      await collect(mailbox);
      return (await keptMails(customerEmail)).at(-1) ?? "";
    },
    /** The day to pay by in each place, after so many days. */
    saidOn: async (days: number) => {
      const actor = { ...partner.actor, clockOffsetMs: days * DAY_MS };
      const secret = secretOf(await customerLink(db, actor, invoice.id));
      const customer = await findCustomer(db, secret, null);
      if (!customer) throw new Error("The link opens nothing");
      const read = { secret, actor: { ...customer, clockOffsetMs: actor.clockOffsetMs } };
      const { described, reading } = await readingFor(read);
      return {
        plan: (await describePlan(db, actor, invoice.id))?.payBy,
        interface: presentCollection(await describeCollection(db, actor, invoice.id)).pay_by,
        page: await customerPageOf(read),
        paper: spaced(pdfContents(described, reading).facts.join("\n")),
      };
    },
  };
}

describe("each reminder asks for payment in its first sentence, and the page, the paper, the portal and the interface name the same day", () => {
  test.each([
    ["with a fee to come", 250, { 18: 45, 32: 45 }],
    ["without a fee", 0, { 18: 31, 32: 45 }],
  ] as const)("%s", async (_, latePaymentFeeCents, days) => {
    const { collectOn, saidOn } = await given({ settings: { latePaymentFeeCents }, invoice: { customerCountryCode: "IE" } });
    await collectOn(0);
    for (const [on, by] of Object.entries(days)) {
      const mail = await collectOn(Number(on));
      expect(mail).toContain(`please pay €45.00 by ${written(inDays(by))}.`);
      const said = await saidOn(Number(on));
      expect(said).toMatchObject({ plan: inDays(by), interface: inDays(by) });
      expect(said.page).toContain(`Please pay by ${written(inDays(by))}`);
      expect(said.paper).toContain(`The invoice was due on ${written(inDays(14))} Please pay by ${written(inDays(by))}`);
      if (latePaymentFeeCents > 0) {
        expect(mail).toContain(`Pay by ${written(inDays(by))} and there is no late fee. After that, a late fee of €2.50 will be added.`);
        expect(said.page).toContain(
          `Late fee of €2.50, unless the invoice is paid by ${written(inDays(by))}<time datetime="${inDays(feeDayAfter(by))}">`,
        );
      }
    }
  });
});

test("a request names the due day, and so do page and paper; what was named before is not asked for again once it is over", async () => {
  const { collectOn, saidOn } = await given();
  expect(await collectOn(0)).toContain(`please pay €45.00 by ${written(inDays(14))}.`);
  const said = await saidOn(0);
  expect(said).toMatchObject({ plan: inDays(14), interface: inDays(14) });
  for (const place of [said.page, said.paper]) expect(place).toContain(`Due by ${written(inDays(14))}`);
  const late = await saidOn(16);
  expect(late.interface).toBe(inDays(14));
  for (const place of [late.page, late.paper]) {
    expect(place).toContain(`The invoice was due on ${written(inDays(14))}`);
    expect(place).not.toContain("Please pay by");
  }
});

test("the last reminder gives a week, and says what follows", async () => {
  const { collectOn } = await given({ settings: { reminder2Day: null, reminder3Day: null } });
  await collectOn(0);
  const [, by = ""] = /please pay €45\.00 by (.+?)\./.exec(await collectOn(18)) ?? [];
  const days = [25, 26, 27, 28, 29, 30, 31].map((day) => written(inDays(day)));
  expect(days).toContain(by);
  expect((await collectOn(18)).replace(/\s/g, " ")).toContain(
    `If it is not paid by ${by}, Rowing Club Northbank will have to decide what to do next.`,
  );
});

test("a receipt for a part names the day that the reminder before it named, and the page keeps it", async () => {
  const { partner, invoice, collectOn, saidOn, collect, customerEmail } = await given({ settings: { latePaymentFeeCents: 250 } });
  await collectOn(0);
  await collectOn(18);
  const actor = { ...partner.actor, clockOffsetMs: 18 * DAY_MS };
  await recordExternalPayment(db, actor, invoice.id, 1, { amountCents: 2_000, reason: "Statement", mayExceed: false });
  await collect(mailbox);
  const receipt = (await keptMails(customerEmail)).at(-1);
  expect(receipt).toContain(`€25.00 is still unpaid. The invoice was due on ${written(inDays(14))}; please pay by ${written(inDays(45))}.`);
  expect(receipt).toContain("Pay €25.00: ");
  expect((await saidOn(18)).plan).toBe(inDays(45));
  await recordExternalPayment(db, actor, invoice.id, 2, { amountCents: 2_500, reason: "Statement", mayExceed: false });
  expect(await saidOn(18)).toMatchObject({ plan: null, interface: null });
});

test("a mail names the import's title, otherwise its one line, and greets an organisation without a name", async () => {
  const partner = await givenPartner({ isSandbox: true });
  const company = await givenCompany(partner);
  const mailFor = async (title: string | undefined, invoice: NonNullable<Parameters<typeof givenInvoice>[1]>["invoice"]) => {
    const target = await givenImport(partner, { company, title });
    const customerEmail = `${newId()}@members.example`;
    await givenInvoice(partner, { import: target, invoice: { locale: "en", customerEmail, ...invoice } });
    await transmitImport(db, partner.actor, target.id);
    await runCollection(db, { scope: { partnerId: partner.id }, transport: mailbox });
    return (await keptMails(customerEmail))[0] ?? "";
  };
  const titled = await mailFor("Membership 2027", {});
  expect(titled).toContain("Dear Ada Brandsma,\n\nMembership 2027 for Ada Brandsma: please pay €45.00 by ");
  const lines = [{ id: null, amountCents: 4_500, description: "Rowing camp", date: null }];
  expect(await mailFor(undefined, { lines })).toContain("\n\nRowing camp for Ada Brandsma: please pay €45.00 by ");
  const nameless = [{ id: null, amountCents: 4_500, description: null, date: null }];
  const sample = { customerOrganization: "Sample Ltd", customerFirstName: null, customerLastName: "Sample", externalInvoiceNumber: "S-1" };
  const unnamed = await mailFor(undefined, { lines: nameless, ...sample });
  expect(unnamed).toContain("Hello,\n\nInvoice S-1 for Sample Ltd: please pay €45.00 by ");
  const withContact = await mailFor(undefined, { lines, ...sample, customerFirstName: "Ada", customerLastName: "Brandsma" });
  expect(withContact).toContain("Dear Ada Brandsma,\n\nRowing camp for Sample Ltd: please pay €45.00 by ");
});

test.each(locales)("a family is greeted without a name, and asked for one sum by one day, in %s", async (locale) => {
  const partner = await givenPartner({ isSandbox: true });
  const target = await givenImport(partner, { company: await givenCompany(partner) });
  const customerEmail = `${newId()}@members.example`;
  for (const customerFirstName of ["Ada", "Ben"]) {
    await givenInvoice(partner, { import: target, invoice: { customerEmail, customerFirstName, locale } });
  }
  await db.update(importSettings).set({ dueDays: 14, reminder1Day: 4 }).where(eq(importSettings.importId, target.id));
  await transmitImport(db, partner.actor, target.id);
  for (const day of [0, 18]) {
    await jumpClock(partner, day);
    await runCollection(db, { scope: { partnerId: partner.id }, transport: mailbox });
  }
  const [request, reminder] = (await keptMails(customerEmail)).map((mail) => mail.split("\n\n"));
  for (const [mail, by] of [
    [request, inDays(14)],
    [reminder, inDays(31)],
  ] as const) {
    const [, greeting, opening = ""] = mail ?? [];
    expect(greeting).not.toMatch(/Ada|Ben|Brandsma/);
    expect(spaced(opening)).toMatch(/90[.,]00/);
    expect(opening).toContain(formatDay(by, locale, "long"));
  }
});
