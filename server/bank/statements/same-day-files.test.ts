import { asc, eq, type SQL, sql } from "drizzle-orm";
import { expect, inject, test } from "vitest";
import { connect, db } from "@/db/client";
import { bankStatements } from "@/db/schema/bank-statements";
import { getStatement } from "@/server/bank/entries/get-statement";
import { describeTransaction } from "@/server/bank/payments/describe-transaction";
import { withdrawStatement } from "@/server/bank/withdrawals/withdraw-statement";
import { env } from "@/server/env";
import { type CsvStyle, csvFile, guessedLayoutOf } from "@/server/testing/csv-files";
import { givenMember } from "@/server/testing/given-person";
import { givenBankingCompany, lookAtDesk } from "@/server/testing/given-statement";
import type { MadeEntry } from "@/server/testing/statement-files";
import { keepLayout } from "./csv/kept-layouts";
import { listStatements } from "./list-statements";

const morning = [100, 200, 300, 400].map((cents) => ({ cents, name: "Ada Brandsma", text: `Morning ${cents}` }));
const evening = [500, 600].map((cents) => ({ cents, name: "Bo Vermeer", text: `Evening ${cents}` }));

/** An account whose bank's CSV files have neither balances nor numbers. */
async function given() {
  const bank = await givenBankingCompany();
  const { partner, iban } = bank;
  const fileOf = (entries: MadeEntry[], style: CsvStyle) => csvFile({ iban, on: "2026-11-25", entries }, style);
  for (const style of ["german", "dutch"] as const) {
    const { sheet, layout } = await guessedLayoutOf(fileOf(morning, style));
    await keepLayout(db, partner.actor, sheet.key, layout);
  }
  const statements = async () => (await listStatements(db, partner.actor, { companyId: null, pageNumber: 1, pageSize: 20 })).entries;
  const uploadAs = async (style: CsvStyle, entries: MadeEntry[], name: string) => {
    const stored = await bank.store(fileOf(entries, style), name);
    await lookAtDesk(partner);
    return stored.statements[0]?.newEntries;
  };
  return { ...bank, statements, uploadAs, upload: (entries: MadeEntry[], name: string) => uploadAs("german", entries, name) };
}

test("another file of the same account and day is a statement of its own, with its own file and lines, and can be withdrawn", async () => {
  const { partner, upload, statements, transactions } = await given();
  const { actor } = await givenMember(partner);
  expect([await upload(morning, "morning.csv"), await upload(evening, "evening.csv")]).toEqual([4, 2]);
  const listed = await statements();
  expect(listed.map(({ fileName, entries }) => [fileName, entries])).toEqual([
    ["evening.csv", 2],
    ["morning.csv", 4],
  ]);
  const [second, first] = listed;
  expect(await getStatement(db, partner.actor, first?.id ?? "")).toMatchObject({ incomingCents: 1_000 });
  expect(await getStatement(db, partner.actor, second?.id ?? "")).toMatchObject({ incomingCents: 1_100 });
  const last = (await transactions()).at(-1);
  const { statement } = await describeTransaction(db, partner.actor, last?.id ?? "");
  expect(statement).toMatchObject({ id: second?.id, fileName: "evening.csv", line: 5 });
  await withdrawStatement(db, actor, { statementId: second?.id ?? "", reason: "Wrong account" });
  expect((await statements()).filter(({ withdrawal }) => !withdrawal)).toMatchObject([{ id: first?.id, entries: 4 }]);
});

test("entries that both files have count once, and the same entries are the same statement", async () => {
  const { upload, statements } = await given();
  expect([await upload(morning, "a.csv"), await upload([...morning, ...evening], "b.csv")]).toEqual([4, 2]);
  expect(await upload(morning.toReversed(), "c.csv")).toBe(0);
  expect((await statements()).map(({ fileName, entries }) => [fileName, entries])).toEqual([
    ["b.csv", 6],
    ["a.csv", 4],
  ]);
});

/** Runs statements with the owner's rights, without the triggers that keep statements. */
async function asOwner(...statements: SQL[]): Promise<void> {
  const owner = connect(
    Object.assign(new URL(inject("adminUrl")), { pathname: new URL(env().DATABASE_URL).pathname, search: "?role=ics_owner" }).href,
    { max: 1 },
  );
  await owner.db.transaction(async (tx) => {
    for (const table of ["bank_statements", "statement_entries"]) await tx.execute(sql.raw(`alter table ${table} disable trigger user`));
    for (const statement of statements) await tx.execute(statement);
    for (const table of ["bank_statements", "statement_entries"]) await tx.execute(sql.raw(`alter table ${table} enable trigger user`));
  });
  await owner.close();
}

test("a statement from before the entries' hash was stored is the same one if its entries are", async () => {
  const { partner, upload, statements } = await given();
  await upload(morning, "a.csv");
  const [stored] = await db.select().from(bankStatements).where(eq(bankStatements.partnerId, partner.id));
  await asOwner(sql`update bank_statements set contents = null where id = ${stored?.id}`);
  expect([await upload(morning.toReversed(), "b.csv"), await upload(evening, "c.csv")]).toEqual([0, 2]);
  expect((await statements()).map(({ fileName }) => fileName)).toEqual(["c.csv", "a.csv"]);
});

test("such a statement that two kinds of CSV files share is the same one for both of them", async () => {
  const { partner, upload, uploadAs, statements } = await given();
  await upload(morning, "a.csv");
  await uploadAs("dutch", evening, "b.csv");
  const [first, second] = await db
    .select()
    .from(bankStatements)
    .where(eq(bankStatements.partnerId, partner.id))
    .orderBy(asc(bankStatements.id));
  // As the version before kept the second file.
  await asOwner(
    sql`update statement_entries set statement_id = ${first?.id} where statement_id = ${second?.id}`,
    sql`delete from bank_statements where id = ${second?.id}`,
    sql`update bank_statements set contents = null where id = ${first?.id}`,
  );
  expect([await upload(morning.toReversed(), "c.csv"), await uploadAs("dutch", evening.toReversed(), "d.csv")]).toEqual([0, 0]);
  expect((await statements()).map(({ fileName }) => fileName)).toEqual(["a.csv"]);
});
