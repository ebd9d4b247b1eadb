import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { debits } from "@/db/schema/debits";
import { storeStatementFile } from "@/server/bank/statements/store-statement-file";
import { getHome } from "@/server/desk/home/get-home";
import { mailDueDebits } from "@/server/desk/news/mail-due-debits";
import { bankFileName } from "@/server/domain/banking/bank-file-name";
import { painIdOf } from "@/server/domain/banking/pain-elements";
import { getBankAccount } from "@/server/tenancy/bank-accounts/find-bank-accounts";
import { givenMember } from "@/server/testing/given-person";
import { accountOf, filesOf, givenCollecting, givenPlannedDebit, makeFiles } from "@/server/testing/given-planned-debit";
import { lookAtDesk, receivedFile } from "@/server/testing/given-statement";
import { mailsTo } from "@/server/testing/mails-to";
import { reportFile } from "@/server/testing/report-files";
import { camtFile } from "@/server/testing/statement-files";
import { batchIdOf } from "./batch-id";
import { decideWithdrawnFile } from "./decide-withdrawn-file";
import { getDebitFile } from "./get-debit-file";
import { withdrawDebitFile } from "./withdraw-debit-file";

/** A withdrawn file of two debits, a newer one with the same debits, both downloaded, and what the bank says of each. */
async function given() {
  const { partner, company, first } = await givenCollecting();
  const { debit } = await givenPlannedDebit(partner, company);
  await givenPlannedDebit(partner, company, { amounts: [3_000] });
  const { person } = await givenMember(partner, { role: "administrator", accessLevel: "money" });
  const [earlierId = ""] = await makeFiles(first.actor, company);
  await getDebitFile(db, first.actor, earlierId);
  await withdrawDebitFile(db, first.actor, earlierId);
  const [newerId = ""] = await makeFiles(first.actor, company);
  const download = () => getDebitFile(db, first.actor, newerId);
  await download();
  const iban = (await getBankAccount(db, partner.actor, await accountOf(company))).current?.iban ?? "";
  let count = 0;
  const store = async (text: string) => {
    const stored = await storeStatementFile(db, partner.actor, { name: "answer.xml" }, receivedFile(text));
    await lookAtDesk(partner);
    return stored;
  };
  const fileOf = async (wanted: string) => (await filesOf(first.actor, company)).find(({ id }) => id === wanted);
  return {
    ...{ partner, company, first, earlierId, newerId, download, fileOf },
    report: (fileId: string, status: string) => {
      count += 1;
      const saidAt = `2026-11-26T10:0${count}:00`;
      return store(reportFile({ fileId: painIdOf(fileId), partId: null, id: `R${count}`, status, saidAt }));
    },
    collect: (fileId: string) => {
      const batchId = batchIdOf(painIdOf(fileId), { collectOn: debit.collectOn, scheme: "CORE", sequenceType: "RCUR" });
      return store(camtFile([{ iban, entries: [{ cents: 7_500, batchId, text: "Direct debits" }], id: "S1", opening: 100_000 }]));
    },
    home: async () => (await getHome(db, first.actor)).needsMe.debitFiles,
    mails: async () => (await mailsTo(person.email)).filter(({ kind }) => kind?.startsWith("debit")),
    statuses: async () => (await db.select().from(debits).where(eq(debits.partnerId, partner.id))).map(({ status }) => status),
    nameOf: async (fileId: string) => {
      const file = await fileOf(fileId);
      return bankFileName("debits", { id: fileId, companyName: company.name, createdAt: file?.createdAt ?? new Date(0) });
    },
  };
}

let files: Awaited<ReturnType<typeof given>>;
beforeEach(async () => {
  files = await given();
});

test("a withdrawn file that the bank has not named says nothing about the newer one", async () => {
  expect(await files.fileOf(files.earlierId)).toMatchObject({ newer: null, waitingCount: 0 });
  expect(await files.fileOf(files.newerId)).toMatchObject({ earlier: null });
  expect(await files.home()).toEqual([]);
  await files.download();
});

describe.each<[string, () => Promise<unknown>]>([
  ["a report accepts the withdrawn file", () => files.report(files.earlierId, "ACCP")],
  ["a statement collects the withdrawn file", () => files.collect(files.earlierId)],
])("%s while a newer file has the same debits:", (_, name) => {
  beforeEach(name);

  test("both rows and Home say it, and the newer file is no longer handed out", async () => {
    const { earlierId, newerId } = files;
    expect(await files.fileOf(earlierId)).toMatchObject({ newer: { newerId, count: 2 }, waitingCount: 0 });
    expect(await files.fileOf(newerId)).toMatchObject({ earlier: { earlierId, count: 2 } });
    expect(await files.home()).toMatchObject([{ need: "named", count: 1, debits: 2, fileId: earlierId }]);
    await expect(files.download()).rejects.toMatchObject({ code: "debit_file_outdated" });
  });

  test("one mail names both files", async () => {
    const noon = new Date(`${new Date().toISOString().slice(0, 10)}T11:00:00Z`);
    await mailDueDebits(db, { scope: { partnerId: files.partner.id }, now: noon });
    const [mail, ...more] = await files.mails();
    expect(mail?.kind).toBe("debitFileTwice");
    expect(mail?.body).toContain(`has the file ${await files.nameOf(files.earlierId)} of ${files.company.name}, which was withdrawn`);
    expect(mail?.body).toContain(`2 debits of it are in the newer file ${await files.nameOf(files.newerId)} as well`);
    expect(mail?.body).toContain(`/companies/${files.company.id}/debits?file=${files.newerId}`);
    expect(more).toEqual([]);
  });

  test("once the newer file is withdrawn, the bank has the earlier one, as a person states", async () => {
    const { first, earlierId, newerId } = files;
    await expect(decideWithdrawnFile(db, first.actor, earlierId, "bank_has_it")).rejects.toMatchObject({ code: "changed_meanwhile" });
    await withdrawDebitFile(db, first.actor, newerId);
    await decideWithdrawnFile(db, first.actor, earlierId, "bank_has_it");
    expect(await files.statuses()).toEqual(["at_bank", "at_bank"]);
    expect(await files.fileOf(earlierId)).toMatchObject({ newer: null, waitingCount: 0, foundByName: expect.any(String) });
    expect(await files.home()).toEqual([]);
  });

  test("if the bank collects nothing of the earlier one, as a person states, the newer one is handed out again", async () => {
    const { first, earlierId, newerId } = files;
    await decideWithdrawnFile(db, first.actor, earlierId, "not_collected");
    expect(await files.fileOf(newerId)).toMatchObject({ earlier: null });
    expect(await files.home()).toEqual([]);
    await files.download();
  });
});

test("a bank that has both files is told of until its debits are booked", async () => {
  const { first, earlierId, newerId, report } = files;
  await report(newerId, "ACCP");
  await report(earlierId, "ACCP");
  expect(await files.fileOf(newerId)).toMatchObject({ isWithBank: true, earlier: { earlierId } });
  await expect(withdrawDebitFile(db, first.actor, newerId)).rejects.toMatchObject({ code: "debit_file_at_bank" });
  await files.collect(newerId);
  expect(await files.statuses()).toEqual(["booked", "booked"]);
  expect(await files.fileOf(newerId)).toMatchObject({ earlier: null });
  expect(await files.home()).toEqual([]);
});
