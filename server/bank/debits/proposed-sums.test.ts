import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { partners } from "@/db/schema/partners";
import { bookAsSeen } from "@/server/bank/payments/decide-transaction";
import { listProposals } from "@/server/billing/approvals/list-proposals";
import { approveProposal, declineProposal } from "@/server/desk/approvals/decide-proposal";
import { batchOf, booking, COLLECTED_ON, givenDebitsAtBank } from "@/server/testing/given-debits-at-bank";
import { givenMember } from "@/server/testing/given-person";
import { lookAtDesk } from "@/server/testing/given-statement";

/** Two debits, of 10.00 and 20.00, and a limit of 5.00 above which a booking waits for a second person. */
async function givenProposed(entry: { cents: number; batchId?: string; text?: string }) {
  const given = await givenDebitsAtBank([{}, { amounts: [2_000] }]);
  await db.update(partners).set({ secondPersonAboveCents: 500 }).where(eq(partners.id, given.partner.id));
  const [author, colleague] = [await givenMember(given.partner), await givenMember(given.partner)];
  const [first, second] = given.debits;
  if (!first || !second) throw new Error("There are no debits");
  const batchId = entry.batchId === "its batch" ? batchOf(first) : entry.batchId;
  await given.told([{ ...entry, batchId, on: COLLECTED_ON }]);
  const [sum] = await given.transactions();
  const parts = [first, second].flatMap(({ invoices }) =>
    invoices.map(({ id: invoiceId, amountTotalCents: amountCents }) => ({ invoiceId, amountCents })),
  );
  const seen = { transactionId: sum?.id ?? "", seenDecisions: 0 };
  const propose = (cents = entry.cents) =>
    bookAsSeen(
      db,
      author.actor,
      seen,
      parts.filter(({ amountCents }) => amountCents === cents || cents === 3_000),
    );
  const proposalId = async () => (await listProposals(db, colleague.actor))[0]?.id ?? "";
  const lines = async () => (await Promise.all([first, second].flatMap((each) => each.invoices).map(given.lines))).flat();
  const states = async () => (await given.transactions()).map(({ state }) => state);
  const status = async () => (await given.debitsNow()).map((debit) => debit.status);
  return { ...given, author, colleague, first, second, propose, proposalId, lines, states, status };
}

test("a sum whose booking waits for a second person is not matched again by a report, and is booked once", async () => {
  const given = await givenProposed({ cents: 1_000, batchId: "its batch" });
  expect([await given.propose(), await given.states()]).toEqual(["proposed", ["open"]]);
  // Less the rejected debit, the sum is what its batch collects.
  await given.report({ payments: [{ endToEndId: given.second.debit.endToEndId, status: "RJCT", reason: "AC04" }] });
  expect([await given.states(), await given.lines(), await given.status()]).toEqual([["open"], [], ["at_bank", "rejected"]]);
  await approveProposal(db, given.colleague.actor, await given.proposalId(), null);
  await lookAtDesk(given.partner);
  expect([await given.states(), await given.lines()]).toEqual([["booked"], ["PAYMENT-LINE -10.00 bank_transfer"]]);
});

test("debits whose money a proposal would book wait for it, and are not booked after it is approved", async () => {
  const given = await givenProposed({ cents: 3_000, text: "Collections" });
  await given.propose();
  await given.told([booking(given.first), booking(given.second)], { style: "notification8" });
  expect([await given.states(), await given.lines()]).toEqual([["open", "open", "open"], []]);
  await approveProposal(db, given.colleague.actor, await given.proposalId(), null);
  await lookAtDesk(given.partner);
  expect([await given.states(), await given.lines()]).toEqual([
    ["booked", "open", "open"],
    ["PAYMENT-LINE -10.00 bank_transfer", "PAYMENT-LINE -20.00 bank_transfer"],
  ]);
});

test("debits that waited for a proposal are booked once it is declined", async () => {
  const given = await givenProposed({ cents: 3_000, text: "Collections" });
  await given.propose();
  await given.told([booking(given.first), booking(given.second)], { style: "notification8" });
  await declineProposal(db, given.colleague.actor, await given.proposalId());
  await lookAtDesk(given.partner);
  expect([await given.states(), await given.lines()]).toEqual([
    ["open", "booked", "booked"],
    ["PAYMENT-LINE -10.00 sdd", "PAYMENT-LINE -20.00 sdd"],
  ]);
});
