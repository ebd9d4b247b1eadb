import { expect, test } from "vitest";
import { db } from "@/db/client";
import { recordExternalPayment } from "@/server/billing/payments/record-external-payment";
import { createTicket } from "@/server/desk/tickets/create-ticket";
import { dayAt } from "@/server/domain/calendar";
import { givenPartner } from "@/server/testing/given";
import { givenCollected } from "@/server/testing/given-collection";
import { sandboxDiary } from "./sandbox-diary";

test("the diary tells by day and import what was sent, paid and asked, with its invoice, and to nobody else", async () => {
  const { partner, invoice, collect } = await givenCollected({ isSandbox: true });
  await collect();
  await recordExternalPayment(db, partner.actor, invoice.id, 1, { amountCents: 1_500, reason: "Statement 12", mayExceed: false });
  await createTicket(db, partner.actor, invoice.id, { message: "Please pay" });

  const diary = await sandboxDiary(db, partner.actor);
  const entry = { day: dayAt(new Date()), importId: invoice.importId, invoiceId: invoice.id, invoices: 1 };
  expect(diary).toContainEqual(expect.objectContaining({ ...entry, what: "request1", amountCents: null }));
  expect(diary).toContainEqual(expect.objectContaining({ ...entry, what: "paid", amountCents: 1_500, currency: "EUR" }));
  expect(diary.map(({ what }) => what)).not.toContain("asked");
  expect(await sandboxDiary(db, { ...partner.actor, companyIds: [] })).toEqual([]);
  expect(await sandboxDiary(db, (await givenPartner()).actor)).toEqual([]);
});
