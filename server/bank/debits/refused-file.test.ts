import { and, eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { type Database, db } from "@/db/client";
import { debitFiles } from "@/db/schema/debit-files";
import { payments } from "@/db/schema/payments";
import { withdrawnDebits } from "@/db/schema/withdrawn-debits";
import { decideWithdrawnFile } from "@/server/bank/debit-files/decide-withdrawn-file";
import { getDebitFile } from "@/server/bank/debit-files/get-debit-file";
import { listRefused } from "@/server/bank/debit-files/list-refused";
import { withdrawDebitFile } from "@/server/bank/debit-files/withdraw-debit-file";
import { batchOf, booking, type DebitAtBank, givenDebitsAtBank } from "@/server/testing/given-debits-at-bank";
import { givenMember } from "@/server/testing/given-person";
import { bankDayIn } from "@/server/testing/given-planned-debit";
import { lookAtDesk } from "@/server/testing/given-statement";
import { mailsTo } from "@/server/testing/mails-to";
import { endDebit, endRefusedDebits } from "./end-debit";

/** A file with a household's debit and, on a later day, so in another batch, a single one. */
async function given() {
  const at = await givenDebitsAtBank([{ amounts: [1_000, 500] }, { collectOn: "2026-11-26" }]);
  const [household, single] = at.debits as [DebitAtBank, DebitAtBank];
  const { person, actor } = await givenMember(at.partner, { role: "administrator", name: "Femke Aarts" });
  return {
    ...{ ...at, household, single, actor },
    states: async () => (await at.debitsNow()).map(({ status }) => status),
    told: async () => (await mailsTo(person.email)).flatMap(({ kind }) => (kind?.startsWith("debits") ? [kind] : [])),
    fileNow: () => db.query.debitFiles.findFirst({ where: eq(debitFiles.id, at.id) }),
    named: async () => {
      const rows = await db.select().from(withdrawnDebits).where(eq(withdrawnDebits.fileId, at.id));
      return rows.map(({ namedAt }) => namedAt !== null);
    },
    statement: at.told,
  };
}

const FIRST = "2026-11-26T10:00:00";
const SECOND = "2026-11-26T11:00:00";
const EARLIER = "2026-11-26T09:00:00";
const THIRD = "2026-11-26T12:00:00";
const FOURTH = "2026-11-26T13:00:00";

describe("a bank that refuses a whole file", () => {
  test.each(["FF01", "DT01", "RR03", "AM03", "MS03", "ED05", "XX99", undefined])(
    "for %s, ends no debit and tells no payer: people who decide about money are mailed once",
    async (reason) => {
      const { report, states, announced, household, single, told, mandate, partner, company, actor, id } = await given();
      const taken = await report({ status: "RJCT", ...(reason && { reason }), saidAt: FIRST });
      expect(taken.debitReports).toMatchObject([{ status: "rejected", rejected: 0, refused: 2, contradicted: 0 }]);
      expect(await states()).toEqual(["at_bank", "at_bank"]);
      expect(await announced([...household.invoices, ...single.invoices])).toEqual([]);
      expect(await db.$count(payments, and(eq(payments.partnerId, partner.id), eq(payments.status, "pending")))).toBe(3);
      expect(await mandate(single.debit)).toMatchObject({ endedAt: null, lastCollectedOn: null });
      await report({ status: "RJCT", ...(reason && { reason }), saidAt: SECOND });
      expect(await told()).toEqual(["debitsRefused"]);
      const { refused } = await listRefused(db, actor, company.id);
      expect(refused).toMatchObject([{ fileId: id, count: 2, reasonCode: reason ?? null, isPart: false }]);
    },
  );

  test("for a reason of one payer, which cannot be that of several, ends none of them, nor their mandates", async () => {
    const { report, states, mandate, single } = await given();
    await report({ status: "RJCT", reason: "AC04" });
    expect(await states()).toEqual(["at_bank", "at_bank"]);
    expect(await mandate(single.debit)).toMatchObject({ endedAt: null });
  });

  test("with one debit for a reason of its payer ends that debit", async () => {
    const { report, debitsNow } = await givenDebitsAtBank();
    await report({ status: "RJCT", reason: "AC04" });
    expect(await debitsNow()).toMatchObject([{ status: "rejected", reasonCode: "AC04" }]);
  });

  test("still rejects by themselves the debits that it lists", async () => {
    const { report, states, single } = await given();
    await report({ status: "RJCT", reason: "FF01", payments: [{ endToEndId: single.debit.endToEndId, status: "RJCT", reason: "AC04" }] });
    expect(await states()).toEqual(["at_bank", "rejected"]);
  });
});

describe("a refused file", () => {
  test("is withdrawn by a person: its debits are planned again, without the bank's answer, and put off if it is too late", async () => {
    const { report, states, actor, id, fileNow, debitsNow, announced, single, named } = await given();
    await report({ status: "RJCT", reason: "FF01", saidAt: FIRST });
    await withdrawDebitFile(db, actor, id);
    expect(await states()).toEqual(["planned", "planned"]);
    expect((await fileNow())?.withdrawnAt).not.toBeNull();
    const blank = { reportStatus: null, reportedAt: null, reasonCode: null, isReportOwn: false, postponements: 1 };
    expect(await debitsNow()).toMatchObject([blank, blank]);
    expect(await announced(single.invoices)).toEqual(["debit_announced"]);
    await report({ status: "ACCP", saidAt: EARLIER });
    expect(await named()).toEqual([false, false]);
  });

  test("waits for a person, once withdrawn, if a newer report accepts it", async () => {
    const { report, actor, id, named, told } = await given();
    await report({ status: "RJCT", reason: "FF01", saidAt: FIRST });
    await withdrawDebitFile(db, actor, id);
    await report({ status: "ACCP", saidAt: SECOND });
    expect(await named()).toEqual([true, true]);
    expect(await told()).toEqual(["debitsRefused", "debitsToCheck"]);
  });

  test("cannot be withdrawn once the bank accepts it after all, or a statement names it", async () => {
    const { report, actor, id, statement, single } = await given();
    await report({ status: "RJCT", reason: "FF01", saidAt: FIRST });
    await report({ status: "ACSP", saidAt: SECOND });
    await expect(withdrawDebitFile(db, actor, id)).rejects.toMatchObject({ code: "debit_file_at_bank" });
    await report({ status: "RJCT", reason: "FF01", saidAt: "2026-11-26T12:00:00" });
    await statement([booking(single, { cents: 1 })]);
    await expect(withdrawDebitFile(db, actor, id)).rejects.toMatchObject({ code: "debit_file_at_bank" });
  });

  test("that was only sent twice stays at the bank, unless its first copy was refused as well", async () => {
    const { report, actor, id, states } = await given();
    await report({ status: "RJCT", reason: "AM05", saidAt: FIRST });
    await expect(withdrawDebitFile(db, actor, id)).rejects.toMatchObject({ code: "debit_file_at_bank" });
    const other = await given();
    await other.report({ status: "RJCT", reason: "FF01", saidAt: FIRST });
    await other.report({ status: "RJCT", reason: "AM05", saidAt: SECOND });
    await withdrawDebitFile(db, other.actor, other.id);
    expect([await states(), await other.states()]).toEqual([
      ["at_bank", "at_bank"],
      ["planned", "planned"],
    ]);
  });

  test("is ended by a person before its day: customers are told and asked, and nothing ends twice", async () => {
    const { report, actor, id, debitsNow, announced, single, household, mandate } = await given();
    await expect(endRefusedDebits(db, actor, id, 2)).rejects.toMatchObject({ code: "changed_meanwhile" });
    await report({ status: "RJCT", reason: "FF01" });
    await expect(endRefusedDebits(db, actor, id, 1)).rejects.toMatchObject({ code: "changed_meanwhile" });
    await expect(endRefusedDebits(db, actor, "f".repeat(40), 1)).rejects.toMatchObject({ code: "invalid_debit_file_id" });
    const outcomes = await Promise.allSettled([endRefusedDebits(db, actor, id, 2), endRefusedDebits(db, actor, id, 2)]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const ended = { status: "rejected", endedBy: `person:${actor.id}`, reasonCode: "FF01" };
    expect(await debitsNow()).toMatchObject([ended, ended]);
    expect(await announced([...household.invoices, ...single.invoices])).toEqual(Array.from({ length: 3 }, () => "payment_failed"));
    expect(await mandate(single.debit)).toMatchObject({ endedAt: null });
  });
});

test("debits of a refused file are ended by one update each, so that each is verified once", async () => {
  const { report, actor, id, debitsNow } = await given();
  await report({ status: "RJCT", reason: "FF01" });
  const updated = await db.transaction(async (tx) => {
    const before = await countUpdates(tx);
    await endRefusedDebits(tx, actor, id, 2);
    return (await countUpdates(tx)) - before;
  });
  expect(updated).toBe(2);
  const ended = { status: "rejected", endedBy: `person:${actor.id}` };
  expect(await debitsNow()).toMatchObject([ended, ended]);

  /** Counts updated rows of `debits`: of this transaction, and of earlier ones of its connection, which Postgres reports with a delay. */
  async function countUpdates(tx: Database): Promise<number> {
    const [row] = await tx.execute<{ count: number }>(sql`select pg_stat_get_xact_tuples_updated('debits'::regclass)::int as count`);
    return row?.count ?? 0;
  }
});

describe("a refused file that a person has withdrawn, and that the bank has after all,", () => {
  /** The bank accepts the file after a person has withdrawn it, and the person states that the bank has it. */
  async function givenFound() {
    const at = await given();
    await at.report({ status: "RJCT", reason: "FF01", saidAt: FIRST });
    await withdrawDebitFile(db, at.actor, at.id);
    await at.report({ status: "ACCP", saidAt: SECOND });
    await decideWithdrawnFile(db, at.actor, at.id, "bank_has_it");
    return at;
  }

  test("is withdrawn again once the bank refuses it again, and is then known as one that the bank does not have", async () => {
    const at = await givenFound();
    await at.report({ status: "RJCT", reason: "FF01", saidAt: THIRD });
    expect((await listRefused(db, at.actor, at.company.id)).refused).toMatchObject([{ fileId: at.id, count: 2 }]);
    await withdrawDebitFile(db, at.actor, at.id, 2);
    expect([await at.states(), await at.named()]).toEqual([
      ["planned", "planned"],
      [false, false],
    ]);
    expect(await at.fileNow()).toMatchObject({ foundAt: null, foundBy: null, withdrawnBy: `person:${at.actor.id}` });
    await expect(withdrawDebitFile(db, at.actor, at.id)).rejects.toMatchObject({ code: "changed_meanwhile" });
    await at.report({ status: "ACCP", saidAt: SECOND });
    expect(await at.named()).toEqual([false, false]);
    await at.report({ status: "ACCP", saidAt: FOURTH });
    expect(await at.named()).toEqual([true, true]);
    await decideWithdrawnFile(db, at.actor, at.id, "bank_has_it");
    expect(await at.states()).toEqual(["at_bank", "at_bank"]);
  });

  test("loses a batch that the bank refuses: only a report or an entry about that batch holds it", async () => {
    const at = await givenFound();
    await at.report({ status: "PART", partId: batchOf(at.single), partStatus: "RJCT", reason: "DT01", saidAt: THIRD });
    await withdrawDebitFile(db, at.actor, at.id, 1);
    expect(await at.states()).toEqual(["at_bank", "planned"]);
    expect((await listRefused(db, at.actor, at.company.id)).left).toEqual([{ fileId: at.id, count: 1 }]);
    const ofSingle = and(eq(withdrawnDebits.fileId, at.id), eq(withdrawnDebits.debitId, at.single.debit.id));
    const held = () => db.query.withdrawnDebits.findFirst({ where: ofSingle });
    await at.report({ status: "PART", partId: batchOf(at.household), partStatus: "ACSC", saidAt: FOURTH });
    expect(await held()).toMatchObject({ namedAt: null });
    await at.statement([{ cents: 1_000, on: "2026-11-26", batchId: batchOf(at.single) }], { on: "2026-11-26" });
    expect(await held()).toMatchObject({ namedAt: expect.any(Date) });
    await decideWithdrawnFile(db, at.actor, at.id, "bank_has_it");
    await lookAtDesk(at.partner);
    expect(await at.states()).toEqual(["at_bank", "booked"]);
  });
});

describe("a refused batch", () => {
  const refuse = (at: Awaited<ReturnType<typeof given>>, saidAt = FIRST) =>
    at.report({ status: "PART", partId: batchOf(at.single), partStatus: "RJCT", reason: "DT01", saidAt });

  test("is not withdrawn if another number of debits is refused than the person saw", async () => {
    const at = await given();
    await refuse(at);
    await expect(withdrawDebitFile(db, at.actor, at.id, 2)).rejects.toMatchObject({ code: "changed_meanwhile" });
    expect(await at.states()).toEqual(["at_bank", "at_bank"]);
    await at.report({ status: "RJCT", reason: "FF01", saidAt: SECOND });
    await expect(withdrawDebitFile(db, at.actor, at.id, 1)).rejects.toMatchObject({ code: "changed_meanwhile" });
    await withdrawDebitFile(db, at.actor, at.id, 2);
    expect(await at.states()).toEqual(["planned", "planned"]);
  });

  test("that was put back into its file is withdrawn again once the bank refuses it again, and tells nobody between", async () => {
    const at = await given();
    await refuse(at);
    await withdrawDebitFile(db, at.actor, at.id);
    const accepted = { status: "PART", partId: batchOf(at.single), partStatus: "ACSP" };
    await at.report({ ...accepted, saidAt: SECOND });
    await decideWithdrawnFile(db, at.actor, at.id, "bank_has_it");
    const before = await at.told();
    await at.report({ ...accepted, saidAt: "2026-11-26T11:30:00" });
    expect(await at.told()).toEqual(before);
    await refuse(at, THIRD);
    await withdrawDebitFile(db, at.actor, at.id, 1);
    expect([await at.states(), await at.named()]).toEqual([["at_bank", "planned"], [false]]);
    await at.report({ ...accepted, saidAt: SECOND });
    expect(await at.named()).toEqual([false]);
    await at.report({ ...accepted, saidAt: FOURTH });
    expect(await at.named()).toEqual([true]);
  });

  test.each([
    ["the bank collects it with the rest, as one sum", 2_500],
    ["the bank collects it alone", 1_000],
  ])("waits for a person, once withdrawn, if %s, and names only the file", async (_what, cents) => {
    const at = await given();
    await refuse(at);
    await withdrawDebitFile(db, at.actor, at.id);
    await at.statement([{ cents, on: "2026-11-26", batchId: at.messageId }], { on: "2026-11-26" });
    expect([await at.states(), await at.named()]).toEqual([["at_bank", "planned"], [true]]);
    await decideWithdrawnFile(db, at.actor, at.id, "bank_has_it");
    await lookAtDesk(at.partner);
    expect(await at.states()).toEqual([cents === 2_500 ? "booked" : "at_bank", "booked"]);
  });

  test.each([
    ["names only the file, and is that of the rest", 1_500, (at: Awaited<ReturnType<typeof given>>) => at.messageId, "booked"],
    ["is another one, and names the other batch", 2_500, (at: Awaited<ReturnType<typeof given>>) => batchOf(at.household), "at_bank"],
  ])("is free for another file, once withdrawn, if a sum %s", async (_what, cents, named, expected) => {
    const at = await given();
    await refuse(at);
    await withdrawDebitFile(db, at.actor, at.id);
    await at.statement([{ cents, on: "2026-11-26", batchId: named(at) }], { on: "2026-11-26" });
    expect([await at.states(), await at.named()]).toEqual([[expected, "planned"], [false]]);
  });

  test("is withdrawn without the rest of its file, which is booked", async () => {
    const at = await given();
    await refuse(at);
    const { refused } = await listRefused(db, at.actor, at.company.id);
    expect(refused).toMatchObject([{ count: 1, isPart: true }]);
    await withdrawDebitFile(db, at.actor, at.id);
    expect(await at.states()).toEqual(["at_bank", "planned"]);
    expect((await at.fileNow())?.withdrawnAt).toBeNull();
    expect((await listRefused(db, at.actor, at.company.id)).left).toEqual([{ fileId: at.id, count: 1 }]);
    await at.statement([{ cents: 1_500, on: "2026-11-25", batchId: batchOf(at.household) }]);
    expect(await at.states()).toEqual(["booked", "planned"]);
    await expect(withdrawDebitFile(db, at.actor, at.id)).rejects.toMatchObject({ code: "debit_file_at_bank" });
  });

  test.each([
    [
      "a report accepts it",
      "at_bank",
      (at: Awaited<ReturnType<typeof given>>) =>
        at.report({ status: "PART", partId: batchOf(at.single), partStatus: "ACSP", saidAt: SECOND }),
    ],
    [
      "a statement names it",
      "booked",
      (at: Awaited<ReturnType<typeof given>>) =>
        at.statement([{ cents: 1_000, on: "2026-11-26", batchId: batchOf(at.single) }], { on: "2026-11-26" }),
    ],
    [
      "a statement collects its debit",
      "booked",
      (at: Awaited<ReturnType<typeof given>>) => at.statement([booking(at.single, { on: "2026-11-26" })], { on: "2026-11-26" }),
    ],
  ])("waits for a person, once withdrawn, if %s; it can go back into its file, and is then %s", async (_what, expected, answer) => {
    const at = await given();
    await refuse(at);
    await withdrawDebitFile(db, at.actor, at.id);
    await answer(at);
    expect([await at.states(), await at.named()]).toEqual([["at_bank", "planned"], [true]]);
    await expect(getDebitFile(db, at.actor, at.id)).rejects.toMatchObject({ code: "changed_meanwhile" });
    await decideWithdrawnFile(db, at.actor, at.id, "bank_has_it");
    await lookAtDesk(at.partner);
    expect(await at.states()).toEqual(["at_bank", expected]);
    expect((await at.fileNow())?.foundAt).toBeNull();
  });

  test("is not held by a report about another batch", async () => {
    const at = await given();
    await refuse(at);
    await withdrawDebitFile(db, at.actor, at.id);
    await at.report({ status: "PART", partId: batchOf(at.household), partStatus: "ACSC", saidAt: SECOND });
    expect(await at.named()).toEqual([false]);
  });
});

test("one debit of a refused file can be ended before its day, and one of another file cannot", async () => {
  const { report, actor, single, states } = await givenFuture();
  await expect(endDebit(db, actor, single.debit.id)).rejects.toMatchObject({ code: "debit_not_due" });
  await report({ status: "RJCT", reason: "FF01" });
  await endDebit(db, actor, single.debit.id);
  expect(await states()).toEqual(["rejected", "at_bank"]);
});

async function givenFuture() {
  const collectOn = bankDayIn(20);
  const at = await givenDebitsAtBank([{ collectOn }, { collectOn }]);
  const { actor } = await givenMember(at.partner, { role: "administrator" });
  return {
    ...{ ...at, actor, single: at.debits[0] as DebitAtBank },
    states: async () => (await at.debitsNow()).map(({ status }) => status),
  };
}
