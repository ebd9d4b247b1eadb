import type { Page } from "@playwright/test";
import { db } from "@/db/client";
import { getCompany } from "@/server/tenancy/companies/find-company";
import { updateCompany } from "@/server/tenancy/companies/update-company";
import { givenCompany, givenImport, givenInvoice, givenPartner, givenTicket } from "@/server/testing/given";
import { BACKGROUND_WORK_MS } from "./background-work";
import { givenStaff, signInAs, visit } from "./given";
import { expect, expectUsable, test } from "./test";

test("a key is created and shown once, gives access to the interface, is rolled with an overlap, and is refused once revoked", async ({
  page,
}) => {
  const partner = await givenPartner();
  const { id: companyId } = await givenCompany(partner);
  await signInAs(page, await givenStaff(partner));
  await visit(page, "/developers");
  await expect(page.getByRole("region", { name: "First request" })).toContainText(`/api/v2/companies/${companyId}`);

  await page.getByRole("button", { name: "New key…" }).click();
  await page.getByRole("button", { name: "Create key" }).click();
  await expect(page.getByText("invalid_name")).toBeVisible();
  await page.getByLabel("Name").fill("Membership software");
  await page.getByRole("button", { name: "Create key" }).click();
  const key = await readKey(page);
  await expectUsable(page.getByRole("dialog", { name: "Your new key" }));
  expect(page.url()).not.toContain(key);
  // Only its own button closes it.
  await page.keyboard.press("Escape");
  await expect(page.getByRole("textbox", { name: "API key" })).toBeVisible();
  await page.getByRole("button", { name: "Done, I’ve saved it" }).click();
  await expect(page.getByText(key)).toHaveCount(0);
  const row = page.getByRole("row", { name: `…${key.slice(-4)}` });
  await expect(row).toContainText("Membership software");
  await expect(row).toContainText("Active");
  expect(await statusWith(page, key, companyId)).toBe(200);

  await page.getByRole("button", { name: `Actions for Membership software …${key.slice(-4)}` }).click();
  await page.getByRole("menuitem", { name: "Roll…" }).click();
  const roll = page.getByRole("dialog", { name: "Roll “Membership software”?" });
  await roll.getByRole("radio", { name: "for 24 hours more" }).check();
  await expectUsable(roll);
  await roll.getByRole("button", { name: "Roll key" }).click();
  const next = await readKey(page);
  expect(next).not.toBe(key);
  await expect(page.getByText("The old key works for 24 hours more.")).toBeVisible();
  await page.getByRole("button", { name: "Done, I’ve saved it" }).click();
  await expect(row).toContainText("Being replaced");
  await expectUsable(row);
  expect(await statusWith(page, key, companyId)).toBe(200);
  expect(await statusWith(page, next, companyId)).toBe(200);

  await page.getByRole("button", { name: `Actions for Membership software …${next.slice(-4)}` }).click();
  await page.getByRole("menuitem", { name: "Revoke…" }).click();
  const revoke = page.getByRole("alertdialog", { name: "Revoke “Membership software”?" });
  await expect(revoke).toBeVisible();
  await expectUsable(revoke);
  await revoke.getByRole("button", { name: "Revoke key" }).click();
  await expect(page.getByRole("row", { name: `…${next.slice(-4)}` })).toContainText("Revoked");
  await expect.poll(() => statusWith(page, next, companyId)).toBe(401);
  expect(await statusWith(page, key, companyId)).toBe(200);
});

