import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { debits as debitsTable } from "@/db/schema/debits";
import { partners } from "@/db/schema/partners";
import { approveDebitFile } from "@/server/bank/debit-files/approve-debit-file";
import { getDebitFile } from "@/server/bank/debit-files/get-debit-file";
import { holdWithdrawn } from "@/server/bank/debit-files/hold-withdrawn";
import { listDebitsOfFile } from "@/server/bank/debit-files/list-debits-of-file";
import { withdrawDebitFile } from "@/server/bank/debit-files/withdraw-debit-file";
import { endDebit } from "@/server/bank/debits/end-debit";
import { withdrawMandate } from "@/server/billing/mandates/withdraw-mandate";
import { getHome } from "@/server/desk/home/get-home";
import { addWorkingDays, bankDaysBefore } from "@/server/domain/banking/bank-days";
import { addDays } from "@/server/domain/formats/calendar";
import { HOUR_MS } from "@/server/domain/formats/time";
import { times } from "@/server/testing/given";
import { givenMember } from "@/server/testing/given-person";
import { bankDayIn, filesOf, givenCollecting, givenPlannedDebit, makeFiles } from "@/server/testing/given-planned-debit";
import { mailsTo } from "@/server/testing/mails-to";
import { mailDueDebits } from "./mail-due-debits";

const start = Date.now();
const noon = (day: string) => new Date(`${day}T11:00:00Z`);

/** A file of two debits that the bank must have two bank days before their day, at 10:00, and a person who decides about money. */
async function given({ limitCents = null }: { limitCents?: number | null } = {}) {
  const { partner, company, first, second } = await givenCollecting({ isSandbox: true });
  await db.update(partners).set({ secondPersonAboveCents: limitCents }).where(eq(partners.id, partner.id));
  const debits = [
    await givenPlannedDebit(partner, company, { amounts: [4_500] }),
    await givenPlannedDebit(partner, company, { amounts: [3_000] }),
  ];
  const [fileId = ""] = await makeFiles(first.actor, company);
  const { person } = await givenMember(partner, { accessLevel: "money" });
  const collectOn = bankDayIn(10);
  const cutOffDay = bankDaysBefore(collectOn, 2, "target");
  /** Moves the partner's clock to noon of the day, and reads the home page. */
  const home = async (day: string) => {
    const clockOffsetMs = noon(day).getTime() - start;
    await db.update(partners).set({ clockOffsetMs }).where(eq(partners.id, partner.id));
    return (await getHome(db, { ...first.actor, clockOffsetMs })).needsMe.debitFiles;
  };
  return {
    ...{ partner, company, first, second, fileId, debits, collectOn, cutOffDay, home },
    dayBefore: bankDaysBefore(cutOffDay, 1, "target"),
    answeredUntil: addWorkingDays(collectOn, 5, "target"),
    run: (now: Date) => mailDueDebits(db, { scope: { partnerId: partner.id }, now }),
    mails: () => mailsTo(person.email),
  };
}

test("a file that nobody downloads is mailed about once before its cut-off and once after it, and not daily", async () => {
  const { company, fileId, collectOn, cutOffDay, dayBefore, run, mails } = await given();
  expect(await run(noon(addDays(dayBefore, -1)))).toBe(0);
  const told = await Promise.all(times(4, () => run(noon(dayBefore))));
  expect(told.reduce((sum, count) => sum + count, 0)).toBe(1);
  expect(await run(new Date(noon(cutOffDay).getTime() - 4 * HOUR_MS))).toBe(0);
  for (const day of [cutOffDay, addDays(cutOffDay, 1), addDays(collectOn, 30)]) await run(noon(day));
  const [due, late, ...more] = await mails();
  expect(due?.subject).toContain(`A file of direct debits of ${company.name} must be at the bank by`);
  expect(due?.body).toContain("with 2 direct debits is not downloaded yet");
  expect(due?.body).toContain("Download it, and give it to your bank");
  expect(due?.body).toContain(`/companies/${company.id}/debits?file=${fileId}\n`);
  expect(late?.subject).toBe(`A file of direct debits of ${company.name} has not reached the bank in time`);
  expect(late?.body).toContain("Otherwise withdraw the file");
  expect(more).toEqual([]);
});

test("a file that waits for approval is mailed about as well, and asks for the second person", async () => {
  const { second, fileId, cutOffDay, dayBefore, run, mails } = await given({ limitCents: 1_000 });
  const before = (await mails()).length;
  await run(noon(dayBefore));
  expect((await mails())[before]?.body).toContain("A second person must approve it. Then download it");
  await approveDebitFile(db, second.actor, fileId);
  await run(noon(cutOffDay));
  expect((await mails())[before + 1]?.body).not.toContain("second person");
});

test("debits that no statement shows are mailed about once, five bank days after their day, and no longer once they end", async () => {
  const { first, company, fileId, debits, answeredUntil, run, mails } = await given();
  await getDebitFile(db, first.actor, fileId);
  expect(await run(noon(answeredUntil))).toBe(0);
  expect(await run(noon(addDays(answeredUntil, 1)))).toBe(1);
  expect(await run(noon(addDays(answeredUntil, 2)))).toBe(0);
  const [mail] = await mails();
  expect(mail?.subject).toBe(`No answer from the bank about direct debits of ${company.name}`);
  expect(mail?.body).toContain("2 direct debits");
  const later = { ...first.actor, clockOffsetMs: noon(addDays(answeredUntil, 3)).getTime() - Date.now() };
  for (const { debit } of debits) await endDebit(db, later, debit.id);
});

