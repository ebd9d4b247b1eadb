import { and, eq } from "drizzle-orm";
import { calendarDay, dayAfter } from "@/components/settings/calendar-days";
import { db } from "@/db/client";
import { outgoingMessages } from "@/db/schema/collections";
import { mails } from "@/db/schema/mails";
import { partners } from "@/db/schema/partners";
import { users } from "@/db/schema/users";
import { systemActor } from "@/server/actor";
import { transmitImport } from "@/server/billing/imports/transmit-import";
import { assignToSupport } from "@/server/desk/tickets/assign-to-support";
import { formatDay } from "@/server/domain/formats/dates";
import { locales } from "@/server/domain/formats/locales";
import { DAY_MS } from "@/server/domain/formats/time";
import { TIME_ZONE } from "@/server/domain/formats/time-zone";
import { givenCompany, givenImport, givenInvoice, givenPartner, givenTicket } from "@/server/testing/given";
import { BACKGROUND_WORK_MS } from "./background-work";
import { givenStaff, givenSupport, signInAs, visit } from "./given";
import { expect, expectToFit, expectUsable, test } from "./test";

const pages = [
  "/home",
  "/invoices",
  "/imports",
  "/tickets",
  "/companies",
  "/developers",
  "/settings",
  "/settings/members",
  "/settings/sandbox",
];

test("a sandbox's administrator moves its clock by weeks, and the invoice shows the day of each event", async ({ page }) => {
  const { partner, invoice, customerEmail } = await givenSandbox();
  await signInAs(page, await givenStaff(partner));
  await visit(page, "/settings/sandbox");
  const banner = page.getByRole("complementary", { name: "Sandbox" });
  await expect(banner).toContainText("test data, no real money");

  const days = page.getByLabel("Advance by (days)");
  await days.fill("none");
  await page.getByRole("button", { name: "Move the clock" }).click();
  await expect(page.getByText("invalid_days")).toBeVisible();
  await expectUsable(page.getByRole("main"));

  const day = dayAfter(calendarDay(new Date(), TIME_ZONE), 40);
  await days.fill("40");
  await expect(page.getByLabel("or to date")).toHaveValue(day);
  await page.getByRole("button", { name: "Move by 40 days" }).click();
  await expect(page.getByText("40 days", { exact: true })).toBeVisible({ timeout: 30_000 + BACKGROUND_WORK_MS });
  await expect(banner).toContainText(`It is ${formatDay(day, "en", "long")}.`);

  await expect(page.getByRole("link", { name: "1 × Reminder", exact: true })).toHaveAttribute("href", `/invoices/${invoice.id}`);
  await expectUsable(page.getByRole("main"));

  await visit(page, `/invoices/${invoice.id}`);
  await expect(banner).toBeVisible();
  const inDays = (days: number) => formatDay(dayAfter(calendarDay(new Date(), TIME_ZONE), days), "en", "long");
  await expect(page.getByText(`Due on ${inDays(14)} · The customer was asked to pay by ${inDays(45)}`)).toBeVisible();
  for (const message of ["Invoice", "Reminder", "Second reminder"]) {
    await expect(page.getByRole("listitem").filter({ hasText: new RegExp(`${message} by e-mail`) })).toContainText(
      "nothing is really sent",
    );
  }
  const kept = await db.select().from(mails).where(eq(mails.recipient, customerEmail));
  expect(kept.map(({ sentAt }) => sentAt !== null)).toEqual([true, true, true, true]);
});

