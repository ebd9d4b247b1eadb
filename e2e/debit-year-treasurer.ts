import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import type { Played } from "@/server/testing/whole-year/stage";
import { BACKGROUND_WORK_MS } from "./background-work";
import { visit } from "./given";
import { expect } from "./test";

// Acts of the club's administrator in the portal.

/** Uploads a list of mandates of which one row is refused. */
export async function uploadMandates(page: Page, companyId: string, list: string): Promise<void> {
  await visit(page, `/companies/${companyId}/mandates`);
  await page.getByLabel("CSV file of mandates").setInputFiles({ name: "mandates.csv", mimeType: "text/csv", buffer: Buffer.from(list) });
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("5 recorded, 1 refused.")).toBeVisible();
  await expect(dialog.getByText("Enter the day of the signature.")).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).click();
}

export async function transmit(page: Page, importId: string): Promise<void> {
  await visit(page, `/imports/${importId}`);
  await page.getByRole("button", { name: "Transmit…" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Transmit 12 invoices" }).click();
  await expect(page.getByText("12 invoices were transmitted.")).toBeVisible();
}

/** Asks for the sandbox's clock to be moved, which happens in the background. */
export async function moveClock(page: Page, days: number): Promise<void> {
  await visit(page, "/settings/sandbox");
  await page.getByLabel("Advance by (days)").fill(String(days));
  await page.getByRole("button", { name: days === 1 ? "Move by 1 day" : `Move by ${days} days` }).click();
}

/** Makes a file of all debits that can go into one, and downloads it. Returns its contents. */
export async function bringDebits(page: Page, companyId: string, count: number): Promise<string> {
  await visit(page, `/companies/${companyId}/debits`);
  await page.getByRole("checkbox", { name: "Choose all days" }).check();
  await page.getByRole("button", { name: "Make file" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question.getByRole("heading")).toHaveText(count === 1 ? "Make a file of 1 debit?" : `Make a file of ${count} debits?`);
  await question.getByRole("button", { name: "Make the file" }).click();
  // Files that need somebody come first.
  await expect(page.getByText("Not downloaded yet")).toHaveCount(1);
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "Download file" }).first().click()]);
  await expect(page.getByText("Not downloaded yet")).toHaveCount(0);
  return readFileSync(await download.path(), "utf8");
}

/** Uploads the bank's files, and waits until each payment is booked without a question. */
export async function uploadFiles(page: Page, files: { name: string; contents: string }[]): Promise<void> {
  if (files.length === 0) return;
  await visit(page, "/bank");
  await page
    .getByLabel("Files from your bank")
    .setInputFiles(files.map(({ name, contents }) => ({ name, mimeType: "text/xml", buffer: Buffer.from(contents) })));
  const dialog = page.getByRole("dialog", { name: "Statements" });
  for (const { name } of files) await expect(dialog.getByText(name, { exact: true })).toBeVisible();
  const reports = files.filter(({ name }) => name.includes("report"));
  await expect(dialog.getByText(/^Report about /)).toHaveCount(reports.length);
  await expect(dialog.getByRole("status").filter({ hasText: ", 0 to decide," })).toHaveCount(files.length - reports.length, {
    timeout: BACKGROUND_WORK_MS,
  });
  await dialog.getByRole("button", { name: "Close" }).click();
}

/** Plans a rejected debit once more. */
export async function collectOnceMore(page: Page, { invoiceId, name }: Played): Promise<void> {
  await visit(page, `/invoices/${invoiceId}`);
  await page.getByRole("button", { name: `Collect once more: ${name}` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Collect once more" }).click();
  await expect(page.getByText("Planned. The customer gets an announcement.")).toBeVisible();
}

/** Expects that a debit that the payer took back cannot be collected once more. */
export async function cannotCollectOnceMore(page: Page, { invoiceId }: Played): Promise<void> {
  await visit(page, `/invoices/${invoiceId}`);
  await expect(page.getByRole("table", { name: "Payments", exact: true }).getByText("Charged back")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Collect once more/ })).toHaveCount(0);
}

/** Answers a question on the invoice's page, without waiting for the ten seconds in which it can be undone. */
export async function answer(page: Page, { invoiceId }: Played, text: string): Promise<void> {
  await visit(page, `/invoices/${invoiceId}`);
  const reply = page.getByRole("textbox", { name: "Reply in English" });
  await reply.fill(text);
  await reply.press("Control+Enter");
  await page.getByRole("button", { name: "Send now" }).click();
}
