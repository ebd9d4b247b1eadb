import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { only } from "@/db/rows";
import { outgoingMessages } from "@/db/schema/collections";
import { instalmentPlans } from "@/db/schema/instalment-plans";
import { invoiceLines } from "@/db/schema/invoice-lines";
import { creditAmount } from "@/server/billing/invoices/credit-amount";
import { newId } from "@/server/platform/id";
import { givenInstalments } from "@/server/testing/given-instalments";

type Given = Awaited<ReturnType<typeof givenInstalments>>;

/** Messages for the whole balance, and the fee, as earlier versions, which know no plans, write them. */
const demands = ({ partner, invoice }: Given) => {
  const row = { partnerId: partner.id, invoiceId: invoice.id };
  const kinds = ["request2", "reminder1", "reminder3", "late_payment_fee_soon"] as const;
  const message = (kind: (typeof kinds)[number]) =>
    db.insert(outgoingMessages).values({
      ...row,
      id: newId(),
      kind,
      round: 0,
      createdAt: new Date(),
      nextAttemptAt: new Date(),
      aboutId: kind === "late_payment_fee_soon" ? invoice.id : null,
    });
  const fee = () =>
    db
      .insert(invoiceLines)
      .values({ ...row, id: newId(), position: 99, type: "LATE-PAYMENT-FEE-LINE", amountCents: 250, date: new Date(), addedBy: null });
  return [...kinds.map((kind) => () => message(kind)), fee];
};

const refusal = { cause: { constraint_name: "instalment_plans_are_kept_to" } };

test("while a plan goes on, the database refuses requests and reminders of the whole balance and late-payment fees", async () => {
  const given = await givenInstalments();
  await given.agree(2);
  for (const demand of demands(given)) await expect(demand()).rejects.toMatchObject(refusal);
});

test("also a message that was queued before the customer agreed, once it would be sent", async () => {
  const given = await givenInstalments();
  await given.collect({ kind: "mailbox" });
  const [first] = demands(given);
  await first?.();
  await given.agree(2);
  const ofInvoice = eq(outgoingMessages.invoiceId, given.invoice.id);
  const queued = only((await db.select().from(outgoingMessages).where(ofInvoice)).filter(({ kind }) => kind === "request2"));
  const here = eq(outgoingMessages.id, queued.id);
  await expect(db.update(outgoingMessages).set({ state: "handing_over" }).where(here)).rejects.toMatchObject(refusal);
  await db.update(outgoingMessages).set({ state: "cancelled" }).where(here);
});

test("once a missed part has ended the plan, or nothing is left to pay, they are accepted", async () => {
  const ended = await givenInstalments();
  await ended.agree(2);
  await db.update(instalmentPlans).set({ endedAt: new Date() }).where(eq(instalmentPlans.invoiceId, ended.invoice.id));
  for (const demand of demands(ended)) await demand();

  const paid = await givenInstalments();
  await paid.agree(2);
  await creditAmount(db, paid.partner.actor, paid.invoice.id, null, { amountCents: 10_000, description: "Less" });
  for (const demand of demands(paid)) await demand();
});
