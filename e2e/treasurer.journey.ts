import type { Page } from "@playwright/test";
import { and, eq } from "drizzle-orm";
import { db } from "@/db/client";
import { bankTransactions } from "@/db/schema/bank-transactions";
import { invoices } from "@/db/schema/invoices";
import { messages } from "@/db/schema/messages";
import { type GivenPartner, givenPartner } from "@/server/testing/given";
import { type Club, clubs, DAYS, disagreements, givenClub, paymentsOf, sentBack, statementOf } from "@/server/testing/sixty-invoices";
import { BACKGROUND_WORK_MS } from "./background-work";
import { givenStaff, signInAs, visit } from "./given";
import { pressKey } from "./press-key";
import { expect, test } from "./test";

test("a treasurer's five days: sixty invoices in three currencies, paid by transfers in every way, and the books agree each day", async ({
  page,
}) => {
  test.slow();
  const partner = await givenPartner();
  const all: Club[] = [];
  for (const club of clubs) all.push(await givenClub(partner, club));
  await signInAs(page, await givenStaff(partner));
  for (const { import: into } of all) {
    await visit(page, `/imports/${into.id}`);
    await page.getByRole("button", { name: "Transmit…" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Transmit 15 invoices" }).click();
    await expect(page.getByText("15 invoices were transmitted.")).toBeVisible();
  }
  // Each invoice has a message, and a family's messages share one mail.
  await expect.poll(() => countMessages(partner), { timeout: 4 * BACKGROUND_WORK_MS }).toBe(60);

  const entries = new Map<Club, Awaited<ReturnType<typeof paymentsOf>>>();
  for (const club of all) entries.set(club, await paymentsOf(partner, club));
  for (let day = 0; day < DAYS; day += 1) {
    const files = [];
    for (const club of all) {
      const booked = [...(entries.get(club)?.[day] ?? []), ...(day === 4 ? await sentBack(partner, club) : [])];
      files.push({ name: `${club.company.name} ${day}`, mimeType: "text/plain", buffer: Buffer.from(statementOf(club, booked, day)) });
    }
    await upload(page, partner, files);
    await decideAll(page, partner, all);
    if (day === 2) for (const club of all) await credit(page, club);
    if (day === 3) for (const club of all) await giveBack(page, club);
    for (const club of all) expect(await disagreements(partner, club)).toEqual([]);
  }

  await visit(page, "/bank/statements");
  await expect(page.getByText("1–20 of 20")).toBeVisible();
  await expect(page.getByText(/is missing/)).toHaveCount(0);
  for (const { billed } of all) {
    const last = billed.at(-1);
    for (const { id } of billed) expect(await outstandingOf(id)).toBe(id === last?.id ? last.amountTotalCents : 0);
  }
});

type File = { name: string; mimeType: string; buffer: Buffer };

/** Uploads each file twice, as treasurers do. */
async function upload(page: Page, partner: GivenPartner, files: File[]): Promise<void> {
  await visit(page, "/bank");
  await page.getByLabel("Files from your bank").setInputFiles(files.flatMap((file) => [file, file]));
  const dialog = page.getByRole("dialog", { name: "Statements" });
  await expect(dialog.getByText("This file was uploaded before.")).toHaveCount(files.length);
  await expect(dialog.getByText(/\d new\b/)).toHaveCount(files.length);
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect.poll(() => countIn(partner, "new"), { timeout: BACKGROUND_WORK_MS }).toBe(0);
}

/** Decides by keyboard: accepts suggestions, searches for payments without one, and sends misdirected money back. */
async function decideAll(page: Page, partner: GivenPartner, all: Club[]): Promise<void> {
  await visit(page, "/bank");
  let before: string | null = null;
  for (let left = await countIn(partner, "open"); left > 0; left -= 1) {
    await expect(page.getByRole("link", { name: `To decide ${left}` })).toBeVisible();
    await expect.poll(() => paymentIn(page)).not.toBe(before);
    before = await paymentIn(page);
    const name = (await page.locator("main [aria-current=true] b").textContent()) ?? "";
    const said = page.getByRole("region", { name: "What the bank says" });
    await expect(said.getByRole("heading", { name })).toBeVisible();
    const company = await said.getByText(/^Rowing Club of ..$/).textContent();
    const anonymous = all.find((club) => club.company.name === company)?.billed[9]?.externalInvoiceNumber ?? "";
    if (name === "Stranger") await pressKey(page, "x");
    else if (name === "No name given" || name === "GUTSCHRIFT") {
      await page.keyboard.press("s");
      await page.getByLabel("Find an invoice").fill(anonymous);
      await expect(page.getByRole("button", { name: anonymous })).toBeVisible();
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: "Book", exact: true }).click();
    } else {
      await expect(page.getByRole("radio").first()).toBeChecked();
      await pressKey(page, "Enter");
    }
    if (left > 1) await expect(page.getByRole("link", { name: `To decide ${left - 1}` })).toBeVisible();
    else await expect(page.getByText("Everything is decided.")).toBeVisible();
  }
  // The desk goes on at once, and sends decisions one after another.
  await expect.poll(() => countIn(partner, "open"), { timeout: BACKGROUND_WORK_MS }).toBe(0);
}

/** Returns the address of the open row. The first row is open even if it is not in the address. */
async function paymentIn(page: Page): Promise<string | null> {
  const row = page.locator("main [aria-current=true]");
  return (await row.count()) === 1 ? row.getAttribute("href") : null;
}

/** Credits a member who has paid and leaves early. */
async function credit(page: Page, { billed }: Club): Promise<void> {
  await visit(page, `/invoices/${billed[10]?.id}`);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Credit and refund…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("What is credited").selectOption("Another amount");
  await dialog.getByLabel(/^Amount/).fill("5.00");
  await dialog.getByLabel("Description").fill("Left early");
  await dialog.getByLabel("How", { exact: false }).selectOption("Later: it stays listed under “To refund”");
  await dialog.getByRole("button", { name: /^Credit .5.00$|^Credit CHF.5.00$/ }).click();
  await expect(dialog).toBeHidden();
}

/** Gives all owed money back to its source. */
async function giveBack(page: Page, { company }: Club): Promise<void> {
  await visit(page, `/bank/refunds?company=${company.id}`);
  await page.getByRole("checkbox", { name: "All whose account is known" }).check();
  await page.getByRole("button", { name: "Make a file of 3 payments…" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Make the file" }).click();
  await expect(page.getByText("The file is made.")).toBeVisible();
  await expect(page.getByRole("link", { name: /^(Download|XML \(ISO 20022\))$/ })).toBeVisible();
}

async function countIn({ id }: GivenPartner, state: "new" | "open"): Promise<number> {
  return db.$count(bankTransactions, and(eq(bankTransactions.partnerId, id), eq(bankTransactions.state, state)));
}

function countMessages({ id }: GivenPartner): Promise<number> {
  return db.$count(messages, eq(messages.partnerId, id));
}

async function outstandingOf(id: string): Promise<number | undefined> {
  return (await db.select({ cents: invoices.amountTotalCents }).from(invoices).where(eq(invoices.id, id)))[0]?.cents;
}
