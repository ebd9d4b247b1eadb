import type { Page } from "@playwright/test";
import { db } from "@/db/client";
import { locales, nameOfLocale } from "@/server/domain/formats/locales";
import { newId } from "@/server/platform/id";
import { mailboxToken } from "@/server/platform/mail/development-mailbox";
import { enqueueMail } from "@/server/platform/mail/enqueue-mail";
import { givenCompany, givenPartner } from "@/server/testing/given";
import { givenStaff, givenSupport, PASSWORD, signInAs, visit } from "./given";
import { linkMailedTo } from "./mailed";
import { expect, expectToFit, expectUsable, test } from "./test";

test("each role signs in with e-mail and password, and gets to its own pages", async ({ page }) => {
  const partner = await givenPartner();
  const people = [
    { email: (await givenStaff(partner)).email, works: "/home" },
    { email: (await givenStaff(partner, { role: "member" })).email, works: "/home" },
    { email: (await givenSupport()).email, works: "/support" },
  ];
  for (const { email, works } of people) {
    await page.goto("/sign-in");
    await signIn(page, email, PASSWORD);
    await page.waitForURL(works);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    // Signed-in people are redirected.
    await page.goto("/sign-in");
    await page.waitForURL(works);
    await page.context().clearCookies();
  }
});

test("a wrong password is refused with the same text, whether or not the account exists, and the right one still leads on", async ({
  page,
}) => {
  const { email } = await givenStaff(await givenPartner());
  await page.goto("/settings");
  await page.waitForURL("/sign-in?callbackUrl=%2Fsettings");

  for (const address of [`${newId()}@nobody.example`, email]) {
    await signIn(page, address, "not the password");
    const refusal = page.getByRole("alert").filter({ hasText: "invalid_credentials" });
    await expect(refusal).toContainText("E-mail and password do not match.");
    await expect(refusal.locator("..")).toBeFocused();
  }
  await expectUsable(page.getByRole("main"));

  await signIn(page, email, PASSWORD);
  await page.waitForURL("/settings");
});

test("signing in never leads to another site", async ({ page }) => {
  const { email } = await givenStaff(await givenPartner());
  await page.goto("/sign-in?callbackUrl=https%3A%2F%2Felsewhere.example%2Fhome");
  await signIn(page, email, PASSWORD);
  await page.waitForURL("/home");
});

