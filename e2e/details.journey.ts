import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { partners } from "@/db/schema/partners";
import { recordExternalPayment } from "@/server/billing/payments/record-external-payment";
import { createTicket } from "@/server/desk/tickets/create-ticket";
import { dayAt } from "@/server/domain/formats/calendar";
import { formatDay } from "@/server/domain/formats/dates";
import { locales } from "@/server/domain/formats/locales";
import { DAY_MS } from "@/server/domain/formats/time";
import { givenCompany, givenInvoice, givenPartner, givenTicket } from "@/server/testing/given";
import { BACKGROUND_WORK_MS } from "./background-work";
import { givenStaff, signInAs, visit } from "./given";
import { expect, expectToFit, expectUsable, test } from "./test";

// Details of layout and wording that were once wrong.

test("on a laptop a conversation shows its customer's full name, and its two sides look different", async ({ page }) => {
  const partner = await givenPartner();
  const company = await givenCompany(partner, { name: "Tennisvereniging De Gouden Snaar" });
  const customer = { customerFirstName: "Anneke", customerInfix: "van der", customerLastName: "Veldhuizen" };
  const invoice = await givenInvoice(partner, { company, transmitted: true, invoice: customer });
  await givenTicket(invoice);
  await createTicket(db, partner.actor, invoice.id, { message: "Of course." });
  await givenTicket(invoice, { message: "Thank you, and when is it due?" });
  await signInAs(page, await givenStaff(partner));
  await page.setViewportSize({ width: 1280, height: 800 });
  await visit(page, `/tickets?invoice=${invoice.id}`);

  const name = page.getByRole("region", { name: "Conversation" }).getByRole("heading", { name: "Anneke van der Veldhuizen" });
  await expect(name).toBeVisible();
  expect(await name.evaluate((heading) => heading.scrollWidth - heading.clientWidth)).toBe(0);
  const [theirs, ours] = await Promise.all(
    ["Why is this so much?", "Of course."].map((said) => page.getByRole("article").filter({ hasText: said }).boundingBox()),
  );
  expect(theirs && ours && ours.x > theirs.x && ours.x + ours.width > theirs.x + theirs.width).toBe(true);
  await expectToFit(page);
});

test("column heads name a currency only if the sums of all pages are in it", async ({ page }) => {
  const partner = await givenPartner();
  const [euros, pounds] = [await givenCompany(partner), await givenCompany(partner, { name: "Lanternquay Rowing", currency: "GBP" })];
  await givenInvoice(partner, { company: euros, amountCents: 1_000 });
  for (let count = 0; count < 51; count += 1) await givenInvoice(partner, { company: pounds, amountCents: 100 });
  await signInAs(page, await givenStaff(partner));
  await visit(page, "/invoices");
  await expect(page.getByRole("row", { name: "All 51 in GBP" })).toContainText("£51.00");
  await expect(page.getByRole("columnheader", { name: "Billed", exact: true })).toBeVisible();
  await page.goto(`/invoices?company=${pounds.id}`);
  await expect(page.getByRole("columnheader", { name: "Billed, GBP" })).toBeVisible();
});

test("without a question, writing to a customer is a message that archives nothing", async ({ page }) => {
  const partner = await givenPartner();
  const invoice = await givenInvoice(partner, { transmitted: true, invoice: { locale: "nl" } });
  await signInAs(page, await givenStaff(partner));
  await visit(page, `/invoices/${invoice.id}`);
  await page.getByRole("textbox", { name: /^Message to .* in Dutch$/ }).fill("De kaart komt morgen.");
  await page.getByRole("button", { name: /^Send(?! and)/ }).click();
  await expect(page.getByText("De kaart komt morgen.")).toBeVisible();
  // The page looks again 11.5, 20 and 40 s after sending.
  await expect(page.getByText("Answered", { exact: true })).toBeVisible({ timeout: 2 * BACKGROUND_WORK_MS });
});

