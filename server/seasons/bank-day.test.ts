import { describe, expect, test } from "vitest";
import { checkStatement } from "@/server/bank/statements/check-statement";
import { readStatementFile } from "@/server/bank/statements/read-statement-file";
import { referenceOf } from "@/server/domain/banking/payment-reference";
import { addDays } from "@/server/domain/formats/calendar";
import { isScenarioFault, readScenario, type Scenario } from "@/server/domain/rules/scenario";
import { accountFacts } from "@/server/testing/given-bank-account";
import { inPieces } from "@/server/testing/statement-files";
import { type BankFile, makeBankDay, nextBankDay } from "./bank-day";
import type { SeasonDebit, SeasonFacts, SeasonInvoice } from "./season-facts";

const IBAN = accountFacts().iban;
const account = { iban: IBAN, currency: "EUR", holder: "Rowing Club Northbank", calendar: "target" } as const;

/** Invoices that are asked for on 1 December 2026, two weeks before they are due. */
const invoices: SeasonInvoice[] = Array.from({ length: 60 }, (_, nth) => ({
  id: String(nth),
  key: `R-${nth}`,
  payerKey: `${Math.floor(nth / 2)}@members.example`,
  payerName: `Ada ${nth}`,
  locale: "en",
  invoiceNumber: 1_000 + nth,
  reference: referenceOf(1_000 + nth, "creditor").code,
  iban: IBAN,
  askedOn: "2026-12-01",
  dueOn: "2026-12-15",
  owedCents: 5_000 + nth,
  billedCents: 5_000 + nth,
  isTransferred: true,
}));

const debits: SeasonDebit[] = Array.from({ length: 40 }, (_, nth) => ({
  key: `D-${nth}`,
  fileId: "0".repeat(40),
  handedOutOn: "2026-12-10",
  isReported: false,
  status: "at_bank",
  collectOn: "2026-12-14",
  amountCents: 2_000 + nth,
  endToEndId: nth.toString(16).padStart(35, "0"),
  batchId: `${"0".repeat(20)}-20261214-CRCUR`,
  holder: `Daan ${nth}`,
  payerIban: "NL91TEST0417164300",
  iban: IBAN,
}));

function scenarioOf(text: string): Scenario {
  const scenario = readScenario(text);
  if (isScenarioFault(scenario)) throw new Error(scenario.reason);
  return scenario;
}

/** Plays days by facts that do not change, and returns all files. */
function play(
  seed: string,
  text: string,
  { from = "2026-12-01", days = 80, ...facts }: Partial<SeasonFacts> & { from?: string; days?: number },
) {
  const scenario = scenarioOf(`days: ${days}\n${text}`);
  const all: SeasonFacts = { accounts: [account], invoices: [], debits: [], ...facts };
  const made = Array.from({ length: days }, (_, nth) =>
    makeBankDay(seed, scenario, { after: addDays(from, nth - 1), day: addDays(from, nth) }, all, new Map([[IBAN, 100_000]])),
  );
  return { files: made.flatMap(({ files }) => files), questions: made.flatMap(({ questions }) => questions) };
}

const count = (files: readonly BankFile[], pattern: RegExp) => files.flatMap(({ contents }) => contents.match(pattern) ?? []).length;

const everything = `
pay_in_time: 60 %
pay_late: 25 %
wrong_reference: 10 %
no_reference: 10 %
pay_in_part: 10 %
pay_twice: 10 %
family_in_one_sum: 50 %
ask: 10 %
rejected: AC04 10 %
returned: AM04 10 %, MD06 10 %
return_notices: yes
`;

