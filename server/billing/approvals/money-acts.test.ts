import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { moneyActs } from "@/db/schema/money-acts";
import { partners } from "@/db/schema/partners";
import { payouts } from "@/db/schema/payouts";
import type { Actor } from "@/server/actor";
import { setAside } from "@/server/bank/payments/decide-transaction";
import { createRefundFile } from "@/server/bank/refund-files/create-refund-file";
import { getRefundFile } from "@/server/bank/refund-files/get-refund-file";
import { listOwed } from "@/server/bank/refund-files/list-owed";
import { recordExternalPayment } from "@/server/billing/payments/record-external-payment";
import { recordRefund } from "@/server/billing/refunds/record-refund";
import { approveProposal } from "@/server/desk/approvals/decide-proposal";
import { DAY_MS, HOUR_MS } from "@/server/domain/formats/time";
import { createApiKey } from "@/server/tenancy/api-keys/create-api-key";
import { type GivenPartner, givenCompany, givenInvoice, givenPartner, times } from "@/server/testing/given";
import { givenMember } from "@/server/testing/given-person";
import { givenBankingCompany } from "@/server/testing/given-statement";
import type { MadeEntry } from "@/server/testing/statement-files";
import { listProposals } from "./list-proposals";
import { forgetOldMoneyActs } from "./money-acts";

const LIMIT_CENTS = 10_000;
const PAYER = "NL20INGB0001234567";
const TYPED = "NL02ABNA0123456789";
const OTHER_TYPED = "NL39RABO0300065264";

async function givenLimited() {
  const partner = await givenPartner();
  await limit(partner);
  const [author, colleague] = await Promise.all([givenMember(partner), givenMember(partner)]);
  return { partner, author: author.actor, colleague: colleague.actor };
}

function limit({ id }: Pick<GivenPartner, "id">) {
  return db.update(partners).set({ secondPersonAboveCents: LIMIT_CENTS }).where(eq(partners.id, id));
}

/** Records a payment on a new invoice. */
async function pay(partner: GivenPartner, actor: Actor, amountCents: number, currency: "EUR" | "GBP" = "EUR") {
  const company = currency === "GBP" ? await givenCompany(partner, { currency, countryCode: "GB" }) : undefined;
  const invoice = await givenInvoice(partner, { company, amountCents, transmitted: true });
  return recordExternalPayment(db, actor, invoice.id, 1, { amountCents, reason: "Statement 12", mayExceed: false });
}

/** A member who creates files for a bank: each returns one payment that was not the company's, to this account. */
async function givenReturns(count: number, amountCents = 9_000) {
  const given = await givenBankingCompany();
  await limit(given.partner);
  const entries = Array.from({ length: count }, (_, index): MadeEntry => ({ cents: amountCents, iban: PAYER, bankReference: `B${index}` }));
  await given.told(entries);
  const came = await given.transactions();
  for (const { id } of came) await setAside(db, given.partner.actor, { transactionId: id, seenDecisions: 0 }, "to_return");
  const order = async (actor: Actor, index: number, iban: string, cents = amountCents) => {
    const id = await createRefundFile(db, actor, given.company.id, [
      { kind: "transaction", id: came[index]?.id ?? "", amountCents: cents, iban },
    ]);
    return { id, waits: await waits(id) };
  };
  const [author, colleague] = await Promise.all([givenMember(given.partner), givenMember(given.partner)]);
  return { ...given, order, author: author.actor, colleague: colleague.actor };
}

async function waits(payoutId: string): Promise<boolean | undefined> {
  const [payout] = await db.select({ needsApproval: payouts.needsApproval }).from(payouts).where(eq(payouts.id, payoutId));
  return payout?.needsApproval;
}

test("two files of 90 under a limit of 100 count as one of 180", async () => {
  const { order, author } = await givenReturns(2);
  const first = await order(author, 0, PAYER);
  expect(await getRefundFile(db, author, first.id)).toContain("90.00");
  const second = await order(author, 1, PAYER);
  await expect(getRefundFile(db, author, second.id)).rejects.toMatchObject({ code: "second_person_required" });
});

test("one account gets no more than the limit, however many people share the files", async () => {
  const { order, author, colleague } = await givenReturns(2);
  expect(await order(author, 0, PAYER)).toMatchObject({ waits: false });
  expect(await order(colleague, 1, PAYER)).toMatchObject({ waits: true });
});

test("typed accounts share one sum over all people", async () => {
  const { order, author, colleague } = await givenReturns(3);
  expect(await order(author, 0, TYPED)).toMatchObject({ waits: false });
  expect(await order(colleague, 1, OTHER_TYPED)).toMatchObject({ waits: true });
  expect(await order(colleague, 2, PAYER)).toMatchObject({ waits: false });
});

