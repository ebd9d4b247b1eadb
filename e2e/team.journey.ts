import { newId } from "@/server/platform/id";
import { givenSupport, signInAs, visit } from "./given";
import { expect, expectUsable, test } from "./test";

test("a support lead invites a colleague, signs one out and removes access; other supporters do not see the team", async ({ page }) => {
  const lead = await givenSupport("Jonas Weber", { leadsSupport: true });
  const colleague = await givenSupport(`Elif Aydin ${newId().slice(-6)}`);
  await signInAs(page, lead);
  await visit(page, "/settings");
  await page.getByRole("link", { name: "Support team" }).click();
  await page.waitForURL("/settings/team");

  const email = `${newId()}@support.example`;
  await page.getByRole("button", { name: "Invite a colleague…" }).click();
  const invitation = page.getByRole("dialog", { name: "Invite a colleague" });
  await invitation.getByLabel("E-mail").fill(colleague.email);
  await invitation.getByRole("button", { name: "Send invitation" }).click();
  await expect(invitation.getByText("email_already_in_use")).toBeVisible();
  await expectUsable(invitation);
  await invitation.getByLabel("E-mail").fill(email);
  await invitation.getByRole("button", { name: "Send invitation" }).click();
  await expect(invitation).toBeHidden();
  await expect(page.getByRole("row").filter({ hasText: email })).toContainText("Invited");

  const row = page.getByRole("row").filter({ hasText: colleague.email });
  const acts = page.getByRole("button", { name: `Actions for ${colleague.name}` });
  await acts.click();
  await page.getByRole("menuitem", { name: "Sign out everywhere" }).click();
  await expect(page.getByText(`${colleague.name} is signed out everywhere`)).toBeVisible();
  await acts.click();
  await expect(page.getByRole("menuitem", { name: "Sign out everywhere" })).toBeHidden();
  await page.getByRole("menuitem", { name: "Disable…" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Disable" }).click();
  await expect(row).toContainText("Disabled");
  await acts.click();
  await page.getByRole("menuitem", { name: "Enable" }).click();
  await expect(row).toContainText("Active");

  await signInAs(page, await givenSupport());
  await visit(page, "/settings");
  await expect(page.getByRole("link", { name: "Support team" })).toBeHidden();
  await visit(page, "/settings/team");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByText(email)).toBeHidden();
});