test("the banner is on each page of a sandbox, stays visible while scrolling, and is readable in every language on a phone", async ({
  page,
}) => {
  const { partner } = await givenSandbox();
  const administrator = await givenStaff(partner);
  await signInAs(page, administrator);
  const banner = page.getByRole("complementary", { name: "Sandbox" });
  for (const path of pages) {
    await page.goto(path);
    await expect(banner).toBeInViewport({ ratio: 1 });
    await expect(banner.getByRole("button")).toHaveCount(0);
  }
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/settings/sandbox");
  await page.mouse.wheel(0, 2_000);
  await expect(banner).toBeInViewport({ ratio: 1 });
  for (const locale of locales) {
    await db.update(users).set({ locale }).where(eq(users.id, administrator.id));
    await page.goto("/settings/sandbox");
    await expectToFit(page);
    // None of its text is cut off.
    const overhang = await page
      .locator("[data-mode=test] > aside > div")
      .evaluate((element) => element.scrollHeight - element.clientHeight);
    expect(overhang, locale).toBeLessThanOrEqual(0);
  }
});

test("popups over a sandbox's page also have the sandbox's colour", async ({ page }) => {
  const { partner, invoice } = await givenSandbox();
  await signInAs(page, await givenStaff(partner));
  await visit(page, `/companies/${invoice.companyId}`);
  await page.getByRole("button", { name: "New import…" }).click();
  const act = page.getByRole("dialog").getByRole("button", { name: /^Create/ });
  const banner = page.locator("[data-mode=test] > aside > div");
  const colourOf = (place: typeof act) => place.evaluate((element) => getComputedStyle(element).backgroundColor);
  expect(await colourOf(act)).toBe(await colourOf(banner));
});

test("a conversation shows to support whether it belongs to a sandbox", async ({ page }) => {
  await signInAs(page, await givenSupport());
  const { partner, invoice } = await givenSandbox();
  const real = await givenInvoice(await givenPartner(), { transmitted: true });
  for (const { partnerId, id } of [invoice, real]) {
    await givenTicket(partnerId === partner.id ? invoice : real);
    await assignToSupport(db, systemActor({ id: partnerId, clockOffsetMs: 0 }), id);
  }
  await visit(page, `/support?invoice=${invoice.id}`);
  await expect(page.getByText("Why is this so much?").last()).toBeVisible();
  await expect(page.getByText("test data, no real money")).toBeVisible();
  await expectUsable(page.getByRole("main"));
  // A request that is sent after the clock has moved would set the due day by the moved clock.
  const isSent = and(eq(outgoingMessages.invoiceId, invoice.id), eq(outgoingMessages.state, "sent"));
  await expect.poll(() => db.$count(outgoingMessages, isSent), { timeout: BACKGROUND_WORK_MS }).toBe(1);
  // By real time, the invoice is not due yet.
  await db
    .update(partners)
    .set({ clockOffsetMs: 30 * DAY_MS })
    .where(eq(partners.id, partner.id));
  await visit(page, `/support?invoice=${invoice.id}`);
  await expect(page.getByText(/Overdue \d+ days/)).toBeVisible();
  await visit(page, `/support?invoice=${real.id}`);
  await expect(page.getByText("Why is this so much?").last()).toBeVisible();
  await expect(page.getByText("test data, no real money")).toHaveCount(0);
});

test("members see the banner but cannot move the clock; other partners have neither banner nor clock", async ({ page }) => {
  const { partner } = await givenSandbox();
  await signInAs(page, await givenStaff(partner, { role: "member" }));
  await page.goto("/settings/sandbox");
  await expect(page.getByRole("complementary", { name: "Sandbox" })).toBeVisible();
  await expect(page.getByText("Not available to your role")).toBeVisible();
  await expect(page.getByRole("link", { name: "Move the clock" })).toHaveCount(0);

  await page.context().clearCookies();
  await signInAs(page, await givenStaff(await givenPartner()));
  await page.goto("/home");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("complementary", { name: "Sandbox" })).toHaveCount(0);
  await page.goto("/settings/sandbox");
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
});

async function givenSandbox() {
  const partner = await givenPartner({ isSandbox: true });
  const company = await givenCompany(partner, { locale: "en" });
  const into = await givenImport(partner, { company });
  const customerEmail = `${partner.id}@members.example`;
  const invoice = await givenInvoice(partner, { import: into, invoice: { customerEmail } });
  await transmitImport(db, partner.actor, into.id);
  return { partner, invoice, customerEmail };
}
