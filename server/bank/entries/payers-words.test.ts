import { expect, test } from "vitest";
import { db } from "@/db/client";
import { setAside } from "@/server/bank/payments/decide-transaction";
import { describeTransaction } from "@/server/bank/payments/describe-transaction";
import { listTransactions } from "@/server/bank/payments/list-transactions";
import { createRefundFile } from "@/server/bank/refund-files/create-refund-file";
import { getRefundFile } from "@/server/bank/refund-files/get-refund-file";
import { listOwed } from "@/server/bank/refund-files/list-owed";
import { keepLayout } from "@/server/bank/statements/csv/kept-layouts";
import { guessedLayoutOf } from "@/server/testing/csv-files";
import { PAYER } from "@/server/testing/given-refund-file";
import { givenBankingCompany, lookAtDesk } from "@/server/testing/given-statement";
import { listEntries } from "./list-entries";

const page = { pageNumber: 1, pageSize: 50 };
const query = { ...page, paymentId: null, outcome: null, category: null, sort: "place", direction: "asc" } as const;

test("lists, the desk and the refund's text have the payer's words; the details, the bank's text as well", async () => {
  const given = await givenBankingCompany();
  const { actor } = given.partner;
  const text = `Naam: S. Jansen Omschrijving: boekenclub december IBAN: ${PAYER} Kenmerk: BC-7 Valutadatum: 25-11-2026`;
  const stored = await given.told([{ cents: 2_500, name: "S. Jansen", iban: PAYER, text, bankReference: "I1" }]);
  const shown = "boekenclub december · BC-7";
  const [transaction] = await given.transactions();
  const { id = "" } = transaction ?? {};
  expect((await listTransactions(db, actor, { tab: "open", companyId: null, ...page })).entries).toMatchObject([{ text: shown }]);
  const statementId = stored.statements[0]?.id ?? "";
  expect((await listEntries(db, actor, { ...query, statementId })).entries).toMatchObject([{ text: shown }]);
  expect(await describeTransaction(db, actor, id)).toMatchObject({ name: "S. Jansen", iban: PAYER, shownText: shown, text });
  await setAside(db, actor, { transactionId: id, seenDecisions: 0 }, "to_return");
  const [owed] = await listOwed(db, actor, null);
  expect(owed).toMatchObject({ text: shown, iban: PAYER });
  const chosen = { kind: "transaction", id, amountCents: 2_500, iban: PAYER } as const;
  const file = await getRefundFile(db, actor, await createRefundFile(db, actor, given.company.id, [chosen]));
  expect(file).toContain("boekenclub december");
  expect(file).not.toContain("Naam:");
});

test("a payment with nothing but a structured reference is listed by it, at the desk, in the statement and under refunds", async () => {
  const given = await givenBankingCompany();
  const { actor } = given.partner;
  const file = [
    "Datum;Naam tegenpartij;Tegenrekening;Omschrijving;Betalingskenmerk;Bedrag;IBAN/BBAN",
    `25-11-2026;B. Jansen;${PAYER};;RF50100001710;17,50;${given.iban}`,
  ].join("\n");
  const { sheet, layout } = await guessedLayoutOf(file);
  await keepLayout(db, actor, sheet.key, layout);
  const stored = await given.store(file, "november.csv");
  await lookAtDesk(given.partner);
  const shown = "RF50100001710";
  expect((await listTransactions(db, actor, { tab: "open", companyId: null, ...page })).entries).toMatchObject([{ text: shown }]);
  expect((await listEntries(db, actor, { ...query, statementId: stored.statements[0]?.id ?? "" })).entries).toMatchObject([
    { text: shown },
  ]);
  const [transaction] = await given.transactions();
  await setAside(db, actor, { transactionId: transaction?.id ?? "", seenDecisions: 0 }, "to_return");
  expect(await listOwed(db, actor, null)).toMatchObject([{ text: shown }]);
});
