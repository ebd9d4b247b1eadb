import type { Page } from "@playwright/test";
import type { Played } from "@/server/testing/whole-year/stage";
import { BACKGROUND_WORK_MS } from "./background-work";
import { expect } from "./test";

// Acts of customers on their own page.

async function open(phone: Page, { secret }: Played, part = ""): Promise<void> {
  await phone.goto(`${process.env.E2E_BASE_URL}/i/${secret}${part}`);
}

export async function giveMandate(phone: Page, played: Played): Promise<void> {
  await open(phone, played);
  await phone.getByRole("link", { name: "Give a direct debit mandate" }).click();
  await expect(phone.getByLabel("Account holder")).toHaveValue(played.name);
  await phone.getByLabel("IBAN").fill(played.iban);
  await phone.getByLabel("I give this mandate").check();
  await phone.getByRole("button", { name: "Give mandate" }).click();
  await expect(phone.getByRole("status")).toHaveText("Thank you. The mandate is recorded.");
}

export async function withdrawMandate(phone: Page, played: Played): Promise<void> {
  await open(phone, played);
  await expect(phone.getByText(/will be collected by direct debit on/)).toBeVisible();
  await phone.getByText("Withdraw the mandate", { exact: true }).click();
  await phone.getByRole("button", { name: /^Withdraw mandate .+ now$/ }).click();
  await expect(phone.getByRole("status")).toHaveText("The mandate is withdrawn.");
  // The background takes the debit out.
  const isPlanned = async () => {
    await open(phone, played);
    return phone.getByText(/will be collected by direct debit on/).count();
  };
  await expect.poll(isPlanned, { timeout: BACKGROUND_WORK_MS }).toBe(0);
}

/** Agrees to two instalments in the only way that is offered. */
export async function agreeToInstalments(phone: Page, played: Played, way: "debit" | "transfer"): Promise<void> {
  await open(phone, played);
  await phone.getByRole("link", { name: "Choose instalments" }).click();
  await phone.getByRole("button", { name: /^2 instalments, the first of/ }).click();
  await expect(phone.getByText(way === "debit" ? /, to be collected on / : /, to be paid by /)).toHaveCount(2);
  await phone.getByRole("button", { name: "Agree to these instalments" }).click();
  await expect(phone.getByRole("status")).toContainText("You pay this invoice in instalments");
}

/** Promises the last day that the page offers. Returns that day, such as `2027-03-15`. */
export async function promiseLastDay(phone: Page, played: Played): Promise<string> {
  await open(phone, played);
  const field = phone.getByLabel("I will pay by");
  const day = (await field.getAttribute("max")) ?? "";
  await field.fill(day);
  await phone.getByRole("button", { name: "Promise to pay by this day" }).click();
  await expect(phone.getByRole("status")).toContainText("We have noted the day");
  return day;
}

export async function payAtSimulatedBank(phone: Page, played: Played): Promise<void> {
  await open(phone, played);
  await phone
    .getByRole("button", { name: /^Pay .+ now by iDEAL/ })
    .first()
    .click();
  await expect(phone).toHaveURL(/\/simulated-bank\//);
  await phone.getByRole("button", { name: "Pay", exact: true }).click();
  await expect(phone.getByText("Paid", { exact: true })).toBeVisible();
}

export async function ask(phone: Page, played: Played, question: string): Promise<void> {
  await open(phone, played);
  await phone.getByLabel("Your question").fill(question);
  await phone.getByRole("button", { name: "Send question" }).click();
  await expect(phone.getByRole("status")).toHaveText("Your question was sent.");
}

export async function readAnswer(phone: Page, played: Played, answer: string): Promise<void> {
  await open(phone, played);
  await expect(phone.getByText(answer)).toBeVisible();
  await expect(phone.getByText("Not answered yet")).toHaveCount(0);
}

/** Returns the amount that the page asks for now: all of it, or the next instalment. In cents. */
export async function readTransfer(phone: Page, played: Played): Promise<number> {
  await open(phone, played);
  const amount = await phone.locator(".amount").textContent();
  return centsIn(amount);
}

/** Returns the cents of an amount in English, such as `€1,234.50` or `-0.50`. */
export function centsIn(amount: string | null): number {
  const digits = (amount ?? "").replace(/[^0-9.−-]/g, "").replace("−", "-");
  if (!/^-?\d+\.\d\d$/.test(digits)) throw new Error(`No amount: ${amount}`);
  return Math.round(Number(digits) * 100);
}
