import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { importSettings } from "@/db/schema/collection-settings";
import { outgoingMessages } from "@/db/schema/collections";
import { runCollection } from "@/server/background/run-collection";
import { transmitImport } from "@/server/billing/imports/transmit-import";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import { referenceOf } from "@/server/domain/banking/payment-reference";
import { locales } from "@/server/domain/formats/locales";
import { newId } from "@/server/platform/id";
import { givenImport, givenInvoice, givenPartner } from "@/server/testing/given";
import { jumpClock } from "@/server/testing/given-collection";
import { keptMails } from "@/server/testing/given-mail-server";
import { givenBankingCompany } from "@/server/testing/given-statement";

const DUE_DAYS = 14;

test.each(locales)(
  "a family gets each request, reminder and receipt as one mail about both invoices, with one late-payment fee, in %s",
  async (locale) => {
    const bank = await givenBankingCompany(await givenPartner({ isSandbox: true }));
    const { partner, company } = bank;
    const target = await givenImport(partner, { company });
    const customerEmail = `${newId()}@members.example`;
    const billed = (number: string, customerFirstName: string) =>
      givenInvoice(partner, { import: target, invoice: { externalInvoiceNumber: number, customerFirstName, customerEmail, locale } });
    const first = await billed("F-1", "Ada");
    const second = await billed("F-2", "Ben");
    const settings = { dueDays: DUE_DAYS, request2Day: 10, reminder1Day: 4, reminder2Day: 18, reminder3Day: 32, latePaymentFeeCents: 500 };
    await db.update(importSettings).set(settings).where(eq(importSettings.importId, target.id));
    await transmitImport(db, partner.actor, target.id);
    const collectOn = async (day: number) => {
      await jumpClock(partner, day);
      await runCollection(db, { scope: { partnerId: partner.id }, transport: { kind: "mailbox" } });
    };
    for (const day of [0, 10, DUE_DAYS + 4, DUE_DAYS + 18, DUE_DAYS + 32]) await collectOn(day);
    const owed = await Promise.all([first, second].map(async ({ id }) => (await getInvoice(db, partner.actor, id)).amountTotalCents));
    expect(owed).toEqual([5_000, 4_500]);
    await bank.told([{ cents: 9_500, reference: referenceOf(first.invoiceNumber, "creditor").code }]);
    await collectOn(DUE_DAYS + 33);

    const sent = await keptMails(customerEmail);
    expect(sent).toHaveLength(6);
    for (const mail of sent) {
      expect(mail).toMatch(/F-1 \S+ Ada Brandsma[\s\S]*F-2 \S+ Ben Brandsma/);
      expect(mail).not.toMatch(/[{}]|together\.\w|messages\./);
    }
    const [request, , reminder, , withFee, receipt] = sent.map((mail) => mail.replace(/\s/g, " "));
    expect(request).toMatch(/90[.,]00/);
    // The fee is named before it is charged, and charged with the first reminder after the days of grace.
    expect(reminder).toMatch(/(?<!\d)5[.,]00/);
    expect(withFee).toMatch(/95[.,]00/);
    expect(receipt).toMatch(/95[.,]00/);
    const outgoing = await db.select().from(outgoingMessages).where(eq(outgoingMessages.partnerId, partner.id));
    expect(outgoing).toHaveLength(12);
    expect(outgoing.filter(({ state, carriedBy }) => state === "sent" && carriedBy !== null)).toHaveLength(6);
  },
);
