import type { Page } from "@playwright/test";
import { and, eq } from "drizzle-orm";
import { db } from "@/db/client";
import { companySettings } from "@/db/schema/collection-settings";
import { outgoingMessages } from "@/db/schema/collections";
import { partners } from "@/db/schema/partners";
import { systemActor } from "@/server/actor";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import { decide } from "@/server/billing/payment-providers/simulated-bank/decide";
import { recordExternalPayment } from "@/server/billing/payments/record-external-payment";
import { createTicket } from "@/server/desk/tickets/create-ticket";
import { dayAt } from "@/server/domain/formats/calendar";
import { locales } from "@/server/domain/formats/locales";
import { DAY_MS } from "@/server/domain/formats/time";
import { spellCheckCode } from "@/server/platform/mail/check-code";
import { givenCompany, givenPartner } from "@/server/testing/given";
import { paymentsOf } from "@/server/testing/given-bank";
import { type GivenCustomer, givenCustomer } from "@/server/testing/given-customer";
import { BACKGROUND_WORK_MS } from "./background-work";
import { givenStaff, signInAs, visit } from "./given";
import { linkMailedTo, mailsTo } from "./mailed";
import { expect, expectToFit, expectUsable, test } from "./test";

const SCRIPT_LIMIT_BYTES = 100_000;

