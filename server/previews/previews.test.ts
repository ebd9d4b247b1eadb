import { asc, eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { companySettings } from "@/db/schema/collection-settings";
import { mails } from "@/db/schema/mails";
import { partners } from "@/db/schema/partners";
import type { Actor } from "@/server/actor";
import { transmitImport } from "@/server/billing/imports/transmit-import";
import { recordExternalPayment } from "@/server/billing/payments/record-external-payment";
import { addDays, dayAt, sameTimeOn } from "@/server/domain/formats/calendar";
import { MINUTE_MS } from "@/server/domain/formats/time";
import { FEE_NOTE } from "@/server/domain/rules/collection-messages";
import { newId } from "@/server/platform/id";
import { feeDayAfter } from "@/server/testing/fee-day";
import { givenCompany, givenImport, givenInvoice, givenPartner } from "@/server/testing/given";
import { givenBankAccount } from "@/server/testing/given-bank-account";
import { collectionOf } from "@/server/testing/given-collection";
import { findPreview, listPreviews, type PreviewedMessage } from "./list-previews";
import { previewPage } from "./preview-page";

const mailbox = { kind: "mailbox" } as const;

/** The parts of a mail that differ from the one sent: the check code, the customer's link, and the picture's id, which is the message's. */
function comparable(words: string): string {
  return words
    .replace(/\b(?:[0-9A-HJKMNP-TV-Z]{4}-){2}[0-9A-HJKMNP-TV-Z]{4}\b/g, "CODE")
    .replace(/https?:\/\/[^\s"<>]+\/(?:i\/[\w-]{32}|(?:imports|companies)\/\w+\/preview\?[\w=&;]+)/g, "LINK");
}

interface Given {
  settings?: Partial<typeof companySettings.$inferInsert>;
  recipients?: Parameters<typeof givenInvoice>[1][];
}

/** A sandbox's open import, with invoices of different customers unless stated otherwise. */
async function given({ settings = {}, recipients = [{}] }: Given = {}) {
  const partner = await givenPartner({ isSandbox: true });
  const company = await givenCompany(partner);
  await givenBankAccount(partner, company);
  await db
    .update(companySettings)
    .set({ joinsHouseholds: true, ...settings })
    .where(eq(companySettings.companyId, company.id));
  const into = await givenImport(partner, { company });
  const invoices = [];
  for (const [index, { invoice, ...rest } = {}] of recipients.entries()) {
    const recipient = { customerEmail: `${newId()}@members.example`, externalInvoiceNumber: `F-${index + 1}`, ...invoice };
    invoices.push(await givenInvoice(partner, { import: into, ...rest, invoice: recipient }));
  }
  const actorNow = async (): Promise<Actor> => {
    const [found] = await db.select({ clockOffsetMs: partners.clockOffsetMs }).from(partners).where(eq(partners.id, partner.id));
    return { ...partner.actor, clockOffsetMs: found?.clockOffsetMs ?? 0 };
  };
  const { collect } = collectionOf(partner);
  const start = new Date();
  /** Moves the clock to a minute later on another day, and does what is due. */
  const moveTo = async (day: number) => {
    const offsetMs = sameTimeOn(addDays(dayAt(start), day), start).getTime() - start.getTime() + MINUTE_MS;
    await db.update(partners).set({ clockOffsetMs: offsetMs }).where(eq(partners.id, partner.id));
    await collect(mailbox);
  };
  return { partner, company, into, invoices, actorNow, moveTo };
}

/** Transmits the import, and does what is due on each day until then. */
async function live({ partner, into, moveTo }: Awaited<ReturnType<typeof given>>, days: number): Promise<void> {
  await transmitImport(db, partner.actor, into.id);
  for (const day of Array.from({ length: days + 1 }, (_, each) => each)) await moveTo(day);
}

const sentTo = (email: string) =>
  db
    .select({ subject: mails.subject, text: mails.body, html: mails.html })
    .from(mails)
    .where(eq(mails.recipient, email))
    .orderBy(asc(mails.createdAt));

function shownOf(messages: PreviewedMessage[]) {
  return messages.map(({ mail }) => ({
    subject: comparable(mail?.subject ?? ""),
    text: comparable(mail?.text ?? ""),
    html: comparable(mail?.html ?? ""),
  }));
}

const asSent = (sent: Awaited<ReturnType<typeof sentTo>>) =>
  sent.map(({ subject, text, html }) => ({
    subject: comparable(subject ?? ""),
    text: comparable(text ?? ""),
    html: comparable(html ?? ""),
  }));

describe("a preview of an open import", () => {
  test.each(["de", "en", "fr", "it", "nl"] as const)(
    "shows each message exactly as it is then sent, with its fee, in %s",
    async (locale) => {
      const season = await given({
        settings: { latePaymentFeeCents: 500, personalNote: "See you on the water." },
        recipients: [{ invoice: { locale } }],
      });
      const [invoice] = season.invoices;
      if (!invoice) throw new Error("no invoice");
      const { messages } = await listPreviews(db, season.partner.actor, { invoiceId: invoice.id }, null);
      expect(messages.map(({ kind }) => kind)).toEqual(["request1", "request2", "reminder1", "reminder2", "reminder3"]);
      const first = dayAt(new Date());
      expect(messages.map(({ at }) => dayAt(at))).toEqual([0, 10, 18, 32, feeDayAfter(45)].map((days) => addDays(first, days)));

      await live(season, 60);
      const sent = await sentTo(invoice.customerEmail ?? "");
      expect(sent).toHaveLength(5);
      expect(shownOf(messages)).toEqual(asSent(sent));
    },
  );

  test("includes the fee in the sum of the message after it", async () => {
    const season = await given({ settings: { latePaymentFeeCents: 500 }, recipients: [{ invoice: { locale: "en" } }] });
    const { messages } = await listPreviews(db, season.partner.actor, { invoiceId: season.invoices[0]?.id ?? "" }, null);
    expect(messages.map(({ mail }) => /please pay €([\d.]+)/.exec(mail?.text ?? "")?.[1])).toEqual([
      "45.00",
      "45.00",
      "45.00",
      "45.00",
      "50.00",
    ]);
  });

  test("shows the note before the fee as a step of its own, as it is then sent, if the company allows it", async () => {
    const fee = { latePaymentFeeCents: 500, reminder2Day: null, reminder3Day: 32 };
    const season = await given({ settings: { ...fee, latePaymentFeeNotice: true }, recipients: [{ invoice: { locale: "en" } }] });
    const { customerEmail, id: invoiceId } = season.invoices[0] ?? { customerEmail: "", id: "" };
    const { messages } = await listPreviews(db, season.partner.actor, { invoiceId }, null);
    expect(messages.map(({ kind }) => kind)).toEqual(["request1", "request2", "reminder1", FEE_NOTE, "reminder3"]);
    expect(messages.map(({ at }) => dayAt(at))).toEqual([0, 10, 18, 42, feeDayAfter(45)].map((days) => addDays(dayAt(new Date()), days)));
    const note = { kind: FEE_NOTE, round: 0 } as const;
    expect((await previewPage(db, season.partner.actor, { invoiceId }, "en", note)).invoice.account.outstandingCents).toBe(4_500);
    expect((await findPreview(db, season.partner.actor, { invoiceId }, null, note)).subject).toContain("to avoid collection costs");

    await live(season, 43);
    const left = await listPreviews(db, await season.actorNow(), { invoiceId }, null);
    expect(left.messages.map(({ kind, hasLeft }) => `${kind} ${hasLeft}`).slice(3)).toEqual([`${FEE_NOTE} true`, "reminder3 false"]);
    for (const day of [44, 45, feeDayAfter(45), feeDayAfter(45) + 1]) await season.moveTo(day);
    expect(shownOf(messages)).toEqual(asSent(await sentTo(customerEmail ?? "")));

    const without = await given({ settings: fee });
    const others = await listPreviews(db, without.partner.actor, { invoiceId: without.invoices[0]?.id ?? "" }, null);
    expect(others.messages.map(({ kind }) => kind)).toEqual(["request1", "request2", "reminder1", "reminder3"]);
  });

  test("shows a household's mail as its payer gets it, and to no other customer", async () => {
    const together = { customerEmail: `${newId()}@members.example`, locale: "en" } as const;
    const season = await given({ recipients: [{ invoice: together }, { invoice: together }, { invoice: { locale: "en" } }] });
    const [first, second, alone] = await Promise.all(
      season.invoices.map(({ id }) => listPreviews(db, season.partner.actor, { invoiceId: id }, null)),
    );
    expect(first?.messages.map(({ invoicesCount }) => invoicesCount)).toEqual([2, 2, 2, 2, 2]);
    expect(second && shownOf(second.messages)).toEqual(first && shownOf(first.messages));
    expect(alone?.messages.map(({ invoicesCount }) => invoicesCount)).toEqual([1, 1, 1, 1, 1]);

    await live(season, 60);
    expect(shownOf(first?.messages ?? [])).toEqual(asSent(await sentTo(together.customerEmail)));
  });

  test("shows another language, with the days of the customer's own", async () => {
    const { partner, invoices } = await given({ recipients: [{ invoice: { locale: "nl" } }] });
    const of = { invoiceId: invoices[0]?.id ?? "" };
    const own = await listPreviews(db, partner.actor, of, null);
    const french = await listPreviews(db, partner.actor, of, "fr");
    expect(french.locale).toBe("nl");
    expect(french.messages[0]?.mail?.html).toContain('lang="fr"');
    expect(french.messages.map(({ at }) => dayAt(at))).toEqual(own.messages.map(({ at }) => dayAt(at)));
  });

  test("shows the page of the day on which a message has left", async () => {
    const { partner, invoices } = await given({ settings: { latePaymentFeeCents: 500 } });
    const of = { invoiceId: invoices[0]?.id ?? "" };
    const { messages } = await listPreviews(db, partner.actor, of, null);
    const named = await Promise.all(
      messages.map(
        async ({ kind, round }) => (await previewPage(db, partner.actor, of, "en", { kind, round })).invoice.account.outstandingCents,
      ),
    );
    expect(named).toEqual([4_500, 4_500, 4_500, 4_500, 5_000]);
    const today = await previewPage(db, partner.actor, of, "en", null);
    expect(today.invoice.locale).toBe("en");
    await expect(previewPage(db, partner.actor, of, "en", { kind: "reminder3", round: 7 })).rejects.toThrow("invalid_message_id");
  });
});

describe("a preview of a transmitted import", () => {
  test("shows what left, without the customer's link, and what is coming as it is then sent", async () => {
    const season = await given({ settings: { latePaymentFeeCents: 500 }, recipients: [{ invoice: { locale: "en" } }] });
    const [invoice] = season.invoices;
    if (!invoice) throw new Error("no invoice");
    await live(season, 19);
    const { messages } = await listPreviews(db, await season.actorNow(), { invoiceId: invoice.id }, null);
    expect(messages.map(({ kind, hasLeft }) => `${kind} ${hasLeft}`)).toEqual([
      ...["request1 true", "request2 true", "reminder1 true"],
      ...["reminder2 false", "reminder3 false"],
    ]);
    for (const { mail } of messages) expect(`${mail?.html} ${mail?.text}`).not.toMatch(/\/i\/[\w-]{32}/);

    for (const day of [32, 33, feeDayAfter(45), feeDayAfter(45) + 1, 60]) await season.moveTo(day);
    expect(shownOf(messages)).toEqual(asSent(await sentTo(invoice.customerEmail ?? "")));
  });

  test("shows nothing coming for a paid invoice", async () => {
    const season = await given();
    await live(season, 0);
    const actor = await season.actorNow();
    const [invoice] = season.invoices;
    await recordExternalPayment(db, actor, invoice?.id ?? "", 1, { amountCents: 4_500, reason: "Cash", mayExceed: false });
    const { messages } = await listPreviews(db, actor, { invoiceId: invoice?.id ?? "" }, null);
    expect(messages.map(({ kind, hasLeft }) => `${kind} ${hasLeft}`)).toEqual(["request1 true"]);
  });
});

test("an example has the company's settings and sender, and always the same reference", async () => {
  const { partner, company } = await given({ settings: { reminder3Day: null, personalNote: "See you on the water." } });
  const once = await listPreviews(db, partner.actor, { companyId: company.id }, "en");
  expect(once.messages.map(({ kind }) => kind)).toEqual(["request1", "request2", "reminder1", "reminder2"]);
  expect(once.messages[0]?.mail).toMatchObject({ sender: company.name, text: expect.stringContaining("See you on the water.") });
  expect(shownOf((await listPreviews(db, partner.actor, { companyId: company.id }, "en")).messages)).toEqual(shownOf(once.messages));
});

describe("a preview", () => {
  test("changes no row of the database, and queues nothing", async () => {
    const { partner, company, invoices } = await given({ recipients: [{}, {}] });
    const { id: invoiceId } = invoices[0] ?? { id: "" };
    const before = await everyRow();
    await listPreviews(db, partner.actor, { invoiceId }, "fr");
    await previewPage(db, partner.actor, { invoiceId }, "fr", { kind: "reminder2", round: 0 });
    await listPreviews(db, partner.actor, { companyId: company.id }, null);
    expect(await everyRow()).toEqual(before);
  });

  test("is hidden from other partners, and from people limited to other companies", async () => {
    const { partner, company, invoices } = await given();
    const { id: invoiceId } = invoices[0] ?? { id: "" };
    const limited = { ...partner.actor, companyIds: [(await givenCompany(partner)).id] };
    for (const actor of [(await givenPartner()).actor, limited]) {
      await expect(listPreviews(db, actor, { invoiceId }, null)).rejects.toThrow("invalid_invoice_id");
      await expect(previewPage(db, actor, { invoiceId }, null, null)).rejects.toThrow("invalid_invoice_id");
      await expect(listPreviews(db, actor, { companyId: company.id }, null)).rejects.toThrow("invalid_company_id");
      await expect(previewPage(db, actor, { companyId: company.id }, null, null)).rejects.toThrow("invalid_company_id");
    }
  });
});

/** Each row's version and place, by table. */
async function everyRow() {
  const tables = await db.execute<{ name: string }>(sql`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`);
  const rows: Record<string, unknown> = {};
  for (const { name } of tables) {
    const [found] = await db.execute(sql`
      select count(*)::int as count, md5(coalesce(string_agg(t.xmin::text || t.ctid::text, ',' order by t.ctid), '')) as rows
      from ${sql.identifier(name)} t`);
    rows[name] = found;
  }
  return rows;
}
