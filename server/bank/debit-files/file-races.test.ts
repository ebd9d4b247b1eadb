import { inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { debits } from "@/db/schema/debits";
import { payments } from "@/db/schema/payments";
import { creditAndRetractInvoice } from "@/server/billing/invoices/credit-and-retract-invoice";
import { withdrawMandate } from "@/server/billing/mandates/withdraw-mandate";
import { startPayment } from "@/server/billing/payments/start-payment";
import { accountOf, givenCollecting, givenPlannedDebit } from "@/server/testing/given-planned-debit";
import { createDebitFiles } from "./create-debit-files";
import { listComing } from "./list-coming";
import { withdrawDebitFile } from "./withdraw-debit-file";

const retraction = { creditNoteNumber: "C-1", description: "Left", retractionReason: null, showRetractionReasonToCustomer: false };

/** Refusals that one of several simultaneous acts may get. */
const EXPECTED = ["changed_meanwhile", "payment_in_progress"];

test("a file made while invoices are retracted and paid, and mandates withdrawn, contains what is left, and nobody waits for ever", async () => {
  const { partner, company, first, second } = await givenCollecting({ isSandbox: true });
  const given = [];
  for (let nth = 0; nth < 9; nth += 1) given.push(await givenPlannedDebit(partner, company, { amounts: [3_000, 1_000] }));
  const bankAccountId = await accountOf(company);
  const make = async ({ actor }: typeof first) => {
    const { accounts } = await listComing(db, actor, company.id);
    const day = accounts[0]?.days[0];
    if (!day) throw new Error("Nothing is planned");
    const files = await createDebitFiles(db, actor, { bankAccountId, days: [day.collectOn], seen: day.ready });
    for (const id of files) await withdrawDebitFile(db, actor, id);
  };
  const others = given.map(({ mandate, invoices }, nth): Promise<unknown> => {
    const invoiceId = invoices[nth % 2]?.id ?? "";
    if (nth % 3 === 0) return withdrawMandate(db, partner.actor, mandate.id);
    if (nth % 3 === 1) return creditAndRetractInvoice(db, partner.actor, invoiceId, retraction);
    return startPayment(db, partner.actor, invoiceId, { method: "ideal", returnUrl: null });
  });
  const makers = [first, second, first, second].map(make);
  for (const outcome of await Promise.allSettled([...makers, ...others]))
    if (outcome.status === "rejected") expect(EXPECTED, String(outcome.reason)).toContain(outcome.reason.code);
  // The rest can still be collected.
  await make(first);
  const ids = given.map(({ debit }) => debit.id);
  const states = await db.select({ status: debits.status, fileId: debits.fileId }).from(debits).where(inArray(debits.id, ids));
  for (const { status, fileId } of states) expect([status, fileId]).toEqual([expect.stringMatching(/^(planned|cancelled)$/), null]);
  const parts = await db.select({ status: payments.status }).from(payments).where(inArray(payments.debitId, ids));
  for (const { status } of parts) expect(["scheduled", "cancelled"]).toContain(status);
});