test("twenty files at once do not all pass", async () => {
  const { order, author } = await givenReturns(20, 4_000);
  const made = await Promise.all(times(20, (index) => order(author, index, index % 2 ? PAYER : TYPED)));
  expect(made.filter((payout) => !payout.waits)).toHaveLength(2);
});

test("payments on several invoices, refunds and files of one person count in one sum", async () => {
  const { partner, order, author, company } = await givenReturns(1, 4_000);
  expect(await pay(partner, author, 3_000)).toBe("done");
  expect(await pay(partner, author, 3_000)).toBe("done");
  expect(await order(author, 0, PAYER)).toMatchObject({ waits: false });
  expect(await pay(partner, author, 1)).toBe("proposed");
  const owing = await givenInvoice(partner, { company, transmitted: true, events: [{ type: "CREDIT-LINE", amountCents: -9_500 }] });
  expect(await recordRefund(db, author, owing.id, null, { amountCents: 100, reason: "Paid twice" })).toBe("proposed");
});

test("each currency is compared with the limit separately", async () => {
  const { partner, author } = await givenLimited();
  expect(await pay(partner, author, 9_000)).toBe("done");
  expect(await pay(partner, author, 9_000, "GBP")).toBe("done");
  expect(await pay(partner, author, 1_001, "GBP")).toBe("proposed");
});

test("another person has a sum of their own, and a sum ends after 24 hours", async () => {
  const { partner, author, colleague } = await givenLimited();
  expect(await pay(partner, author, 9_000)).toBe("done");
  expect(await pay(partner, colleague, 9_000)).toBe("done");
  expect(await pay(partner, author, 1_001)).toBe("proposed");
  const later = (ms: number) => ({ ...author, clockOffsetMs: ms });
  expect(await pay(partner, later(DAY_MS - HOUR_MS), 1_001)).toBe("proposed");
  expect(await pay(partner, later(DAY_MS + HOUR_MS), 1_001)).toBe("done");
});

test("expired sums are deleted", async () => {
  const { partner, author } = await givenLimited();
  await pay(partner, { ...author, clockOffsetMs: -3 * DAY_MS }, 9_000);
  await pay(partner, author, 8_000);
  await forgetOldMoneyActs(db);
  expect(await db.select().from(moneyActs).where(eq(moneyActs.partnerId, partner.id))).toMatchObject([{ amountCents: 8_000 }]);
});

test("an act that a second person approved does not count in its author's later sums", async () => {
  const { partner, author, colleague } = await givenLimited();
  expect(await pay(partner, author, 50_000)).toBe("proposed");
  const [proposal] = await listProposals(db, colleague);
  await approveProposal(db, colleague, proposal?.id ?? "", { lines: 1, refunds: 0 });
  expect(await pay(partner, author, 10_000)).toBe("done");
  expect(await pay(partner, colleague, 10_000)).toBe("done");
});

test("a limit that is set later counts earlier acts", async () => {
  const partner = await givenPartner();
  const { actor } = await givenMember(partner);
  expect(await pay(partner, actor, 90_000)).toBe("done");
  await limit(partner);
  expect(await pay(partner, actor, 1)).toBe("proposed");
});

test("all keys that one person made share a sum, and are refused above it", async () => {
  const { partner, author } = await givenLimited();
  const key = async () => {
    const { id } = await createApiKey(db, partner.id, { name: "till", createdBy: author.id });
    return { ...partner.actor, kind: "key", id } as const;
  };
  expect(await pay(partner, await key(), 9_000)).toBe("done");
  await expect(pay(partner, await key(), 1_001)).rejects.toMatchObject({ code: "second_person_required" });
  // The keys' maker has a sum of their own.
  expect(await pay(partner, author, 9_000)).toBe("done");
});

test("money owed on an invoice may go to the account that paid it; any other counts as typed", async () => {
  const given = await givenBankingCompany();
  await limit(given.partner);
  const { actor } = await givenMember(given.partner);
  const owing = async (account: string) => {
    const invoice = await givenInvoice(given.partner, {
      company: given.company,
      transmitted: true,
      invoice: { directDebitIban: account },
      events: [{ type: "CREDIT-LINE", amountCents: -13_500 }],
    });
    return { kind: "invoice", id: invoice.id, amountCents: 9_000, iban: account } as const;
  };
  const [first, second] = [await owing(PAYER), await owing(TYPED)];
  expect((await listOwed(db, actor, null)).map(({ ibanFrom }) => ibanFrom)).toEqual(["customer", "customer"]);
  await createRefundFile(db, actor, given.company.id, [first]);
  await createRefundFile(db, actor, given.company.id, [{ ...second, amountCents: 500, iban: OTHER_TYPED }]);
  const counted = await db.select().from(moneyActs).where(eq(moneyActs.partnerId, given.partner.id)).orderBy(moneyActs.id);
  expect(counted.map(({ amountCents, isPayeeTyped }) => [amountCents, isPayeeTyped])).toEqual([
    [9_000, false],
    [500, true],
  ]);
});
