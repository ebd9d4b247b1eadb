import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { debitFiles } from "@/db/schema/debit-files";
import { debits } from "@/db/schema/debits";
import { dayAt, daysFrom } from "@/server/domain/formats/calendar";
import { DAY_MS } from "@/server/domain/formats/time";
import { debitCutOff } from "@/server/domain/rules/debit-cut-off";
import { debitLeadLimits } from "@/server/domain/rules/debit-state";
import { newId } from "@/server/platform/id";
import { accountOf, givenCollecting, givenPlannedDebit, makeFiles } from "@/server/testing/given-planned-debit";
import { getDebitFile } from "./get-debit-file";
import { listDebitFiles } from "./list-debit-files";

/** A file that waits for its download, and 24 younger ones that were withdrawn. */
async function given() {
  const { partner, company, first } = await givenCollecting();
  await givenPlannedDebit(partner, company);
  const [fileId = ""] = await makeFiles(first.actor, company);
  const bankAccountId = await accountOf(company);
  const withdrawn = Array.from({ length: 24 }, (_, nth) => ({ id: newId(), at: new Date(Date.now() + nth * 1_000) }));
  await db.insert(debitFiles).values(
    withdrawn.map(({ id, at }) => ({
      ...{ partnerId: partner.id, id, companyId: company.id, bankAccountId, amountCents: 4_500, debitsCount: 1, batchBooking: true },
      ...{ holder: "Rowing Club Northbank", iban: "DE02120300000000202051", creditorIdentifier: "DE98ZZZ09999999999" },
      ...{ createdBy: "system", createdAt: at, needsApproval: false, withdrawnBy: "system", withdrawnAt: at },
    })),
  );
  const list = (pageNumber: number, named: string | null = null) =>
    listDebitFiles(db, first.actor, company.id, { pageNumber, pageSize: 20, fileId: named });
  return { first, fileId, newestFirst: withdrawn.map(({ id }) => id).reverse(), list };
}

test("every file is on a page: the one that needs a person first, then the others, newest first", async () => {
  const { first, fileId, newestFirst, list } = await given();
  const pages = [await list(1), await list(2)];
  expect(pages.map(({ entries }) => entries.length)).toEqual([20, 5]);
  expect(pages.flatMap(({ entries }) => entries.map(({ id }) => id))).toEqual([fileId, ...newestFirst]);
  expect(pages[0]?.entries[0]?.open).toMatchObject([{ need: "in_time", debitsCount: 1, cutOffAt: expect.any(Date) }]);
  expect(pages[0]?.entries[1]?.open).toEqual([]);
  expect(await list(9)).toMatchObject({ pageNumber: 2, totalEntries: 25 });
  await getDebitFile(db, first.actor, fileId);
  expect((await list(2)).entries.at(-1)).toMatchObject({ id: fileId, open: [] });
});

test("a file that is named is on the page that is listed, and one that the company does not have changes nothing", async () => {
  const { newestFirst, list } = await given();
  const last = newestFirst.at(-1) ?? "";
  const found = await list(1, last);
  expect(found.pageNumber).toBe(2);
  expect(found.entries.map(({ id }) => id)).toContain(last);
  expect(await list(2, newestFirst[0])).toMatchObject({ pageNumber: 1 });
  expect(await list(1, newId())).toMatchObject({ pageNumber: 1 });
});

test("a downloaded file keeps the moment by which the bank must have it, until the bank answers or its day comes", async () => {
  const { partner, company, first } = await givenCollecting({ isSandbox: true });
  const { collectOn } = (await givenPlannedDebit(partner, company)).debit;
  const [fileId = ""] = await makeFiles(first.actor, company);
  /** Reads the file, so many days after today. */
  const fileIn = async (days: number) => {
    const actor = { ...first.actor, clockOffsetMs: days * DAY_MS };
    return (await listDebitFiles(db, actor, company.id, { pageNumber: 1, pageSize: 20, fileId: null })).entries[0];
  };
  const cutOff = debitCutOff(collectOn, { leadDays: debitLeadLimits.days.initial, cutOffHour: debitLeadLimits.hour.initial });
  expect((await fileIn(0))?.cutOff).toBeNull();
  await getDebitFile(db, first.actor, fileId);
  expect(await fileIn(0)).toMatchObject({ isWithBank: false, cutOff: { at: cutOff, isOver: false } });
  const untilDay = daysFrom(dayAt(new Date()), collectOn);
  expect((await fileIn(untilDay - 1))?.cutOff).toEqual({ at: cutOff, isOver: true });
  expect((await fileIn(untilDay))?.cutOff).toBeNull();
  await db.update(debits).set({ reportStatus: "accepted", reportedAt: new Date() }).where(eq(debits.fileId, fileId));
  expect(await fileIn(0)).toMatchObject({ isWithBank: true, cutOff: null });
});
