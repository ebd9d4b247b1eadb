import { expect, test } from "vitest";
import { db } from "@/db/client";
import { givenPartner } from "@/server/testing/given";
import { booking, type DebitAtBank, givenDebitsAtBank, returned } from "@/server/testing/given-debits-at-bank";
import { givenBankingCompany, givenBilled, lookAtDesk } from "@/server/testing/given-statement";
import { camtFile } from "@/server/testing/statement-files";
import { countMatched } from "./count-matched";

const nothingTaken = { takenBack: 0, returnedDebits: [] };

test("the new payments of a file are counted by what became of them, once they are matched", async () => {
  const bank = await givenBankingCompany();
  const { reference } = await givenBilled(bank, { amountCents: 4_500 });
  const entries = [
    { cents: 4_500, reference, bankReference: "B1" },
    { cents: 700, name: "Bo Vermeer", text: "coffee", bankReference: "B2" },
    { cents: -1_200, name: "Boathouse", text: "rent", bankReference: "B3" },
  ];
  const stored = await bank.store(camtFile([{ iban: bank.iban, id: "1", entries }]));
  const id = stored.statements[0]?.id ?? "";
  const { actor } = bank.partner;
  expect(await countMatched(db, actor, id)).toEqual({ isMatching: true, ...nothingTaken, booked: 0, toDecide: 0, noted: 0 });
  await lookAtDesk(bank.partner);
  expect(await countMatched(db, actor, id)).toEqual({ isMatching: false, ...nothingTaken, booked: 1, toDecide: 1, noted: 1 });
  const again = await bank.store(camtFile([{ iban: bank.iban, id: "2", entries }]));
  expect(await countMatched(db, actor, again.statements[0]?.id ?? "")).toEqual({
    isMatching: false,
    ...nothingTaken,
    booked: 0,
    toDecide: 0,
    noted: 0,
  });
  await expect(countMatched(db, (await givenPartner()).actor, id)).rejects.toMatchObject({ code: "invalid_bank_statement_id" });
});

test("a returned direct debit counts as charged back, not as booked, and is named with its amount and the bank's reason", async () => {
  const given = await givenDebitsAtBank([{}]);
  const [debit] = given.debits as [DebitAtBank];
  const entries = [booking(debit, { bankReference: "B1" }), returned(debit, { bankReference: "B2", returnReason: "MS03" })];
  const stored = await given.store(camtFile([{ iban: given.iban, id: "1", entries }]));
  await lookAtDesk(given.partner);
  expect(await countMatched(db, given.partner.actor, stored.statements[0]?.id ?? "")).toEqual({
    ...{ isMatching: false, booked: 1, takenBack: 1, toDecide: 0, noted: 0 },
    returnedDebits: [
      { id: debit.debit.id, holder: debit.debit.holder, amountCents: debit.debit.fileCents, reasonCode: "MS03", reasonText: null },
    ],
  });
});
