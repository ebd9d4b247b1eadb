import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { invoices } from "@/db/schema/invoices";
import { partners } from "@/db/schema/partners";
import { payments } from "@/db/schema/payments";
import { proposals } from "@/db/schema/proposals";
import { securityEvents } from "@/db/schema/security-events";
import { users } from "@/db/schema/users";
import type { Actor } from "@/server/actor";
import { createRefundFile } from "@/server/bank/refund-files/create-refund-file";
import { storeStatementFile } from "@/server/bank/statements/store-statement-file";
import { listProposals } from "@/server/billing/approvals/list-proposals";
import { whereAtDesk } from "@/server/billing/invoices/desk-gate";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import { recordExternalPayment } from "@/server/billing/payments/record-external-payment";
import { approveProposal, declineProposal } from "@/server/desk/approvals/decide-proposal";
import { dayAt } from "@/server/domain/formats/calendar";
import { DAY_MS, HOUR_MS } from "@/server/domain/formats/time";
import { recordEvent } from "@/server/platform/audit/record-event";
import { createApiKey } from "@/server/tenancy/api-keys/create-api-key";
import { inviteMember } from "@/server/tenancy/people/invite-member";
import { givenMember } from "@/server/testing/given-person";
import { givenBankingCompany, givenBilled, lookAtDesk, receivedFile } from "@/server/testing/given-statement";
import { mailsTo } from "@/server/testing/mails-to";
import { camtFile } from "@/server/testing/statement-files";
import { bookAsSeen, setAside } from "./decide-transaction";
import { describeTransaction } from "./describe-transaction";
import { listTransactions } from "./list-transactions";
import { undoDecision } from "./undo-decision";

const LIMIT_CENTS = 10_000;

/**
 * A limit of 100.00, two invoices of 90.00, and at the desk either a payment of 150.00 with the reference of one, or a payment of another
 * amount without a reference.
 */
async function given(cents = 15_000) {
  const company = await givenBankingCompany();
  const { partner } = company;
  await db.update(partners).set({ secondPersonAboveCents: LIMIT_CENTS }).where(eq(partners.id, partner.id));
  const [author, colleague] = await Promise.all([givenMember(partner), givenMember(partner)]);
  const { invoice, reference } = await givenBilled(company, { amountCents: 9_000 });
  const other = await givenBilled(company, { amountCents: 9_000 });
  await company.told([{ cents, reference: cents === 15_000 ? reference : "", text: "dues", bankReference: "B1" }]);
  const payment = async () => {
    const found = (await company.transactions())[0];
    if (!found) throw new Error("Nothing came");
    return found;
  };
  const seen = async () => ({ transactionId: (await payment()).id, seenDecisions: (await payment()).decisions });
  const book = async (actor: Actor, amountCents = cents, invoiceId = invoice.id) =>
    bookAsSeen(db, actor, await seen(), [{ invoiceId, amountCents }]);
  const outstanding = async (id = invoice.id) => (await getInvoice(db, partner.actor, id)).amountTotalCents;
  const proposal = async () => (await listProposals(db, colleague.actor))[0];
  const proposalId = async () => (await proposal())?.id ?? "";
  const booked = () => db.select().from(payments).where(eq(payments.partnerId, partner.id));
  const people = { author: author.actor, authorPerson: author.person, colleague: colleague.actor, colleaguePerson: colleague.person };
  return { ...company, ...people, invoice, other: other.invoice, payment, seen, book, outstanding, proposal, proposalId, booked };
}

type Given = Awaited<ReturnType<typeof given>>;

test.each<[string, (desk: Given) => Promise<unknown>]>([
  ["an over-payment with the right reference, by the service", async () => {}],
  ["the whole payment on its invoice, by a person", ({ book, author }) => book(author)],
  [
    "the whole payment on two invoices",
    async ({ author, invoice, other, seen }) =>
      bookAsSeen(db, author, await seen(), [
        { invoiceId: invoice.id, amountCents: 9_000 },
        { invoiceId: other.id, amountCents: 6_000 },
      ]),
  ],
  ["a part above the limit", ({ book, author }) => book(author, 10_001)],
  [
    "a payment that was marked as not the company's",
    async ({ book, author, seen }) => {
      await setAside(db, author, await seen(), "to_return");
      await book(author);
    },
  ],
  [
    "the same money recorded by hand",
    ({ author, invoice }) =>
      recordExternalPayment(db, author, invoice.id, 1, { amountCents: 15_000, reason: "Statement", mayExceed: true }),
  ],
  [
    "the same money recorded by key",
    async ({ partner, invoice }) => {
      const { id } = await createApiKey(db, partner.id, { name: "till" });
      const key = { ...partner.actor, kind: "key", id } as const;
      await recordExternalPayment(db, key, invoice.id, 1, { amountCents: 15_000, reason: "Statement", mayExceed: true }).catch(() => null);
    },
  ],
  [
    "the same money on a statement that a person brings",
    async ({ author, partner, iban }) => {
      const file = camtFile([{ iban, id: "made", on: "2026-11-26", entries: [{ cents: 15_000, text: "made up", on: "2026-11-26" }] }]);
      await storeStatementFile(db, author, { name: "" }, receivedFile(file));
      await lookAtDesk(partner);
    },
  ],
])("above the limit, nothing is booked without a second person: %s", async (_, act) => {
  const desk = await given();
  await act(desk);
  expect([await desk.booked(), await desk.outstanding(), await desk.outstanding(desk.other.id)]).toEqual([[], 9_000, 9_000]);
});

