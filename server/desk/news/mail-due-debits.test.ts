import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { users } from "@/db/schema/users";
import { decideWithdrawnFile } from "@/server/bank/debit-files/decide-withdrawn-file";
import { getDebitFile } from "@/server/bank/debit-files/get-debit-file";
import { holdWithdrawn } from "@/server/bank/debit-files/hold-withdrawn";
import { withdrawDebitFile } from "@/server/bank/debit-files/withdraw-debit-file";
import { getHome } from "@/server/desk/home/get-home";
import { bankDaysBefore } from "@/server/domain/banking/bank-days";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { HOUR_MS } from "@/server/domain/formats/time";
import { failStatements } from "@/server/testing/failing-statements";
import { times } from "@/server/testing/given";
import { givenMember } from "@/server/testing/given-person";
import { bankDayIn, givenCollecting, givenPlannedDebit, makeFiles } from "@/server/testing/given-planned-debit";
import { mailsTo } from "@/server/testing/mails-to";
import { givenOwnDatabase } from "@/server/testing/own-database";
import { mailDueDebits } from "./mail-due-debits";

const ownerUrl = givenOwnDatabase("due_debits");

const noon = (day: string) => new Date(`${day}T11:00:00Z`);

/** Two debits that the bank must have two bank days before their day, at 10:00, and people of their partner. */
async function given() {
  const { partner, company, first } = await givenCollecting();
  await givenPlannedDebit(partner, company, { amounts: [4_500] });
  await givenPlannedDebit(partner, company, { amounts: [3_000] });
  const { person } = await givenMember(partner, { accessLevel: "money" });
  const cutOffDay = bankDaysBefore(bankDayIn(10), 2, "target");
  const run = (now: Date) => mailDueDebits(db, { scope: { partnerId: partner.id }, now });
  const subjects = async () => (await mailsTo(person.email)).map(({ subject }) => subject);
  return { partner, company, first, person, cutOffDay, dayBefore: bankDaysBefore(cutOffDay, 1, "target"), run, subjects };
}

test("people who decide about money are mailed once on the bank day before the bank must have the debits, and daily afterwards", async () => {
  const { company, person, cutOffDay, dayBefore, run, subjects } = await given();
  expect(await run(noon(addDays(dayBefore, -1)))).toBe(0);
  expect(await run(new Date(noon(dayBefore).getTime() - 6 * HOUR_MS))).toBe(0);
  const told = await Promise.all(times(4, () => run(noon(dayBefore))));
  expect(told.reduce((sum, count) => sum + count, 0)).toBe(1);
  const [mail] = await mailsTo(person.email);
  expect(mail?.subject).toContain(`Direct debits of ${company.name} need a file by`);
  expect(mail?.body).toContain("2 direct debits");
  expect(mail?.body).toContain(`/companies/${company.id}/debits`);
  // Before ten on the day itself, nobody is told again.
  expect(await run(new Date(noon(cutOffDay).getTime() - 4 * HOUR_MS))).toBe(0);
  expect(await run(noon(cutOffDay))).toBe(1);
  expect(await run(noon(cutOffDay))).toBe(0);
  expect(await run(noon(addDays(cutOffDay, 1)))).toBe(1);
  const late = `No file was made in time: direct debits of ${company.name}`;
  expect((await subjects()).slice(1)).toEqual([late, late]);
});

test("nobody is mailed once the debits are in a file that was downloaded, nor people who switched news off, or see other companies or money only", async () => {
  const { partner, company, first, person, dayBefore, run } = await given();
  const { person: reader } = await givenMember(partner, { accessLevel: "read" });
  const { person: elsewhere } = await givenMember(partner, { accessLevel: "money", companyIds: [] });
  await db.update(users).set({ newsPace: "never" }).where(eq(users.id, person.id));
  expect(await run(noon(dayBefore))).toBe(1);
  for (const { email } of [person, reader, elsewhere]) expect(await mailsTo(email)).toEqual([]);
  const [fileId = ""] = await makeFiles(first.actor, company);
  await getDebitFile(db, first.actor, fileId);
  expect(await run(noon(addDays(dayBefore, 5)))).toBe(0);
});

test("the home page counts debits that are in no file the day before the bank must have them, and those that are too late", async () => {
  const { partner, company, first, run } = await given();
  expect((await getHome(db, first.actor)).needsMe.debits).toMatchObject({ count: 0, late: 0, companyId: null });
  await givenPlannedDebit(partner, company, { collectOn: bankDayIn(1) });
  expect((await getHome(db, first.actor)).needsMe.debits).toMatchObject({ count: 1, late: 1, companyId: company.id });
  expect(await run(noon(dayAt(new Date())))).toBe(1);
});

test("nobody is asked to make a file of debits, or to put them off, of which the bank has a withdrawn file", async () => {
  const { partner, company, first, cutOffDay, run, subjects } = await given();
  const [fileId = ""] = await makeFiles(first.actor, company);
  await withdrawDebitFile(db, first.actor, fileId);
  await db.transaction((tx) => holdWithdrawn(tx, { partnerId: partner.id, fileId }, new Date()));
  expect(await run(noon(cutOffDay))).toBe(1);
  expect(await subjects()).toEqual([`The bank refers to a withdrawn file of direct debits of ${company.name}`]);
  await decideWithdrawnFile(db, first.actor, fileId, "not_collected");
  expect(await run(noon(cutOffDay))).toBe(1);
  expect(await subjects()).toHaveLength(2);
});

test("people are mailed again of a withdrawn file that the bank names once more after a decision, and not before", async () => {
  const { partner, company, first, cutOffDay, run, subjects } = await given();
  const [fileId = ""] = await makeFiles(first.actor, company);
  await withdrawDebitFile(db, first.actor, fileId);
  const name = () => db.transaction((tx) => holdWithdrawn(tx, { partnerId: partner.id, fileId }, new Date()));
  const named = `The bank refers to a withdrawn file of direct debits of ${company.name}`;
  const told = async () => (await subjects()).filter((subject) => subject === named).length;
  await name();
  await run(noon(cutOffDay));
  await name();
  await run(noon(addDays(cutOffDay, 1)));
  expect(await told()).toBe(1);
  await decideWithdrawnFile(db, first.actor, fileId, "not_collected");
  await run(noon(addDays(cutOffDay, 1)));
  expect(await told()).toBe(1);
  await name();
  await run(noon(addDays(cutOffDay, 1)));
  await run(noon(addDays(cutOffDay, 2)));
  expect(await told()).toBe(2);
});

test.each(["55P03", "P0001"])("an account that fails with %s keeps no other one's people from their mail, and is seen", async (code) => {
  const now = noon(bankDaysBefore(bankDayIn(10), 2, "target"));
  // The accounts of other tests.
  await mailDueDebits(db, { now });
  const [failing, other] = [await given(), await given()];
  const condition = `new.partner_id = '${failing.partner.id}'`;
  const release = await failStatements(ownerUrl, { table: "debit_warnings", event: "insert", condition, code });
  const round = mailDueDebits(db, { now });
  if (code === "55P03") expect(await round).toBe(1);
  else await expect(round).rejects.toThrow(AggregateError);
  expect([await failing.subjects(), await other.subjects()]).toMatchObject([[], [expect.any(String)]]);
  await release();
  expect(await mailDueDebits(db, { now })).toBe(1);
  expect(await failing.subjects()).toHaveLength(1);
});
