import { expect, test } from "vitest";
import { db } from "@/db/client";
import { booking, COLLECTED_ON, type DebitAtBank, givenDebitsAtBank } from "@/server/testing/given-debits-at-bank";
import { offerInvoices } from "./offer-invoices";

test("an offered invoice names its debit at the bank, with its part and day, until the debit is collected", async () => {
  const given = await givenDebitsAtBank([{ amounts: [3_067] }]);
  const [{ debit, invoices }] = given.debits as [DebitAtBank];
  const [invoice] = invoices;
  await given.told([{ cents: 3_067, name: "Clara Cordes", text: `Invoice ${invoice?.externalInvoiceNumber}`, iban: "" }]);
  const [transfer] = await given.transactions();
  const offered = () => offerInvoices(db, given.partner.actor, transfer?.id ?? "");
  expect((await offered()).offers[0]?.parts[0]?.invoice.id).toBe(invoice?.id);
  expect((await offered()).atBank).toEqual([{ invoiceId: invoice?.id, amountCents: 3_067, collectOn: COLLECTED_ON }]);
  await given.told([booking({ debit })]);
  expect((await offered()).atBank).toEqual([]);
});
