import type { Locator } from "@playwright/test";
import { givenPartner } from "@/server/testing/given";
import { givenBankingCompany } from "@/server/testing/given-statement";
import { givenStaff, signInAs, visit } from "./given";
import { expect, expectUsable, test } from "./test";

const PAYMENTS = 14;

async function givenDesk() {
  const bank = await givenBankingCompany(await givenPartner({ isSandbox: true }));
  await bank.told(
    Array.from({ length: PAYMENTS }, (_, index) => ({ cents: 1_000 + index, name: `Payer ${index + 1}`, bankReference: `B${index}` })),
  );
  return bank;
}

test("the desk opens its first payment also when it is opened from the menu, which shows the number of waiting payments", async ({
  page,
}) => {
  const { partner } = await givenDesk();
  await signInAs(page, await givenStaff(partner));
  await visit(page, "/home");
  await expect(page.getByRole("link", { name: `${PAYMENTS} payments to decide` })).toBeVisible();
  const inMenu = page.getByRole("navigation").getByRole("link", { name: /^Bank/ });
  await expect(inMenu).toContainText(String(PAYMENTS));

  await inMenu.click();

  await expect(page.getByRole("heading", { name: /Payer \d+/ })).toBeVisible();
  await expect(page.locator("main [aria-current=true]")).toHaveCount(1);
  await expectUsable(page.getByRole("main"));
});

test("in a sandbox the payment's head stays below the banner wherever the list is scrolled", async ({ page }) => {
  await page.setViewportSize({ width: 1_280, height: 600 });
  const { partner } = await givenDesk();
  await signInAs(page, await givenStaff(partner));
  await visit(page, "/bank");
  const head = page.getByRole("heading", { name: /Payer \d+/ });
  await expect(head).toBeVisible();

  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));

  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
  await expect.poll(() => head.evaluate(isInSight)).toBe(true);
});

test("selected items have the sandbox's colour, in the light and in the dark scheme", async ({ page }) => {
  const { partner } = await givenDesk();
  const real = await givenBankingCompany();
  await real.told([{ cents: 1_000, name: "Payer" }]);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    const colours: string[] = [];
    for (const each of [partner, real.partner]) {
      await signInAs(page, await givenStaff(each));
      await visit(page, "/bank");
      const selected = page.locator("main [aria-current=true]");
      await expect(selected).toHaveCount(1);
      colours.push(await colourOf(selected));
    }
    expect(colours[0], colorScheme).not.toBe(colours[1]);
    expect(colours, colorScheme).not.toContain("rgba(0, 0, 0, 0)");
  }
});

const colourOf = (place: Locator) => place.evaluate((element) => getComputedStyle(element).backgroundColor);

/** Returns whether nothing covers the element's middle. Runs in the browser. */
function isInSight(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  const at = document.elementFromPoint(left + Math.min(width / 2, 20), top + height / 2);
  return at !== null && (element.contains(at) || at.contains(element));
}
