import type { Page } from "@playwright/test";

/** Longer than a payment must have been visible before a key decides about it, in ms. */
const PAUSE_MS = 600;

/** Presses a key that decides about a payment, as a person does who has looked at it. */
export async function pressKey(page: Page, key: string): Promise<void> {
  await page.waitForTimeout(PAUSE_MS);
  await page.keyboard.press(key);
}
