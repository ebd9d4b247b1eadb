import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { db } from "@/db/client";
import { payoutItems } from "@/db/schema/payouts";
import { givenRefundFile } from "@/server/testing/given-refund-file";
import { givenBankingCompany } from "@/server/testing/given-statement";
import { reportFile } from "@/server/testing/report-files";
import { camtFile } from "@/server/testing/statement-files";
import { takeStatementFolder } from "./take-statement-folder";

const folder = mkdtempSync(join(tmpdir(), "ics-folder-"));
afterAll(() => rmSync(folder, { recursive: true }));

function put(partnerId: string, name: string, contents: string, { isSettled = true } = {}): void {
  mkdirSync(join(folder, partnerId), { recursive: true });
  const path = join(folder, partnerId, name);
  writeFileSync(path, contents);
  // Long enough ago to count as complete, or in the future, so that the file never counts as complete in this test.
  const at = Date.now() / 1_000 + (isSettled ? -60 : 60);
  utimesSync(path, at, at);
}

test("files in a partner's folder are stored, or refused with the reason, each once; one that is still being written is left alone", async () => {
  const { partner, iban, transactions } = await givenBankingCompany();
  const entries = [{ cents: 4_500, bankReference: "B1" }];
  put(partner.id, "good.xml", camtFile([{ iban, entries }]));
  put(partner.id, "wrong.xml", camtFile([{ iban, closing: 1, entries }]));
  put(partner.id, "late.xml", camtFile([{ iban, id: "2", entries }]), { isSettled: false });
  put("999999999", "nobodys.xml", camtFile([{ iban, entries }]));
  expect(await takeStatementFolder(db, folder)).toBe(2);
  expect(await transactions()).toHaveLength(1);
  const inFolder = (name: string) => readdirSync(join(folder, partner.id, name)).sort();
  expect(inFolder("taken")).toEqual(["good.xml"]);
  expect(inFolder("refused")).toEqual(["wrong.xml", "wrong.xml.reason.txt"]);
  expect(readFileSync(join(folder, partner.id, "refused", "wrong.xml.reason.txt"), "utf8")).toMatch(
    /^wrong\.xml: line \d+, .*: does_not_add_up/,
  );
  expect(readdirSync(join(folder, partner.id))).toContain("late.xml");

  put(partner.id, "good.xml", camtFile([{ iban, entries }]));
  expect(await takeStatementFolder(db, folder)).toBe(1);
  expect(await transactions()).toHaveLength(1);
});

test("an intraday report in a partner's folder is stored; one of another club's account is refused by the account's name", async () => {
  const { partner, iban, transactions } = await givenBankingCompany();
  const entries = [
    { cents: 4_500, bankReference: "B1" },
    { cents: 100, status: "PDNG" },
  ];
  put(partner.id, "report.xml", camtFile([{ iban, entries }], "intraday8"));
  put(partner.id, "others.xml", camtFile([{ iban: (await givenBankingCompany()).iban, entries }], "intraday8"));
  expect(await takeStatementFolder(db, folder)).toBe(2);
  expect((await transactions()).map(({ amountCents }) => amountCents)).toEqual([4_500]);
  expect(readdirSync(join(folder, partner.id, "taken"))).toEqual(["report.xml"]);
  expect(readFileSync(join(folder, partner.id, "refused", "others.xml.reason.txt"), "utf8")).toMatch(
    /^others\.xml: line \d+, account: unknown_account/,
  );
});

test("a bank's report about a refund file is taken from the folder of its partner, and refused in another's", async () => {
  const { partner, messageId, five, payoutId } = await givenRefundFile();
  const stranger = await givenBankingCompany();
  const report = reportFile({ fileId: messageId, payments: [{ endToEndId: five.endToEndId, status: "RJCT", reason: "AC01" }] });
  put(partner.id, "report.xml", report);
  put(stranger.partner.id, "report.xml", report);
  expect(await takeStatementFolder(db, folder)).toBe(2);
  expect(readdirSync(join(folder, partner.id, "taken"))).toEqual(["report.xml"]);
  expect(readFileSync(join(folder, stranger.partner.id, "refused", "report.xml.reason.txt"), "utf8")).toMatch(
    /^report\.xml: line 4, OrgnlGrpInfAndSts\/OrgnlMsgId: unknown_refund_file/,
  );
  const items = await db.select().from(payoutItems).where(eq(payoutItems.payoutId, payoutId));
  expect(items.map(({ status }) => status).sort()).toEqual(["ordered", "rejected"]);
});
