import type { Page } from "@playwright/test";
import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { companySettings } from "@/db/schema/collection-settings";
import { holdInvoice } from "@/server/billing/holds/hold-invoice";
import { transmitImport } from "@/server/billing/imports/transmit-import";
import { refreshRollups } from "@/server/billing/rollups/refresh-rollups";
import { DAY_MS } from "@/server/domain/time";
import { givenCompany, givenImport, givenInvoice, givenPartner, givenTicket } from "@/server/testing/given";
import { givenStaff, signInAs, visit } from "./given";
import { expect, expectUsable, test } from "./test";

/** Digits alone, so that "1,234.00" and "1.234,00" are the same. */
const digitsOf = (text: string) => text.replace(/\D/g, "");

/** Follows every figure of the page that leads to a list, and expects the list to say the same: its sum, or how many it holds. */
async function expectNumbersToLead(page: Page, path: string): Promise<number> {
  await visit(page, path);
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { level: 1 })).toBeVisible();
  await page.waitForLoadState("networkidle");
  const figures = await main
    .locator("a[href]")
    .evaluateAll((links) =>
      links
        .filter((link) => /^[−\d.,\s]+$/.test(link.textContent.trim()) && /^\/(invoices|imports)[/?]/.test(link.getAttribute("href") ?? ""))
        .map((link) => ({ figure: link.textContent.trim(), href: link.getAttribute("href") ?? "" })),
    );
  for (const { figure, href } of figures) {
    await visit(page, href);
    if (href.startsWith("/imports/")) {
      await expect(page.locator("#contents")).toContainText(`Contents${figure}`);
      continue;
    }
    const sums = page.locator("tfoot");
    const isAmount = /[.,]\d\d$/.test(figure);
    await expect(sums, `${path}: ${figure} leads to ${href}`).toContainText(/\d/);
    await expect
      .poll(async () => {
        const words = (await sums.textContent()) ?? "";
        return isAmount
          ? digitsOf(words).includes(digitsOf(figure))
          : words.startsWith(figure === "1" ? "The one that matches" : `All ${figure} that match`);
      }, `${path}: ${figure} leads to ${href}`)
      .toBe(true);
  }
  return figures.length;
}

test("every number on an import and a company opens a list whose sum it is", async ({ page }) => {
  const partner = await givenPartner();
  const company = await givenCompany(partner);
  // Nothing is sent while the figures are compared.
  const never = { request1Day: null, request2Day: null, reminder1Day: null, reminder2Day: null, reminder3Day: null };
  await db.update(companySettings).set(never).where(eq(companySettings.companyId, company.id));
  const then = { ...partner, actor: { ...partner.actor, clockOffsetMs: -40 * DAY_MS } };
  const into = await givenImport(then, { company });
  const paid = { type: "PAYMENT-LINE", amountCents: -4_500, paymentMethod: "ideal", date: new Date() } as const;
  await givenInvoice(then, { import: into, amountCents: 4_500, events: [paid] });
  const held = await givenInvoice(then, { import: into, amountCents: 9_900 });
  const asked = await givenInvoice(then, { import: into, amountCents: 12_345 });
  await transmitImport(db, then.actor, into.id);
  await holdInvoice(db, partner.actor, held.id, { kind: "stopped", reason: "Agreed on the phone" });
  await givenTicket(asked);
  await refreshRollups(db, { scope: { partnerId: partner.id } });
  await signInAs(page, await givenStaff(partner));

  expect(await expectNumbersToLead(page, `/imports/${into.id}`)).toBeGreaterThanOrEqual(5);
  await visit(page, `/imports/${into.id}`);
  await expectUsable(page);
  expect(await expectNumbersToLead(page, `/companies/${company.id}`)).toBeGreaterThanOrEqual(1);
});
