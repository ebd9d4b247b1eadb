import { asc, eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { companySettings } from "@/db/schema/collection-settings";
import { mails } from "@/db/schema/mails";
import { partners } from "@/db/schema/partners";
import type { Actor } from "@/server/actor";
import { transmitImport } from "@/server/billing/imports/transmit-import";
import { addDays, dayAt, sameTimeOn } from "@/server/domain/formats/calendar";
import { newId } from "@/server/platform/id";
import { givenCompany, givenImport, givenInvoice, givenPartner } from "@/server/testing/given";
import { givenBankAccount } from "@/server/testing/given-bank-account";
import { collectionOf } from "@/server/testing/given-collection";
import { listPreviews, type PreviewedMessage } from "./list-previews";

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
  await db.update(companySettings).set(settings).where(eq(companySettings.companyId, company.id));
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
  return { partner, company, into, invoices, actorNow, ...collectionOf(partner) };
}

/** Moves the clock to each day on which something may leave, and does what is due. */
async function live({ partner, into, collect, actorNow }: Awaited<ReturnType<typeof given>>, days: number): Promise<void> {
  await transmitImport(db, partner.actor, into.id);
  const start = new Date();
  for (let day = 0; day <= days; day += 1) {
    const then = sameTimeOn(addDays(dayAt(start), day), start).getTime() - start.getTime() + 60_000;
    await db.update(partners).set({ clockOffsetMs: then }).where(eq(partners.id, partner.id));
    await collect(mailbox);
  }
  await actorNow();
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
      expect(messages.map(({ at }) => dayAt(at))).toEqual([0, 10, 18, 32, 46].map((days) => addDays(first, days)));

      await live(season, 60);
      const sent = await sentTo(invoice.customerEmail ?? "");
      expect(sent).toHaveLength(5);
      expect(shownOf(messages)).toEqual(asSent(sent));
    },
  );
});

async function everything(partnerId: string) {
  const tables = await db.execute<{ name: string }>(sql`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'partner_id'
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 1`);
  const rows: Record<string, unknown> = {};
  for (const { name } of tables) {
    const table = sql.raw(`"${name}"`);
    rows[name] = [
      ...(await db.execute(sql`select t.xmin::text, t.ctid::text from ${table} t where t.partner_id = ${partnerId} order by 1, 2`)),
    ];
  }
  return rows;
}
