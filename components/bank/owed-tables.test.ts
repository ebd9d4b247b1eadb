import { expect, test } from "vitest";
import type { OwedMoney } from "@/server/bank/refund-files/list-owed";
import { owedTables } from "./owed-tables";

let count = 0;

function owedBy(companyId: string, companyName: string, currency: string, amountCents: number, isForFile: boolean): OwedMoney {
  count += 1;
  const unknown = {
    name: "Ada Brandsma",
    text: "",
    iban: "",
    ibanFrom: "unknown",
    unconfirmedIban: null,
    hasProvider: false,
    perhapsGivenBack: null,
  } as const;
  return { ...unknown, kind: "transaction", id: `${count}`, companyId, companyName, currency, amountCents, isForFile };
}

test("each table has one company's money in one currency, its own first, under a name of its own", () => {
  const tables = owedTables([
    owedBy("c1", "Rowing Club", "EUR", 900, false),
    owedBy("c1", "Rowing Club", "CHF", 800, true),
    owedBy("c2", "Rowing Club", "EUR", 700, true),
    owedBy("c3", "Chess Club", "EUR", 650, false),
    owedBy("c1", "Rowing Club", "CHF", 600, true),
  ]);
  expect(tables.map(({ name, owed }) => [name, owed.map(({ amountCents, currency }) => `${currency} ${amountCents}`)])).toEqual([
    ["Rowing Club (1)", ["CHF 800", "CHF 600"]],
    ["Rowing Club (1), EUR", ["EUR 900"]],
    ["Rowing Club (2)", ["EUR 700"]],
    ["Chess Club, EUR", ["EUR 650"]],
  ]);
});
