import type { Page } from "@playwright/test";
import { eq, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { invoices } from "@/db/schema/invoices";
import type { InvoiceDetails } from "@/server/billing/invoices/invoice";
import { assignToSupport } from "@/server/desk/tickets/assign-to-support";
import { getConversation } from "@/server/desk/tickets/get-conversation";
import { HOUR_MS } from "@/server/domain/formats/time";
import { type GivenPartner, givenCompany, givenImport, givenInvoice, givenPartner, givenTicket } from "@/server/testing/given";
import { BACKGROUND_WORK_MS } from "./background-work";
import { givenStaff, givenSupport, signInAs, visit } from "./given";
import { expect, expectUsable, test } from "./test";

test("conversations can be answered without a mouse, and each answer can be undone", async ({ page }) => {
  const { partner, asked } = await givenQuestions(["Sanne", "Théo", "Priya"]);
  await signInAs(page, await givenStaff(partner, { role: "member" }));
  await visit(page, "/tickets");
  await expect(page.getByRole("status").filter({ hasText: "3 unanswered conversations" })).toBeAttached();

  // The longest waiting conversation comes first.
  await page.keyboard.press("j");
  await expect(heading(page, "Sanne Brandsma")).toBeVisible();
  await expect(page.getByText("goal 24 h")).toBeVisible();
  await expect(row(page, "Sanne")).toBeFocused();
  await expectUsable(page.getByRole("main"));

  await page.keyboard.press("r");
  const reply = page.getByRole("textbox", { name: "Reply in Dutch" });
  await expect(reply).toBeFocused();
  await page.keyboard.type("Dat kan in twee termijnen.");
  await page.keyboard.press("Control+Enter");
  await expect(heading(page, "Théo Brandsma")).toBeVisible();

  // At once, because a reply can be taken back for ten seconds only.
  await page.keyboard.press("u");
  await expect(heading(page, "Sanne Brandsma")).toBeVisible();
  await expect(reply).toBeFocused();
  await expect(reply).toHaveValue("Dat kan in twee termijnen.");
  await page.keyboard.press("End");
  await page.keyboard.type(" Tot ziens!");
  await page.keyboard.press("Control+Enter");
  await expect(heading(page, "Théo Brandsma")).toBeVisible();
  await expect(row(page, "Théo")).toBeFocused();
  await expect
    .poll(() => saidIn(partner, asked.Sanne), { timeout: BACKGROUND_WORK_MS })
    .toEqual(["Why?", "Dat kan in twee termijnen. Tot ziens!"]);
  await expect(row(page, "Sanne")).toBeHidden({ timeout: BACKGROUND_WORK_MS });
  expect(await statusOf(partner, asked.Sanne)).toBe("archived");

  await page.keyboard.press("e");
  await expect(heading(page, "Priya Brandsma")).toBeVisible();
  await expect(row(page, "Théo")).toBeHidden();
  await expect.poll(() => statusOf(partner, asked.Théo)).toBe("archived");
  await page.keyboard.press("u");
  await expect(heading(page, "Théo Brandsma")).toBeVisible();
  await expect(row(page, "Théo")).toBeVisible();
  expect(await statusOf(partner, asked.Théo)).toBe("unanswered");

  await page.keyboard.press("n");
  const note = page.getByRole("textbox", { name: "Internal note, not visible to the customer" });
  await expect(note).toBeFocused();
  await page.keyboard.type("Ask the treasurer first.");
  await expectUsable(page.getByRole("main"));
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("article").filter({ hasText: "Internal note, not visible to customer" })).toContainText(
    "Ask the treasurer first.",
  );
  expect(await saidIn(partner, asked.Théo)).toEqual(["Why?"]);
  await expectUsable(page.getByRole("article").filter({ hasText: "Internal note" }));
});

