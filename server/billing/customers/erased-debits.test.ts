import { expect, test } from "vitest";
import { db } from "@/db/client";
import { creditAndRetractInvoice } from "@/server/billing/invoices/credit-and-retract-invoice";
import { tablesWith } from "@/server/testing/find-in-database";
import { givenDebits } from "@/server/testing/given-debit";
import { eraseCustomer } from "./erase-customer";
import { exportCustomer } from "./export-customer";

const retraction = { creditNoteNumber: "C-1", description: "Left", retractionReason: null, showRetractionReasonToCustomer: false };

test("a customer's export has their debits, which an erasure blanks; while one is planned, nothing is erased", async () => {
  const given = await givenDebits();
  await given.decide();
  const { actor } = given.partner;
  const asked = { invoiceId: given.invoice.id };
  const [debit] = await given.debits();
  expect(await exportCustomer(db, actor, asked)).toMatchObject({ debits: [{ id: debit?.id, customerKey: given.customerEmail }] });
  await expect(eraseCustomer(db, actor, asked)).rejects.toMatchObject({ code: "customer_not_settled" });

  await creditAndRetractInvoice(db, actor, given.invoice.id, retraction);
  expect(await eraseCustomer(db, actor, asked)).toEqual({ invoices: 1 });
  expect(await given.debits()).toMatchObject([{ id: debit?.id, amountCents: 4_500, status: "cancelled", customerKey: "—" }]);
  expect(await tablesWith(db, given.customerEmail)).toEqual([]);
});
