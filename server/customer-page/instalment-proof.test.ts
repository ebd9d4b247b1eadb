import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { mails } from "@/db/schema/mails";
import { eraseCustomer } from "@/server/billing/customers/erase-customer";
import { exportCustomer } from "@/server/billing/customers/export-customer";
import { creditAmount } from "@/server/billing/invoices/credit-amount";
import { wordsOfInstalments } from "@/server/customer-page/document/instalments";
import { withOrigin } from "@/server/platform/request-origin";
import { changesOf } from "@/server/testing/changes-of";
import { readingFor } from "@/server/testing/customer-page-of";
import { givenInstalments } from "@/server/testing/given-instalments";
import { agreeToInstalments } from "./agree-to-instalments";
import { chooseLanguage } from "./choose-language";

const mailbox = { kind: "mailbox" } as const;

test("the customer is mailed what they agreed to, word for word", async () => {
  const { agree, rows, collect, email } = await givenInstalments({ settings: { instalmentsMissed: "spread" } });
  await agree(3);
  await collect(mailbox);
  const [{ text } = { text: "" }] = await rows();
  const [{ body } = { body: "" }] = await db.select({ body: mails.body }).from(mails).where(eq(mails.recipient, email));
  for (const words of [
    "Invoice",
    "Instalment 1 of 3: €33.34",
    "costs nothing",
    "there is no late fee",
    "will be spread over those that follow",
  ]) {
    expect(text).toContain(words);
  }
  expect(body).toContain(text);
});

test("a form in one language is not kept as one in another", async () => {
  const { customer, form, send, rows } = await givenInstalments();
  const actor = await customer();
  const shown = await form(2);
  const { reading } = await readingFor({ actor });
  await chooseLanguage(db, actor, "de");
  const english = agreeToInstalments(db, actor, shown, (terms, plan) => wordsOfInstalments(terms, plan, reading));
  expect(await english).toBe("changed_meanwhile");
  expect(await rows()).toEqual([]);
  expect(await send(await form(2))).toBeUndefined();
  expect(await rows()).toMatchObject([{ locale: "de", text: expect.stringContaining("Rate 1 von 2") }]);
});

test("the network address is kept with the plan, is exported, and is erased with the customer", async () => {
  const { form, send, rows, partner, invoice } = await givenInstalments();
  const shown = await form(2);
  await withOrigin({ requestId: "r", address: "203.0.113.9" }, () => send(shown));
  expect(await rows()).toMatchObject([{ address: "203.0.113.9" }]);
  const asked = { invoiceId: invoice.id };
  expect(JSON.stringify(await exportCustomer(db, partner.actor, asked))).toContain("203.0.113.9");
  await creditAmount(db, partner.actor, invoice.id, null, { amountCents: 10_000, description: "Less" });
  const changes = await changesOf(partner.id, () => eraseCustomer(db, partner.actor, asked));
  expect(changes.map(({ kind }) => kind)).not.toContain("instalments_changed");
  expect(await rows()).toMatchObject([{ address: null, text: expect.stringContaining("Instalment 1 of 2") }]);
});