test("a customer reads, asks, is answered, corrects and comes back from paying, on a small phone and without JavaScript", async ({
  browser,
}, { project }) => {
  const { partner, customer } = await givenMember();
  const { invoice } = customer;
  const { colorScheme } = project.use;
  const context = await browser.newContext({ colorScheme, viewport: { width: 320, height: 640 }, javaScriptEnabled: false });
  const page = await context.newPage();
  await open(page, customer);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Ada Brandsma");
  await expect(page.locator(".amount")).toHaveText("€ 240,00");

  await page.getByLabel("Uw vraag").fill("Mag het in twee keer?");
  await page.getByRole("button", { name: "Vraag versturen" }).click();
  await expect(page.getByRole("status")).toHaveText("Uw vraag is verstuurd.");
  await expect(page.getByText("Nog niet beantwoord")).toBeVisible();
  await createTicket(db, partner.actor, invoice.id, { message: "Dat mag." });
  await open(page, customer);
  await expect(page.getByText("Dat mag.")).toBeVisible();
  await expect(page.getByText("Nog niet beantwoord")).toBeHidden();

  await page.getByRole("link", { name: "Gegevens wijzigen" }).click();
  await page.getByLabel("E-mail").fill("geen adres");
  await page.getByRole("button", { name: "Gegevens opslaan" }).click();
  await expect(page.getByText("Vul een geldig e-mailadres in")).toBeVisible();
  await page.getByLabel("E-mail").fill("ada@elders.example");
  await page.getByRole("button", { name: "Gegevens opslaan" }).click();
  await expect(page.getByRole("status")).toHaveText("Uw gegevens zijn gewijzigd.");
  await expect(page.getByText("ada@elders.example")).toBeVisible();
  const told = await mailsTo(`${invoice.partnerId}@members.example`);
  expect(told).toContainEqual({
    kind: "customerAddressChanged",
    values: expect.objectContaining({ invoiceNumber: invoice.externalInvoiceNumber }),
  });

  await page.getByRole("link", { name: "Gegevens wijzigen" }).click();
  await page.getByLabel("Nieuw rekeningnummer").fill("NL91 ABNA 0417 1643 00");
  await page.getByRole("button", { name: "Gegevens opslaan" }).click();
  await expect(page.getByRole("status")).toContainText("het nieuwe rekeningnummer wordt gebruikt zodra u het met die link hebt bevestigd");
  await page.goto(await linkMailedTo(`${invoice.partnerId}@members.example`, "customerAccountToConfirm"));
  await expect(page.getByRole("heading", { level: 1, name: "Is dit uw rekening?" })).toBeVisible();
  await page.getByRole("button", { name: "NL91 … 4300 bevestigen" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Bevestigd" })).toBeVisible();
  await open(page, customer);
  await expect(page.getByText("NL91 … 4300")).toBeVisible();

  // Requested by its address, because the browser loses two of a hundred clicks right after a navigation, without any request.
  const address = await page.getByRole("link", { name: /als pdf$/ }).getAttribute("href");
  const pdf = await page.request.get(address ?? "");
  expect(pdf.headers()["content-disposition"]).toBe(`attachment; filename="${invoice.externalInvoiceNumber}.pdf"`);
  expect((await pdf.body()).subarray(0, 5).toString()).toBe("%PDF-");

  await page.getByRole("button", { name: /^Nu .* betalen met iDEAL/ }).click();
  await expect(page).toHaveURL(/\/simulated-bank\//);
  const [payment, ...others] = await paymentsOf(invoice);
  expect(others).toEqual([]);
  await open(page, customer);
  await expect(page.getByText("U bent een betaling van € 240,00 (iDEAL | Wero) begonnen.")).toBeVisible();
  await decide(db, payment?.providerReference ?? "", "pay");
  await page.goto(`/i/back/${customer.actor.id}`);
  await expect(page).toHaveURL(new RegExp(`/i/${customer.secret}$`));
  await expect(page.getByText(/^Betaald op .+\. Dank u wel\.$/)).toBeVisible();
  expect(await getInvoice(db, partner.actor, invoice.id)).toMatchObject({ amountTotalCents: 0, customerEmail: "ada@elders.example" });
  await context.close();
});

test("an administrator allows donations, and a customer adds one and pays it with the outstanding amount, without JavaScript", async ({
  page,
  browser,
}, { project }) => {
  const partner = await givenPartner();
  const company = await givenCompany(partner);
  await signInAs(page, await givenStaff(partner));
  await visit(page, `/companies/${company.id}`);
  await page.getByRole("button", { name: "Edit the collection settings" }).click();
  const dialog = page.getByRole("dialog", { name: "Collection settings for new imports" });
  await dialog.getByRole("checkbox", { name: "Customers may add a donation" }).check();
  await expectUsable(dialog);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("customers may add one")).toBeVisible();

  const customer = await givenCustomer(partner, { company, amountCents: 24_000, invoice: { locale: "nl" } });
  const { colorScheme } = project.use;
  const context = await browser.newContext({ colorScheme, viewport: { width: 320, height: 640 }, javaScriptEnabled: false });
  const phone = await context.newPage();
  await open(phone, customer);
  await phone.getByText("Een donatie toevoegen").click();
  await phone.getByLabel("Donatie, EUR").fill("€ 0,50");
  await phone.getByRole("button", { name: "Doneren en betalen met iDEAL | Wero" }).click();
  await expect(phone.getByRole("alert")).toContainText("Vul een bedrag in binnen de grenzen");
  await expect(phone.getByLabel("Donatie, EUR")).toHaveValue("€ 0,50");
  await phone.getByLabel("Donatie, EUR").fill("€ 10,-");
  await phone.getByRole("button", { name: "Doneren en betalen met iDEAL | Wero" }).click();
  await expect(phone).toHaveURL(/\/simulated-bank\//);
  const [payment] = await paymentsOf(customer.invoice);
  expect(payment?.amountCents).toBe(25_000);
  await open(phone, customer);
  await expect(phone.locator(".amount")).toHaveText("€ 240,00");
  await expect(phone.getByText("Een donatie toevoegen")).toBeHidden();
  await decide(db, payment?.providerReference ?? "", "pay");
  await phone.goto(`${process.env.E2E_BASE_URL}/i/back/${customer.actor.id}`);
  await expect(phone.getByText(/^Betaald op .+\. Dank u wel\.$/)).toBeVisible();
  const { amountTotalCents, lines } = await getInvoice(db, partner.actor, customer.invoice.id);
  expect(amountTotalCents).toBe(0);
  expect(lines.slice(1).map(({ type, description, amountCents }) => [type, description, amountCents])).toEqual([
    ["INVOICE-LINE", "Donatie", 1_000],
    ["PAYMENT-LINE", null, -25_000],
  ]);
  await context.close();
});

for (const locale of locales) {
  test(`the customer's pages speak ${locale}, fit each screen from 320 pixels on, and run little script`, async ({ page }) => {
    const { customer } = await givenMember(locale);
    // The same elements and colours in each language.
    const expectWell = locale === "nl" ? expectUsable : expectToFit;
    let scripts = 0;
    page.on("response", async (response) => {
      if (response.request().resourceType() === "script") scripts += (await response.body()).length;
    });
    await open(page, customer);
    await expect(page.locator("html")).toHaveAttribute("lang", locale);
    // The payment methods, and the donation.
    for (const hidden of await page.locator("summary").all()) await hidden.click();
    await expect(page.locator("#amount")).toBeVisible();
    await onEachScreen(page, expectWell);
    await page.goto(`/i/${customer.secret}/contact`);
    await onEachScreen(page, expectWell);

    // A British customer is told where the IBAN is.
    await page.locator("input[name=directDebitIban]").fill("20-45-67 31926819");
    await page.locator("main form").getByRole("button").first().click();
    await expect(page.getByText(/IBAN.*sort code/i)).toBeVisible();
    await onEachScreen(page, expectWell);
    await page.locator("input[name=directDebitIban]").fill("NL91 ABNA 0417 1643 00");
    await page.locator("main form").getByRole("button").first().click();
    await expect(page.getByRole("status")).toBeVisible();
    await page.goto(await linkMailedTo(customer.invoice.customerEmail ?? "", "customerAccountToConfirm"));
    await expect(page.getByRole("button")).toHaveText(/NL91 … 4300/);
    await onEachScreen(page, expectWell);
    expect(scripts).toBeLessThan(SCRIPT_LIMIT_BYTES);
  });
}

async function onEachScreen(page: Page, expectWell: (page: Page) => Promise<void>): Promise<void> {
  for (const width of [320, 360, 1440]) {
    await page.setViewportSize({ width, height: 740 });
    await expectWell(page);
  }
}

test("a replaced link gets the same answer as an unknown one, and neither page is cached or indexed", async ({ page }) => {
  const { partner, customer } = await givenMember();
  await signInAs(page, await givenStaff(partner));
  await page.goto(`/invoices/${customer.invoice.id}`);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Customer’s link" }).click();
  const dialog = page.getByRole("dialog", { name: "Customer’s link" });
  await expect(dialog).toContainText(`/i/${customer.secret}`);
  await expectUsable(dialog);
  await dialog.getByRole("button", { name: "Replace with a new link" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Replace the link" }).click();
  await expect(dialog).not.toContainText(customer.secret);
  await expect(dialog).toContainText("/i/");

  const [revoked, unknown] = await Promise.all([customer.secret, "A".repeat(32)].map((secret) => page.request.get(`/i/${secret}`)));
  expect(revoked?.status()).toBe(404);
  expect(unknown?.status()).toBe(404);
  expect(await revoked?.text()).toBe(await unknown?.text());
  for (const answer of [revoked, unknown]) {
    expect(answer?.headers()).toMatchObject({
      "referrer-policy": "no-referrer",
      "cache-control": "private, no-store",
      "x-robots-tag": "noindex, nofollow, noarchive",
    });
  }
  await page.goto(`/i/${customer.secret}`);
  await expectUsable(page);
});

test("an expired link offers a new one by mail, on a small phone and without JavaScript", async ({ browser, page }, { project }) => {
  const partner = await givenPartner({ isSandbox: true });
  const email = `${partner.id}@members.example`;
  const customer = await givenCustomer(partner, { amountCents: 24_000, invoice: { locale: "nl", customerEmail: email } });
  await recordExternalPayment(db, partner.actor, customer.invoice.id, 1, { amountCents: 24_000, reason: "Statement", mayExceed: false });
  await db
    .update(partners)
    .set({ clockOffsetMs: 366 * DAY_MS })
    .where(eq(partners.id, partner.id));

  await open(page, customer);
  await expectUsable(page);
  await page.setViewportSize({ width: 320, height: 740 });
  await expectToFit(page);
  const { colorScheme } = project.use;
  const viewport = { width: 320, height: 640 };
  const context = await browser.newContext({ colorScheme, viewport, locale: "nl", javaScriptEnabled: false });
  const phone = await context.newPage();
  await open(phone, customer);
  await phone.getByRole("button").click();
  await expect(phone.getByRole("heading", { level: 1, name: "Kijk in uw e-mail" })).toBeVisible();
  const renewed = await linkMailedTo(email, "customerLinkRenewed");
  expect(renewed).not.toContain(customer.secret);
  await phone.goto(renewed);
  await expect(phone.getByText(/^Betaald op .+\. Dank u wel\.$/)).toBeVisible();
  await context.close();
});

for (const locale of locales) {
  test(`a recipient checks in ${locale} whether a message is genuine, and learns only the company, the number and the day`, async ({
    page,
    browser,
  }, { project }) => {
    const { customer } = await givenMember(locale);
    const code = await givenSentMessage(customer);
    await open(page, customer);
    // The browser loses some clicks right after a navigation, and follows others late.
    await expect(async () => {
      if (!page.url().endsWith("/genuine")) await page.locator("footer").getByRole("link").nth(1).click({ timeout: 5_000 });
      await expect(page).toHaveURL(/\/genuine$/, { timeout: 5_000 });
    }).toPass({ timeout: 60_000 });

    const { colorScheme } = project.use;
    const context = await browser.newContext({
      colorScheme,
      locale,
      viewport: { width: 320, height: 640 },
      javaScriptEnabled: false,
      baseURL: process.env.E2E_BASE_URL,
    });
    const plain = await context.newPage();
    const asked = await plain.goto("/genuine");
    expect(asked?.headers()["content-security-policy"]).toMatch(/^default-src 'none'; style-src 'sha256-/);
    await expect(plain.locator("html")).toHaveAttribute("lang", locale);
    await plain.getByRole("textbox").fill(` ${code.toLowerCase().replaceAll("-", " ")}`);
    const answered = plain.waitForResponse((response) => response.request().method() === "POST");
    await plain.getByRole("button").click();
    expect((await answered).headers()["cache-control"]).toBe("private, no-store");
    await expect(plain.getByRole("status")).toContainText("Roeivereniging Noordkade");
    await expect(plain.getByRole("status")).toContainText(dayAt(new Date()).slice(0, 4));
    await expect(plain).toHaveURL(/\/genuine$/);
    const { customerLastName, customerEmail, externalInvoiceNumber, invoiceNumber } = customer.invoice;
    await expect(plain.getByRole("status")).toContainText(externalInvoiceNumber);
    for (const personal of [customerLastName, customerEmail, String(invoiceNumber), "240"]) {
      await expect(plain.locator("body")).not.toContainText(personal ?? "");
    }
    await context.close();

    await page.setExtraHTTPHeaders({ "accept-language": locale });
    const expectWell = locale === "nl" ? expectUsable : expectToFit;
    for (const [width, typed] of [
      [320, code],
      [1440, "7K2M-9QXD-W4TB"],
    ] as const) {
      await page.setViewportSize({ width, height: 740 });
      await page.goto("/genuine");
      await expectWell(page);
      await page.getByRole("textbox").fill(typed);
      await page.getByRole("button").click();
      await expect(page.getByRole(typed === code ? "status" : "alert")).toBeVisible();
      await expectWell(page);
    }
  });
}

/** Creates a message that was mailed, and returns its check code. */
async function givenSentMessage({ invoice, actor }: GivenCustomer): Promise<string> {
  await createTicket(db, systemActor({ id: actor.partnerId, clockOffsetMs: 0 }), invoice.id, { message: "Dat mag." });
  const isSent = and(eq(outgoingMessages.invoiceId, invoice.id), eq(outgoingMessages.kind, "answer"), eq(outgoingMessages.state, "sent"));
  const codes = () => db.select({ checkCode: outgoingMessages.checkCode }).from(outgoingMessages).where(isSent);
  await expect.poll(codes, { timeout: BACKGROUND_WORK_MS }).toHaveLength(1);
  const [sent] = await codes();
  return spellCheckCode(sent?.checkCode ?? "");
}

async function givenMember(locale: (typeof locales)[number] = "nl") {
  const partner = await givenPartner();
  const company = await givenCompany(partner, { name: "Roeivereniging Noordkade", email: "bestuur@noordkade.example" });
  await db.update(companySettings).set({ donationAllowed: true }).where(eq(companySettings.companyId, company.id));
  const invoice = { locale, customerEmail: `${partner.id}@members.example` };
  return { partner, customer: await givenCustomer(partner, { company, amountCents: 24_000, invoice }) };
}

async function open(page: Page, { secret }: GivenCustomer): Promise<void> {
  await page.goto(`${process.env.E2E_BASE_URL}/i/${secret}`);
}

test("a customer who has paid, or needs more time, starts from a suggested text", async ({ page }) => {
  const customer = await givenCustomer(await givenPartner(), { amountCents: 24_000, invoice: { locale: "en" } });
  await page.goto(`/i/${customer.secret}`);
  await page.getByRole("link", { name: "I need more time" }).click();
  const question = page.getByLabel("Your question");
  await expect(question).toHaveValue(/^I cannot pay this invoice on time/);
  await page.getByRole("link", { name: "I have already paid" }).click();
  await expect(question).toHaveValue(/^I have already paid this invoice/);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectUsable(page);
  await page.getByRole("button", { name: "Send question" }).click();
  await expect(page.getByRole("article")).toContainText("I have already paid this invoice");
});
