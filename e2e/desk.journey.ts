import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { invoices } from "@/db/schema/invoices";
import { givenPartner } from "@/server/testing/given";
import { givenBankingCompany, givenBilled } from "@/server/testing/given-statement";
import { givenStaff, signInAs, visit } from "./given";
import { pressKey } from "./press-key";
import { expect, expectUsable, test } from "./test";

async function outstanding(id: string): Promise<number | undefined> {
  return (await db.select({ cents: invoices.amountTotalCents }).from(invoices).where(eq(invoices.id, id)))[0]?.cents;
}

test("Enter goes on while the server books; a payment refused meanwhile returns to the list, and no key acts on an unseen change", async ({
  page,
}) => {
  const given = await givenBankingCompany(await givenPartner());
  const { invoice } = await givenBilled(given, {
    invoice: { externalInvoiceNumber: "N-1001", customerFirstName: "Ada", customerLastName: "Brandsma" },
  });
  // Somebody pays the same invoice three times.
  const names = ["Ada Brandsma", "A. Brandsma", "Brandsma Ada"];
  await given.told(names.map((name) => ({ cents: 4_500, name, text: "N-1001", iban: "" })));
  await signInAs(page, await givenStaff(given.partner));
  const booking = Promise.withResolvers<void>();
  await page.route("**/api/trpc/bank.book**", async (route) => {
    await booking.promise;
    await route.continue();
  });
  await visit(page, "/bank");
  const heading = (name: string) =>
    page.getByRole("region", { name: "What the bank says" }).getByRole("heading", { name: new RegExp(`^${name}`) });
  await expect(page.getByRole("link", { name: "To decide 3" })).toBeVisible();
  await expect(page.getByRole("radio").first()).toBeChecked();
  await pressKey(page, "Enter");
  await page.keyboard.press("Enter");
  await expect(heading("A. Brandsma")).toBeVisible();
  await expect(page.getByRole("link", { name: "To decide 2" })).toBeVisible();
  await expect(page.getByRole("list", { name: "Payments by company" })).toContainText("90.00");
  expect(await outstanding(invoice.id)).toBe(4_500);
  await expect(page.getByRole("radio").first()).toBeChecked();
  await pressKey(page, "Enter");
  await expect(heading("Brandsma Ada")).toBeVisible();
  await expect(page.getByRole("radio").first()).toBeChecked();

  booking.resolve();
  // The second offer was made when the invoice was still unpaid.
  await expect(page.getByText("A. Brandsma: nothing was changed. It has changed in the meantime.")).toBeVisible();
  await expect(page.getByRole("link", { name: "To decide 2" })).toBeVisible();
  expect(await outstanding(invoice.id)).toBe(0);
  // The third payment's offer changed before the reader's eyes: it has to be chosen again.
  await expect(page.getByText("The invoices have changed. Choose one.")).toBeVisible();
  await expect(heading("Brandsma Ada")).toBeVisible();
  await expectUsable(page.getByRole("main"));
  await pressKey(page, "Enter");
  await expect(heading("Brandsma Ada")).toBeVisible();
  await page.getByRole("button", { name: "Look again" }).click();
  await expect(heading("A. Brandsma")).toBeVisible();
  await expect(page.getByText("Nothing outstanding").first()).toBeVisible();
  await pressKey(page, "l");
  await expect(page.getByText("now under “Later”.")).toBeVisible();
  await page.keyboard.press("u");
  await expect(page.getByText("Undone.")).toBeVisible();
  await expect(page.getByRole("link", { name: "To decide 2" })).toBeVisible();
  await expect(heading("A. Brandsma")).toBeVisible();
  expect(await outstanding(invoice.id)).toBe(0);
});

test("without a connection, decisions return to the list with a message, and none of them is sent later", async ({ page }) => {
  const given = await givenBankingCompany(await givenPartner());
  await given.told(["Ada Brandsma", "Bo Vermeer", "Cees Oosterling"].map((name, index) => ({ cents: 700 + index, name, iban: "" })));
  await signInAs(page, await givenStaff(given.partner));
  await visit(page, "/bank");
  const failing = Promise.withResolvers<void>();
  await page.route("**/api/trpc/bank.say**", async (route) => {
    await failing.promise;
    await route.abort("internetdisconnected");
  });
  for (const left of [2, 1]) {
    await expect(page.getByText("No invoice fits.")).toBeVisible();
    await pressKey(page, "n");
    await expect(page.getByRole("link", { name: `To decide ${left}` })).toBeVisible();
  }
  failing.resolve();
  await expect(page.getByText("2 decisions are back in the list.")).toBeVisible();
  await expect(page.getByRole("link", { name: "To decide 3" })).toBeVisible();
  await page.unroute("**/api/trpc/bank.say**");
  await page.reload();
  await expect(page.getByRole("link", { name: "To decide 3" })).toBeVisible();
});

