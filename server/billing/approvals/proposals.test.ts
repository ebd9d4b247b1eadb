import { and, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { mails } from "@/db/schema/mails";
import { partners } from "@/db/schema/partners";
import { payments } from "@/db/schema/payments";
import { proposals } from "@/db/schema/proposals";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import { recordExternalPayment } from "@/server/billing/payments/record-external-payment";
import { recordRefund } from "@/server/billing/refunds/record-refund";
import { refundPayment } from "@/server/billing/refunds/refund-payment";
import { approveProposal, declineProposal } from "@/server/desk/approvals/decide-proposal";
import { type GivenPartner, givenInvoice, givenPartner, times } from "@/server/testing/given";
import { givenBegunPayment } from "@/server/testing/given-bank";
import { givenMember } from "@/server/testing/given-person";
import { listProposals } from "./list-proposals";

async function given({ aboveCents = 10_000 as number | null } = {}) {
  const partner = await givenPartner();
  const [author, second] = await Promise.all([givenMember(partner), givenMember(partner)]);
  const invoice = await givenInvoice(partner, { amountCents: 50_000, transmitted: true });
  await limit(partner, aboveCents);
  const record = (amountCents: number, lines = 1, actor = author.actor) =>
    recordExternalPayment(db, actor, invoice.id, lines, { amountCents, reason: "Statement 12", mayExceed: false });
  const open = async () => (await listProposals(db, second.actor, invoice.id))[0];
  const lines = async () => (await getInvoice(db, partner.actor, invoice.id)).lines.length;
  return { partner, author, second, invoice, record, open, lines };
}

/** Sets a limit that is in force. */
function limit({ id }: GivenPartner, secondPersonAboveCents: number | null) {
  return db.update(partners).set({ secondPersonAboveCents }).where(eq(partners.id, id));
}

const seen = { lines: 1, refunds: 0 };

describe("a payment recorded by hand", () => {
  test("takes effect immediately up to the limit, and above it waits for a second person, who alone can approve it", async () => {
    const { author, second, record, open, lines } = await given();
    expect(await record(10_000)).toBe("done");
    expect(await lines()).toBe(2);

    expect(await record(20_000, 2)).toBe("proposed");
    expect(await lines()).toBe(2);
    const proposal = await open();
    expect(proposal).toMatchObject({ kind: "record_payment", amountCents: 20_000, reason: "Statement 12", isOwn: false });
    const id = proposal?.id ?? "";
    await expect(approveProposal(db, author.actor, id, { ...seen, lines: 2 })).rejects.toThrow("proposal_is_own");
    expect(await lines()).toBe(2);
    await approveProposal(db, second.actor, id, { ...seen, lines: 2 });
    expect(await lines()).toBe(3);
    expect(await open()).toBeUndefined();
    await expect(approveProposal(db, second.actor, id, { ...seen, lines: 3 })).rejects.toThrow("proposal_decided");
  });

  test("cannot evade the limit by small amounts", async () => {
    const { record } = await given();
    expect(await record(6_000)).toBe("done");
    expect(await record(4_001, 2)).toBe("proposed");
  });

  test("never waits without a limit, and always with a limit of 0", async () => {
    const free = await given({ aboveCents: null });
    expect(await free.record(50_000)).toBe("done");
    const strict = await given({ aboveCents: 0 });
    expect(await strict.record(1)).toBe("proposed");
  });

  test("takes effect once, however many people approve it at once", async () => {
    const { partner, record, open, lines, invoice } = await given();
    await record(20_000);
    const id = (await open())?.id ?? "";
    const people = await Promise.all(times(8, () => givenMember(partner)));
    const outcomes = await Promise.allSettled(people.map(({ actor }) => approveProposal(db, actor, id, seen)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await lines()).toBe(2);
    expect(
      await db
        .select()
        .from(payments)
        .where(and(eq(payments.partnerId, partner.id), eq(payments.invoiceId, invoice.id))),
    ).toHaveLength(1);
  });

  test("is approved if the account is as its second person saw it; otherwise it stays open", async () => {
    const { second, record, open, lines } = await given();
    await record(20_000);
    await record(1_000);
    const id = (await open())?.id ?? "";
    for (const other of [seen, null]) await expect(approveProposal(db, second.actor, id, other)).rejects.toThrow("changed_meanwhile");
    expect(await open()).toBeDefined();
    await approveProposal(db, second.actor, id, { ...seen, lines: 2 });
    expect(await lines()).toBe(3);
  });

  test("is the only one: another on the same invoice is refused until the first is decided", async () => {
    const { author, second, record, open } = await given();
    await record(20_000);
    await expect(record(30_000, 1, second.actor)).rejects.toThrow("proposal_exists");
    await declineProposal(db, author.actor, (await open())?.id ?? "");
    expect(await record(30_000, 1, second.actor)).toBe("proposed");
  });
});

test("a proposal is withdrawn by its author and declined by others, and then nothing happens", async () => {
  const { partner, author, second, record, open, lines } = await given();
  for (const by of [author, second]) {
    await record(20_000);
    const id = (await open())?.id ?? "";
    await declineProposal(db, by.actor, id);
    await expect(approveProposal(db, second.actor, id, seen)).rejects.toThrow("proposal_decided");
  }
  expect(await lines()).toBe(1);
  const outcomes = await db
    .select({ outcome: proposals.outcome })
    .from(proposals)
    .where(eq(proposals.partnerId, partner.id))
    .orderBy(proposals.id);
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(["withdrawn", "declined"]);
});

test("refunds above the limit wait as well, by hand and through the provider", async () => {
  const { partner, author, second, invoice, open, record } = await given();
  const paid = await givenBegunPayment(partner, invoice, "ideal");
  await paid.decide("pay");
  await paid.follow();
  await limit(partner, 120_000);
  await recordExternalPayment(db, author.actor, invoice.id, 2, { amountCents: 50_000, reason: "Twice", mayExceed: true });
  await limit(partner, 10_000);
  const owed = { lines: 3, refunds: 0 };
  const refund = { amountCents: 20_000, reason: "Paid twice" };

  expect(await recordRefund(db, author.actor, invoice.id, owed, refund)).toBe("proposed");
  await approveProposal(db, second.actor, (await open())?.id ?? "", owed);
  const payment = { invoiceId: invoice.id, paymentId: paid.id };
  const smallRefund = { ...refund, amountCents: 500 };
  expect(await refundPayment(db, author.actor, payment, { lines: 4, refunds: 1 }, smallRefund)).toBe("proposed");
  await approveProposal(db, second.actor, (await open())?.id ?? "", { lines: 4, refunds: 1 });
  await expect(record(1)).rejects.toThrow("changed_meanwhile");
});

test("possible approvers are mailed: those who decide about money and see the company, without the author", async () => {
  const { partner, author, second, record } = await given();
  const [reader, elsewhere] = await Promise.all([
    givenMember(partner, { accessLevel: "invoices" }),
    givenMember(partner, { companyIds: [] }),
  ]);
  await record(20_000);
  const mailed = async ({ person }: typeof author) => (await db.select().from(mails).where(eq(mails.recipient, person.email))).length;
  expect(await Promise.all([author, second, reader, elsewhere].map(mailed))).toEqual([0, 1, 0, 0]);
});

test("a proposal of a company that the actor does not see does not exist", async () => {
  const { partner, record, open } = await given();
  await record(20_000);
  const id = (await open())?.id ?? "";
  const { actor } = await givenMember(partner, { companyIds: [] });
  expect(await listProposals(db, actor)).toEqual([]);
  await expect(approveProposal(db, actor, id, seen)).rejects.toThrow("invalid_proposal_id");
  await expect(declineProposal(db, actor, id)).rejects.toThrow("invalid_proposal_id");
  const stranger = await givenMember(await givenPartner());
  await expect(approveProposal(db, stranger.actor, id, seen)).rejects.toThrow("invalid_proposal_id");
});
