import type { Page } from "@playwright/test";
import { eq } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import { db } from "@/db/client";
import { sessions } from "@/db/schema/sessions";
import { givenPartner } from "@/server/testing/given";
import { givenStaff, PASSWORD, signInAs, untilItReacts, visit } from "./given";
import { expect, expectUsable, test } from "./test";

test("a member adds an authenticator app, stores the recovery codes, and then signs in with a code", async ({ page }) => {
  const member = await givenStaff(await givenPartner(), { role: "member" });
  await signInAs(page, member);
  await visit(page, "/settings");
  await page.getByRole("button", { name: "Add an authenticator app" }).click();
  const adding = page.getByRole("dialog", { name: "Add an authenticator app" });
  await expect(adding.getByRole("img", { name: "Picture for the authenticator app" })).toBeVisible();
  await expectUsable(adding);
  const app = await appWith(adding.locator("code"));
  await adding.getByLabel("Code").fill("000000");
  await adding.getByRole("button", { name: "Add", exact: true }).click();
  await expect(adding.getByText("wrong_code")).toBeVisible();
  await adding.getByLabel("Code").fill(app.generate());
  await adding.getByRole("button", { name: "Add", exact: true }).click();

  const kept = page.getByRole("dialog", { name: "Recovery codes" });
  await expect(kept).toBeVisible();
  const codes = await kept.getByRole("listitem").allTextContents();
  expect(codes).toHaveLength(10);
  await expectUsable(kept);
  await kept.getByRole("button", { name: "I have kept them" }).click();
  await expect(page.getByRole("list", { name: "Second factor" })).toContainText("Authenticator app");
  await expectUsable(page.getByRole("list", { name: "Second factor" }));

  await page.context().clearCookies();
  await signInWithPassword(page, member.email);
  await expect(page.getByRole("heading", { level: 1, name: "Confirm that it is you" })).toBeVisible();
  await expectUsable(page);
  // The password alone opens nothing.
  await page.goto("/invoices");
  await page.waitForURL("/sign-in?callbackUrl=%2Finvoices");
  await expect(page.getByLabel("Code")).toBeVisible();
  await page.getByLabel("Code").fill(app.generate({ timestamp: Date.now() + 30_000 }));
  await page.getByRole("button", { name: "Confirm", exact: true }).click();
  await page.waitForURL("/invoices");

  await page.context().clearCookies();
  await signInWithPassword(page, member.email);
  await expect(page.getByRole("heading", { level: 1, name: "Confirm that it is you" })).toBeVisible();
  await untilItReacts(page);
  await page.getByLabel("Code").fill(codes[0] ?? "");
  await page.getByRole("button", { name: "Confirm", exact: true }).click();
  await page.waitForURL("/home");
});

test("in a browser that was left open, creating a key needs a fresh proof of identity, and then continues", async ({ page }) => {
  const administrator = await givenStaff(await givenPartner());
  await signInAs(page, administrator);
  await db
    .update(sessions)
    .set({ provedAt: new Date(Date.now() - 60 * 60_000) })
    .where(eq(sessions.userId, administrator.id));
  await visit(page, "/developers");
  await page.getByRole("button", { name: "New key…" }).click();
  const creating = page.getByRole("dialog", { name: "New API key" });
  await creating.getByLabel("Name").fill("Membership system");
  await creating.getByRole("button", { name: "Create key" }).click();

  const asking = page.getByRole("dialog", { name: "Confirm that it is you" });
  await asking.getByLabel("Password", { exact: true }).fill("not the password");
  await expectUsable(asking);
  await asking.getByRole("button", { name: "Confirm" }).click();
  await expect(asking.getByText("wrong_password")).toBeVisible();
  await asking.getByRole("button", { name: "Close" }).click();
  await expect(creating.getByText("identity_not_proved")).toBeVisible();

  await creating.getByRole("button", { name: "Create key" }).click();
  await asking.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await asking.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByRole("textbox", { name: "API key" })).toBeVisible();
});

test("an administrator requires a second factor for everybody, and sees who has none", async ({ page }) => {
  const partner = await givenPartner();
  const member = await givenStaff(partner, { role: "member", name: "Ben Adeyemi" });
  await signInAs(page, await givenStaff(partner));
  await visit(page, "/settings/members");
  await expect(page.getByRole("row").filter({ hasText: member.email })).toContainText("no second factor");
  await page.getByRole("checkbox", { name: "Everybody needs a second factor" }).check();
  await expectUsable(page.getByRole("main"));
  await page.reload();
  await expect(page.getByRole("checkbox", { name: "Everybody needs a second factor" })).toBeChecked();
});

/** Returns an authenticator app with the secret that the page shows. */
async function appWith(secret: ReturnType<Page["locator"]>): Promise<TOTP> {
  return new TOTP({ secret: Secret.fromBase32(((await secret.textContent()) ?? "").replaceAll(" ", "")) });
}

async function signInWithPassword(page: Page, email: string): Promise<void> {
  await page.goto("/sign-in");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}