test("Enter books also after a click on the current tab, and opens another tab; what is left for later and what went out are told apart", async ({
  page,
}) => {
  const given = await givenBankingCompany(await givenPartner());
  const { invoice } = await givenBilled(given, { invoice: { externalInvoiceNumber: "N-2001" } });
  await given.told([
    { cents: 4_500, name: "Ada Brandsma", text: "N-2001", iban: "" },
    { cents: 700, name: "Bo Vermeer", text: "hello", iban: "" },
    { cents: 900, name: "Cees Oosterling", text: "gift", iban: "" },
    { cents: -250, name: "Bank", text: "Store", iban: "" },
  ]);
  await signInAs(page, await givenStaff(given.partner));
  await visit(page, "/bank");
  const tab = (name: string) => page.getByRole("navigation", { name: "Payments" }).getByRole("link", { name });
  await tab("Later 0").click();
  await expect(page.getByText("Nothing is left for later.")).toBeVisible();
  await tab("To decide 3").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("radio").first()).toBeChecked();
  expect(await outstanding(invoice.id)).toBe(4_500);
  await tab("To decide 3").click();
  await expect(tab("To decide 3")).toBeFocused();
  await expect(page.getByRole("radio").first()).toBeChecked();
  await pressKey(page, "Enter");
  await expect.poll(() => outstanding(invoice.id)).toBe(0);

  await expect(page.getByText("No invoice fits. Find one, or choose “Later” or “Not an invoice”.")).toBeVisible();
  await pressKey(page, "l");
  await expect(tab("To decide 1")).toBeVisible();
  await expect(page.getByText("No invoice fits.")).toBeVisible();
  await pressKey(page, "n");
  await expect(page.getByText("Everything is decided.")).toBeVisible();
  await expectUsable(page.getByRole("main"));
  await page.getByRole("link", { name: "1 payment is kept for later." }).click();
  await expect(page.getByText("No invoice fits. Find one, or choose “Not an invoice”.")).toBeVisible();
  await tab("Not an invoice 2").click();
  await expect(page.getByRole("list", { name: "Payments by company" })).toContainText("€9.00 in€2.50 out");
  await expectUsable(page.getByRole("main"));
  await page.getByRole("link", { name: "Statements" }).click();
  await expect(page.getByRole("row").last()).toContainText("1 for later");
});

test("the desk is searched, limited to a company by its sum, and the address leads to the same list", async ({ page }) => {
  const one = await givenBankingCompany(await givenPartner());
  const other = await givenBankingCompany(one.partner);
  await one.told([
    { cents: 12_650, name: "Ada Brandsma", text: "membership", iban: "" },
    { cents: 4_500, name: "Bo Vermeer", text: "membership", iban: "" },
  ]);
  await other.told([{ cents: 700, name: "Cees Oosterling", text: "towels", iban: "" }]);
  await signInAs(page, await givenStaff(one.partner));
  await visit(page, "/bank");
  const sums = page.getByRole("list", { name: "Payments by company" });
  await expect(sums.getByRole("link")).toHaveText([/2.*171\.50/, /1.*7\.00/]);
  await page.keyboard.press("/");
  await page.keyboard.type("126,50");
  const rows = page.getByRole("list", { name: "To decide" }).getByRole("link");
  await expect(rows).toHaveCount(1);
  await expect(page.getByRole("link", { name: "To decide 1" })).toBeVisible();
  await expectUsable(page.getByRole("main"));
  await page.getByRole("button", { name: "Clear search" }).click();
  await expect(rows).toHaveCount(3);
  await sums.getByRole("link").last().click();
  await expect(rows).toHaveCount(1);
  await expect(page).toHaveURL(new RegExp(`company=${other.company.id}`));
  await page.reload();
  await expect(rows).toHaveText([/Cees Oosterling/]);
  await sums.getByRole("link").last().click();
  await expect(rows).toHaveCount(3);
});

