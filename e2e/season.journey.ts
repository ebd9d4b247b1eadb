import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { users } from "@/db/schema/users";
import { locales } from "@/server/domain/formats/locales";
import { givenPartner } from "@/server/testing/given";
import { givenInvoicesOfSeason } from "@/server/testing/given-invoices-of-season";
import { givenSeasonFile } from "@/server/testing/given-season-file";
import { BACKGROUND_WORK_MS } from "./background-work";
import { givenStaff, signInAs, visit } from "./given";
import { expect, expectToFit, expectUsable, test } from "./test";

test("an administrator plays a season, stops it, looks at a file, and plays it to its end", async ({ page }) => {
  test.slow();
  const { partner } = await givenInvoicesOfSeason({ size: 4 });
  await signInAs(page, await givenStaff(partner));
  await visit(page, "/settings/sandbox");
  const season = page.getByRole("region", { name: "Season", exact: true });
  const scenario = season.getByLabel("Scenario", { exact: true });
  await scenario.fill("days: 30\npay_in_time: 120 %");
  await season.getByRole("button", { name: "Begin the season" }).click();
  await expect(season.getByText("Line 2: “pay_in_time” needs a whole percentage, such as “20 %”.")).toBeVisible();
  await expectUsable(page.getByRole("main"));

  await scenario.fill("days: 30\npay_in_time: 100 %");
  await season.getByLabel("Stop after (days)").fill("1");
  await season.getByRole("button", { name: "Begin the season" }).click();
  await expect(season.getByRole("status")).toHaveText("Stopped", { timeout: 60_000 + BACKGROUND_WORK_MS });
  await expect(season.getByText("1 of 30 days", { exact: true })).toBeVisible();
  await expectUsable(page.getByRole("main"));

  await season.getByRole("button", { name: "Play on" }).click();
  await expect(season.getByRole("status")).toHaveText("Playing");
  await expect(page.getByText("A season is playing, and moves the clock.")).toBeVisible();
  await expect(season.getByRole("status")).toHaveText("Over", { timeout: 120_000 + 5 * BACKGROUND_WORK_MS });
  await expect(season.getByText("30 of 30 days", { exact: true })).toBeVisible();

  const files = page.getByRole("region", { name: "Files of the season" });
  const downloading = page.waitForEvent("download");
  await files
    .getByRole("link", { name: /^Download .*camt\.053/ })
    .first()
    .click();
  expect((await downloading).suggestedFilename()).toMatch(/^\d{4}-\d\d-\d\d_camt\.053_DE\d+\.xml$/);
  await expectUsable(page.getByRole("main"));

  await season.getByRole("button", { name: "Begin another season…" }).click();
  await expect(season.getByText("The files of the season before are deleted. What it did stays.")).toBeVisible();
  await expectUsable(page.getByRole("main"));
});

test("the season fits on a phone in every language, and nobody else gets its files", async ({ page }) => {
  const partner = await givenPartner({ isSandbox: true });
  const fileId = await givenSeasonFile(partner);
  const administrator = await givenStaff(partner);
  await signInAs(page, administrator);
  await page.setViewportSize({ width: 360, height: 740 });
  for (const locale of locales) {
    await db.update(users).set({ locale }).where(eq(users.id, administrator.id));
    await page.goto("/settings/sandbox");
    await expect(page.getByRole("progressbar")).toBeVisible();
    await expectToFit(page);
  }
  const file = `/api/export/season-file?file=${fileId}`;
  expect((await page.request.get(file)).status()).toBe(200);
  await page.context().clearCookies();
  await signInAs(page, await givenStaff(partner, { role: "member" }));
  expect((await page.request.get(file)).status()).toBe(403);
  await page.context().clearCookies();
  await signInAs(page, await givenStaff(await givenPartner({ isSandbox: true })));
  expect((await page.request.get(file)).status()).toBe(404);
});
