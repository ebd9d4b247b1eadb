import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { bankStatements, statementEntries } from "@/db/schema/bank-statements";
import { givenMember } from "@/server/testing/given-person";
import { givenBankingCompany, receivedFile } from "@/server/testing/given-statement";
import { mt940File } from "@/server/testing/mt940-files";
import { camtFile, type MadeEntry, type MadeStatement } from "@/server/testing/statement-files";
import { storeStatementFile } from "./store-statement-file";

const twenty: MadeEntry[] = Array.from({ length: 20 }, (_, index) => ({
  cents: 1_000 + index,
  bankReference: `B${index}`,
  text: `Number ${index}`,
}));

async function countEntries(partnerId: string): Promise<number> {
  return (await db.select({ id: statementEntries.id }).from(statementEntries).where(eq(statementEntries.partnerId, partnerId))).length;
}

const countsOf = ({ statements }: { statements: { newEntries: number }[] }) => statements.map(({ newEntries }) => newEntries);

test("a file that is sent ten times at once is kept once", async () => {
  const { partner, iban, store } = await givenBankingCompany();
  const file = camtFile([{ iban, entries: twenty }]);
  const stored = await Promise.all(Array.from({ length: 10 }, () => store(file)));
  expect(new Set(stored.map(({ id }) => id)).size).toBe(1);
  expect(stored.filter(({ isRepeated }) => !isRepeated)).toHaveLength(1);
  expect(await countEntries(partner.id)).toBe(20);
});

test("the same statement in different files, overlapping or not, at once or not, adds each entry once", async () => {
  const { partner, iban, store } = await givenBankingCompany();
  const statement = (from: number, to: number, id: string): MadeStatement => {
    const opening = twenty.slice(0, from).reduce((sum, { cents }) => sum + cents, 0);
    return { iban, id, opening, entries: twenty.slice(from, to) };
  };
  const files = [
    camtFile([statement(0, 10, "1")]),
    camtFile([statement(5, 15, "2")]),
    camtFile([statement(0, 20, "3")]),
    camtFile([statement(0, 10, "1"), statement(10, 20, "4")]),
  ];
  await Promise.all(files.map((file) => store(file)));
  expect(await countEntries(partner.id)).toBe(20);
  expect(await db.select({ id: bankStatements.id }).from(bankStatements).where(eq(bankStatements.partnerId, partner.id))).toHaveLength(4);
});

test("two equal entries in one statement count as two; the same statement again adds none", async () => {
  const { partner, iban, store } = await givenBankingCompany();
  const alike = { cents: 500, name: "Ada Brandsma", text: "Coffee" };
  expect(countsOf(await store(camtFile([{ iban, entries: [alike, alike] }])))).toEqual([2]);
  expect(countsOf(await store(`${camtFile([{ iban, entries: [alike, alike] }])}\n`))).toEqual([0]);
  expect(await countEntries(partner.id)).toBe(2);
});

test("an equal entry in the following statement is another payment", async () => {
  const { partner, iban, store } = await givenBankingCompany();
  const alike = { cents: 500, on: "2026-11-24", text: "Coffee" };
  await store(camtFile([{ iban, id: "1", opening: 0, entries: [alike] }]));
  const next = camtFile([{ iban, id: "2", opening: 500, entries: [alike] }]).replaceAll(
    '<Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">5.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-24',
    '<Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">5.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-25',
  );
  expect(countsOf(await store(next))).toEqual([1]);
  expect(countsOf(await store(`${next} `))).toEqual([0]);
  expect(await countEntries(partner.id)).toBe(2);
});

test("an entry known from a notification is not new in the statement, nor in another kind of file", async () => {
  const { partner, iban, store } = await givenBankingCompany();
  const entries: MadeEntry[] = [
    { cents: 4_500, name: "Ada Brandsma", iban: "NL02TEST0123456789", text: "For October" },
    { cents: 4_500, name: "Bo Vermeer", iban: "NL20TEST0987654321", text: "For November" },
  ];
  await store(camtFile([{ iban, entries: entries.slice(1) }], "notification8"));
  // The entry without a notification comes first in the statement.
  expect(countsOf(await store(camtFile([{ iban, entries }])))).toEqual([1]);
  expect(countsOf(await store(mt940File({ iban, entries }, "plain")))).toEqual([0]);
  expect(await countEntries(partner.id)).toBe(2);
});

test("an entry that may or may not be an earlier one is stored, and a person is asked", async () => {
  const { iban, store, transactions } = await givenBankingCompany();
  await store(
    camtFile([{ iban, entries: [{ cents: 4_500, name: "Ada Brandsma", iban: "NL02TEST0123456789", text: "October" }] }], "notification8"),
  );
  const entries = ["Cees", "Dora"].map((name) => ({ cents: 4_500, name, iban: "", text: name }));
  await store(camtFile([{ iban, entries }]));
  expect((await transactions()).map(({ name, mayBeDuplicate }) => [name, mayBeDuplicate])).toEqual([
    ["Ada Brandsma", false],
    ["Cees", true],
    ["Dora", true],
  ]);
});

