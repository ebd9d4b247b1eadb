import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { only } from "@/db/rows";
import { debits } from "@/db/schema/debits";
import { partners } from "@/db/schema/partners";
import { systemActor } from "@/server/actor";
import { decideWithdrawnFile } from "@/server/bank/debit-files/decide-withdrawn-file";
import { getDebitFile } from "@/server/bank/debit-files/get-debit-file";
import { withdrawDebitFile } from "@/server/bank/debit-files/withdraw-debit-file";
import { storeStatementFile } from "@/server/bank/statements/store-statement-file";
import { painIdOf } from "@/server/domain/banking/pain-elements";
import { dayAt } from "@/server/domain/formats/calendar";
import { DAY_MS } from "@/server/domain/formats/time";
import { clock } from "@/server/platform/clock";
import { givenCollecting, givenPlannedDebit, makeFiles } from "@/server/testing/given-planned-debit";
import { lookAtDesk, receivedFile } from "@/server/testing/given-statement";
import { reportFile } from "@/server/testing/report-files";
import { handOverDebits } from "./hand-over-debits";
import { readFacts } from "./read-facts";

/** A sandbox with a debit whose file was withdrawn, and then named by the bank. */
async function givenNamed() {
  const { partner, company, first } = await givenCollecting({ isSandbox: true });
  const { debit } = await givenPlannedDebit(partner, company);
  const [fileId = ""] = await makeFiles(first.actor, company);
  await getDebitFile(db, first.actor, fileId);
  await withdrawDebitFile(db, first.actor, fileId);
  const report = reportFile({ fileId: painIdOf(fileId), partId: null, id: "R1", status: "ACCP" });
  await storeStatementFile(db, partner.actor, { name: "report.xml" }, receivedFile(report));
  await lookAtDesk(partner);
  return { partner, company, first, fileId, debit };
}

const daysOf = async ({ id }: { id: string }) =>
  new Map((await db.select().from(debits).where(eq(debits.partnerId, id))).map((debit) => [debit.id, debit.collectOn]));

test("a debit of a withdrawn file that the bank has named waits for a person, and others that are late are put off", async () => {
  const { partner, company, debit } = await givenNamed();
  const { debit: late } = await givenPlannedDebit(partner, company);
  await db
    .update(partners)
    .set({ clockOffsetMs: 11 * DAY_MS })
    .where(eq(partners.id, partner.id));
  const actor = systemActor(only(await db.select().from(partners).where(eq(partners.id, partner.id))));
  expect(await db.transaction((tx) => handOverDebits(tx, actor, dayAt(clock.now(actor))))).toEqual([]);
  const days = await daysOf(partner);
  expect(days.get(debit.id)).toBe(debit.collectOn);
  expect((days.get(late.id) ?? "") > late.collectOn).toBe(true);
});

test("the season's bank has a withdrawn file that was found", async () => {
  const { partner, first, fileId, debit } = await givenNamed();
  const atBank = async () => (await readFacts(db, partner.actor, dayAt(new Date()))).debits.map(({ endToEndId }) => endToEndId);
  expect(await atBank()).toEqual([]);
  await decideWithdrawnFile(db, first.actor, fileId, "bank_has_it");
  expect(await atBank()).toEqual([debit.endToEndId]);
});
