import { expect, test } from "vitest";
import { db } from "@/db/client";
import { givenPartsByDebit } from "@/server/testing/given-parts-by-debit";
import { findInvoiceLeft } from "./find-invoice-left";

const mailbox = { kind: "mailbox" } as const;

test("after a mandate was withdrawn, instalments are the customer's to pay, of which nothing is said while the bank has one", async () => {
  const { agree, collect, goToLastDayForFile, file, customer } = await givenPartsByDebit();
  const left = async () => findInvoiceLeft(db, await customer(), "7", { isWithdrawn: true });
  expect(await left()).toMatchObject({ state: "pay", amountCents: 10_000 });
  await agree(3, "debit");
  await collect(mailbox);
  expect(await left()).toMatchObject({ state: "parts", payBy: null });
  await goToLastDayForFile(1);
  await file();
  expect(await left()).toBeNull();
});
