import type { Page } from "@playwright/test";
import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { supportAssignments } from "@/db/schema/tickets";
import { refreshRollups } from "@/server/billing/figures/refresh-rollups";
import { assignToSupport } from "@/server/desk/tickets/assign-to-support";
import { locales } from "@/server/domain/formats/locales";
import { givenInvoice, givenPartner, givenTicket } from "@/server/testing/given";
import { givenStaff, givenSupport, signInAs } from "./given";
import { addressOf, enterAs, givenPortal, pages, readers, routesOfApp, spokenPages } from "./pages-of-portal";
import { expect, expectToFit, expectUsable, test } from "./test";

const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 360, height: 740 };

test("the list of completely checked pages contains each page of the app", () => {
  const listed = Object.values(pages).flatMap((routes) => routes.map((route) => route.split("?")[0]));
  expect([...new Set(listed)].toSorted()).toEqual(routesOfApp().toSorted());
});

for (const reader of readers) {
  test(`each page for ${reader} is usable, on a wide screen and on a phone`, async ({ page }) => {
    const portal = await givenPortal();
    await enterAs(page, reader, portal, "en");
    for (const route of pages[reader]) {
      await page.setViewportSize(WIDE);
      await open(page, addressOf(route, portal.ids), "en");
      await expectUsable(page);
      await page.setViewportSize(PHONE);
      await expectUsable(page);
    }
  });
}

for (const locale of locales.filter((each) => each !== "en")) {
  test(`the pages speak ${locale}, and fit a wide screen and a phone`, async ({ page }) => {
    test.slow();
    const portal = await givenPortal();
    for (const reader of readers) {
      await enterAs(page, reader, portal, locale);
      for (const route of spokenPages(reader)) {
        await page.setViewportSize(WIDE);
        await open(page, addressOf(route, portal.ids), locale);
        await expectToFit(page);
        await page.setViewportSize(PHONE);
        await expectToFit(page);
      }
    }
  });
}

test("an address without a page says so in each language, and is usable", async ({ page }) => {
  for (const locale of locales) {
    await page.context().addCookies([{ name: "locale", value: locale, url: process.env.E2E_BASE_URL }]);
    await open(page, "/nothing-here", locale);
    await expectToFit(page);
  }
  await expectUsable(page);
});

test("the home page shows outstanding amounts by age, also on a phone", async ({ page }) => {
  const { partner, person } = await givenDesk();
  await refreshRollups(db, { scope: { partnerId: partner.id } });
  await signInAs(page, person);
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 740 });
    await page.goto("/home");
    const ages = page.getByRole("table", { name: "Receivables by age" });
    await expect(ages.getByText("240.00").first()).toBeVisible();
    // The heading does not cover the first company.
    await ages.getByRole("link", { name: "240.00" }).first().click({ trial: true });
    await ages.getByRole("link").first().click({ trial: true });
  }
});

test("pointing at a week shows its figure", async ({ page }) => {
  const { partner, person } = await givenDesk();
  await refreshRollups(db, { scope: { partnerId: partner.id } });
  await signInAs(page, person);
  await page.goto("/home");
  const plot = page.locator(".recharts-responsive-container").first();
  const { width, height } = (await plot.boundingBox()) ?? { width: 0, height: 0 };
  await plot.hover({ position: { x: width - 60, y: height / 2 } });
  await expect(plot.locator(".recharts-tooltip-wrapper")).toContainText("0.2");
});

test("support sees its desk and its settings, but none of a partner's", async ({ page }) => {
  const { invoice, partner } = await givenDesk();
  await assignToSupport(db, partner.actor, invoice.id);
  await signInAs(page, await givenSupport());
  for (const path of ["/support", "/settings"]) await open(page, path, "en");
  await expectUsable(page.getByRole("main"));
  for (const path of ["/home", "/invoices", "/imports", "/tickets", "/companies", "/developers"]) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/support$/);
  }
  await db.delete(supportAssignments).where(eq(supportAssignments.invoiceId, invoice.id));
});

test("another partner's invoice is not found, within the portal, which offers the list instead", async ({ page }) => {
  const { person } = await givenDesk();
  const { invoice: ofOthers } = await givenDesk();
  await signInAs(page, person);
  await page.goto(`/invoices/${ofOthers.id}`);
  await expect(page.getByRole("main")).toHaveCount(1);
  await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("main").getByRole("link").first()).toHaveAttribute("href", "/invoices");
  await expectUsable(page);
});

test("a person who is not signed in must sign in, and then gets to the requested page", async ({ page }) => {
  await page.goto("/invoices?fact=paid");
  await expect(page).toHaveURL(/\/sign-in\?callbackUrl=%2Finvoices%3Ffact%3Dpaid$/);
});

async function givenDesk() {
  const partner = await givenPartner();
  const invoice = await givenInvoice(partner, { amountCents: 24_000, transmitted: true });
  await givenTicket(invoice, { message: "May I pay in two parts?" });
  return { partner, invoice, person: await givenStaff(partner) };
}

async function open(page: Page, path: string, locale: string): Promise<void> {
  await page.goto(path);
  await expect(page.locator("html")).toHaveAttribute("lang", locale);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
}