test("a booking takes effect immediately up to the limit, to the cent, and always if the partner has no limit", async () => {
  const within = await given(10_000);
  expect(await within.book(within.author, 9_000)).toBe("done");
  expect(await within.book(within.author, 1_000, within.other.id)).toBe("done");
  const without = await given();
  await db.update(partners).set({ secondPersonAboveCents: null }).where(eq(partners.id, without.partner.id));
  expect(await without.book(without.author)).toBe("done");
});

test("the parts of one payment are added up for the limit", async () => {
  const { book, author, other, outstanding } = await given();
  expect(await book(author, 9_000)).toBe("done");
  expect(await book(author, 1_001, other.id)).toBe("proposed");
  expect(await outstanding(other.id)).toBe(9_000);
});

test("a colleague approves a proposed booking, under the bank's day; its author and people enabled recently cannot", async () => {
  const { partner, author, colleague, book, outstanding, proposalId, booked, payment, invoice } = await given();
  expect(await book(author)).toBe("proposed");
  const id = await proposalId();
  const admin = await givenMember(partner, { role: "administrator", passwordHash: "a hash" });
  const invited = await inviteMember(db, admin.actor, {
    role: "administrator",
    accessLevel: "money",
    companyIds: null,
    email: `${crypto.randomUUID()}@new.example`,
  });
  await expect(approveProposal(db, author, id, null)).rejects.toMatchObject({ code: "proposal_is_own" });
  await expect(approveProposal(db, { ...author, id: invited.id }, id, null)).rejects.toMatchObject({ code: "approver_not_settled" });
  await approveProposal(db, colleague, id, null);
  expect(await outstanding()).toBe(-6_000);
  const { id: bankTransactionId, state, valueOn } = await payment();
  expect(state).toBe("booked");
  expect(await booked()).toMatchObject([{ bankTransactionId, invoiceId: invoice.id, amountCents: 15_000, surplusCents: 6_000 }]);
  const [booking] = await booked();
  expect(booking?.endedAt && dayAt(booking.endedAt)).toBe(valueOn);
  const where = and(eq(securityEvents.partnerId, partner.id), eq(securityEvents.kind, "bank_payment_booked"));
  expect(await db.select().from(securityEvents).where(where)).toMatchObject([{ actor: `person:${colleague.id}` }]);
});

test("of several who approve a booking at once, one does, and it is booked once", async () => {
  const { partner, author, colleague, book, proposalId, booked } = await given();
  await book(author);
  const id = await proposalId();
  const third = (await givenMember(partner)).actor;
  const outcomes = await Promise.allSettled([colleague, third, colleague, third].map((actor) => approveProposal(db, actor, id, null)));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await booked()).toHaveLength(1);
});

