import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { db } from "@/db/client";
import { storeStatementFile } from "@/server/bank/statements/store-statement-file";
import { holdInvoice } from "@/server/billing/holds/hold-invoice";
import { amendMandate } from "@/server/billing/mandates/amend-mandate";
import { withdrawMandate } from "@/server/billing/mandates/withdraw-mandate";
import { recordExternalPayment } from "@/server/billing/payments/record-external-payment";
import { getBankAccount } from "@/server/tenancy/bank-accounts/find-bank-accounts";
import { accountOf, givenCollecting, givenPlannedDebit } from "@/server/testing/given-planned-debit";
import { lookAtDesk, receivedFile } from "@/server/testing/given-statement";
import { camtFile } from "@/server/testing/statement-files";
import { createDebitFiles } from "./create-debit-files";
import { getDebitFile } from "./get-debit-file";
import { listComing } from "./list-coming";
import { listDebitFiles } from "./list-debit-files";

/** A file of one debit of 30.00, which nobody has downloaded. */
async function given() {
  const { partner, company, first } = await givenCollecting({ isSandbox: true });
  const { mandate, invoices } = await givenPlannedDebit(partner, company, { amounts: [3_000] });
  const { accounts } = await listComing(db, first.actor, company.id);
  const day = accounts[0]?.days[0];
  const invoiceId = invoices[0]?.id ?? "";
  if (!day) throw new Error("Nothing is planned");
  const [fileId = ""] = await createDebitFiles(db, first.actor, {
    bankAccountId: await accountOf(company),
    days: [day.collectOn],
    seen: day.ready,
  });
  const outdated = async () => {
    const { entries } = await listDebitFiles(db, first.actor, company.id, { pageNumber: 1, pageSize: 10, fileId: null });
    return entries.find(({ id }) => id === fileId)?.outdated;
  };
  return { partner, company, mandate, invoiceId, fileId, outdated, download: () => getDebitFile(db, first.actor, fileId) };
}

let file: Awaited<ReturnType<typeof given>>;
beforeEach(async () => {
  file = await given();
});

type Act = (of: typeof file) => Promise<unknown>;
const acts: [string, Act, string][] = [
  ["a mandate was withdrawn", ({ partner, mandate }) => withdrawMandate(db, partner.actor, mandate.id), "withdrawn"],
  [
    "a mandate has another account",
    ({ partner, mandate }) => amendMandate(db, partner.actor, mandate.id, { holder: "Bo Brandsma", iban: "DE89370400440532013000" }),
    "account",
  ],
  [
    "an invoice was paid in part",
    ({ partner, invoiceId }) =>
      recordExternalPayment(db, partner.actor, invoiceId, null, { amountCents: 500, reason: "Cash", mayExceed: false }),
    "paid",
  ],
  [
    "an invoice is held",
    ({ partner, invoiceId }) => holdInvoice(db, partner.actor, invoiceId, { kind: "stopped", reason: "Asked" }),
    "held",
  ],
];

test.each(acts)("a file is not handed out for the first time if %s since it was made, and the list says for whom", async (_, act, why) => {
  expect(await file.outdated()).toBeNull();
  await act(file);
  await expect(file.download()).rejects.toMatchObject({ code: "debit_file_outdated" });
  expect(await file.outdated()).toEqual({ holder: "Ada Brandsma", why, others: 0 });
});

test.each(acts)("a file that was downloaded before stays the same if %s afterwards: the bank may have it", async (_, act) => {
  const first = await file.download();
  await act(file);
  expect(await file.download()).toBe(first);
  expect(await file.outdated()).toBeNull();
});

test("a file is not handed out for the first time while a payment on a statement is not matched, or a statement is being stored", async () => {
  const { partner, company, download } = file;
  const { current } = await getBankAccount(db, partner.actor, await accountOf(company));
  const statement = camtFile([{ iban: current?.iban ?? "", entries: [{ cents: 77, name: "Café Northbank", text: "coffee" }] }]);
  await storeStatementFile(db, partner.actor, { name: "statement.xml" }, receivedFile(statement));
  await expect(download()).rejects.toMatchObject({ code: "changed_meanwhile" });
  await lookAtDesk(partner);
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`desk ${partner.id}`}, 0))`);
    await expect(download()).rejects.toMatchObject({ code: "changed_meanwhile" });
  });
  await download();
});
