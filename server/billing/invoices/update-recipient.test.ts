import { expect, test } from "vitest";
import { db } from "@/db/client";
import { holdInvoice } from "@/server/billing/holds/hold-invoice";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { givenInvoice, givenPartner } from "@/server/testing/given";
import { addLines } from "./add-lines";
import { describeInvoice } from "./describe-invoice";
import { lockInvoice } from "./find-invoice";
import { updateRecipient } from "./update-recipient";

const moved = { externalInvoiceNumber: "2026-0001", customerCity: "Utrecht" };

async function given() {
  const partner = await givenPartner();
  const invoice = await givenInvoice(partner, { transmitted: true });
  return { actor: partner.actor, id: invoice.id, seen: await describeInvoice(db, partner.actor, invoice.id) };
}

test("a recipient can be edited as it was read, even if a payment came in since", async () => {
  const { actor, id, seen } = await given();
  await db.transaction(async (tx) => {
    const payment = { type: "PAYMENT-LINE", amountCents: -100, description: null, date: new Date(), paymentMethod: "ideal" } as const;
    await addLines(tx, await lockInvoice(tx, actor, id), [payment]);
  });
  await updateRecipient(db, actor, id, seen.recipientVersion, moved);
  expect(await describeInvoice(db, actor, id)).toMatchObject({
    customerCity: "Utrecht",
    account: { outstandingCents: seen.account.outstandingCents - 100 },
  });
});

test("a recipient can be edited as it was read, even if the invoice was paused since, which moves its due day", async () => {
  const { actor, id, seen } = await given();
  await holdInvoice(db, actor, id, { kind: "paused", until: addDays(dayAt(new Date()), 20), reason: "Away" });
  expect((await describeInvoice(db, actor, id)).dueOn).not.toBe(seen.dueOn);
  await updateRecipient(db, actor, id, seen.recipientVersion, moved);
  expect(await describeInvoice(db, actor, id)).toMatchObject({ customerCity: "Utrecht" });
});

test("a recipient that has changed since is not overwritten", async () => {
  const { actor, id, seen } = await given();
  await updateRecipient(db, actor, id, seen.recipientVersion, moved);
  await expect(updateRecipient(db, actor, id, seen.recipientVersion, { ...moved, customerCity: "Gent" })).rejects.toThrow(
    "changed_meanwhile",
  );
  expect(await describeInvoice(db, actor, id)).toMatchObject({ customerCity: "Utrecht" });
});

test("beforeIbanChange can refuse a new account number, and is not called for the same one", async () => {
  const { actor, id, seen } = await given();
  const refuse = () => {
    throw new Error("asked");
  };
  const another = { ...moved, directDebitIban: "NL91ABNA0417164300" };
  await expect(updateRecipient(db, actor, id, seen.recipientVersion, another, refuse)).rejects.toThrow("asked");
  expect(await describeInvoice(db, actor, id)).toMatchObject({ directDebitIban: seen.directDebitIban, customerCity: seen.customerCity });
  await updateRecipient(db, actor, id, seen.recipientVersion, { ...moved, directDebitIban: seen.directDebitIban }, refuse);
  expect(await describeInvoice(db, actor, id)).toMatchObject({ customerCity: "Utrecht" });
});
