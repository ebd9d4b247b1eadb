import { expect, test } from "vitest";
import { db } from "@/db/client";
import { describeCollection } from "@/server/billing/collection/describe-collection";
import { simulatePayment } from "@/server/customer-page/simulate-payment";
import { addDays, addMonths, dayAt } from "@/server/domain/formats/calendar";
import { givenInstalments } from "@/server/testing/given-instalments";
import { collectionResource, presentCollection } from "./collection";

test("the collection of an invoice shows its instalments with their state; absent without any, and once all are paid", async () => {
  const { partner, invoice, agree, customer } = await givenInstalments();
  const show = async () => collectionResource.parse(presentCollection(await describeCollection(db, partner.actor, invoice.id)));
  expect(await show()).not.toHaveProperty("instalments");
  await agree(2);
  await simulatePayment(db, await customer(), invoice.id, { outcome: "pay", method: "ideal" });
  const due = addDays(dayAt(new Date()), 14);
  expect((await show()).instalments).toEqual({
    fee_cents: 0,
    missed: "all_due",
    agreed_by: "customer",
    parts: [
      { amount_cents: 5_000, number: 1, due_on: due, outstanding_cents: 0, state: "paid" },
      { amount_cents: 5_000, number: 2, due_on: addMonths(due, 1), outstanding_cents: 5_000, state: "coming" },
    ],
  });
  await simulatePayment(db, await customer(), invoice.id, { outcome: "pay", method: "ideal" });
  expect(await show()).not.toHaveProperty("instalments");
});
