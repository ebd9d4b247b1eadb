import { expect, test } from "vitest";
import { db } from "@/db/client";
import { givenPartner } from "@/server/testing/given";
import { givenBankingCompany, givenBilled, lookAtDesk } from "@/server/testing/given-statement";
import { camtFile } from "@/server/testing/statement-files";
import { countMatched } from "./count-matched";

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
  expect(await countMatched(db, actor, id)).toEqual({ isMatching: true, booked: 0, toDecide: 0, noted: 0 });
  await lookAtDesk(bank.partner);
  expect(await countMatched(db, actor, id)).toEqual({ isMatching: false, booked: 1, toDecide: 1, noted: 1 });
  const again = await bank.store(camtFile([{ iban: bank.iban, id: "2", entries }]));
  expect(await countMatched(db, actor, again.statements[0]?.id ?? "")).toEqual({ isMatching: false, booked: 0, toDecide: 0, noted: 0 });
  await expect(countMatched(db, (await givenPartner()).actor, id)).rejects.toMatchObject({ code: "invalid_bank_statement_id" });
});