test("an invited member follows the mailed link, chooses a password, and sees only the assigned companies", async ({ page }) => {
  const partner = await givenPartner();
  await givenCompany(partner, { name: "Chess Club Eastgate" });
  await givenCompany(partner, { name: "Rowing Club Northbank" });
  const email = `${newId()}@staff.example`;

  await signInAs(page, await givenStaff(partner));
  await page.goto("/settings/members");
  await page.getByRole("button", { name: "Invite a member…" }).click();
  const dialog = page.getByRole("dialog", { name: "Invite a member" });
  await dialog.getByLabel("E-mail").fill(email);
  await dialog.getByRole("radio", { name: "Only these" }).check();
  await dialog.getByRole("button", { name: "Send invitation" }).click();
  await expect(dialog.getByText("invalid_company_ids")).toBeVisible();
  await dialog.getByRole("searchbox", { name: "Find a company" }).fill("chess");
  await dialog.getByRole("checkbox", { name: "Chess Club Eastgate" }).check();
  await expectUsable(page);
  await dialog.getByRole("button", { name: "Send invitation" }).click();
  await expect(dialog).toBeHidden();
  const row = page.getByRole("row").filter({ hasText: email });
  await expect(row).toContainText("Invited");
  await expect(row).toContainText("Chess Club Eastgate");
  await expectUsable(row);
  await page.context().clearCookies();

  const link = await pathMailedTo(email, "invitation");
  await page.goto(link);
  await expect(page.getByText(`You sign in as ${email}.`)).toBeVisible();
  await expectUsable(page.getByRole("main"));
  await page.getByLabel("Your name").fill("Wout de Graaf");
  await page.getByLabel("New password").fill("short");
  await page.getByRole("button", { name: "Set password and sign in" }).click();
  await expect(page.getByText("invalid_password")).toBeVisible();
  await page.getByLabel("New password").fill(PASSWORD);
  await page.getByRole("button", { name: "Set password and sign in" }).click();
  await page.waitForURL("/home");

  await page.getByRole("button", { name: "All companies" }).click();
  await expect(page.getByRole("option", { name: "Chess Club Eastgate" })).toBeVisible();
  await expect(page.getByText("Rowing Club Northbank")).toHaveCount(0);
  await page.goto("/settings/members");
  await expect(page.getByText("Not available to your role")).toBeVisible();
  await expectUsable(page.getByRole("main"));

  await page.goto(link);
  await expect(page.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
  await expectUsable(page.getByRole("main"));
});

test("an address with an account is not invited again, and the last administrator keeps the role", async ({ page }) => {
  const partner = await givenPartner();
  const administrator = await givenStaff(partner);
  await signInAs(page, administrator);
  await page.goto("/settings/members");
  await page.getByRole("button", { name: "Invite a member…" }).click();
  const invitation = page.getByRole("dialog", { name: "Invite a member" });
  await invitation.getByLabel("E-mail").fill(administrator.email);
  await invitation.getByRole("button", { name: "Send invitation" }).click();
  await expect(invitation.getByText("email_already_in_use")).toBeVisible();
  await expect(invitation.getByLabel("E-mail")).toBeFocused();
  await invitation.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Keep editing" }).click();
  await expect(invitation).toBeVisible();
  await page.keyboard.press("Escape");
  await expectUsable(page);
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByRole("button", { name: "Invite a member…" })).toBeFocused();

  await page.getByRole("button", { name: `Actions for ${administrator.name}` }).click();
  await page.getByRole("menuitem", { name: "Role and companies…" }).click();
  const change = page.getByRole("dialog", { name: `Role and companies of ${administrator.name}` });
  await change.getByRole("radio", { name: /^Money/ }).check();
  await change.getByRole("button", { name: "Save" }).click();
  await expect(change.getByText("last_administrator")).toBeVisible();
  await expectUsable(change);
});

test("a forgotten password is replaced through the mailed link, and the answer does not reveal whether the account exists", async ({
  page,
}) => {
  const { email } = await givenStaff(await givenPartner());
  for (const address of [`${newId()}@nobody.example`, email]) {
    await page.goto("/sign-in");
    await page.getByRole("link", { name: "Forgot password?" }).click();
    await page.waitForURL("/forgotten");
    await page.getByLabel("E-mail").fill(address);
    await page.getByRole("button", { name: "Send the link" }).click();
    await expect(page.getByText(`If ${address} has an account, a link is on its way.`)).toBeVisible();
  }
  await expectUsable(page.getByRole("main"));

  await page.goto(await pathMailedTo(email, "passwordReset"));
  await expect(page.getByText(`A new password for ${email}.`)).toBeVisible();
  await page.getByLabel("New password").fill("four green canal boats");
  await page.getByRole("button", { name: "Set password and sign in" }).click();
  await page.waitForURL("/home");

  await page.context().clearCookies();
  await page.goto("/sign-in");
  await signIn(page, email, PASSWORD);
  await expect(page.getByText("invalid_credentials")).toBeVisible();
  await signIn(page, email, "four green canal boats");
  await page.waitForURL("/home");
});

