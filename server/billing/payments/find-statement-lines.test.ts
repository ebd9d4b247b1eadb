import { expect, test } from "vitest";
import { db } from "@/db/client";
import { withinCompany } from "@/server/actor";
import { listEntries } from "@/server/bank/entries/list-entries";
import { takePaymentBack } from "@/server/bank/payments/take-payment-back";
import { givenCompany } from "@/server/testing/given";
import { givenBankingCompany, givenBilled } from "@/server/testing/given-statement";
import { findStatementLines } from "./find-statement-lines";
import { listMoney } from "./list-money";

test("lines lead to the entries that paid the invoice and took the payment back, and these entries back to the invoice", async () => {
  const bank = await givenBankingCompany();
  const { partner, told, transactions } = bank;
  const { invoice, reference } = await givenBilled(bank, { amountCents: 4_500 });
  await told([{ cents: 4_500, reference }]);
  await told([{ cents: -4_500, isReversal: true }], { id: "2", opening: 104_500 });
  const [paid, returned] = await transactions();
  const { payments } = await listMoney(db, partner.actor, invoice.id);
  const seen = { transactionId: returned?.id ?? "", seenDecisions: 0 };
  await takePaymentBack(db, partner.actor, seen, [payments[0]?.id ?? ""]);

  const { statementLines } = await listMoney(db, partner.actor, invoice.id);
  expect(statementLines.map(({ transactionId }) => transactionId)).toEqual([paid?.id, returned?.id]);
  const kinds = await Promise.all(
    statementLines.map(async ({ statementId, transactionId: paymentId }) => {
      const order = { outcome: null, category: null, sort: "place", direction: "asc", pageNumber: null, pageSize: 9 } as const;
      const { entries } = await listEntries(db, partner.actor, { ...order, statementId, paymentId });
      return entries.flatMap(({ invoices }) => invoices.map(({ kind, invoiceId }) => [kind, invoiceId]));
    }),
  );
  expect(kinds).toEqual([[["paid", invoice.id]], [["taken_back", invoice.id]]]);

  const other = await givenCompany(partner);
  expect(await findStatementLines(db, withinCompany(partner.actor, other.id), invoice.id)).toEqual([]);
});