test("a file that details a batch replaces it by its payments, which count once", async () => {
  const { partner, iban, store, transactions } = await givenBankingCompany();
  const batch = [{ cents: 1_500, reference: "RF18539007547034" }, { cents: 2_500 }, { cents: 500 }];
  const whole = camtFile([{ iban, entries: [{ cents: 4_500, bankReference: "BATCH", name: "", iban: "" }] }]).replace(
    /<NtryDtls>[\s\S]*<\/NtryDtls>/,
    "",
  );
  await store(whole);
  expect((await transactions()).map(({ amountCents }) => amountCents)).toEqual([4_500]);
  const notification = camtFile([{ iban, entries: [{ cents: 4_500, bankReference: "BATCH", batch }] }], "notification8");
  expect(countsOf(await store(notification))).toEqual([0]);
  expect((await transactions()).map(({ amountCents }) => amountCents)).toEqual([1_500, 2_500, 500]);
  expect(await countEntries(partner.id)).toBe(1);
});

test("a file about an account of no company is refused, with line and element, and nothing is stored", async () => {
  const { partner, iban, store } = await givenBankingCompany();
  const stranger = "NL91ABNA0417164300";
  const file = camtFile([
    { iban, entries: twenty },
    { iban: stranger, entries: twenty },
  ]);
  await expect(store(file)).rejects.toMatchObject({ reason: "unknown_account", element: "account", found: stranger });
  expect(await countEntries(partner.id)).toBe(0);
  const other = await givenBankingCompany();
  await expect(
    storeStatementFile(db, other.partner.actor, { name: "x" }, receivedFile(camtFile([{ iban, entries: twenty }]))),
  ).rejects.toMatchObject({
    reason: "unknown_account",
  });
});

test("a file that does not add up is refused as a whole", async () => {
  const { partner, iban, store } = await givenBankingCompany();
  const file = camtFile([
    { iban, entries: twenty },
    { iban, id: "2", closing: 1, entries: twenty },
  ]);
  await expect(store(file)).rejects.toMatchObject({ reason: "does_not_add_up" });
  expect(await countEntries(partner.id)).toBe(0);
});

test("announced entries are not stored", async () => {
  const { partner, iban, store } = await givenBankingCompany();
  await store(camtFile([{ iban, entries: [{ cents: 100, status: "PDNG" }, { cents: 200 }] }]));
  expect(await countEntries(partner.id)).toBe(1);
});

test("the database never changes a bank's data", async () => {
  const { partner, iban, store, transactions } = await givenBankingCompany();
  await store(camtFile([{ iban, entries: twenty }]));
  const [first] = await transactions();
  for (const statement of [
    sql`update bank_transactions set amount_cents = 1 where id = ${first?.id}`,
    sql`update statement_entries set amount_cents = 1 where partner_id = ${partner.id}`,
    sql`delete from statement_entries where partner_id = ${partner.id}`,
    sql`update bank_statements set closing_cents = 1 where partner_id = ${partner.id}`,
  ]) {
    await expect(db.execute(statement)).rejects.toThrow();
  }
});

test("people who see only other companies do not learn that a file was sent before", async () => {
  const { partner, company, iban, store } = await givenBankingCompany();
  const file = camtFile([{ iban, entries: twenty }]);
  await store(file);
  const other = await givenBankingCompany(partner);
  const { actor: limited } = await givenMember(partner, { companyIds: [other.company.id] });
  const { actor: entitled } = await givenMember(partner, { companyIds: [company.id] });
  await expect(storeStatementFile(db, limited, { name: "x" }, receivedFile(file))).rejects.toMatchObject({ reason: "unknown_account" });
  expect(await storeStatementFile(db, entitled, { name: "x" }, receivedFile(file))).toMatchObject({ isRepeated: true });
});

test("of many entries with the same amount in two kinds of files, as many are stored as the fuller file has", {
  timeout: 60_000,
}, async () => {
  const { partner, iban, store } = await givenBankingCompany();
  const alike = (count: number, kind: string) =>
    Array.from({ length: count }, (_, index) => ({ cents: 4_500, name: "", iban: "", bankReference: `${kind}${index}` }));
  await store(camtFile([{ iban, entries: alike(600, "N") }], "notification8"));
  expect(countsOf(await store(camtFile([{ iban, entries: alike(600, "S") }])))).toEqual([0]);
  expect(await countEntries(partner.id)).toBe(600);
});
