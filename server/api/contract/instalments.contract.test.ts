import { expect, test } from "vitest";
import { db } from "@/db/client";
import { collectionResource } from "@/server/api/collection";
import { simulatePayment } from "@/server/customer-page/simulate-payment";
import { addDays, addMonths, dayAt } from "@/server/domain/formats/calendar";
import { clientOf } from "@/server/testing/client";
import { givenImport } from "@/server/testing/given";
import { givenInstalments } from "@/server/testing/given-instalments";
import { outcome } from "@/server/testing/replies";

test("GET …/collection shows the instalments of an invoice with their state; absent without any, and once all are paid", async () => {
  const { partner, invoice, agree, customer } = await givenInstalments();
  const client = clientOf(partner);
  const show = async () => collectionResource.parse((await client.get(`/invoices/${invoice.id}/collection`)).body);
  expect(await show()).not.toHaveProperty("instalments");
  await agree(2);
  await simulatePayment(db, await customer(), invoice.id, { outcome: "pay", method: "ideal" });
  const due = addDays(dayAt(new Date()), 14);
  const common = { amount_cents: 5_000 };
  expect((await show()).instalments).toEqual({
    fee_cents: 0,
    missed: "all_due",
    parts: [
      { ...common, number: 1, due_on: due, outstanding_cents: 0 },
      { ...common, number: 2, due_on: addMonths(due, 1), outstanding_cents: 5_000 },
    ],
  });
  await simulatePayment(db, await customer(), invoice.id, { outcome: "pay", method: "ideal" });
  expect(await show()).not.toHaveProperty("instalments");
});

test("settings of a sandbox's import switch instalments on, and refuse what the law lets nobody be offered", async () => {
  const { partner, company } = await givenInstalments();
  const client = clientOf(partner);
  const path = `/imports/${(await givenImport(partner, { company })).id}/settings`;
  const on = { instalments_from_cents: 5_000, instalments_most_parts: 6, instalments_every_days: 30, instalments_missed: "spread" };
  expect((await client.put(path, on)).body).toMatchObject(on);
  expect(outcome(await client.put(path, { instalments_fee_cents: 10_001 }))).toBe("422 instalments_above_law");
});