test("an administrator creates and edits a company without overwriting a colleague's simultaneous change", async ({ page }) => {
  const partner = await givenPartner();
  await signInAs(page, await givenStaff(partner));
  await visit(page, "/companies");
  await expect(page.getByRole("heading", { name: "No companies yet" })).toBeVisible();
  await expectUsable(page.getByRole("main"));

  await page.getByRole("button", { name: "New company…" }).click();
  const create = page.getByRole("dialog", { name: "New company" });
  await create.getByLabel("E-mail").fill("not an address");
  await create.getByLabel("VAT, %").fill("a fifth");
  await create.getByRole("button", { name: "Create company" }).click();
  for (const field of ["Name", "Brand", "E-mail", "Currency", "VAT, %"]) {
    await expect(create.getByRole("alert").getByRole("link", { name: field })).toBeVisible();
    await expect(create.getByLabel(field, { exact: true })).toHaveAttribute("aria-invalid", "true");
  }
  await expectUsable(create);
  await create.getByRole("alert").getByRole("link", { name: "Name" }).click();
  await expect(create.getByLabel("Name", { exact: true })).toBeFocused();

  await create.getByLabel("Name", { exact: true }).fill("Chess Club Eastgate");
  await create.getByLabel("E-mail").fill("office@eastgate.example");
  await create.getByLabel("Brand").selectOption("brand_code_2");
  await create.getByLabel("Language").selectOption("English");
  await create.getByLabel("City").fill("Eastgate");
  await create.getByLabel("Country").selectOption("United Kingdom");
  await create.getByLabel("Currency").selectOption("GBP");
  await create.getByLabel("VAT, %").fill("17,5");
  await create.getByLabel("Partnership page").fill("https://eastgate.example/partners");
  await create.getByRole("button", { name: "Create company" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Chess Club Eastgate" })).toBeVisible();
  await expect(page.getByText("17.5 %")).toBeVisible();

  const companyId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  const stored = await getCompany(db, partner.actor, companyId);
  expect(stored).toMatchObject({ brand: "brand_code_2", vatPercentage: 17.5, address1: null, countryCode: "GB" });

  await page.getByRole("button", { name: "Edit", exact: true }).click();
  const edit = page.getByRole("dialog", { name: "Edit the company" });
  await edit.getByLabel("City").fill("Westgate");
  const { partnerId, id, createdAt, ...fields } = stored;
  await updateCompany(db, partner.actor, companyId, { ...fields, zipcode: "EG1 2AB" });
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(edit.getByRole("alert")).toContainText("changed in the meantime");
  await expect(edit.getByLabel("Postcode")).toHaveValue("EG1 2AB");
  await expect(edit.getByLabel("City")).toHaveValue("Westgate");
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(edit).toBeHidden();
  expect(await getCompany(db, partner.actor, companyId)).toMatchObject({ city: "Westgate", zipcode: "EG1 2AB", vatPercentage: 17.5 });
});

test("a member can read companies and their records, but has no access to keys", async ({ page }) => {
  const partner = await givenPartner();
  const company = await givenCompany(partner, { name: "Chess Club Eastgate" });
  const into = await givenImport(partner, { company, title: "Spring dues" });
  const invoice = await givenInvoice(partner, { import: into, amountCents: 4_200, transmitted: true });
  await givenTicket(invoice, { message: "May I pay in two parts?" });
  await signInAs(page, await givenStaff(partner, { role: "member" }));

  await visit(page, "/companies");
  await expect(page.getByRole("button", { name: "New company…" })).toBeHidden();
  await page.getByRole("link", { name: "Chess Club Eastgate" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Chess Club Eastgate" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Edit" })).toBeHidden();
  await expect(page.getByRole("table", { name: "Imports" })).toContainText("Spring dues");
  await expect(page.getByRole("table", { name: "Invoices" })).toContainText("Ada Brandsma");
  await expect(page.getByRole("table", { name: "Unanswered questions" })).toContainText("May I pay in two parts?");
  await page.getByRole("link", { name: /^Open as list.*Imports/ }).click();
  await expect(page).toHaveURL(`/imports?company=${company.id}`);
  await page.getByRole("link", { name: "Companies" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Chess Club Eastgate" })).toBeVisible();

  await visit(page, "/developers");
  await expect(page.getByRole("heading", { name: "Not available to your role" })).toBeVisible();
  await expect(page.getByRole("button", { name: "New key…" })).toBeHidden();
  await expectUsable(page.getByRole("main"));
});

async function readKey(page: Page): Promise<string> {
  const shown = page.getByRole("dialog", { name: "Your new key" });
  await expect(shown).toContainText("We can’t show it again");
  const key = await shown.getByRole("textbox", { name: "API key" }).inputValue();
  expect(key).toMatch(/^[0-9a-f]{64}$/);
  return key;
}

async function statusWith(page: Page, key: string, companyId: string): Promise<number> {
  const answer = await page.request.get(`/api/v2/companies/${companyId}`, { headers: { Authorization: `ApiKey ${key}` } });
  return answer.status();
}

test("a key is limited to reading, one network and a month, and the list shows this", async ({ page }) => {
  const partner = await givenPartner();
  const { id } = await givenCompany(partner);
  await signInAs(page, await givenStaff(partner));
  await visit(page, "/developers");
  await page.getByRole("button", { name: "New key…" }).click();
  const create = page.getByRole("dialog", { name: "New API key" });
  await create.getByLabel("Name").fill("Reports");
  await create.getByRole("checkbox", { name: "Write" }).uncheck();
  await create.getByRole("checkbox", { name: "Money" }).uncheck();
  await create.getByRole("checkbox", { name: /^Bank/ }).uncheck();
  await create.getByLabel("Valid").selectOption("30");
  await create.getByLabel("Only from these addresses").fill("192.0.2.0/99");
  await create.getByRole("button", { name: "Create key" }).click();
  await expect(create.getByText("invalid_addresses")).toBeVisible();
  await expectUsable(create);
  await create.getByLabel("Only from these addresses").fill("127.0.0.0/8, ::1");
  await create.getByRole("button", { name: "Create key" }).click();
  const key = await readKey(page);
  await page.getByRole("button", { name: "Done, I’ve saved it" }).click();
  const row = page.getByRole("row", { name: `…${key.slice(-4)}` });
  await expect(row).toContainText("Read · 127.0.0.0/8 · ::1");
  await expect(row).toContainText("until");
  await expectUsable(row);

  expect(await statusWith(page, key, id)).toBe(200);
  const headers = { Authorization: `ApiKey ${key}` };
  expect((await page.request.put(`/api/v2/companies/${id}`, { headers, data: { name: "Stolen" } })).status()).toBe(403);

  await page.getByRole("checkbox", { name: "Refuse keys in the query string" }).check();
  await expect.poll(async () => (await page.request.get(`/api/v2/companies/${id}?api:key=${key}`)).status()).toBe(401);
});

test("a developer finds a refused request by its id, and opens its record", async ({ page }) => {
  const partner = await givenPartner();
  const { id } = await givenCompany(partner);
  const headers = { Authorization: `ApiKey ${partner.apiKey}` };
  await page.request.get(`/api/v2/companies/${id}`, { headers });
  const refused = await page.request.put(`/api/v2/companies/${id}`, { headers, data: { name: "" } });
  const requestId = refused.headers()["x-request-id"] ?? "";

  await signInAs(page, await givenStaff(partner));
  await visit(page, "/developers");
  await page.getByRole("link", { name: "Requests" }).click();
  await page.waitForURL("/developers/requests");
  // Written within about a second of the answer.
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole("row")).toHaveCount(3, { timeout: 1_000 });
  }).toPass({ timeout: BACKGROUND_WORK_MS });
  await expectUsable(page.getByRole("main"));
  await page.getByRole("link", { name: "Refused" }).click();
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.getByRole("searchbox").fill(requestId);
  await page.getByRole("searchbox").press("Enter");
  await page.waitForURL(/requestId=/);
  const row = page.getByRole("row").filter({ hasText: "invalid_name" });
  await expect(row).toContainText("422");
  await row.getByRole("link").click();
  await page.waitForURL(`/companies/${id}`);
});