test("the home page counts files until they are downloaded, answered or withdrawn, each with its link", async () => {
  const { first, company, fileId, debits, cutOffDay, dayBefore, answeredUntil, home } = await given();
  const place = { companyId: company.id, fileId, count: 1, debits: 2 };
  expect(await home(addDays(dayBefore, -1))).toEqual([]);
  expect(await home(dayBefore)).toMatchObject([{ ...place, need: "due", cutOffAt: expect.any(Date) }]);
  expect(await home(cutOffDay)).toMatchObject([{ ...place, need: "late" }]);
  await getDebitFile(db, first.actor, fileId);
  expect(await home(cutOffDay)).toEqual([]);
  expect(await home(answeredUntil)).toEqual([]);
  const dayAfter = addDays(answeredUntil, 1);
  expect(await home(dayAfter)).toMatchObject([{ ...place, need: "unanswered", cutOffAt: null }]);
  await endDebit(db, { ...first.actor, clockOffsetMs: noon(dayAfter).getTime() - Date.now() }, debits[0]?.debit.id ?? "");
  expect(await home(dayAfter)).toMatchObject([{ need: "unanswered", debits: 1 }]);
});

test("a withdrawn file that the bank has named counts on the home page, and nowhere a withdrawn one that it has not", async () => {
  const { partner, first, fileId, dayBefore, home } = await given();
  await withdrawDebitFile(db, first.actor, fileId);
  expect(await home(dayBefore)).toEqual([]);
  await db.transaction((tx) => holdWithdrawn(tx, { partnerId: partner.id, fileId }, new Date()));
  expect(await home(dayBefore)).toMatchObject([{ need: "named", fileId, debits: 2 }]);
  expect((await getHome(db, { ...first.actor, companyIds: [] })).needsMe.debitFiles).toEqual([]);
});

test("a mandate that is withdrawn after the download is mailed about, and names the payer on Home until the debit ends", async () => {
  const { first, company, fileId, debits, dayBefore, run, mails, home } = await given();
  const today = addDays(dayBefore, -2);
  const [one, other] = debits.map(({ debit }) => debit);
  await getDebitFile(db, first.actor, fileId);
  expect(await home(today)).toEqual([]);
  await withdrawMandate(db, first.actor, one?.mandateId ?? "");
  const holderOf = async (id = "") => (await db.select().from(debitsTable).where(eq(debitsTable.id, id)))[0]?.holder ?? "";
  const holder = await holderOf(one?.id);
  expect(await home(today)).toMatchObject([{ need: "mandate_withdrawn", fileId, debits: 1, holder, cutOffAt: null }]);
  const [file] = await filesOf(first.actor, company);
  expect(file?.open).toMatchObject([{ need: "mandate_withdrawn", debitsCount: 1, holder }]);
  expect(await run(noon(today))).toBe(1);
  expect(await run(noon(today))).toBe(0);
  const [mail, ...more] = await mails();
  expect(mail?.subject).toBe(`A mandate of ${company.name} was withdrawn after its file was downloaded`);
  expect(mail?.body).toContain(`${holder} has withdrawn the mandate of a direct debit of ${company.name}`);
  expect(more).toEqual([]);
  await withdrawMandate(db, first.actor, other?.mandateId ?? "");
  expect(await run(noon(today))).toBe(1);
  const second = (await mails())[1];
  expect(second?.subject).toBe(`Mandates of ${company.name} were withdrawn after their file was downloaded`);
  expect(second?.body).toContain("and 1 more payer");

  // While the file can still be withdrawn, neither can be ended: the other debits of the file would be stuck in it.
  const at = (day: string) => ({ ...first.actor, clockOffsetMs: noon(day).getTime() - Date.now() });
  const mayBeEnded = async (day: string) =>
    (await listDebitsOfFile(db, at(day), fileId, { pageNumber: 1, pageSize: 20 })).entries.map((entry) => entry.mayBeEnded);
  expect(await mayBeEnded(today)).toEqual([false, false]);
  await expect(endDebit(db, at(today), one?.id ?? "")).rejects.toMatchObject({ code: "debit_not_due" });
  const dayAfter = addDays(one?.collectOn ?? "", 1);
  expect(await mayBeEnded(dayAfter)).toEqual([true, true]);
  await endDebit(db, at(dayAfter), one?.id ?? "");
  expect(await home(dayAfter)).toMatchObject([{ need: "mandate_withdrawn", debits: 1 }]);
  await endDebit(db, at(dayAfter), other?.id ?? "");
  expect(await home(dayAfter)).toEqual([]);
});

test("a mandate that is withdrawn before the download needs no bank: the file is not handed out", async () => {
  const { first, fileId, debits, dayBefore, home } = await given();
  await withdrawMandate(db, first.actor, debits[0]?.debit.mandateId ?? "");
  expect(await home(addDays(dayBefore, -2))).toEqual([]);
  await expect(getDebitFile(db, first.actor, fileId)).rejects.toThrow();
});
