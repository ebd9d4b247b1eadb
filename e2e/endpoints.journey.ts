import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { endpoints } from "@/db/schema/notifications";
import { type GivenPartner, givenInvoice, givenPartner, givenTicket } from "@/server/testing/given";
import { BACKGROUND_WORK_MS } from "./background-work";
import { givenStaff, signInAs, visit } from "./given";
import { addEndpoint, storeSecret, test } from "./receiver";
import { expect, expectUsable } from "./test";

test("an administrator adds an endpoint, tests it, breaks it, sees the failures, repairs it and sends everything again", async ({
  page,
  receiver,
}) => {
  const partner = await givenPartner();
  // Without an e-mail address, because a payment request, which is sent when background work runs, would be another change.
  const unmailed = { customerEmail: null, customerPhoneNumber: "0612345678" };
  const invoice = await givenInvoice(partner, { transmitted: true, invoice: unmailed });
  await signInAs(page, await givenStaff(partner));
  await visit(page, "/developers");
  await expect(page.getByRole("heading", { name: "No endpoints yet" })).toBeVisible();

  await page.getByRole("button", { name: "Add endpoint…" }).click();
  const add = page.getByRole("dialog", { name: "Add an endpoint" });
  await add.getByRole("button", { name: "Add endpoint" }).click();
  await expect(add.getByText("invalid_url")).toBeVisible();
  await expect(add.getByLabel("Address")).toBeFocused();
  await add.getByLabel("Address").fill("https://10.0.0.1/hooks");
  await add.getByRole("button", { name: "Add endpoint" }).click();
  await expect(add.getByText("url_not_public")).toBeVisible();
  await expectUsable(add);
  await add.getByLabel("Address").fill(receiver.url);
  await add.getByLabel("Description").fill("Membership software");
  await add.getByRole("button", { name: "Add endpoint" }).click();
  await storeSecret(page);
  const row = page.getByRole("row", { name: receiver.url });
  await expect(row).toContainText("Active");
  await expectUsable(row);

  await row.getByRole("link", { name: receiver.url }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Membership software" })).toBeVisible();
  await expect(page.getByText("Nothing has been sent yet.")).toBeVisible();
  await page.getByRole("button", { name: "Send a test" }).click();
  await expect(page.getByText(/^The test was delivered in/)).toBeVisible();
  const deliveries = page.getByRole("table", { name: "Deliveries", exact: true });
  await expect(deliveries.getByRole("row", { name: /Test Delivered Answered 204/ })).toBeVisible();
  expect(receiver.received).toHaveLength(1);

  receiver.answer = { status: 500, body: "out of paper" };
  await givenTicket(invoice, { message: "May I pay in two parts?" });
  // Its second attempt is made after some seconds, or in the next run; its third only after minutes.
  await expect.poll(() => receiver.received.length, { timeout: 2 * BACKGROUND_WORK_MS }).toBe(3);
  const deliveryId = receiver.received[1]?.webhookId;
  await page.getByRole("link", { name: "Failed", exact: true }).click();
  await expect(page).toHaveURL(/show=failed/);
  const failed = deliveries.getByRole("row", { name: /Failed, tried again Answered 500 2/ });
  await expect(failed).toBeVisible();
  // Until the filtered list arrives, the whole one is shown, faded.
  await expect(deliveries.getByRole("row", { name: /Answered 204/ })).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Endpoint", exact: true })).toContainText("Failing");
  await expect(page.getByRole("region", { name: "Endpoint", exact: true })).toContainText("1 record");
  await expectUsable(page.getByRole("main"));

  await failed.getByRole("link").click();
  const delivery = page.getByRole("dialog", { name: /^Delivery of/ });
  await expect(delivery.getByText("Answered 500")).toHaveCount(2);
  await expect(delivery.getByText("out of paper").first()).toBeVisible();
  await expect(delivery.getByRole("region", { name: "Request headers" })).toContainText(`webhook-id: ${deliveryId}`);
  await expect(delivery.getByRole("region", { name: "Request body" })).toContainText(invoice.id);
  await expectUsable(delivery);
  await delivery.getByRole("button", { name: "Close" }).click();
  await page.getByRole("link", { name: "All", exact: true }).click();

  receiver.answer = { status: 204, body: "" };
  await page.getByRole("button", { name: "Resend all failed…" }).click();
  const resend = page.getByRole("dialog", { name: "Resend all failed deliveries?" });
  await expect(resend).toBeVisible();
  await expectUsable(resend);
  await resend.getByRole("button", { name: "Send again" }).click();
  await expect(page.getByText("1 delivery is being sent again.")).toBeVisible();
  await expect(deliveries.getByRole("row", { name: /1 Delivered Answered 204 3/ })).toBeVisible();
  await expect(page.getByRole("region", { name: "Endpoint", exact: true })).toContainText("None");
  expect(receiver.received.slice(1).map(({ webhookId }) => webhookId)).toEqual([deliveryId, deliveryId, deliveryId]);

  await page.reload();
  await expect(page.getByRole("img", { name: /2 delivered, 2 failed/ })).toBeVisible();
  await page.getByRole("button", { name: "Table" }).click();
  await expect(page.getByRole("table", { name: "Deliveries per hour" }).getByRole("row", { name: "Sum 2 2" })).toBeVisible();
  await page.getByRole("button", { name: "Python" }).click();
  await expect(page.getByRole("region", { name: "Verifying in Python" })).toContainText("def is_ours");
  await expectUsable(page.getByRole("main"));

  await visit(page, `/invoices/${invoice.id}`);
  const told = page.getByRole("region", { name: "Timeline" }).getByRole("listitem").filter({ hasText: "Membership software notified" });
  await told.getByRole("link", { name: "See the delivery" }).click();
  await expect(delivery.getByRole("region", { name: "Request headers" })).toContainText(`webhook-id: ${deliveryId}`);
});

test("an administrator learns of a failing endpoint, pauses it, rotates its secret, and deletes it", async ({ page, receiver }) => {
  const partner = await givenPartner();
  await signInAs(page, await givenStaff(partner));
  await visit(page, "/developers");
  await addEndpoint(page, receiver.url);
  const acts = page.getByRole("button", { name: `Actions for ${receiver.url.slice("http://".length)}` });

  await failSinceYesterday(partner);
  await visit(page, "/home");
  await expect(page.getByText("has failed every time since")).toBeVisible();
  await expectUsable(page.getByText("has failed every time since").locator(".."));
  await page.getByRole("link", { name: receiver.url.slice("http://".length) }).click();
  await expect(page.getByRole("region", { name: "Endpoint", exact: true })).toContainText("Failing");

  await acts.click();
  await page.getByRole("menuitem", { name: "Pause" }).click();
  await expect(page.getByText(/^The endpoint is paused\./)).toBeVisible();
  await expect(page.getByRole("button", { name: "Resend all failed…" })).toBeHidden();
  await expectUsable(page.getByRole("main"));
  await page.getByRole("button", { name: "Switch on again" }).click();
  await expect(page.getByRole("region", { name: "Endpoint", exact: true })).toContainText("Active");

  await acts.click();
  await page.getByRole("menuitem", { name: "Edit…" }).click();
  const edit = page.getByRole("dialog", { name: "Edit the endpoint" });
  await edit.getByRole("radio", { name: "Every 10 minutes" }).check();
  await expectUsable(edit);
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("region", { name: "Endpoint", exact: true })).toContainText("Every 10 minutes");

  await acts.click();
  await page.getByRole("menuitem", { name: "Rotate secret…" }).click();
  const rotate = page.getByRole("dialog", { name: "Rotate the secret?" });
  await expect(rotate).toBeVisible();
  await expectUsable(rotate);
  await rotate.getByRole("button", { name: "Rotate secret" }).click();
  await storeSecret(page);
  await expect(page.getByRole("region", { name: "Endpoint", exact: true })).toContainText("2 active until");

  await acts.click();
  await page.getByRole("menuitem", { name: "Delete…" }).click();
  const remove = page.getByRole("alertdialog");
  await expect(remove).toContainText("It has confirmed every change.");
  await expectUsable(remove);
  await remove.getByRole("button", { name: "Delete endpoint" }).click();
  await expect(page).toHaveURL("/developers");
  await expect(page.getByRole("heading", { name: "No endpoints yet" })).toBeVisible();
});