test("a company's page uses the reader's language and offers an import, and the reference of the interface leads back", async ({
  page,
}) => {
  const partner = await givenPartner();
  const company = await givenCompany(partner, { locale: "nl", email: "secretariaat@tennisvereniging-de-gouden-snaar.example" });
  await signInAs(page, await givenStaff(partner));
  await visit(page, `/companies/${company.id}`);
  await expect(page.getByText("Dutch", { exact: true })).toBeVisible();
  await expect(page.getByText("Nederlands")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "New import…" })).toBeVisible();
  await page.goto("/docs");
  await expectUsable(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectToFit(page);
  await page.getByRole("link", { name: "Contents" }).click();
  await page.getByRole("navigation", { name: "Contents" }).getByRole("link", { name: "Create an invoice" }).click();
  await expect(page.getByRole("heading", { name: "Create an invoice" })).toBeInViewport();
  await page.getByRole("link", { name: "Invoice Collection Service" }).first().click();
  await expect(page).toHaveURL(/\/developers$/);
});

test("the button that saves a recipient is visible, regardless of the number of fields", async ({ page }) => {
  const partner = await givenPartner();
  const invoice = await givenInvoice(partner, { transmitted: true });
  await signInAs(page, await givenStaff(partner));
  for (const size of [
    { width: 1440, height: 900 },
    { width: 360, height: 640 },
  ]) {
    await page.setViewportSize(size);
    await visit(page, `/invoices/${invoice.id}`);
    await page.getByRole("button", { name: "Edit", exact: true }).first().click();
    await expect(page.getByRole("dialog").getByRole("button", { name: "Save" })).toBeInViewport({ ratio: 1 });
    await page.keyboard.press("Escape");
  }
});

