import { expect, test } from "vitest";
import { db } from "@/db/client";
import { endDebit } from "@/server/bank/debits/end-debit";
import { dayAt } from "@/server/domain/formats/calendar";
import { booking, type DebitAtBank, givenDebitsAtBank, RETURNED_ON, returned } from "@/server/testing/given-debits-at-bank";
import { givenMember } from "@/server/testing/given-person";
import { listTimeline } from "./list-timeline";

test("the timeline has the bank's reason and day of a rejected and of a returned debit, and tells one that a person ended apart", async () => {
  const given = await givenDebitsAtBank([{}, {}, {}]);
  const [rejected, back, silent] = given.debits as [DebitAtBank, DebitAtBank, DebitAtBank];
  const { actor } = await givenMember(given.partner);
  const eventsOf = async ({ invoices }: DebitAtBank) => listTimeline(db, actor, invoices[0]?.id ?? "");
  const payments = [{ endToEndId: rejected.debit.endToEndId, status: "RJCT", reason: "AC04", texts: ["Konto erloschen"] }];
  await given.report({ status: "PART", saidAt: "2026-11-26T09:00:00+01:00", payments });
  await given.told([booking(back)]);
  await given.told([returned(back)], { id: "S2" });
  await endDebit(db, actor, silent.debit.id);

  const reason = { code: "AC04", text: "Konto erloschen" };
  const refusal = (await eventsOf(rejected)).find(({ kind }) => kind === "debit_rejected");
  expect(refusal).toMatchObject({ amountCents: 1_000, reason, reportedAt: new Date("2026-11-26T08:00:00Z") });
  const chargeback = (await eventsOf(back)).find(({ kind }) => kind === "chargeback");
  expect(chargeback).toMatchObject({ amountCents: 1_000, reason: { code: "AM04", text: null } });
  expect(dayAt(chargeback?.at ?? new Date(0))).toBe(RETURNED_ON);
  const payment = (await eventsOf(back)).find(({ kind }) => kind === "payment");
  expect(payment).toMatchObject({ reason: null });
  expect((await eventsOf(silent)).find(({ kind }) => kind === "debit_rejected")).toMatchObject({ reason: null, reportedAt: null });
});
