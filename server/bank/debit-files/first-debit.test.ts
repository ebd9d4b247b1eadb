import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { db } from "@/db/client";
import { debits } from "@/db/schema/debits";
import { storeStatementFile } from "@/server/bank/statements/store-statement-file";
import type { GivenMandate } from "@/server/billing/mandates/mandate-fields";
import { painIdOf } from "@/server/domain/banking/pain-elements";
import { updateDebitSettings } from "@/server/tenancy/bank-accounts/debit-settings";
import { getBankAccount } from "@/server/tenancy/bank-accounts/find-bank-accounts";
import { accountOf, givenCollecting, givenPlannedDebit, makeFiles } from "@/server/testing/given-planned-debit";
import { lookAtDesk, receivedFile } from "@/server/testing/given-statement";
import { reportFile } from "@/server/testing/report-files";
import { camtFile, type MadeEntry } from "@/server/testing/statement-files";
import { getDebitFile } from "./get-debit-file";

/** An account whose bank wants the first debit of a mandate marked. */
async function given() {
  const { partner, company, first } = await givenCollecting();
  const bankAccountId = await accountOf(company);
  await updateDebitSettings(db, first.actor, bankAccountId, {
    leadDays: 2,
    cutOffHour: 10,
    sequence: "FRST_FNAL",
    isOneFilePerBatch: false,
    hasCreditorAddress: false,
    batchBooking: true,
  });
  const iban = (await getBankAccount(db, partner.actor, bankAccountId)).current?.iban ?? "";
  const take = async (file: string) => {
    await storeStatementFile(db, partner.actor, { name: "answer.xml" }, receivedFile(file));
    await lookAtDesk(partner);
  };
  return {
    /** Plans a debit, puts it into a file, and returns its sequence type with functions for the bank's answers. */
    collect: async (options: Parameters<typeof givenPlannedDebit>[2]) => {
      const { debit, mandate } = await givenPlannedDebit(partner, company, options);
      const [fileId = ""] = await makeFiles(first.actor, company);
      await getDebitFile(db, first.actor, fileId);
      const [stored] = await db.select().from(debits).where(eq(debits.id, debit.id));
      const entry = (made: Partial<MadeEntry>) =>
        take(
          camtFile([{ iban, id: `S${fileId.slice(-6)}${made.cents}`, entries: [{ cents: 4_500, endToEndId: debit.endToEndId, ...made }] }]),
        );
      return {
        mandate,
        sequenceType: stored?.sequenceType,
        reject: () => take(reportFile({ fileId: painIdOf(fileId), partId: null, id: fileId.slice(-6), status: "RJCT", reason: "AM04" })),
        book: () => entry({}),
        takeBack: () => entry({ cents: -4_500, isReversal: true, returnReason: "MD06", on: "2026-11-27" }),
      };
    },
  };
}

let account: Awaited<ReturnType<typeof given>>;
beforeEach(async () => {
  account = await given();
});

const collect = (mandate: GivenMandate = {}) => account.collect({ mandate });

test("after a first debit at the bank, the next one is not marked as the first", async () => {
  const one = await collect();
  expect(one.sequenceType).toBe("FRST");
  expect(await account.collect({ by: one.mandate })).toMatchObject({ sequenceType: "RCUR" });
});

test("after a first debit that the bank rejected, the next one is the first again, as often as it is rejected", async () => {
  const one = await collect();
  await one.reject();
  const two = await account.collect({ by: one.mandate });
  expect(two.sequenceType).toBe("FRST");
  await two.reject();
  const three = await account.collect({ by: one.mandate });
  expect(three.sequenceType).toBe("FRST");
  await three.book();
  expect(await account.collect({ by: one.mandate })).toMatchObject({ sequenceType: "RCUR" });
});

test("after a first debit that was collected and went back, the next one is not the first", async () => {
  const one = await collect();
  await one.book();
  await one.takeBack();
  expect(await account.collect({ by: one.mandate })).toMatchObject({ sequenceType: "RCUR" });
});

test("a rejected debit of a mandate that other software used is followed by one that is not the first", async () => {
  const one = await collect({ lastCollectedOn: "2026-10-01" });
  expect(one.sequenceType).toBe("RCUR");
  await one.reject();
  expect(await account.collect({ by: one.mandate })).toMatchObject({ sequenceType: "RCUR" });
});

test("a rejected debit of a mandate for a single one is followed by another single one", async () => {
  const one = await collect({ sequence: "one_off" });
  expect(one.sequenceType).toBe("OOFF");
  await one.reject();
  expect(await account.collect({ by: one.mandate })).toMatchObject({ sequenceType: "OOFF" });
});
