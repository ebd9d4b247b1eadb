import { eq, sql } from "drizzle-orm";
import { afterEach, describe, expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { mails } from "@/db/schema/mails";
import { mailCustomer } from "@/server/billing/customer-mails/mail-customer";
import { locales } from "@/server/domain/formats/locales";
import { env, forgetEnv } from "@/server/env";
import { checkMessage } from "@/server/messages/check-message";
import { newId } from "@/server/platform/id";
import { newCheckCode, readCheckCode } from "@/server/platform/mail/check-code";
import { composeMail } from "@/server/platform/mail/compose-mail";
import { forgetOldMails } from "@/server/platform/mail/forget-old-mails";
import { sayInMail } from "@/server/platform/mail/say-in-mail";
import { sendMails } from "@/server/platform/mail/send-mails";
import { givenCompany, givenInvoice, givenPartner } from "@/server/testing/given";
import { givenOwnDatabase } from "@/server/testing/own-database";

const ofMandate = { holder: "Ada Brandsma", iban: "NL91 …4300", reference: "M100000001-1", when: "2026-11-29T12:00:00.000Z" };
const values = {
  customerAddressChanged: {},
  customerLinkRenewed: { link: "https://portal.example/i/abc" },
  customerAccountToConfirm: { iban: "NL91 …4300", link: "https://portal.example/i/account/abc" },
  customerAccountChanged: { iban: "NL91 …4300" },
  customerMandateGiven: { ...ofMandate, text: "SEPA direct debit mandate" },
  customerMandateAmended: {
    ...ofMandate,
    changed: "account",
    former: "DE02 …2051",
    debits: [{ amountCents: 4_500, collectOn: "2026-12-14" }],
  },
  customerMandateWithdrawn: { ...ofMandate, scheme: "CORE", text: "SEPA direct debit mandate" },
} as const;
const kinds = Object.keys(values) as (keyof typeof values)[];

const check = (code: string | undefined) => checkMessage(db, `of ${newId()}`, code ?? "");
const codeIn = (text: string) => /[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(text)?.[0];

// The tests send all mails that are due, of which other files leave many.
givenOwnDatabase("mails_about_details");

async function given(customer: Parameters<typeof givenInvoice>[1] = {}) {
  const partner = await givenPartner();
  const company = await givenCompany(partner);
  const invoice = await givenInvoice(partner, { company, transmitted: true, ...customer });
  const recipient = `${newId()}@members.example`;
  return {
    invoice,
    company,
    recipient,
    queue: (kind: keyof typeof values) =>
      mailCustomer(db, invoice, recipient, kind, values[kind] as Parameters<typeof mailCustomer<typeof kind>>[4]),
    /** Sends all mails, and returns those to this customer. */
    send: async () => {
      const sent: { subject: string; body: string; sender?: string; replyTo?: string }[] = [];
      await sendMails(db, async (mail) => void (mail.recipient === recipient && sent.push(mail)));
      return sent;
    },
  };
}

afterEach(() => {
  vi.unstubAllEnvs();
  forgetEnv();
});

describe.each(kinds)("%s", (kind) => {
  test.each(locales)("greets the customer, is the company's, and has a code that is recognised, in %s", async (locale) => {
    const { invoice, company, queue, send } = await given({ invoice: { locale } });
    vi.stubEnv("SERVICE_NAME", "Invoice Service Ltd");
    forgetEnv();
    await queue(kind);
    const [mail] = await send();
    if (!mail) throw new Error("Nothing was sent");
    expect(mail).toMatchObject({ sender: company.name, replyTo: company.email });
    expect(mail.subject).toContain(company.name);
    const [greeting = "", ...rest] = mail.body.split("\n\n");
    // Somebody else of the household may read a former address.
    if (kind === "customerAddressChanged") expect(greeting).not.toMatch(/Ada|Brandsma/);
    else expect(greeting).toMatch(/^\S.* Ada Brandsma,$/);
    expect(mail.body).not.toMatch(/[{}]/);
    expect(rest.at(-1)).toMatch(new RegExp(`^-- \\n.*${company.name}.*Invoice Service Ltd.*${company.name}\\.\\n$`));
    expect(mail.body).toContain(`\n${company.name}\n\n`);
    expect(mail.body).toContain(` ${env().PUBLIC_URL}/genuine\n`);
    expect(await check(codeIn(mail.body))).toEqual({
      company: company.name,
      number: invoice.externalInvoiceNumber,
      sentAt: expect.any(Date),
    });
  });

  test("has a code of its own each time, and none that was not given counts", async () => {
    const { queue, send } = await given();
    await queue(kind);
    await queue(kind);
    const codes = (await send()).map(({ body }) => codeIn(body));
    expect(new Set(codes).size).toBe(2);
    expect(codes.every((code) => code && readCheckCode(code))).toBe(true);
    expect(await check(newCheckCode())).toBeUndefined();
  });

  test("of a version without check codes is sent without one", async () => {
    const { recipient, send, company } = await given();
    const old = { company: company.name, invoiceNumber: "7", ...values[kind] };
    await db.execute(sql`insert into mails (id, recipient, locale, kind, values, due_at, created_at, next_attempt_at)
      values (${newId()}, ${recipient}, 'en', ${kind}, ${JSON.stringify(old)}, now(), now(), 'infinity')`);
    const [mail] = await send();
    expect(mail?.body).toMatch(/^Hello,\n\n/);
    expect(mail?.body).toContain(`Kind regards,\n${company.name}\n\n-- \n`);
    expect(mail?.body).not.toMatch(/genuine|undefined|null|none|the page of the invoice:/);
    expect(mail).not.toHaveProperty("replyTo");
    expect(mail).not.toHaveProperty("sender");
  });
});

test.each(locales)(
  "a mail about an amended mandate that was queued before it said what was changed is worded and sent, in %s",
  async (locale) => {
    const { recipient, send, company } = await given();
    const { changed: _, ...amended } = values.customerMandateAmended;
    const rows = [amended, { ...amended, iban: amended.former }];
    for (const row of rows)
      await db.execute(sql`insert into mails (id, recipient, locale, kind, values, due_at, created_at, next_attempt_at)
      values (${newId()}, ${recipient}, ${locale}, 'customerMandateAmended', ${JSON.stringify({ company: company.name, invoiceNumber: "7", ...row })},
        now(), now(), 'infinity')`);
    const sent = await send();
    const [account, holder] = ["account", "holder"].map((changed) =>
      sayInMail[locale]("customerMandateAmended.subject", { company: company.name, changed }),
    );
    expect(sent.map(({ subject }) => subject).sort()).toEqual([account, holder].sort());
    for (const { body } of sent) expect(body).not.toMatch(/[{}]|undefined|null/);
  },
);

test("a mail about another account number says that it is the customer's own, to which money goes", async () => {
  const { queue, send, company, invoice } = await given({ invoice: { locale: "en" } });
  await queue("customerAccountChanged");
  const [mail] = await send();
  expect(mail?.subject).toMatch(/^Your account number /);
  expect(mail?.body).toContain(
    `${company.name} has changed the account number that it holds for you, for invoice ${invoice.externalInvoiceNumber}, to NL91 …4300.`,
  );
  expect(mail?.body).toContain("It is not an account for you to pay to.");
});

test("a code is recognised after its mail was deleted, and until its invoice is", async () => {
  const { recipient, queue, send, invoice } = await given();
  await queue("customerAddressChanged");
  const [mail] = await send();
  const code = codeIn(mail?.body ?? "");
  await db.execute(sql`update mails set sent_at = now() - interval '31 days' where recipient = ${recipient}`);
  await forgetOldMails(db);
  expect(await db.select().from(mails).where(eq(mails.recipient, recipient))).toEqual([]);
  expect(await check(code)).toMatchObject({ number: invoice.externalInvoiceNumber });
});

test("an organisation without a contact is not greeted as a person, and without a name of the service none is invented", async () => {
  const customer = {
    customerOrganization: "Sample Ltd",
    customerFirstName: null,
    customerPrefix: null,
    customerInfix: null,
    customerLastName: "Sample Ltd",
    locale: "en",
  } as const;
  const { recipient, queue, company } = await given({ invoice: customer });
  await queue("customerAccountChanged");
  const [mail] = await db.select().from(mails).where(eq(mails.recipient, recipient));
  const { body } = mail ? composeMail(mail) : { body: "" };
  expect(body).toMatch(/^Hello,\n\n/);
  expect(body).toContain("Kind regards,");
  expect(body?.split("\n-- \n")[1]).toBe(`You are receiving this e-mail because ${company.name} sent you an invoice.\n`);
});

test("a Swiss company writes no ß", async () => {
  for (const [countryCode, regards] of [
    ["CH", "Mit freundlichen Grüssen"],
    ["AT", "Mit freundlichen Grüßen"],
  ] as const) {
    const partner = await givenPartner();
    const company = await givenCompany(partner, { countryCode, currency: countryCode === "CH" ? "CHF" : "EUR" });
    const invoice = await givenInvoice(partner, { company, invoice: { locale: "de" } });
    const recipient = `${newId()}@members.example`;
    await mailCustomer(db, invoice, recipient, "customerAddressChanged", {});
    const [mail] = await db.select().from(mails).where(eq(mails.recipient, recipient));
    expect(mail && composeMail(mail).body).toContain(regards);
  }
});
