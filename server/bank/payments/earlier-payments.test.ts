import { expect, test } from "vitest";
import type { BankTransaction } from "@/db/schema/bank-transactions";
import { referenceOf } from "@/server/domain/banking/payment-reference";
import { EarlierPayments } from "./earlier-payments";
import type { FoundCandidates } from "./find-candidates";
import type { PossibleInvoice } from "./possible-invoice";
import { readPayment } from "./read-payment";

const LOWEST = 100_000_001;
const reference = referenceOf(LOWEST, "creditor").code;

const invoiceOf = (id: string, lastName: string, outstandingCents: number): PossibleInvoice => ({
  ...{ id, lastName, outstandingCents, invoiceNumber: LOWEST, externalInvoiceNumber: id, currency: "EUR", isBelgian: false },
  ...{
    customerName: lastName,
    firstName: "",
    organization: "",
    email: "",
    home: "",
    memberNumber: "",
    householdId: null,
    isJoinedByHand: false,
  },
  address: { street: "", houseNumber: "", zipcode: "", city: "" },
  ...{ directDebitIban: "", retractedAt: null, isKnownPayer: false, partCents: null },
});

const found = (
  { name = "", iban = "", reference = "", amountCents }: { name?: string; iban?: string; reference?: string; amountCents: number },
  possible: PossibleInvoice[],
  bookable = possible,
): FoundCandidates => ({
  transaction: { name, iban, amountCents } as BankTransaction,
  payment: readPayment({ references: [reference], endToEndId: "", text: "", name }),
  ranked: { candidates: [], certainty: "none", isUndecided: false, bookable },
  possible,
  isNarrow: false,
  isCut: false,
});

const one = invoiceOf("one", "Abbink", 4_500);
const other = invoiceOf("other", "Abbink", 9_000);

test("a payment waits for a left one that may book an invoice ranked for it, and not for one that only ranked the same invoice", () => {
  const earlier = new EarlierPayments();
  earlier.addLeft(found({ amountCents: 9_000 }, [one, other], [other]));
  expect(earlier.mayChange(found({ amountCents: 4_500 }, [other]))).toBe(true);
  expect(earlier.mayChange(found({ amountCents: 4_500 }, [one]))).toBe(false);
});

test("no invoice is booked that was ranked for a left payment, whose candidates would change", () => {
  const earlier = new EarlierPayments();
  earlier.addLeft(found({ amountCents: 9_000 }, [one, other], []));
  expect(earlier.mayChangeLeft([{ invoice: one, amountCents: 4_500 }])).toBe(true);
  expect(earlier.mayChangeLeft([{ invoice: invoiceOf("third", "Abbink", 4_500), amountCents: 4_500 }])).toBe(false);
});

test("a rest counts for payments of at most its amount by which the invoice is found: by a name in any spelling, an account or an address", () => {
  const earlier = new EarlierPayments();
  earlier.addBooked({ iban: "" } as BankTransaction, [{ invoice: invoiceOf("rest", "Müller", 9_000), amountCents: 4_500 }]);
  expect(earlier.mayChange(found({ name: "Ana Mueller", amountCents: 4_500 }, []))).toBe(true);
  expect(earlier.mayChange(found({ name: "Ana Mueller", amountCents: 4_600 }, []))).toBe(false);
  expect(earlier.mayChange(found({ name: "Ana Bolder", amountCents: 4_500 }, []))).toBe(false);
});

test("a left payment may leave any smaller amount of each invoice of the household that its reference names", () => {
  const home = { householdId: "home" };
  const lead = { ...invoiceOf("lead", "Abbink", 10_000), ...home };
  const second = { ...invoiceOf("second", "Bolder", 5_000), ...home, invoiceNumber: LOWEST + 1 };
  const third = { ...invoiceOf("third", "Cornelis", 5_000), invoiceNumber: LOWEST + 2 };
  const earlier = new EarlierPayments();
  earlier.addLeft(found({ amountCents: 12_000, reference }, [lead, second, third]));
  // 2,000 of the second may be paid.
  expect(earlier.mayChange(found({ name: "Ana Bolder", amountCents: 3_000 }, []))).toBe(true);
  expect(earlier.mayChange(found({ name: "Ana Bolder", amountCents: 5_000 }, []))).toBe(false);
  expect(earlier.mayChange(found({ name: "Ana Cornelis", amountCents: 3_000 }, []))).toBe(false);
});

test("a left payment leaves of a single invoice at most the amount that its reference does not pay, and without a reference nothing", () => {
  const earlier = new EarlierPayments();
  earlier.addLeft(found({ amountCents: 3_000, reference }, [one]));
  earlier.addLeft(found({ amountCents: 3_000 }, [invoiceOf("two", "Bolder", 4_500)]));
  expect(earlier.mayChange(found({ name: "Ana Abbink", amountCents: 1_500 }, []))).toBe(true);
  expect(earlier.mayChange(found({ name: "Ana Abbink", amountCents: 1_600 }, []))).toBe(false);
  expect(earlier.mayChange(found({ name: "Ana Bolder", amountCents: 1_500 }, []))).toBe(false);
});

test("no invoice is booked in part if the rest could be a left payment's amount", () => {
  const earlier = new EarlierPayments();
  earlier.addLeft(found({ name: "A. Abbink", amountCents: 4_500 }, []));
  expect(earlier.mayChangeLeft([{ invoice: other, amountCents: 4_500 }])).toBe(true);
  expect(earlier.mayChangeLeft([{ invoice: other, amountCents: 5_000 }])).toBe(false);
});
