import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { drafts } from "@/db/schema/conversations";
import { assignToSupport } from "@/server/desk/tickets/assign-to-support";
import { givenCompany, givenInvoice, givenPartner, givenTicket } from "@/server/testing/given";
import { BACKGROUND_WORK_MS } from "./background-work";
import { givenStaff, givenSupport, signInAs, visit } from "./given";
import { expect, expectUsable, searchFor, test } from "./test";

test("a caller is found by name, and the list is filtered by language and sorted in reverse", async ({ page }) => {
  const { partner } = await givenTwo();
  await signInAs(page, await givenStaff(partner));
  await visit(page, "/tickets");
  const list = page.getByRole("list", { name: "Tickets" });
  await expect(list.getByRole("listitem")).toHaveText([/Featherstone/, /Zwingli/]);

  await searchFor(page, "zwin");
  await expect(list.getByRole("listitem")).toHaveText([/Zwingli/]);
  await expect(page).toHaveURL(/q=zwin/);
  await page.getByRole("searchbox").fill("nobody");
  await expect(page.getByText("Nothing found for “nobody”")).toBeVisible();
  await expectUsable(page.getByRole("main"));
  await page.getByRole("link", { name: "Show all" }).click();
  await expect(list.getByRole("listitem")).toHaveCount(2);

  await page.getByRole("button", { name: "Sort and filter" }).click();
  await expectUsable(page.getByRole("dialog"));
  await page.getByLabel("Order").selectOption("Newest first");
  await expect(list.getByRole("listitem")).toHaveText([/Zwingli/, /Featherstone/]);
  await page.getByLabel("Language").selectOption("Dutch");
  await expect(list.getByRole("listitem")).toHaveText([/Featherstone/]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Remove filter Language" }).click();
  await expect(list.getByRole("listitem")).toHaveCount(2);
});

test("a draft survives a reload, another device, and the end of the session", async ({ page, browser, baseURL }) => {
  const { partner, dutch } = await givenTwo();
  const person = await givenStaff(partner);
  await signInAs(page, person);
  await visit(page, `/tickets?invoice=${dutch.id}`);
  const reply = page.getByRole("textbox", { name: "Reply in Dutch" });
  await reply.fill("Dat klopt, want");
  await expect(page.getByText("draft saved")).toBeVisible();
  await page.reload();
  await expect(reply).toHaveValue("Dat klopt, want");

  const elsewhere = await (await browser.newContext({ baseURL })).newPage();
  await signInAs(elsewhere, person);
  await elsewhere.goto("/tickets");
  await expect(elsewhere.getByRole("listitem").filter({ hasText: "Featherstone" })).toContainText("Draft");
  await elsewhere.goto(`/invoices/${dutch.id}`);
  await expect(elsewhere.getByRole("textbox", { name: "Reply in Dutch" })).toHaveValue("Dat klopt, want");
  await elsewhere.context().close();

  await page.context().clearCookies();
  await reply.pressSequentially(" het is zo.");
  await expect(page.getByRole("alert").filter({ hasText: "not_signed_in" }).getByRole("link", { name: "Sign in" })).toHaveAttribute(
    "target",
    "_blank",
  );
  await signInAs(page, person);
  await page.getByRole("button", { name: "Send and archive" }).click();
  await expect.poll(() => db.$count(drafts, eq(drafts.invoiceId, dutch.id)), { timeout: BACKGROUND_WORK_MS }).toBe(0);
});

test("offline, the list shows that its contents do not match the request", async ({ page }) => {
  const { partner } = await givenTwo();
  await signInAs(page, await givenStaff(partner));
  await visit(page, "/invoices");
  await page.context().setOffline(true);
  await page.getByRole("link", { name: /^Paid/ }).click();
  const word = page.getByRole("alert").filter({ hasText: "What you see is from before." });
  await expect(word).toBeVisible();
  await page.context().setOffline(false);
  await expect(word).toBeHidden();
});

test("support finds the conversation of a link to an invoice, and learns why other pages are not shown", async ({ page }) => {
  const { partner, dutch, company } = await givenTwo();
  await assignToSupport(db, partner.actor, dutch.id);
  await signInAs(page, await givenSupport());
  await page.goto(`/invoices/${dutch.id}`);
  await expect(page).toHaveURL(new RegExp(`/support\\?invoice=${dutch.id}`));
  await expect(page.getByRole("heading", { name: /Featherstone/ })).toBeVisible();
  // The first leaves at once, so which of the two is next depends on the moment.
  await expect(page.getByRole("region", { name: "Next" })).toContainText(/Invoice|Reminder before the due date/);
  await page.getByRole("button", { name: "Send a new link" }).click();
  await expect(page.getByText(/The link is on its way to/)).toBeVisible();
  await expectUsable(page.getByRole("main"));

  await page.goto(`/companies/${company.id}`);
  await expect(page.getByText("That page belongs to the partner’s people.")).toBeVisible();
});

test("a company is chosen by typing, with arrows and with Enter", async ({ page }) => {
  const { partner, company } = await givenTwo();
  await givenCompany(partner, { name: "Sternwarte Südhang" });
  await signInAs(page, await givenStaff(partner));
  await visit(page, "/invoices");
  await page.getByRole("button", { name: "All companies" }).click();
  const field = page.getByRole("combobox", { name: "Find a company" });
  await expect(field).toBeFocused();
  await expectUsable(page.getByRole("dialog"));
  await field.pressSequentially("stern");
  await expect(page.getByRole("option")).toHaveText(["Sternwarte Südhang"]);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/company=/);
  await expect(page.getByRole("button", { name: "Sternwarte Südhang" })).toBeVisible();

  await page.getByRole("button", { name: "Sternwarte Südhang" }).click();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("option", { name: company.name })).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`company=${company.id}`));
});

/** Creates a question of a Dutch customer, an hour ago, and a later one of a Swiss customer. */
async function givenTwo() {
  const partner = await givenPartner();
  const company = await givenCompany(partner, { name: "Ada Rowing" });
  const customer = (customerLastName: string, locale: "nl" | "de") => ({
    customerLastName,
    locale,
    customerEmail: `${customerLastName}@members.example`,
  });
  const dutch = await givenInvoice(partner, { company, transmitted: true, invoice: customer("Featherstone", "nl") });
  const german = await givenInvoice(partner, { company, transmitted: true, invoice: customer("Zwingli", "de") });
  await givenTicket(dutch, { createdAt: new Date(Date.now() - 60 * 60_000) });
  await givenTicket(german, { createdAt: new Date(Date.now() - 30 * 60_000) });
  return { partner, company, dutch, german };
}