test("of two people who propose to book one payment at once, one succeeds", async () => {
  const { author, colleague, book } = await given();
  const outcomes = await Promise.allSettled([book(author), book(colleague)]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});

test("an approval that fails half-way books nothing, and the proposal still waits", async () => {
  const { author, colleague, book, outstanding, proposalId, booked, payment } = await given();
  await book(author);
  const id = await proposalId();
  const cut = db.transaction(async (tx) => {
    await approveProposal(tx, colleague, id, null);
    throw new Error("The process ended");
  });
  await expect(cut).rejects.toThrow("The process ended");
  expect([await booked(), await outstanding(), (await payment()).state, await proposalId()]).toEqual([[], 9_000, "open", id]);
});

test("a proposed booking that is no longer possible stays open, and can be declined", async () => {
  const { author, colleague, company, book, seen, payment, proposalId, booked } = await given();
  await setAside(db, author, await seen(), "to_return");
  await book(author);
  const { id } = await payment();
  await createRefundFile(db, author, company.id, [{ kind: "transaction", id, amountCents: 15_000, iban: "NL20INGB0001234567" }]);
  const waiting = await proposalId();
  await expect(approveProposal(db, colleague, waiting, null)).rejects.toMatchObject({ code: "bank_transaction_in_payout" });
  expect([await booked(), await proposalId()]).toEqual([[], waiting]);
  await declineProposal(db, colleague, waiting);
  expect(await proposalId()).toBe("");
});

test("while a booking is proposed, nothing else can be decided about the payment, which holds its invoice; after withdrawal it can", async () => {
  const { partner, author, colleague, book, seen, proposalId, invoice } = await given();
  await book(author);
  await expect(setAside(db, colleague, await seen(), "noted")).rejects.toMatchObject({ code: "bank_transaction_proposed" });
  await expect(book(colleague, 1)).rejects.toMatchObject({ code: "bank_transaction_proposed" });
  await expect(undoDecision(db, colleague, await seen())).rejects.toMatchObject({ code: "bank_transaction_proposed" });
  await lookAtDesk(partner);
  const held = await db
    .select({ id: invoices.id })
    .from(invoices)
    .where(and(eq(invoices.id, invoice.id), whereAtDesk(invoices)));
  expect(held).toEqual([{ id: invoice.id }]);
  await declineProposal(db, author, await proposalId());
  expect(await db.select({ outcome: proposals.outcome }).from(proposals).where(eq(proposals.partnerId, partner.id))).toEqual([
    { outcome: "withdrawn" },
  ]);
  await setAside(db, colleague, await seen(), "later");
});

test("the desk shows who proposed to book a payment, on which invoices, and whether the reader can approve it", async () => {
  const { author, authorPerson, colleague, colleaguePerson, invoice, other, seen, payment } = await given();
  await bookAsSeen(db, author, await seen(), [
    { invoiceId: invoice.id, amountCents: 9_000 },
    { invoiceId: other.id, amountCents: 6_000 },
  ]);
  const { id } = await payment();
  const proposal = async (actor: Actor) => (await describeTransaction(db, actor, id)).proposal;
  const parts = [
    { invoiceId: invoice.id, amountCents: 9_000 },
    { invoiceId: other.id, amountCents: 6_000 },
  ];
  expect(await proposal(colleague)).toMatchObject({ amountCents: 15_000, proposedByName: authorPerson.name, blocker: null, parts });
  expect(await proposal(author)).toMatchObject({ isOwn: true, blocker: "own" });
  const { entries } = await listTransactions(db, author, { tab: "open", companyId: null, pageNumber: 1, pageSize: 50 });
  expect(entries.map(({ isProposed }) => isProposed)).toEqual([true]);
  // The proposal is shown on each of its invoices, and its mail links to the desk.
  for (const { invoiceId } of parts) expect(await listProposals(db, colleague, invoiceId)).toMatchObject([{ kind: "book_transaction" }]);
  expect((await mailsTo(colleaguePerson.email)).at(-1)?.body).toContain(`/bank?payment=${id}`);
});

test("if nobody else can approve a booking, its author can after 24 hours; administrators are told", async () => {
  const { partner, author, colleague, book, outstanding } = await given();
  const admin = await givenMember(partner, { role: "administrator", passwordHash: "a hash" });
  await db
    .update(users)
    .set({ disabledAt: new Date() })
    .where(eq(users.id, colleague.id ?? ""));
  // Enabled again a moment ago, and so not yet a second person.
  await recordEvent(db, partner.actor, "member_enabled", { about: `person:${admin.actor.id}` });
  await book(author);
  const id = (await listProposals(db, author))[0]?.id ?? "";
  await expect(approveProposal(db, author, id, null)).rejects.toMatchObject({ code: "proposal_is_own" });
  expect((await mailsTo(admin.person.email)).map(({ subject }) => subject)).toEqual([expect.stringContaining("nobody can approve it")]);
  await approveProposal(db, { ...author, clockOffsetMs: DAY_MS + HOUR_MS }, id, null);
  expect(await outstanding()).toBe(-6_000);
});

test("a file that details an entry's payments changes nothing if a booking of the entry was proposed", async () => {
  const { partner, author, colleague, other, iban, store, transactions, proposalId } = await given();
  const entry = { cents: 20_000, bankReference: "BATCH", on: "2026-11-26" };
  const whole = camtFile([{ iban, id: "W", on: "2026-11-26", opening: 115_000, entries: [entry] }]);
  await store(whole.replace(/<NtryDtls>[\s\S]*<\/NtryDtls>/, ""));
  await lookAtDesk(partner);
  const { id: transactionId } = (await transactions()).at(-1) ?? { id: "" };
  await bookAsSeen(db, author, { transactionId, seenDecisions: 0 }, [{ invoiceId: other.id, amountCents: 20_000 }]);
  await declineProposal(db, colleague, await proposalId());
  const batch = [{ cents: 15_000 }, { cents: 5_000 }];
  await store(camtFile([{ iban, id: "N", on: "2026-11-26", entries: [{ ...entry, batch }] }], "notification8"));
  expect((await transactions()).map(({ amountCents }) => amountCents)).toEqual([15_000, 20_000]);
});
