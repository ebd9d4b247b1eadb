import { givenInvoice, givenPartner } from "@/server/testing/given";
import { givenStaff, signInAs, visit } from "./given";
import { expect, expectUsable, test } from "./test";

test("a member with the level `read` sees everything and is offered no actions that would be refused", async ({ page }) => {
  const partner = await givenPartner();
  const invoice = await givenInvoice(partner);
  await signInAs(page, await givenStaff(partner, { role: "member", accessLevel: "read" }));

  await visit(page, `/invoices/${invoice.id}`);
  await expect(page.getByRole("button", { name: "Credit and cancel…" })).toHaveCount(0);
  await expect(page.getByRole("textbox")).toHaveCount(0);
  await page.getByRole("button", { name: "More actions" }).click();
  await expect(page.getByRole("menuitem")).toHaveText([/JSON/, /Print/]);
  await page.keyboard.press("Escape");

  await visit(page, "/imports");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("button", { name: /New import/ })).toHaveCount(0);
});

test("an administrator lowers a member's access level, which applies at the member's next click", async ({ page, browser, baseURL }) => {
  const partner = await givenPartner();
  const invoice = await givenInvoice(partner);
  const member = await givenStaff(partner, { role: "member", name: "Ben Adeyemi" });
  const elsewhere = await browser.newContext({ baseURL });
  const memberPage = await elsewhere.newPage();
  await signInAs(memberPage, member);
  await visit(memberPage, `/invoices/${invoice.id}`);

  await signInAs(page, await givenStaff(partner));
  await visit(page, "/settings/members");
  await page.getByRole("button", { name: "Actions for Ben Adeyemi" }).click();
  await page.getByRole("menuitem", { name: "Role and companies…" }).click();
  const change = page.getByRole("dialog");
  await change.getByRole("radio", { name: /^Answer/ }).check();
  await expectUsable(change);
  await change.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("row").filter({ hasText: "Ben Adeyemi" })).toContainText("Answer");

  await memberPage.getByRole("button", { name: "Edit", exact: true }).click();
  const edit = memberPage.getByRole("dialog");
  await edit.getByLabel("City").fill("Lindehof");
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(edit.getByText("not_allowed")).toBeVisible();
  await elsewhere.close();
});
