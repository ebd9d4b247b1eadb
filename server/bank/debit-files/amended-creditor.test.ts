import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { only } from "@/db/rows";
import { bankAccountDetails } from "@/db/schema/bank-accounts";
import { debits } from "@/db/schema/debits";
import { mandates } from "@/db/schema/mandates";
import type { Mandate } from "@/server/billing/mandates/mandate";
import { newId } from "@/server/platform/id";
import { accountOf, givenCollecting, givenPlannedDebit, makeFiles } from "@/server/testing/given-planned-debit";
import { getDebitFile } from "./get-debit-file";
import { withdrawDebitFile } from "./withdraw-debit-file";

const FORMER = "DE98ZZZ09999999999";
const PRESENT = "NL79ZZZ999999990000";

/** A company whose account gets another creditor identifier and holder. */
async function given() {
  const { partner, company, first } = await givenCollecting();
  const plan = async (by?: Mandate) => await givenPlannedDebit(partner, company, by && { by });
  const rowOf = async ({ debit }: Awaited<ReturnType<typeof plan>>) => only(await db.select().from(debits).where(eq(debits.id, debit.id)));
  return {
    ...{ company, first, plan, rowOf },
    make: () => makeFiles(first.actor, company),
    change: async (facts: Partial<typeof bankAccountDetails.$inferInsert>) => {
      const bankAccountId = await accountOf(company);
      const [present] = await db.select().from(bankAccountDetails).where(eq(bankAccountDetails.bankAccountId, bankAccountId));
      if (!present) throw new Error("The account has no details");
      await db.insert(bankAccountDetails).values({ ...present, ...facts, id: newId(), requestedAt: new Date(), inForceAt: new Date() });
    },
  };
}

const told = ({ originalCreditorIdentifier, originalCreditorName }: Awaited<ReturnType<Awaited<ReturnType<typeof given>>["rowOf"]>>) => [
  originalCreditorIdentifier,
  originalCreditorName,
];

test("the next file tells the bank of another creditor identifier and name for each mandate that was used, and the one after it does not", async () => {
  const { first, plan, make, change, rowOf } = await given();
  const { mandate } = await plan();
  const [before = ""] = await make();
  await change({ creditorIdentifier: PRESENT, holder: "Rowing Society Northbank" });
  const next = await plan(mandate);
  const [fileId = ""] = await make();
  expect(told(await rowOf(next))).toEqual([FORMER, "Rowing Club Northbank"]);
  const file = await getDebitFile(db, first.actor, fileId);
  expect(file).toContain(
    `<AmdmntInd>true</AmdmntInd><AmdmntInfDtls><OrgnlCdtrSchmeId><Nm>Rowing Club Northbank</Nm><Id><PrvtId><Othr><Id>${FORMER}</Id>`,
  );
  expect(file).toContain(`<CdtrSchmeId><Id><PrvtId><Othr><Id>${PRESENT}</Id>`);
  expect(await getDebitFile(db, first.actor, fileId)).toBe(file);
  expect(await getDebitFile(db, first.actor, before)).not.toContain("AmdmntInd");
  const after = await plan(mandate);
  await make();
  expect(told(await rowOf(after))).toEqual([null, null]);
});

test("a mandate that was recorded under the former identifier, and never used, tells of it; one recorded since does not", async () => {
  const { plan, make, change, rowOf } = await given();
  const old = await plan();
  await change({ creditorIdentifier: PRESENT });
  const recent = await plan();
  await make();
  expect(told(await rowOf(old))).toEqual([FORMER, null]);
  expect(told(await rowOf(recent))).toEqual([null, null]);
});

test("another name alone is told without an identifier, and another business code is no change", async () => {
  const { first, plan, make, change, rowOf } = await given();
  const debit = await plan();
  await change({ creditorIdentifier: "DE98ABC09999999999", holder: "Rowing Society Northbank" });
  const [fileId = ""] = await make();
  expect(told(await rowOf(debit))).toEqual([null, "Rowing Club Northbank"]);
  expect(await getDebitFile(db, first.actor, fileId)).toContain("<OrgnlCdtrSchmeId><Nm>Rowing Club Northbank</Nm></OrgnlCdtrSchmeId>");
});

test("a name whose umlauts are now written as two letters is the same name, as files write it", async () => {
  const { plan, make, change, rowOf } = await given();
  const iban = "DE02120300000000202051";
  await change({ holder: "Ruderverein München", iban });
  const { mandate } = await plan();
  await make();
  await change({ holder: "Ruderverein Muenchen", iban });
  const next = await plan(mandate);
  await make();
  expect(told(await rowOf(next))).toEqual([null, null]);
});

test("a withdrawn file has told nothing, so the next one tells", async () => {
  const { first, plan, make, change, rowOf } = await given();
  const debit = await plan();
  await change({ creditorIdentifier: PRESENT });
  const [fileId = ""] = await make();
  await withdrawDebitFile(db, first.actor, fileId);
  expect(told(await rowOf(debit))).toEqual([null, null]);
  await make();
  expect(told(await rowOf(debit))).toEqual([FORMER, null]);
});

test("a mandate is told by the identifier that the bank knows, not by the one in force when it was recorded", async () => {
  const { plan, make, change, rowOf } = await given();
  await change({ creditorIdentifier: PRESENT });
  const { mandate } = await plan();
  await make();
  await db.update(mandates).set({ lastCollectedOn: "2026-11-01" }).where(eq(mandates.id, mandate.id));
  await change({ creditorIdentifier: FORMER });
  const next = await plan(mandate);
  await make();
  expect(told(await rowOf(next))).toEqual([PRESENT, null]);
});