describe("the bank's files of a season", () => {
  test("have the same bytes for the same seed, in any order of the facts, and others for another seed", () => {
    const one = play("spring", everything, { invoices, debits });
    expect(play("spring", everything, { invoices: invoices.toReversed(), debits: debits.toReversed() }).files).toEqual(one.files);
    expect(play("autumn", everything, { invoices, debits }).files).not.toEqual(one.files);
  });

  test("are read by the service: balances add up, reports name the file", async () => {
    const { files } = play("spring", everything, { invoices, debits: [...debits, ...debits.map(booked)] });
    expect(new Set(files.map(({ kind }) => kind))).toEqual(new Set(["camt053", "camt054", "pain002"]));
    for (const { kind, contents } of files) {
      if (kind !== "pain002") expect(await checkStatement(inPieces(contents))).toHaveLength(1);
      else {
        const parts = [];
        for await (const part of readStatementFile(inPieces(contents))) parts.push(part);
        expect(parts).toMatchObject([{ kind: "report", report: { fileId: "0".repeat(35), verdict: { status: "partly" } } }]);
      }
    }
  });

  test("have as many payers as the scenario says, on bank days, in time or late", () => {
    const { files } = play("spring", "pay_in_time: 60 %\npay_late: 25 %", { invoices });
    const inTime = files.filter(({ name }) => name < "2026-12-16");
    const late = files.filter(({ name }) => name > "2026-12-17");
    expect(Math.abs(count(inTime, /<Ntry>/g) / 60 - 0.6)).toBeLessThan(0.15);
    expect(count(late, /<Ntry>/g) / 60).toBeGreaterThan(0.1);
    expect(count(files, /<Ntry>/g)).toBeLessThan(60);
    for (const { name } of files) expect([0, 6], name).not.toContain(new Date(name.slice(0, 10)).getUTCDay());
    expect(count(play("spring", "", { invoices }).files, /<Ntry>/g)).toBe(0);
  });

  test("have errors in references as often as the scenario says, and none of them has right check digits", () => {
    const { files } = play("spring", "pay_in_time: 100 %\nwrong_reference: 50 %\nno_reference: 50 %", { invoices });
    expect(count(files, /<Ntry>/g)).toBe(60);
    expect(count(files, /<Ref>/g)).toBe(0);
    const texts = files.flatMap(({ contents }) => [...contents.matchAll(/<Ustrd>(.*?)<\/Ustrd>/g)].map(([, text = ""]) => text));
    expect(texts.filter((text) => text.startsWith("RF")).length).toBeGreaterThan(15);
    const right = new Set(invoices.map(({ reference }) => reference));
    expect(texts.filter((text) => right.has(text))).toEqual([]);
  });

  test("pay a family's invoices in one sum with one reference, in part and twice", () => {
    const { files } = play("spring", "pay_in_time: 100 %\nfamily_in_one_sum: 100 %", { invoices });
    expect(count(files, /<Ntry>/g)).toBe(30);
    expect(count(files, /<Ref>/g)).toBe(30);
    const twice = play("spring", "pay_in_time: 100 %\npay_twice: 100 %", { invoices }).files;
    expect(count(twice, /<Ntry>/g)).toBe(120);
    const half = play("spring", "pay_in_time: 100 %\npay_in_part: 100 %", { invoices: invoices.slice(0, 1) }).files;
    expect(half[0]?.contents).toContain('<Amt Ccy="EUR">25.00</Amt>');
  });

  test("have no transfer for what is debited, paid, or was asked for before the days that are played", () => {
    const all = "pay_in_time: 100 %";
    expect(play("spring", all, { invoices: invoices.map((each) => ({ ...each, isTransferred: false })) }).files).toEqual([]);
    expect(play("spring", all, { invoices: invoices.map((each) => ({ ...each, owedCents: 0 })) }).files).toEqual([]);
    expect(play("spring", all, { invoices, from: "2027-02-01" }).files).toEqual([]);
  });

  test("answer each file of debits once, book what is not rejected, and take back what was booked", () => {
    const { files } = play("spring", "rejected: AC04 50 %", { debits });
    const reports = files.filter(({ kind }) => kind === "pain002");
    expect(reports.map(({ name }) => name.slice(0, 10))).toEqual(["2026-12-11"]);
    const rejected = count(reports, /<TxSts>RJCT/g);
    expect(rejected).toBeGreaterThan(8);
    expect(count(files, /<Ntry>/g)).toBe(40 - rejected);
    const sum = play("spring", "debits_booked: as_sum", { debits }).files.filter(({ kind }) => kind === "camt053");
    expect(sum.map(({ contents }) => [contents.match(/<Ntry>/g)?.length, contents.includes("<PmtInfId>")])).toEqual([[1, true]]);
    const back = play("spring", "returned: AM04 100 %\nreturn_notices: yes", { debits: debits.map(booked) }).files;
    expect(
      count(
        back.filter(({ kind }) => kind === "camt053"),
        /<Cd>AM04/g,
      ),
    ).toBe(40);
    expect(
      count(
        back.filter(({ kind }) => kind === "camt054"),
        /<Cd>AM04/g,
      ),
    ).toBe(40);
  });

  test("leave out nothing when the machine jumps from one day on which something happens to the next", () => {
    const scenario = scenarioOf(`days: 80\n${everything}`);
    const facts: SeasonFacts = { accounts: [account], invoices, debits };
    const jumped: BankFile[] = [];
    let after = "2026-11-30";
    for (let day = nextBankDay("spring", scenario, after, facts); day; day = nextBankDay("spring", scenario, after, facts)) {
      jumped.push(...makeBankDay("spring", scenario, { after, day }, facts, new Map([[IBAN, 100_000]])).files);
      after = day;
    }
    expect(jumped).toEqual(play("spring", everything, { invoices, debits }).files);
  });

  test("let customers ask as often as the scenario says", () => {
    expect(play("spring", "ask: 100 %", { invoices }).questions).toHaveLength(60);
    const some = play("spring", "ask: 20 %", { invoices }).questions;
    expect(some.length).toBeGreaterThan(4);
    expect(some.length).toBeLessThan(24);
    expect(new Set(some.map(({ invoiceId }) => invoiceId)).size).toBe(some.length);
  });
});

function booked(debit: SeasonDebit): SeasonDebit {
  return { ...debit, key: `${debit.key} booked`, status: "booked" };
}