test("a conversation is passed to support, who answer as the company, archive, undo, and return it", async ({ page }) => {
  // Support's inbox has the conversations of every journey, so this customer has a unique name.
  const name = `Roderick Roe-${Date.now()}`;
  const { partner, asked } = await givenQuestions(["Roderick", "Priya"], name.slice("Roderick ".length));
  const invoice = asked.Roderick;
  const staff = await givenStaff(partner);
  await signInAs(page, staff);
  await visit(page, `/tickets?invoice=${invoice.id}`);
  await page.getByRole("button", { name: "Assign to support" }).click();
  await expect(heading(page, "Priya")).toBeVisible();
  await expect(row(page, name)).toBeHidden();
  const tabs = page.getByRole("navigation", { name: "Status" });
  await expect(tabs.getByRole("link", { name: /^Unanswered\s*1$/ })).toBeVisible();
  await tabs.getByRole("link", { name: /^With support\s*1$/ }).click();
  await expect(row(page, name)).toContainText("With support");

  await signInAs(page, await givenSupport("Ana Lindqvist"));
  await visit(page, "/support");
  await row(page, name).click();
  await expect(page.getByText("Answering as Rowing Club Northbank")).toBeVisible();
  await expect(page.getByText(`Assigned to support by ${staff.name}`)).toBeVisible();
  await expectUsable(page.getByRole("main"));

  await page.getByRole("textbox", { name: "Reply in Dutch" }).fill("Wij kijken het na.");
  await page.getByRole("button", { name: "Other ways to send" }).click();
  await expect(page.getByRole("menu")).toBeVisible();
  await expectUsable(page.getByRole("menu"));
  await page.getByRole("menuitem", { name: /^Send(?! and)/ }).click();
  await expect.poll(() => saidIn(partner, invoice), { timeout: BACKGROUND_WORK_MS }).toEqual(["Why?", "Wij kijken het na."]);
  expect(await statusOf(partner, invoice)).toBe("answered");

  await visit(page, `/support?status=answered&invoice=${invoice.id}`);
  await page.getByRole("button", { name: /^Archive/ }).click();
  const undo = page
    .getByRole("listitem")
    .filter({ hasText: `Archived: ${name}` })
    .getByRole("button", { name: "Undo" });
  // Otherwise the toast closes after five seconds.
  await undo.hover();
  await expect(row(page, name)).toBeHidden();
  await expect.poll(() => statusOf(partner, invoice)).toBe("archived");
  await undo.click();
  await expect(heading(page, name)).toBeVisible();
  await expect.poll(() => statusOf(partner, invoice)).toBe("answered");

  await page.getByRole("button", { name: "Hand back" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Hand back to Rowing Club Northbank?" });
  await expect(dialog).toBeVisible();
  await expectUsable(dialog);
  await dialog.getByRole("button", { name: "Hand back" }).click();
  await expect(row(page, name)).toBeHidden();

  await signInAs(page, staff);
  await visit(page, `/tickets?status=answered&invoice=${invoice.id}`);
  const answer = page.getByRole("article").filter({ hasText: "Wij kijken het na." });
  // Partners know support as a team.
  await expect(answer).toContainText("Support");
  await expect(answer).not.toContainText("Ana Lindqvist");
});

test("on a phone one pane is shown at a time, and a new message stops the answer", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  const { partner, asked } = await givenQuestions(["Sanne", "Théo"]);
  await signInAs(page, await givenStaff(partner));
  await visit(page, "/tickets");
  await row(page, "Sanne").click();
  await expect(heading(page, "Sanne Brandsma")).toBeVisible();
  await expect(row(page, "Sanne")).toBeHidden();
  await expectUsable(page.getByRole("main"));

  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Invoice" }).click();
  await expect(page.getByText("Outstanding, EUR")).toBeVisible();
  await expectUsable(page.getByRole("main"));
  await page.getByRole("button", { name: "Back to the conversation" }).click();

  // The text is still there after a visit to another page.
  const reply = page.getByRole("textbox", { name: "Reply in Dutch" });
  await reply.fill("Dat klopt.");
  await page.getByRole("link", { name: "Back to the list" }).click();
  await expect(row(page, "Sanne")).toContainText("Draft");
  // The list is shown a moment before its address is in the history.
  await expect(page).not.toHaveURL(/invoice=/);
  await page.goBack();
  await expect(reply).toHaveValue("Dat klopt.");

  await givenTicket(asked.Sanne, { message: "Laat maar, opgelost!" });
  await page.getByRole("button", { name: "Send and archive" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "A newer message has arrived. Send anyway?" })).toBeVisible();
  await expect(page.getByRole("log")).toContainText("Laat maar, opgelost!");
  await expectUsable(page.getByRole("main"));
  await page.getByRole("button", { name: "Send anyway" }).click();
  await expect(page.getByText("Reply to Sanne Brandsma is being sent")).toBeVisible();
  // While the invoice is locked, the service does not send the answer, even if the page takes longer than ten seconds.
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local idle_in_transaction_session_timeout = '90s'`);
    await tx.select({ id: invoices.id }).from(invoices).where(eq(invoices.id, asked.Sanne.id)).for("update");
    await expect(heading(page, "Sanne Brandsma")).toBeVisible();
    await page.getByRole("link", { name: "Back to the list" }).click();
    await expect(row(page, "Sanne")).toContainText("Sending…");
  });
});

test("empty, unknown and forbidden pages explain themselves", async ({ page }) => {
  const partner = await givenPartner();
  const company = await givenCompany(partner, { name: "Rowing Club Southbank" });
  await signInAs(page, await givenStaff(partner));
  await visit(page, "/tickets");
  await expect(page.getByRole("heading", { name: "No questions yet" })).toBeVisible();
  await expectUsable(page.getByRole("main"));

  await visit(page, `/tickets?company=${company.id}`);
  await expect(page.getByRole("heading", { name: "Nothing from this company" })).toBeVisible();
  await expectUsable(page.getByRole("main"));

  const others = await givenQuestions(["Sanne"]);
  await visit(page, `/tickets?invoice=${others.asked.Sanne.id}`);
  await expect(page.getByText("invalid_invoice_id")).toBeVisible();
  await expectUsable(page.getByRole("main"));

  await visit(page, "/support");
  await expect(page.getByRole("heading", { name: "Only for the support team" })).toBeVisible();
  await expectUsable(page.getByRole("main"));

  const invoice = await givenInvoice(partner, { company });
  await givenTicket(invoice);
  await assignToSupport(db, partner.actor, invoice.id);
  await signInAs(page, await givenSupport());
  await visit(page, `/support?invoice=${others.asked.Sanne.id}`);
  await expect(page.getByText("invalid_invoice_id")).toBeVisible();
});

/** Creates one question each of customers with these first names; all are waiting, the first for the longest time. */
async function givenQuestions<Name extends string>(
  firstNames: Name[],
  customerLastName = "Brandsma",
): Promise<{ partner: GivenPartner; asked: Record<Name, InvoiceDetails> }> {
  const partner = await givenPartner();
  const into = await givenImport(partner);
  const asked: [string, InvoiceDetails][] = [];
  for (const [index, customerFirstName] of firstNames.entries()) {
    const invoice = await givenInvoice(partner, {
      import: into,
      // The last one transmits the import.
      transmitted: index === firstNames.length - 1,
      invoice: { customerFirstName, customerLastName, customerEmail: `${customerFirstName.toLowerCase()}@members.example` },
    });
    await givenTicket(invoice, { message: "Why?", createdAt: new Date(Date.now() - (firstNames.length - index) * 10 * HOUR_MS) });
    asked.push([customerFirstName, invoice]);
  }
  return { partner, asked: Object.fromEntries(asked) as Record<Name, InvoiceDetails> };
}

async function saidIn(partner: GivenPartner, { id }: InvoiceDetails): Promise<string[]> {
  const { entries } = await getConversation(db, partner.actor, id);
  return entries.flatMap((entry) => (entry.kind === "ticket" ? [entry.message] : []));
}

async function statusOf(partner: GivenPartner, { id }: InvoiceDetails) {
  return (await getConversation(db, partner.actor, id)).status;
}

function row(page: Page, name: string) {
  return page.getByRole("region", { name: "List" }).getByRole("link", { name });
}

function heading(page: Page, name: string) {
  return page.getByRole("region", { name: "Conversation" }).getByRole("heading", { name });
}
