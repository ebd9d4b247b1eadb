import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { debits } from "@/db/schema/debits";
import { payments } from "@/db/schema/payments";
import { amendMandate } from "@/server/billing/mandates/amend-mandate";
import { originalAccounts } from "@/server/billing/mandates/original-accounts";
import { givenCollecting, givenPlannedDebit, makeFiles } from "@/server/testing/given-planned-debit";
import { getDebitFile } from "./get-debit-file";

const [former, present] = ["DE02120300000000202051", "DE89370400440532013000"];

/** A mandate by which a debit went to the bank, and which has another account since. */
async function givenAmended() {
  const { partner, company, first } = await givenCollecting();
  const { mandate } = await givenPlannedDebit(partner, company, { mandate: { iban: former } });
  const [firstFile = ""] = await makeFiles(first.actor, company);
  await getDebitFile(db, first.actor, firstFile);
  await amendMandate(db, first.actor, mandate.id, { holder: "Bo Brandsma", iban: present });
  const plan = async () => (await givenPlannedDebit(partner, company, { by: mandate })).debit;
  const rowOf = async ({ id }: { id: string }) => (await db.select().from(debits).where(eq(debits.id, id)))[0];
  return { partner, company, first, mandate, firstFile, plan, rowOf };
}

test("the next file tells the bank of the amendment, the same each time, and the one after it does not", async () => {
  const { company, first, firstFile, plan, rowOf } = await givenAmended();
  const debit = await plan();
  const [fileId = ""] = await makeFiles(first.actor, company);
  expect(await rowOf(debit)).toMatchObject({ iban: present, holder: "Bo Brandsma", originalIban: former });
  const file = await getDebitFile(db, first.actor, fileId);
  expect(file).toContain("<AmdmntInd>true</AmdmntInd>");
  expect(file).toContain(`<DbtrAcct><Id><IBAN>${present}</IBAN>`);
  expect(await getDebitFile(db, first.actor, fileId)).toBe(file);
  const before = await getDebitFile(db, first.actor, firstFile);
  expect(before).toContain(`<DbtrAcct><Id><IBAN>${former}</IBAN>`);
  expect(before).not.toContain("AmdmntInd");

  const next = await plan();
  await makeFiles(first.actor, company);
  expect(await rowOf(next)).toMatchObject({ iban: present, originalIban: null });
});

test("a debit that leaves its file has told nothing, so the next file tells", async () => {
  const { partner, company, first, mandate, plan, rowOf } = await givenAmended();
  const debit = await plan();
  await makeFiles(first.actor, company);
  await db.transaction(async (tx) => {
    const nothing = { holder: null, iban: null, scheme: null, mandateReference: null, mandateSignedOn: null, text: null };
    await tx
      .update(debits)
      .set({ ...nothing, status: "planned", fileId: null, fileCents: null, sequenceType: null })
      .where(eq(debits.id, debit.id));
    await tx.update(payments).set({ status: "scheduled" }).where(eq(payments.debitId, debit.id));
  });
  expect(await rowOf(debit)).toMatchObject({ status: "planned", originalIban: null });
  expect(await originalAccounts(db, partner.actor, [mandate.id])).toEqual(new Map([[mandate.id, former]]));
});