test("Split offers everybody whom the payment names, and fills each part with what is owed; what is left is shown and summed alone", async ({
  page,
}) => {
  const given = await givenBankingCompany(await givenPartner());
  const billed = (customerFirstName: string, externalInvoiceNumber: string, amountCents: number) =>
    givenBilled(given, { amountCents, invoice: { customerFirstName, customerLastName: "Hofer", externalInvoiceNumber } });
  const [mia, falk] = [await billed("Mia", "N-1", 5_750), await billed("Falk", "N-2", 8_000)];
  await billed("Ute", "N-3", 1_000);
  await given.told([
    { cents: 15_000, name: "M Hofer", text: "For Mia Hofer and Falk Hofer", iban: "" },
    { cents: 700, name: "Bo Vermeer", iban: "" },
  ]);
  await signInAs(page, await givenStaff(given.partner));
  await visit(page, "/bank");
  await expect(page.getByRole("heading", { name: /M Hofer/ })).toBeVisible();
  await pressKey(page, "s");
  const suggested = page.getByRole("region", { name: "Perhaps also for" });
  for (const number of ["N-1", "N-2"]) {
    const add = suggested.getByRole("button", { name: number });
    if ((await page.getByLabel(`Amount for ${number}`).count()) === 0) await add.click();
  }
  await expect(page.getByLabel("Amount for N-1")).toHaveValue("57.50");
  await expect(page.getByLabel("Amount for N-2")).toHaveValue("80.00");
  await expect(page.getByText("€12.50 left.")).toBeVisible();
  await expectUsable(page.getByRole("main"));
  await page.getByRole("button", { name: "Book", exact: true }).click();
  await expect.poll(async () => [await outstanding(mia.invoice.id), await outstanding(falk.invoice.id)]).toEqual([0, 0]);
  // The rest waits.
  const sums = page.getByRole("list", { name: "Payments by company" });
  await expect(page.getByRole("link", { name: "To decide 2" })).toBeVisible();
  const row = page.getByRole("link", { name: /M Hofer/ });
  await expect(row).toContainText("€12.50 of €150.00");
  await expect(sums).toContainText("19.50");
  await row.click();
  await expect(page).toHaveURL(/payment=/);
  const made = page.getByRole("region", { name: "What was decided" });
  await expect(made).toContainText("€12.50 still to decide.");
  await expect(page.getByRole("radio")).toBeChecked();

  await pressKey(page, "n");
  await expect(page.getByText("M Hofer, €12.50: now under “Not an invoice”.")).toBeVisible();
  await expect(page.getByText("No invoice fits.")).toBeVisible();
  await page.keyboard.press("u");
  await expect(page.getByText("M Hofer, €12.50: undone.")).toBeVisible();
  // One row is open, and no other one has the focus.
  await expect(row).toHaveAttribute("aria-current", "true");
  await expect(row).toBeFocused();
  const other = page.getByRole("link", { name: /Bo Vermeer/ });
  await other.click();
  await expect(page.getByText("No invoice fits.")).toBeVisible();
  await pressKey(page, "l");
  await expect(row).toHaveAttribute("aria-current", "true");
  await page.getByRole("status", { name: "Notifications" }).getByRole("button", { name: "Undo" }).click();
  await expect(other).toHaveAttribute("aria-current", "true");
  await expect(other).toBeFocused();

  await row.click();
  await expect(made).toContainText("€12.50 still to decide.");
  // The category is chosen together with the decision.
  await page.getByRole("button", { name: "Not an invoice, with a category" }).click();
  await page.getByRole("menuitem", { name: "Donations" }).click();
  await expect(page.getByText("M Hofer, €12.50: now under “Not an invoice”: Donations.")).toBeVisible();
  await page.getByRole("link", { name: "Not an invoice 1" }).click();
  await row.click();
  await expect(made).toContainText("The rest, €12.50, is not for an invoice: Donations.");
  await expect(sums).toContainText("12.50");
  await expectUsable(page.getByRole("main"));
  // The statement and the way back keep the company that the portal's filter has.
  await visit(page, `/bank?tab=noted&company=${given.company.id}`);
  await page.getByRole("link", { name: "Show in the statement" }).click();

  const entry = page.getByRole("row", { name: /M Hofer/ });
  await expect(entry).toContainText(/Not an invoice12\.50N-157\.50N-280\.00.*150\.00/);
  await expectUsable(page);
  await page.getByRole("combobox", { name: "Category" }).selectOption("Donations (1)");
  await expect(entry).toContainText(/12\.50$/);
  await expect(page.getByRole("row").last()).toContainText("12.50");
  await entry.getByRole("link", { name: "M Hofer" }).click();
  await expect(page).toHaveURL(new RegExp(`company=${given.company.id}`));
  await expect(page.getByRole("region", { name: "What the bank says" })).toContainText("M Hofer");
});