test("an endpoint is hidden from members, and from another partner's administrator", async ({ page, receiver }) => {
  const [partner, stranger] = [await givenPartner(), await givenPartner()];
  await signInAs(page, await givenStaff(partner));
  await visit(page, "/developers");
  await addEndpoint(page, receiver.url);
  await page.getByRole("link", { name: receiver.url }).click();
  await expect(page.getByRole("heading", { name: "Deliveries", exact: true })).toBeVisible();
  const address = new URL(page.url()).pathname;

  await signInAs(page, await givenStaff(partner, { role: "member" }));
  await visit(page, address);
  await expect(page.getByRole("heading", { name: "Not available to your role" })).toBeVisible();
  await failSinceYesterday(partner);
  await visit(page, "/home");
  await expect(page.getByRole("heading", { name: "Needs you now" })).toBeVisible();
  await expect(page.getByText("has failed every time since")).toBeHidden();

  await signInAs(page, await givenStaff(stranger));
  const answer = await page.goto(address);
  expect(answer?.status()).toBe(404);
});

async function failSinceYesterday(partner: GivenPartner): Promise<void> {
  const failingSince = new Date(Date.now() - 25 * 60 * 60 * 1000);
  await db.update(endpoints).set({ failingSince }).where(eq(endpoints.partnerId, partner.id));
}
