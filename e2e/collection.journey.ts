import type { Browser, Page } from "@playwright/test";
import { mailboxToken } from "@/server/platform/mail/development-mailbox";
import { invoiceBody } from "@/server/testing/bodies";
import { type GivenPartner, givenCompany, givenPartner } from "@/server/testing/given";
import { BACKGROUND_WORK_MS } from "./background-work";
import { givenStaff, signInAs, visit } from "./given";
import { addEndpoint, test } from "./receiver";
import { expect, expectUsable } from "./test";

test("an import created over the interface is transmitted, mailed, questioned, answered and paid, and everybody sees the same state", async ({
  page,
  browser,
  receiver,
}, { project }) => {
  const partner = await givenPartner();
  const company = await givenCompany(partner, { name: "Roeivereniging Noordkade", email: "bestuur@noordkade.example" });
  const customerEmail = `${partner.id}@members.example`;
  await signInAs(page, await givenStaff(partner));
  await visit(page, "/developers");
  await addEndpoint(page, receiver.url);
  // The partner's copies of invoices, updated from its notifications only.
  const copies = new Map<string, unknown>();
  receiver.take = async (ids) => {
    for (const id of ids) copies.set(id, await callInterface(page, partner, `invoices/${id}`));
  };

  const imported = await callInterface(page, partner, "imports", { company_id: company.id, title: "Contributie" });
  const invoice = await callInterface(page, partner, "invoices", {
    ...invoiceBody(String(imported.import_id)),
    locale: "nl",
    amount_total_cents: 24_000,
    invoice_lines: [{ amount_cents: 24_000, description: "Contributie 2026" }],
    customer: { name: { first_name: "Ada", last_name: "Brandsma" }, email: { email_address: customerEmail } },
  });
  const invoiceId = String(invoice.invoice_id);

  await visit(page, `/imports/${imported.import_id}`);
  const forecast = page.getByRole("table", { name: "Forecast" });
  await expect(forecast.getByRole("row").first()).toContainText("1 e-mail");
  await page.getByRole("button", { name: "Transmit…" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Transmit 1 invoice" }).click();
  await expect(page.getByText("1 invoice was transmitted.")).toBeVisible();

  const request = await openMail(page, customerEmail, /^Uw factuur 2026-0001 van Roeivereniging Noordkade$/);
  await expectUsable(request);
  const pageLink = await linkIn(request);
  await page.evaluate(holdFramesBack);
  await request.getByRole("link", { name: "Page" }).click();
  const asPage = page.frameLocator("iframe");
  await expect(asPage.getByText(/^Beste Ada/)).toBeVisible();
  await asPage.getByRole("link", { name: "€ 240,00 betalen" }).click();
  await expect(page).toHaveURL(pageLink);
  const phone = await openPhone(browser, project.use.colorScheme);
  await phone.goto(pageLink);
  await expect(phone.getByRole("heading", { level: 1 })).toContainText("Ada Brandsma");
  await phone.getByLabel("Uw vraag").fill("Mag het in twee keer?");
  await phone.getByRole("button", { name: "Vraag versturen" }).click();
  await expect(phone.getByRole("status")).toHaveText("Uw vraag is verstuurd.");

  await visit(page, `/tickets?invoice=${invoiceId}`);
  await page.getByRole("textbox", { name: "Reply in Dutch" }).fill("Dat mag, beste Ada.");
  const isSent = page.waitForResponse((response) => response.url().includes("tickets.reply") && response.ok());
  await page.keyboard.press("Control+Enter");
  // Leaving the page before would cancel the request.
  await isSent;
  const answer = await openMail(page, customerEmail, /^Antwoord op uw vraag over factuur 2026-0001/);
  await expect(answer).toContainText("Dat mag, beste Ada.");

  await phone.goto(await linkIn(answer));
  await expect(phone.getByText("Dat mag, beste Ada.")).toBeVisible();
  await phone.getByRole("button", { name: /^Nu .* betalen met iDEAL/ }).click();
  await phone.getByRole("button", { name: "Pay", exact: true }).click();
  await phone.getByRole("link", { name: "Back to the invoice" }).click();
  await expect(phone.getByText(/^Betaald op .+\. Dank u wel\.$/)).toBeVisible();
  await phone.context().close();

  const lines = [
    { type: "INVOICE-LINE", amount_cents: 24_000 },
    { type: "PAYMENT-LINE", amount_cents: -24_000, payment_method: "ideal" },
  ];
  await openMail(page, customerEmail, /^Ontvangstbewijs: € 240,00 voor factuur 2026-0001/);
  const invoiceNow = await callInterface(page, partner, `invoices/${invoiceId}`);
  expect(invoiceNow).toMatchObject({
    amount_total_cents: 0,
    invoice_lines: lines,
    tickets: [{ message: "Mag het in twee keer?" }, { message: "Dat mag, beste Ada." }],
    messages: [{ type: "EMAIL" }, { type: "EMAIL" }, { type: "EMAIL" }],
  });
  await expect.poll(() => copies.get(invoiceId)).toEqual(invoiceNow);

  await visit(page, `/invoices/${invoiceId}`);
  await expect(page.getByText("Paid", { exact: true }).first()).toBeVisible();
  await expect(page.getByText("iDEAL").first()).toBeVisible();
  await expectUsable(page.getByRole("main"));
});

/** Calls the interface as the partner's system does, and returns the body. */
async function callInterface(page: Page, { apiKey }: GivenPartner, path: string, data?: object): Promise<Record<string, unknown>> {
  const headers = { Authorization: `ApiKey ${apiKey}` };
  const answer = data
    ? await page.request.post(`/api/v2/${path}`, { headers, data })
    : await page.request.get(`/api/v2/${path}`, { headers });
  expect(answer.status(), await answer.text()).toBe(200);
  return answer.json();
}

/** Opens a mail in the development mailbox, as soon as it is there: two jobs send it, first a held reply, then its mail. */
async function openMail(page: Page, recipient: string, subject: RegExp) {
  // Another journey's recipient may end alike.
  const exactly = page.getByText(recipient, { exact: true });
  const mail = page.getByRole("navigation", { name: "Mails" }).getByRole("link").filter({ has: exactly }).first();
  await expect(async () => {
    // Searched for, because the mailbox shows the newest mails of all journeys.
    await page.goto(`/mailbox?token=${mailboxToken()}&as=text&q=${encodeURIComponent(recipient)}`);
    await mail.click({ timeout: 5_000 });
    await expect(page.getByRole("heading", { level: 2, name: subject })).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 2 * BACKGROUND_WORK_MS });
  return page.getByRole("article");
}

/** Makes each frame start as one whose document has begun to load and has no element yet. Runs in the page. */
function holdFramesBack(): void {
  const real = Object.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, "contentDocument");
  const begun = new Set<HTMLIFrameElement>();
  Object.defineProperty(HTMLIFrameElement.prototype, "contentDocument", {
    get(this: HTMLIFrameElement): Document | null {
      if (begun.has(this)) return real?.get?.call(this);
      begun.add(this);
      return new Document();
    },
  });
}

async function linkIn(mail: Awaited<ReturnType<typeof openMail>>): Promise<string> {
  return (await mail.getByRole("link", { name: /\/i\// }).getAttribute("href")) ?? "";
}

async function openPhone(browser: Browser, colorScheme: "light" | "dark" | "no-preference" | null | undefined): Promise<Page> {
  const context = await browser.newContext({ colorScheme, viewport: { width: 360, height: 740 } });
  return context.newPage();
}
