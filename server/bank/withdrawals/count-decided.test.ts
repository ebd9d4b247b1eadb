import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { invoiceLines } from "@/db/schema/invoice-lines";
import { partners } from "@/db/schema/partners";
import { payments } from "@/db/schema/payments";
import { payoutItems } from "@/db/schema/payouts";
import { bookAsSeen, setAside } from "@/server/bank/payments/decide-transaction";
import { takePaymentBack } from "@/server/bank/payments/take-payment-back";
import { undoDecision } from "@/server/bank/payments/undo-decision";
import { createRefundFile } from "@/server/bank/refund-files/create-refund-file";
import { cancelItem } from "@/server/bank/refund-files/end-item";
import { listStatements } from "@/server/bank/statements/list-statements";
import { listProposals } from "@/server/billing/approvals/list-proposals";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import { findStatementLines } from "@/server/billing/payments/find-statement-lines";
import { declineProposal } from "@/server/desk/approvals/decide-proposal";
import { givenMember } from "@/server/testing/given-person";
import { givenBankingCompany, givenBilled } from "@/server/testing/given-statement";
import type { MadeEntry } from "@/server/testing/statement-files";
import { countDecided } from "./count-decided";
import { withdrawStatement } from "./withdraw-statement";

/** An account with a statement of these entries, and an invoice of 45.00. */
async function given(entries: MadeEntry[]) {
  const company = await givenBankingCompany();
  const { partner, told, transactions } = company;
  const { actor } = await givenMember(partner);
  const { invoice } = await givenBilled(company, { amountCents: 4_500 });
  await told(entries);
  const page = { companyId: null, pageNumber: 1, pageSize: 50 };
  const [statement] = (await listStatements(db, actor, page)).entries;
  const statementId = statement?.id ?? "";
  const seen = async (amountCents: number) => {
    const payment = (await transactions()).find((each) => each.amountCents === amountCents);
    return { transactionId: payment?.id ?? "", seenDecisions: payment?.decisions ?? 0 };
  };
  const book = async (cents: number, amountCents = cents) =>
    bookAsSeen(db, actor, await seen(cents), [{ invoiceId: invoice.id, amountCents }]);
  const decided = async () =>
    (await countDecided(db, actor, statementId)).map(({ reason, outcome, count }) => `${count} ${reason} ${outcome}`);
  const withdraw = () => withdrawStatement(db, actor, { statementId, reason: "wrong account" });
  const outstanding = async () => (await getInvoice(db, partner.actor, invoice.id)).amountTotalCents;
  return { ...company, actor, invoice, statementId, seen, book, decided, withdraw, outstanding };
}

test("a payment that is booked, or in part, keeps its statement until the booking is undone; the books then stay as they are", async () => {
  const { actor, partner, book, seen, decided, withdraw, outstanding, transactions, invoice } = await given([{ cents: 4_500 }]);
  await book(4_500, 2_000);
  expect(await decided()).toEqual(["1 in_part open"]);
  await expect(withdraw()).rejects.toMatchObject({ code: "bank_statement_decided" });
  await undoDecision(db, actor, await seen(4_500));
  await book(4_500);
  expect(await decided()).toEqual(["1 booked booked"]);
  await expect(withdraw()).rejects.toMatchObject({ code: "bank_statement_decided" });
  expect(await outstanding()).toBe(0);
  await undoDecision(db, actor, await seen(4_500));
  expect(await decided()).toEqual([]);

  const linesBefore = await db.select().from(invoiceLines).where(eq(invoiceLines.invoiceId, invoice.id));
  await withdraw();
  expect((await transactions()).map(({ state }) => state)).toEqual(["withdrawn"]);
  expect(await outstanding()).toBe(4_500);
  expect(await db.select().from(invoiceLines).where(eq(invoiceLines.invoiceId, invoice.id))).toEqual(linesBefore);
  // The lines still lead to the statement.
  expect((await findStatementLines(db, partner.actor, invoice.id)).length).toBeGreaterThan(0);
});

test("a payment whose booking is proposed keeps its statement until the proposal is declined", async () => {
  const { partner, book, decided, withdraw } = await given([{ cents: 4_500 }]);
  await db.update(partners).set({ secondPersonAboveCents: 1_000 }).where(eq(partners.id, partner.id));
  const { actor: colleague } = await givenMember(partner);
  expect(await book(4_500)).toBe("proposed");
  expect(await decided()).toEqual(["1 proposed open"]);
  await expect(withdraw()).rejects.toMatchObject({ code: "bank_statement_decided" });
  const [proposal] = await listProposals(db, colleague);
  await declineProposal(db, colleague, proposal?.id ?? "");
  expect(await decided()).toEqual([]);
  await withdraw();
});

test("a payment in a refund file keeps its statement until it is taken out", async () => {
  const { actor, company, partner, seen, decided, withdraw } = await given([{ cents: 700 }]);
  await setAside(db, actor, await seen(700), "to_return");
  const { transactionId: id } = await seen(700);
  await createRefundFile(db, actor, company.id, [{ kind: "transaction", id, amountCents: 700, iban: "NL20INGB0001234567" }]);
  expect(await decided()).toEqual(["1 in_file to_return"]);
  await expect(withdraw()).rejects.toMatchObject({ code: "bank_statement_decided" });
  const [item] = await db.select().from(payoutItems).where(eq(payoutItems.partnerId, partner.id));
  await cancelItem(db, actor, item?.id ?? "");
  await withdraw();
});

test("returned payments and paid refunds keep their statements for all time, because nobody can undo what a bank did", async () => {
  const { actor, book, seen, decided, transactions, withdraw } = await given([{ cents: 4_500 }, { cents: -4_500, isReversal: true }]);
  await book(4_500);
  const [payment] = (await transactions()).filter(({ amountCents }) => amountCents > 0);
  await takeBack(actor, await seen(-4_500), payment?.id ?? "");
  expect(await decided()).toEqual(["2 final booked"]);
  await expect(withdraw()).rejects.toMatchObject({ code: "bank_statement_decided" });
});

test("a payment that the bank has sent back keeps its statement, and so does the bank's entry", async () => {
  const { actor, company, partner, seen, decided, told, withdraw } = await given([{ cents: 700 }]);
  await setAside(db, actor, await seen(700), "to_return");
  const { transactionId: id } = await seen(700);
  await createRefundFile(db, actor, company.id, [{ kind: "transaction", id, amountCents: 700, iban: "NL20INGB0001234567" }]);
  const [item] = await db.select().from(payoutItems).where(eq(payoutItems.partnerId, partner.id));
  await told([{ cents: -700, endToEndId: item?.endToEndId ?? "", on: "2026-11-26" }]);
  expect(await decided()).toEqual(["1 final returned"]);
  await expect(withdraw()).rejects.toMatchObject({ code: "bank_statement_decided" });
});

async function takeBack(actor: Parameters<typeof takePaymentBack>[1], seen: Parameters<typeof takePaymentBack>[2], transactionId: string) {
  const [booked] = await db.select().from(payments).where(eq(payments.bankTransactionId, transactionId));
  await takePaymentBack(db, actor, seen, [booked?.id ?? ""]);
}
