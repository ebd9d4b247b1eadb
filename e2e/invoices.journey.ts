import { readFile } from "node:fs/promises";
import type { Download, Locator, Page } from "@playwright/test";
import type { Company } from "@/db/schema/companies";
import type { InvoiceDetails } from "@/server/billing/invoices/invoice";
import { type GivenPartner, givenCompany, givenImport, givenInvoice, givenPartner, givenPayment } from "@/server/testing/given";
import { BACKGROUND_WORK_MS } from "./background-work";
import { givenStaff, signInAs, visit } from "./given";
import { expect, expectToFit, expectUsable, searchFor, test } from "./test";

test("an invoice is found by a part of its customer's name, and the list is filtered, sorted and shared by its address", async ({
  page,
}) => {
  const partner = await givenPartner();
  const [north, south] = [await givenCompany(partner), await givenCompany(partner, { name: "Tennis Club Southside" })];
  await givenMembers(partner, north, ["Brandsma", "Zijlstra", "Abbink"]);
  await givenMembers(partner, south, ["Obermüller"], { transmitted: false });
  await signInAs(page, await givenStaff(partner));
  await page.goto("/invoices");
  await expect(rows(page)).toHaveCount(4);
  const sums = page.getByRole("row", { name: "All 4 that match" });
  await expect(sums).toContainText("100.00");
  // Each sum is in the column of its heading.
  const placeOf = async (cell: Locator) => Math.round((await cell.boundingBox())?.x ?? Number.NaN);
  for (const [nth, name] of [
    [-1, /^Outstanding/],
    [-2, /^Billed/],
  ] as const) {
    expect(await placeOf(sums.getByRole("cell").nth(nth))).toBe(await placeOf(page.getByRole("columnheader", { name })));
  }
  await expect(page.getByRole("link", { name: "All 4", exact: true })).toHaveAttribute("aria-current", "page");

  await page.getByRole("searchbox", { name: "Search invoices" }).fill("bermull");
  await expect(rows(page)).toHaveText([/Obermüller/]);
  await expect(page).toHaveURL(/q=bermull/);
  await page.getByRole("searchbox").fill("");
  await expect(rows(page)).toHaveCount(4);

  await page.getByRole("link", { name: "Not transmitted" }).click();
  await expect(rows(page)).toHaveText([/Obermüller/]);
  await expect(page).toHaveURL(/fact=not_transmitted/);
  await page.goBack();
  await expect(rows(page)).toHaveCount(4);

  await page.getByRole("button", { name: "Filter", exact: true }).click();
  const filters = page.getByRole("dialog", { name: "Filters" });
  await filters.getByLabel("Company").selectOption("Rowing Club Northbank");
  await filters.getByRole("group", { name: "Amount" }).getByLabel("From").fill("twenty");
  await filters.getByRole("button", { name: "Apply" }).click();
  await expect(filters.getByText("An amount, such as 75.00.")).toBeVisible();
  await expectUsable(filters);
  await filters.getByRole("group", { name: "Amount" }).getByLabel("From").fill("20,50");
  await filters.getByRole("button", { name: "Apply" }).click();
  await expect(rows(page)).toHaveText([/Abbink/]);
  await expect(page.getByText("Outstanding from 20.50")).toBeVisible();
  await expectUsable(page.getByRole("main"));

  await page.getByRole("button", { name: "Remove filter Outstanding" }).click();
  await expect(rows(page)).toHaveCount(3);
  await page.getByRole("link", { name: "Customer" }).click();
  await expect(rows(page)).toHaveText([/Abbink/, /Brandsma/, /Zijlstra/]);
  await expect(page.getByRole("columnheader", { name: "Customer" })).toHaveAttribute("aria-sort", "ascending");

  await expect(page).toHaveURL(/sort=customer/);
  await page.reload();
  await expect(rows(page)).toHaveText([/Abbink/, /Brandsma/, /Zijlstra/]);
  await page.goBack();
  await expect(rows(page)).toHaveText([/Abbink/, /Zijlstra/, /Brandsma/]);
  await page.goForward();
  await expect(rows(page)).toHaveText([/Abbink/, /Brandsma/, /Zijlstra/]);

  await page.getByRole("button", { name: "Clear all" }).click();
  await expect(rows(page)).toHaveCount(4);
  await page.getByRole("searchbox").fill("nobody of this name");
  await expect(page.getByRole("heading", { name: "Nothing found for “nobody of this name”" })).toBeVisible();
  await expectUsable(page.getByRole("main"));
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(rows(page)).toHaveCount(4);
});