test("a disabled member is signed out at the next click", async ({ page, browser, baseURL }) => {
  const partner = await givenPartner();
  const member = await givenStaff(partner, { role: "member", name: "Joost Terpstra" });
  await signInAs(page, await givenStaff(partner));
  const elsewhere = await browser.newContext({ baseURL });
  const memberPage = await elsewhere.newPage();
  await signInAs(memberPage, member);
  await memberPage.goto("/tickets");
  const answered = memberPage.getByRole("link", { name: /^Answered/ });
  await expect(answered).toBeVisible();

  await page.goto("/settings/members");
  await page.getByRole("button", { name: "Actions for Joost Terpstra" }).click();
  await page.getByRole("menuitem", { name: "Disable…" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Disable Joost Terpstra?" });
  await expect(dialog).toBeVisible();
  await expectUsable(dialog);
  await dialog.getByRole("button", { name: "Disable" }).click();
  await expect(page.getByRole("row").filter({ hasText: "Joost Terpstra" })).toContainText("Disabled");

  // One click that only requests other rows, and one that loads another page.
  await answered.click();
  await memberPage.waitForURL(/\/sign-in\?callbackUrl=%2Ftickets/);
  await memberPage.goto("/home");
  await memberPage.waitForURL("/sign-in?callbackUrl=%2Fhome");
  await elsewhere.close();
});

test("a profile is saved in another language at once, leaving unsaved changes needs confirmation, and a new password keeps this device signed in", async ({
  page,
}) => {
  await signInAs(page, await givenStaff(await givenPartner()));
  await page.goto("/settings");
  await page.getByLabel("Name").fill("Miriam Bakker");
  page.once("dialog", (question) => question.dismiss());
  await page.getByRole("link", { name: "Home" }).click();
  await expect(page).toHaveURL("/settings");

  await page.getByLabel("Language").selectOption("Nederlands");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Opgeslagen.")).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "nl");
  await expect(page.getByRole("button", { name: "Miriam Bakker" })).toBeVisible();

  await page.getByLabel("Huidig wachtwoord").fill("not the password");
  await page.getByLabel("Nieuw wachtwoord").fill("four green canal boats");
  await page.getByRole("button", { name: "Wachtwoord wijzigen" }).click();
  await expect(page.getByText("wrong_password")).toBeVisible();
  await page.getByLabel("Huidig wachtwoord").fill(PASSWORD);
  await page.getByRole("button", { name: "Wachtwoord wijzigen" }).click();
  await expect(page.getByText("Gewijzigd.")).toBeVisible();
  await expectUsable(page.getByRole("main"));

  await page.getByRole("button", { name: "Overal uitloggen" }).click();
  await page.waitForURL("/sign-in?note=signedOut");
  await page.goto("/settings");
  await page.waitForURL(/\/sign-in/);
});

const words = {
  de: { signIn: "Anmelden", account: "Ihr Konto" },
  en: { signIn: "Sign in", account: "Your account" },
  fr: { signIn: "Connexion", account: "Votre compte" },
  it: { signIn: "Accedi", account: "Il tuo account" },
  nl: { signIn: "Inloggen", account: "Je account" },
};

for (const locale of locales) {
  test(`the sign-in and the settings are translated to ${locale}`, async ({ page }) => {
    await page.goto(locale === "en" ? "/language/nl?to=/sign-in" : "/sign-in");
    await page.getByRole("link", { name: nameOfLocale[locale] }).click();
    await expect(page.getByRole("heading", { name: words[locale].signIn, exact: true })).toBeVisible();
    await expectToFit(page);

    await signInAs(page, await givenStaff(await givenPartner(), { locale }));
    await page.goto("/settings");
    await expect(page.getByRole("link", { name: words[locale].account })).toBeVisible();
    await page.goto("/settings/members");
    await expect(page.getByRole("table")).toBeVisible();
    await expectToFit(page);
  });
}

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 780 } });

  test("people sign in, change their settings and invite", async ({ page }) => {
    const { email } = await givenStaff(await givenPartner());
    await page.goto("/sign-in?callbackUrl=/settings");
    await signIn(page, email, PASSWORD);
    await page.waitForURL("/settings");
    await page.getByRole("link", { name: "Members" }).click();
    await expect(page.getByRole("row").filter({ hasText: email })).toBeVisible();
    await page.getByRole("button", { name: "Invite a member…" }).click();
    await page.getByRole("radio", { name: "Only these" }).check();
    await expectUsable(page.getByRole("dialog"));
    await page.getByRole("button", { name: "Cancel" }).click();
    for (const path of ["/forgotten", "/set-password?token=none"]) {
      await page.goto(path);
      await expectToFit(page);
    }
  });
});

