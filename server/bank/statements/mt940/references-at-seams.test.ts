import { expect, test } from "vitest";
import { db } from "@/db/client";
import { offerInvoices } from "@/server/bank/payments/offer-invoices";
import { readPayment } from "@/server/bank/payments/read-payment";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import { numberIn, referenceOf } from "@/server/domain/banking/payment-reference";
import { givenBankingCompany, givenBilled, lookAtDesk } from "@/server/testing/given-statement";
import { inPieces } from "@/server/testing/statement-files";
import { paymentsIn } from "../payments-in-entry";
import { readStatementFile } from "../read-statement-file";

/** An incoming payment of 90.00 whose `:86:` consists of these lines. */
const fileOf = (iban: string, lines: readonly string[]) =>
  `:20:M1\n:25:${iban}\n:28C:1\n:60F:C261124EUR0,00\n:61:2611251125C90,00NTRFNONREF\n:86:${lines.join("\n")}\n:62F:C261125EUR90,00\n`;

/** A line of 65 characters that ends with this text, after one of 70. */
const fullUpTo = (text: string) => ["x".repeat(70), `${"Season ".repeat(9).slice(0, 64 - text.length)} ${text}`];

/** Invoice numbers in the text and in references, as the matching reads them. */
async function namedIn(lines: readonly string[]): Promise<number[]> {
  for await (const part of readStatementFile(inPieces(fileOf("NL91ABNA0417164300", lines)))) {
    if (part.kind === "entry") return paymentsIn(part.entry).flatMap((payment) => readPayment(payment).referenced);
  }
  throw new Error("No entry");
}

const reference = (number: number) => referenceOf(number, "creditor").code;

/** Digits after which a reference has right check digits as well. */
function digitsAfter(code: string): string {
  const all = Array.from({ length: 10_000 }, (_, number) => String(number).padStart(4, "0"));
  const found = all.find((digits) => numberIn(code + digits) !== undefined);
  if (found === undefined) throw new Error("None");
  return found;
}

/** A year after which a reference has no right check digits: after one in 97 it has, and then a person decides. */
function yearAfter(code: string): string {
  return numberIn(`${code}2026`) === undefined ? "2026" : "2027";
}

test("a reference at the end of a full line is found without the digits that the next line begins with", async () => {
  expect(await namedIn([...fullUpTo(reference(100_000_042)), "2026 membership"])).toEqual([100_000_042]);
});

test("a reference that a full line divides is found as a whole", async () => {
  const code = reference(100_000_042);
  const lines = [...fullUpTo(code.slice(0, 7)), `${code.slice(7)} membership`];
  expect(lines[1]).toHaveLength(65);
  expect(await namedIn(lines)).toEqual([100_000_042]);
});

test("of a divided reference, a beginning that has right check digits by chance is no other reference", async () => {
  const numbers = Array.from({ length: 1_000 }, (_, index) => 100_000_001 + index);
  const found = numbers.find((each) => numberIn(reference(each).slice(0, 6)) !== undefined) ?? 0;
  const code = reference(found);
  expect(numberIn(code.slice(0, 6))).toBe(10);
  expect(await namedIn([...fullUpTo(code.slice(0, 6)), `${code.slice(6)} membership`])).toEqual([found]);
});

test("if both readings have right check digits, both are found", async () => {
  const code = reference(100_000_042);
  const digits = digitsAfter(code);
  const found = await namedIn([...fullUpTo(code), `${digits} membership`]);
  expect(found.sort()).toEqual([100_000_042, numberIn(code + digits)].sort());
});

test("beside another reference, the one at the end of a full line is found as well, and the payment pays both invoices", async () => {
  const given = await givenBankingCompany();
  const [first, second] = [await givenBilled(given), await givenBilled(given)];
  await given.store(fileOf(given.iban, [...fullUpTo(second.reference), `${yearAfter(second.reference)} ${first.reference}`]));
  await lookAtDesk(given.partner);
  for (const { invoice } of [first, second]) expect((await getInvoice(db, given.partner.actor, invoice.id)).amountTotalCents).toBe(0);
});

test("a payment whose two readings name different numbers is left to a person, who is offered the invoice", async () => {
  const given = await givenBankingCompany();
  const { invoice, reference: code } = await givenBilled(given, { amountCents: 9_000 });
  await given.store(fileOf(given.iban, [...fullUpTo(code), `${digitsAfter(code)} membership`]));
  await lookAtDesk(given.partner);
  const [came] = await given.transactions();
  expect(came?.state).toBe("open");
  expect((await getInvoice(db, given.partner.actor, invoice.id)).amountTotalCents).toBe(9_000);
  const { offers } = await offerInvoices(db, given.partner.actor, came?.id ?? "");
  expect(offers[0]).toMatchObject({ parts: [{ invoice: { id: invoice.id } }], reasons: ["reference", "amount"] });
});
