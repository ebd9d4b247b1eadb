import { expect, test } from "vitest";
import type { CollectedInvoice } from "@/server/billing/collection/collected-invoice";
import type { LineType } from "@/server/domain/rules/line-types";
import type { Subject } from "./message-subject";
import { sayPaid, sayReturned } from "./say-paid";

const subject = (locale: "de" | "en" | "it") =>
  ({ invoice: { locale }, company: { name: "Rowing Club", countryCode: "DE", currency: "EUR" } }) as Subject;

/** An invoice of 45.00 whose direct debit was returned, with a fee of 3.00 for that, and with these lines behind. */
function returned(...behind: [LineType, number][]) {
  const at = (day: string) => new Date(`2027-01-${day}T12:00:00Z`);
  const debit = { paymentId: "p1", method: "sdd", paidAt: at("18") };
  const lines = [
    { type: "INVOICE-LINE", amountCents: 4_500, date: at("01") },
    { type: "PAYMENT-LINE", amountCents: -4_500, date: at("18"), paymentId: "p1" },
    { type: "CHARGEBACK-LINE", amountCents: 4_500, date: at("22"), ...debit },
    { type: "CHARGEBACK-FEE-LINE", amountCents: 300, date: at("22") },
    ...behind.map(([type, amountCents]) => ({ type, amountCents, date: at("29"), paymentId: "p2" })),
  ];
  return [{ number: "7", collected: { lines } as CollectedInvoice }];
}

const saidOf = (asked: ReturnType<typeof returned>) =>
  sayPaid(subject("en"), "lately", asked, { relief: undefined, law: "other" }).join(" ");

test("a direct debit that was returned opens a German or Italian mail with a small letter, and stands within one with a capital letter", () => {
  expect(sayReturned(subject("de"), returned(), "opening")).toEqual([
    "die Lastschrift vom 18. Januar 2027 wurde am 22. Januar 2027 von der Bank zurückgebucht.",
  ]);
  expect(sayReturned(subject("de"), returned(), "within")[0]).toMatch(/^Die Lastschrift/);
  expect(sayReturned(subject("it"), returned(), "opening")[0]).toMatch(/^l’addebito/);
  expect(sayReturned(subject("it"), returned(), "within")[0]).toMatch(/^L’addebito/);
});

test("once the amount is paid, a mail says that only fees are left, and asks nobody whether they have paid again", () => {
  const paid = returned(["PAYMENT-LINE", -4_500]);
  expect(sayReturned(subject("en"), paid, "opening")).toEqual([
    "The direct debit of 18 January 2027 was returned by the bank on 22 January 2027; only fees are left to pay now.",
  ]);
  expect(saidOf(paid)).toContain("If you have paid the rest in the last few days");
  expect(saidOf(returned())).toContain("If you have paid again in the last few days");
});

test("nobody who has paid again is told to do nothing while the fee for the return may be left", () => {
  expect(saidOf(returned())).toContain("please wait for our receipt: it says whether anything is left to pay.");
  expect(saidOf(returned(["CREDIT-LINE", -300]))).toContain("you do not need to do anything");
});