test("a lost device is signed out from another one", async ({ page, browser, baseURL }) => {
  const { email } = await givenStaff(await givenPartner());
  const lost = await (
    await browser.newContext({ baseURL, userAgent: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) Safari/604.1" })
  ).newPage();
  for (const device of [lost, page]) {
    await device.goto("/sign-in");
    await signIn(device, email, PASSWORD);
    await device.waitForURL("/home");
  }
  await visit(page, "/settings");
  const devices = page.getByRole("list", { name: "Devices that are signed in" });
  await expect(devices.getByText("This device")).toHaveCount(1);
  const signOutLost = devices.getByRole("button", { name: /^Sign out .*iOS/ });
  await signOutLost.click();
  await expect(signOutLost).toBeHidden();

  await lost.reload();
  await lost.waitForURL(/\/sign-in/);
  await page.reload();
  await expect(devices.getByText("This device")).toBeVisible();
});

test("the development mailbox opens with the token that the start printed, but under no other name of this machine", async ({ page }) => {
  await visit(page, "/mailbox");
  await expect(page.getByRole("navigation", { name: "Mails" })).toBeHidden();
  await page.getByLabel("Token").fill("a wrong one");
  await page.getByRole("button", { name: "Open the mailbox" }).click();
  await expect(page.getByText("This is not the token that the start printed.")).toBeVisible();
  await expectUsable(page.getByRole("main"));

  await page.getByLabel("Token").fill(mailboxToken());
  await page.getByRole("button", { name: "Open the mailbox" }).click();
  await expect(page.getByLabel("Token")).toBeHidden();
  await page.goto("/mailbox");
  await expect(page.getByLabel("Token")).toBeHidden();

  const answer = await page.request.get(`/mailbox?token=${mailboxToken()}`, { headers: { Host: "portal.example" } });
  expect(answer.status()).toBe(404);
});

test("the development mailbox finds a mail by its recipient, and shows it in the recipient's language", async ({ page }) => {
  const { id, email } = await givenStaff(await givenPartner());
  await enqueueMail(db, id, "nl", "passwordReset", { link: "https://portal.example/set-password?token=abc" });
  await page.goto(`/mailbox?token=${mailboxToken()}`);
  const search = page.getByRole("searchbox", { name: "Search mails" });
  await search.fill(email);
  await search.press("Enter");
  await page.waitForURL((url) => url.searchParams.get("q") === email);
  await page.getByRole("link", { name: "Kies een nieuw wachtwoord" }).click();
  await expect(page.getByRole("heading", { name: "Kies een nieuw wachtwoord" })).toBeVisible();
  await expect(page.getByRole("link", { name: "https://portal.example/set-password?token=abc" })).toBeVisible();
  await expectUsable(page.getByRole("main"));

  await search.fill("nobody at all");
  await search.press("Enter");
  await expect(page.getByText("Nothing found for “nobody at all”")).toBeVisible();
  await expectUsable(page.getByRole("main"));
});

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/**
 * Returns the path of the link in the last such mail to this address. Links contain the public address, which here differs from the
 * service's own.
 */
async function pathMailedTo(email: string, kind: "invitation" | "passwordReset"): Promise<string> {
  const { pathname, search } = new URL(await linkMailedTo(email, kind));
  return pathname + search;
}

test("an administrator reads the security log by area and by record, and downloads it as a file", async ({ page }) => {
  const partner = await givenPartner();
  const administrator = await givenStaff(partner);
  const member = await givenStaff(partner, { role: "member", name: "Ben Adeyemi" });
  await signInAs(page, administrator);
  await visit(page, "/settings/members");
  await page.getByRole("button", { name: "Actions for Ben Adeyemi" }).click();
  await page.getByRole("menuitem", { name: "Disable…" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Disable" }).click();
  await expect(page.getByRole("row").filter({ hasText: member.email })).toContainText("Disabled");

  await page.getByRole("link", { name: "Security log" }).click();
  const disabled = page.getByRole("row").filter({ hasText: "Member disabled" });
  await expect(disabled).toContainText("Ben Adeyemi");
  await expectUsable(disabled);
  await page.getByRole("link", { name: "Money", exact: true }).click();
  await expect(page.getByText("Nothing yet")).toBeVisible();
  await page.getByRole("link", { name: "People", exact: true }).click();
  await disabled.getByRole("link", { name: "Ben Adeyemi" }).click();
  await page.waitForURL(/about=person/);
  const file = await page.request.get(`/api/export/security-events?about=person%3A${member.id}`);
  expect(await file.text()).toContain("member_disabled");

  await signInAs(page, await givenStaff(partner, { role: "member" }));
  await page.goto("/settings/security");
  await expect(page.getByRole("heading", { level: 2, name: "Not available to your role" })).toBeVisible();
  expect((await page.request.get("/api/export/security-events")).status()).toBe(403);
});
