import type { Page } from "@playwright/test";

/** Longer than the pause in ms within which the desk takes a second press for the same one. */
const PAUSE_MS = 300;

/** Presses a key that decides about a payment, as a person does who has looked at it. */
export async function pressKey(page: Page, key: string): Promise<void> {
  await page.waitForTimeout(PAUSE_MS);
  await page.keyboard.press(key);
}