test("a list of several pages shows its range and total, and an open record leads to the next one", async ({ page }) => {
  const partner = await givenPartner();
  await givenMembers(partner, await givenCompany(partner), names(53));
  await signInAs(page, await givenStaff(partner));
  await page.goto("/invoices?sort=customer&direction=asc");
  await expect(page.getByText("1–50 of 53")).toBeVisible();

  await page.getByRole("link", { name: "Page 2", exact: true }).click();
  await expect(rows(page)).toHaveText([/Member 50/, /Member 51/, /Member 52/]);
  await expect(page.getByText("51–53 of 53")).toBeVisible();
  await expect(page).toHaveURL(/page=2/);
  await page.reload();
  await expect(rows(page)).toHaveCount(3);

  await page.getByRole("link", { name: /Member 51/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Member 51");
  await expect(page.getByText("52 of 53")).toBeVisible();
  await expect(page).toHaveURL(/\/invoices\/[0-9a-f]{40}/);
  await page.goBack();
  await expect(rows(page)).toHaveText([/Member 50/, /Member 51/, /Member 52/]);
  await page.goBack();
  await expect(page.getByText("1–50 of 53")).toBeVisible();

  await page.goto("/invoices?page=7");
  await page.getByRole("button", { name: "To the first page" }).click();
  await expect(rows(page)).toHaveCount(50);
});

test("many invoices are credited and cancelled at once: the dialog explains the effects, and a row shows the outcome of each invoice", async ({
  page,
}) => {
  const partner = await givenPartner();
  const invoices = await givenMembers(partner, await givenCompany(partner), names(53));
  await givenPayment(invoices[0] as InvoiceDetails, { amountCents: 1_000 });
  await signInAs(page, await givenStaff(partner, { role: "member" }));
  await page.goto("/invoices");

  await page.getByRole("checkbox", { name: "Select all on this page" }).click();
  const bar = page.getByRole("region", { name: "Selection" });
  await expect(bar).toContainText("50 selected");
  // The address follows the list a moment later, and a reload begins from the address.
  await expect(page).toHaveURL(/selected=\d/);
  await bar.getByRole("button", { name: "Select all 53" }).click();
  await expect(bar).toContainText("All 53 selected");
  await expect(page).toHaveURL(/selected=all/);
  await page.reload();
  await expect(bar).toContainText("All 53 selected");
  await expectUsable(bar);

  await bar.getByRole("button", { name: "Credit and cancel…" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Credit and cancel 52 invoices?" });
  await expect(dialog.getByRole("row", { name: "Payment in progress: refused" })).toContainText("1");
  const confirm = dialog.getByRole("button", { name: /^Credit €14,300.00 and cancel 52 invoices$/ });
  await expect(confirm).toBeDisabled();
  await expectUsable(dialog);
  await dialog.getByLabel("Type 52 to confirm").fill("52");
  await confirm.click();
  await expect(dialog.getByText("invalid_credit_note_prefix")).toBeVisible();
  await expectUsable(dialog);
  await dialog.getByLabel("Prefix").fill("CN-");
  await dialog.getByLabel("Description").fill("Season cancelled");
  await confirm.click();

  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Credit and cancel 53 invoices");
  await expect(page.getByRole("progressbar", { name: "Progress" })).toBeVisible();
  await expect(page.getByText("Done: 52, 1 refused")).toBeVisible({ timeout: 30_000 + BACKGROUND_WORK_MS });
  await expectUsable(page.getByRole("main"));
  await page.getByRole("link", { name: "Refused 1" }).click();
  await expect(rows(page)).toHaveText([/Member 00.*payment_in_progress/]);
  await expect(page).toHaveURL(/outcome=refused/);
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole("link", { name: "Done 52" }).click();
  await expect(rows(page).first()).toContainText(`CN-${invoices[1]?.invoiceNumber}`);

  await page.getByRole("link", { name: "Bulk actions", exact: true }).click();
  await expect(rows(page)).toHaveText([/Credit and cancel 53 invoices.*Done: 52, 1 refused/]);
  await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Invoices" }).click();
  await expect(page.getByRole("link", { name: "Cancelled 52" })).toBeVisible();
  await expect(bar).toBeHidden();
});

test("invoices that were never transmitted are deleted, except for those changed after the dialog was opened", async ({ page }) => {
  const partner = await givenPartner();
  const into = await givenImport(partner);
  for (const name of names(2)) await givenInvoice(partner, { import: into, invoice: called(name) });
  await signInAs(page, await givenStaff(partner));
  await page.goto("/invoices?selected=all");

  await page.getByRole("button", { name: "Delete…" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Delete 2 invoices?" });
  await expect(dialog).toBeVisible();
  await givenInvoice(partner, { import: into, invoice: called("Latecomer") });
  await dialog.getByRole("button", { name: "Delete 2 invoices" }).click();
  await expect(page.getByText("selection_changed")).toBeVisible();
  await expectUsable(page.getByRole("alertdialog"));
  await page.getByRole("button", { name: "Delete 3 invoices" }).click();

  await expect(page.getByText("Done: 3 of 3")).toBeVisible({ timeout: 30_000 + BACKGROUND_WORK_MS });
  await expect(rows(page)).toHaveText([/Deleted/, /Deleted/, /Deleted/]);
});

test("the exported file has the filtered rows in the reader's format, and none of its cells becomes a formula", async ({ page }) => {
  const partner = await givenPartner();
  const company = await givenCompany(partner, { name: "Club; with a sign" });
  await givenInvoice(partner, { company, amountCents: 123_456, transmitted: true, invoice: called("=1+1", { reference: "@cmd" }) });
  await givenInvoice(partner, { company, amountCents: 5, invoice: called("Left out") });
  const person = await givenStaff(partner, { locale: "nl" });
  await signInAs(page, person);
  await page.goto("/invoices?fact=transmitted");

  const file = await readDownload(await downloaded(page, page.getByRole("link", { name: "CSV exporteren" })));
  expect(file.name).toMatch(/^facturen-\d{4}-\d\d-\d\d\.csv$/);
  expect(file.text.startsWith("\uFEFF")).toBe(true);
  const [head = "", row = "", rest] = file.text.slice(1).split("\r\n");
  expect(head).toContain('"Klant"');
  expect(row.split(";")).toEqual(expect.arrayContaining(["1234,56", "123456", '"EUR"', '"Verzonden"']));
  expect(row.split(";")).toEqual(expect.arrayContaining([`"'=1+1"`, `"'@cmd"`]));
  expect(rest).toBe("");

  await page.goto("/invoices");
  await page
    .getByRole("checkbox", { name: /selecteren$/ })
    .nth(1)
    .click();
  const selection = page.getByRole("region", { name: "Selectie" });
  const chosen = await readDownload(await downloaded(page, selection.getByRole("link", { name: "Exporteren" })));
  expect(chosen.text.split("\r\n")).toHaveLength(3);
  expect(chosen.text).toContain("Left out");

  const elsewhere = await page.request.get("/api/export/invoices", { headers: { "Sec-Fetch-Site": "cross-site" } });
  expect(elsewhere.status()).toBe(403);
  await page.context().clearCookies();
  expect((await page.request.get("/api/export/invoices")).status()).toBe(401);
});

test("the whole list can be used by keyboard alone", async ({ page }) => {
  const partner = await givenPartner();
  await givenMembers(partner, await givenCompany(partner), ["Hofbrandsma", "Zijlstra", "Brand", "Verbrandt"]);
  await signInAs(page, await givenStaff(partner));
  await page.goto("/invoices");
  await expect(page.getByRole("row", { name: "All 4 that match" })).toBeVisible();

  await searchFor(page, "brand");
  await expect(rows(page)).toHaveText([/Verbrandt/, /Brand/, /Hofbrandsma/]);
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("link", { name: /Verbrandt/ })).toBeFocused();
  await page.keyboard.press("j");
  await expect(page.getByRole("link", { name: /^Brand/ })).toBeFocused();
  await page.keyboard.press("x");
  await page.keyboard.press("Shift+ArrowDown");
  const bar = page.getByRole("region", { name: "Selection" });
  await expect(bar).toContainText("2 selected");
  await expect(page.getByRole("checkbox", { name: /^Select \d/, checked: true })).toHaveCount(2);
  await expectUsable(page.getByRole("main"));
  await page.keyboard.press("Escape");
  await expect(bar).toBeHidden();

  await page.keyboard.press("k");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Brand 1");
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 780 } });

  test("the list consists of cards with name, number, amount, state and fact, which can still be selected", async ({ page }) => {
    const partner = await givenPartner();
    const company = await givenCompany(partner);
    const [first] = await givenMembers(partner, company, ["van der Zilverschoon-Terwindt tot Lindehof", "Abbink"]);
    await signInAs(page, await givenStaff(partner));
    await page.goto("/invoices");

    const card = rows(page).last();
    await expect(card).toContainText("10.00");
    await expect(card.getByRole("link").getByText(String(first?.invoiceNumber))).toBeVisible();
    await expect(card.getByText("Transmitted")).toBeVisible();
    await expect(card.getByText("Due in 14 days")).toBeVisible();
    await expect(card.getByText(company.name)).toBeVisible();
    await expectToFit(page);

    await card.getByRole("checkbox").click();
    await expect(page.getByRole("region", { name: "Selection" })).toContainText("1 selected");
    await expectUsable(page.getByRole("region", { name: "Selection" }));
    await page.getByRole("button", { name: "Credit and cancel…" }).click();
    await expect(page.getByRole("alertdialog", { name: "Credit and cancel 1 invoice?" })).toBeVisible();
    await expectUsable(page.getByRole("alertdialog"));
  });
});

const names = (count: number) => Array.from({ length: count }, (_, index) => `Member ${String(index).padStart(2, "0")}`);

/** Fields of a customer whose name is only a last name. */
const called = (customerLastName: string, more: { reference?: string } = {}) => ({
  customerFirstName: null,
  customerLastName,
  customerEmail: "somebody@members.example",
  ...more,
});

/** Creates invoices of 10, 20, 30 and so on, one for each customer, in one import. */
async function givenMembers(
  partner: GivenPartner,
  company: Company,
  customers: string[],
  { transmitted = true }: { transmitted?: boolean } = {},
): Promise<InvoiceDetails[]> {
  const into = await givenImport(partner, { company });
  const invoices: InvoiceDetails[] = [];
  for (const [index, name] of customers.entries()) {
    const isLast = index === customers.length - 1;
    const amountCents = customers.length === 1 ? 4_000 : (index + 1) * 1_000;
    invoices.push(await givenInvoice(partner, { import: into, amountCents, transmitted: transmitted && isLast, invoice: called(name) }));
  }
  return invoices;
}

/** Returns the rows of the list without its heading and its sums. */
function rows(page: Page): Locator {
  return page.locator("tbody").getByRole("row");
}

async function downloaded(page: Page, link: Locator): Promise<Download> {
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  return download;
}

async function readDownload(download: Download): Promise<{ name: string; text: string }> {
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), "utf8") };
}

test("Enter opens the only hit, an amount is found, and a search without hits is repeated on the page", async ({ page }) => {
  const partner = await givenPartner();
  const invoice = await givenInvoice(partner, { amountCents: 5_750, transmitted: true, invoice: { customerLastName: "Thackray" } });
  await givenInvoice(partner, { amountCents: 9_900, transmitted: true });
  await signInAs(page, await givenStaff(partner));
  await visit(page, "/invoices");
  await searchFor(page, "nobody here");
  await expect(page.getByText("Nothing found for “nobody here”")).toBeVisible();
  await page.getByRole("button", { name: "Clear search" }).click();
  await expect(page.getByRole("link", { name: /Thackray/ })).toBeVisible();

  await page.getByRole("searchbox").fill("57.50");
  await expect(page).toHaveURL(/q=57\.50/);
  await expect(page.getByRole("row").filter({ hasText: "Thackray" })).toBeVisible();
  await expect(page.getByText("99.00")).toHaveCount(0);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/invoices/${invoice.id}`));
});