test("a bulk credit leaves paid invoices unchanged, unless chosen otherwise", async ({ page }) => {
  const partner = await givenPartner();
  await givenInvoice(partner, { amountCents: 2_000, transmitted: true });
  const paid = await givenInvoice(partner, { amountCents: 3_000, transmitted: true });
  await recordExternalPayment(db, partner.actor, paid.id, 1, { amountCents: 3_000, reason: "Statement 3", mayExceed: false });
  await signInAs(page, await givenStaff(partner));
  await visit(page, "/invoices");
  await page.getByRole("checkbox", { name: "Select all on this page" }).click();
  await page.getByRole("button", { name: "Credit and cancel…" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toHaveAccessibleName("Credit and cancel 1 invoice?");
  await expect(dialog.getByRole("row", { name: "Transmitted, nothing outstanding: left as they are" })).toContainText("1");
  await expect(dialog.getByRole("button", { name: "Credit €20.00 and cancel 1 invoice" })).toBeVisible();
  await dialog.getByRole("checkbox", { name: "Also close 1 invoice on which nothing is outstanding" }).check();
  await expect(dialog).toHaveAccessibleName("Credit and cancel 2 invoices?");
  await expect(dialog.getByRole("row", { name: "Transmitted, nothing outstanding: closed without a credit" })).toContainText("1");
});

test("on a phone the open tab is visible, and a button is beside the page's title", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const partner = await givenPartner();
  await givenInvoice(partner, { transmitted: true });
  await signInAs(page, await givenStaff(partner));
  await visit(page, "/invoices");
  const tabs = page.getByRole("navigation", { name: "State and payment" }).getByRole("link");
  for (const name of [/^On hold/, /^Outstanding/]) {
    const tab = tabs.filter({ hasText: name });
    await tab.click();
    await expect(tab).toHaveAttribute("aria-current", "page");
    // The tab is shown as open at once, its address changes a moment later, and the reload uses the address.
    const address = await tab.getAttribute("href");
    await expect(page).toHaveURL(({ pathname, search }) => pathname + search === address);
    await page.reload();
    await expect(tab).toBeInViewport({ ratio: 1 });
  }

  await visit(page, "/imports");
  const title = await page.getByRole("heading", { level: 1 }).boundingBox();
  const button = await page.getByRole("button", { name: "New import…" }).boundingBox();
  expect(button?.y).toBeLessThan((title?.y ?? 0) + (title?.height ?? 0));
});

test("dates of other years show their year, in the list and in the timeline", async ({ page }) => {
  const partner = await givenPartner({ isSandbox: true });
  const invoice = await givenInvoice(partner, { transmitted: true });
  await db
    .update(partners)
    .set({ clockOffsetMs: 366 * DAY_MS })
    .where(eq(partners.id, partner.id));
  await signInAs(page, await givenStaff(partner));
  const transmittedOn = formatDay(dayAt(new Date()), "en", "date");
  await visit(page, "/invoices");
  await expect(page.locator("tbody").getByText(transmittedOn)).toBeVisible();
  await visit(page, `/invoices/${invoice.id}`);
  await expect(page.getByText(`${transmittedOn}, `).first()).toBeVisible();
});

test("in the dark scheme a sandbox's banner and main buttons are dark with light text, and empty lists have lines instead of a box", async ({
  page,
}) => {
  const partner = await givenPartner({ isSandbox: true });
  await signInAs(page, await givenStaff(partner));
  await page.emulateMedia({ colorScheme: "dark" });
  await visit(page, "/imports");
  const banner = page.getByRole("complementary", { name: "Sandbox" }).locator("div").first();
  const first = page.getByRole("button", { name: "New company…" }).first();
  for (const element of [banner, first]) {
    const { surface, text } = await element.evaluate(coloursOf);
    expect(surface).toBeLessThan(0.4);
    expect(text).toBeGreaterThan(0.8);
  }
  const empty = page.getByRole("heading", { name: "No company yet" }).locator("..");
  const { borderLeftWidth, borderRightWidth, backgroundColor } = await empty.evaluate((element) => ({ ...getComputedStyle(element) }));
  expect([borderLeftWidth, borderRightWidth, backgroundColor]).toEqual(["0px", "0px", "rgba(0, 0, 0, 0)"]);
  await expectUsable(page.getByRole("main"));
});

test("a customer who has waited for more than a day is marked red", async ({ page }) => {
  const partner = await givenPartner();
  for (const [days, name] of [
    [0, "Fresh"],
    [3, "Late"],
    [20, "Old"],
  ] as const) {
    const invoice = await givenInvoice(partner, { transmitted: true, invoice: { customerLastName: name } });
    await givenTicket(invoice, { createdAt: new Date(Date.now() - days * DAY_MS) });
  }
  await signInAs(page, await givenStaff(partner));
  await visit(page, "/tickets");
  const colourOf = (name: string) =>
    page
      .getByRole("link")
      .filter({ hasText: name })
      .getByText("Waiting")
      .locator("..")
      .evaluate((element) => getComputedStyle(element).color);
  const [fresh, late, old] = [await colourOf("Fresh"), await colourOf("Late"), await colourOf("Old")];
  expect(late).not.toBe(fresh);
  expect(old).toBe(late);
});

for (const locale of locales) {
  test(`on a laptop the inbox shows its keys in one row, in ${locale}`, async ({ page }) => {
    const partner = await givenPartner();
    await givenTicket(await givenInvoice(partner, { transmitted: true }));
    await signInAs(page, await givenStaff(partner, { locale }));
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto("/tickets");
    const keys = page.locator("p").filter({ has: page.locator("kbd", { hasText: /^k$/ }) });
    await expect(keys.last()).toBeVisible();
    expect(await keys.last().evaluate((row) => [row.scrollWidth - row.clientWidth, row.scrollHeight - row.clientHeight])).toEqual([0, 0]);
  });
}

/** Lightness of an element and its text, from 0 to 1. */
function coloursOf(element: Element): { surface: number; text: number } {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const lightness = (colour: string) => {
    if (!canvas) return Number.NaN;
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
    return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255;
  };
  const withSurface = (from: Element | null): string => {
    if (!from) return "#fff";
    const { backgroundColor } = getComputedStyle(from);
    return backgroundColor === "rgba(0, 0, 0, 0)" ? withSurface(from.parentElement) : backgroundColor;
  };
  return { surface: lightness(withSurface(element)), text: lightness(getComputedStyle(element).color) };
}
