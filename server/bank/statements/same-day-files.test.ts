import { eq, sql } from "drizzle-orm";
import { expect, inject, test } from "vitest";
import { connect, db } from "@/db/client";
import { bankStatements } from "@/db/schema/bank-statements";
import { getStatement } from "@/server/bank/entries/get-statement";
import { describeTransaction } from "@/server/bank/payments/describe-transaction";
import { withdrawStatement } from "@/server/bank/withdrawals/withdraw-statement";
import { env } from "@/server/env";
import { csvFile, guessedLayoutOf } from "@/server/testing/csv-files";
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
  const fileOf = (entries: MadeEntry[]) => csvFile({ iban, on: "2026-11-25", entries }, "german");
  const { sheet, layout } = await guessedLayoutOf(fileOf(morning));
  await keepLayout(db, partner.actor, sheet.key, layout);
  const statements = async () => (await listStatements(db, partner.actor, { companyId: null, pageNumber: 1, pageSize: 20 })).entries;
  const upload = async (entries: MadeEntry[], name: string) => {
    const stored = await bank.store(fileOf(entries), name);
    await lookAtDesk(partner);
    return stored.statements[0]?.newEntries;
  };
  return { ...bank, statements, upload };
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

test("a statement from before the entries' hash was stored is the same one if its entries are", async () => {
  const { partner, upload, statements } = await given();
  await upload(morning, "a.csv");
  const [stored] = await db.select().from(bankStatements).where(eq(bankStatements.partnerId, partner.id));
  if (!stored) throw new Error("No statement");
  const owner = connect(
    Object.assign(new URL(inject("adminUrl")), { pathname: new URL(env().DATABASE_URL).pathname, search: "?role=ics_owner" }).href,
    { max: 1 },
  );
  await owner.db.transaction(async (tx) => {
    await tx.execute(sql`alter table bank_statements disable trigger bank_statements_stay`);
    await tx.execute(sql`update bank_statements set contents = null where id = ${stored.id}`);
    await tx.execute(sql`alter table bank_statements enable trigger bank_statements_stay`);
  });
  await owner.close();
  expect([await upload(morning.toReversed(), "b.csv"), await upload(evening, "c.csv")]).toEqual([0, 2]);
  expect((await statements()).map(({ fileName }) => fileName)).toEqual(["c.csv", "a.csv"]);
});
