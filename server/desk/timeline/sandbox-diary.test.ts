import { expect, test } from "vitest";
import { db } from "@/db/client";
import { undoDecision } from "@/server/bank/payments/undo-decision";
import { recordExternalPayment } from "@/server/billing/payments/record-external-payment";
import { createTicket } from "@/server/desk/tickets/create-ticket";
import { dayAt } from "@/server/domain/formats/calendar";
import { givenPartner } from "@/server/testing/given";
import { givenCollected } from "@/server/testing/given-collection";
import { givenMember } from "@/server/testing/given-person";
import { givenBankingCompany, givenBilled } from "@/server/testing/given-statement";
import { sandboxDiary } from "./sandbox-diary";

test("the diary lists messages, payments and questions by day and import, with the invoice, and only to its own partner", async () => {
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

test("the diary counts an undone booking neither as paid nor as returned", async () => {
  const partner = await givenPartner({ isSandbox: true });
  const bank = await givenBankingCompany(partner);
  const { reference } = await givenBilled(bank);
  await bank.told([{ cents: 4_500, reference }]);
  const [came] = await bank.transactions();
  const { actor } = await givenMember(partner, { role: "administrator" });
  const counted = async () => (await sandboxDiary(db, partner.actor)).map(({ what }) => what).filter((what) => what !== "fee");
  expect(await counted()).toContain("paid");
  await undoDecision(db, actor, { transactionId: came?.id ?? "", seenDecisions: came?.decisions ?? 0 });
  expect(await counted()).not.toContain("paid");
  expect(await counted()).not.toContain("charged_back");
});
