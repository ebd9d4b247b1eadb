import type { Database } from "@/db/client";
import type { Actor } from "@/server/actor";
import { createInvoices } from "@/server/billing/invoices/create-invoices";
import { people } from "@/server/demo/people";
import { digits, type Random } from "@/server/demo/random";
import { referenceOf } from "@/server/domain/banking/payment-reference";
import { newInvoiceFor } from "./new-records";
import type { MadeEntry } from "./statement-files";

/** Kinds of payments, by the text that the payer writes. */
export const paymentKinds = [
  "reference",
  "reference in the text",
  "our number and name",
  "partner's number and name",
  "number with a slip",
  "name and amount",
  "household",
  "part",
  "too much",
  "another pays",
  "alike",
  "foreign text",
  "stranger",
] as const;
export type PaymentKind = (typeof paymentKinds)[number];

export interface MadePayment {
  kind: PaymentKind;
  entry: MadeEntry;
  /** Ids of the invoices that the payment is for, sorted; empty: nobody can tell. */
  isFor: string[];
}

interface Customer {
  first: string;
  last: string;
  email: string;
  zipcode: string;
  house: string;
  iban: string;
  invoices: CustomersInvoice[];
}

interface CustomersInvoice {
  id: string;
  number: number;
  external: string;
  cents: number;
}

const locales = ["nl", "de", "en", "fr"] as const;
/** Usual fees of clubs, in cents. There are few, so that many people owe the same. */
const FEES = [4_500, 6_000, 7_250, 9_000, 12_500, 15_000, 17_750, 22_500];

/** Creates customers of one import: some with several invoices, some who live together, some with the same last name. */
export async function givenCustomers(db: Database, actor: Actor, importId: string, count: number, random: Random): Promise<Customer[]> {
  const called = new Set<string>();
  const made = Array.from({ length: count }, (_, index) => {
    const names = people[random.pick(locales)];
    // `van der/Meer` is an infix and a last name.
    const last = random.pick(names.last).split("/").at(-1) ?? "";
    // Two people with the same full name in a club could not be told apart.
    const given = random.pick(names.first);
    const first = called.has(`${given} ${last}`) ? `${given}-${random.pick(names.first)}` : given;
    called.add(`${given} ${last}`);
    const customer: Customer = {
      first,
      last,
      email: `payer${index}@members.example`,
      zipcode: `${random.whole(1_000, 9_999)} AB`,
      house: String(random.whole(1, 200)),
      iban: `NL${digits(random, 2)}TEST${digits(random, 10)}`,
      invoices: [],
    };
    return customer;
  });
  // The last two of each seven live together, with the same last name and address.
  made.forEach((customer, index) => {
    const other = made[index - 1];
    if (index % 7 === 6 && other)
      Object.assign(customer, { last: other.last, email: other.email, zipcode: other.zipcode, house: other.house });
  });
  const wanted = made.flatMap((customer) => [
    { customer, cents: random.pick(FEES) },
    ...(random.chance(0.2) ? [{ customer, cents: random.pick(FEES) }] : []),
  ]);
  for (let start = 0; start < wanted.length; start += 500) {
    const part = wanted.slice(start, start + 500);
    const created = await createInvoices(
      db,
      actor,
      importId,
      part.map(({ customer: { first, last, email, zipcode, house }, cents }, index) => ({
        ...newInvoiceFor(importId, cents),
        externalInvoiceNumber: `CL-${26_000 + start + index}`,
        customerFirstName: first,
        customerLastName: last,
        customerEmail: email,
        customerZipcode: zipcode,
        customerHouseNumber: house,
      })),
    );
    part.forEach(({ customer, cents }, index) => {
      const invoice = created[index];
      if (invoice)
        customer.invoices.push({ id: invoice.id, number: invoice.invoiceNumber ?? 0, external: `CL-${26_000 + start + index}`, cents });
    });
  }
  return made;
}

/** Makes one payment of each customer, of a random kind, with the invoices that it is truly for. */
export function makePayments(customers: readonly Customer[], random: Random): MadePayment[] {
  return customers.flatMap((customer, index): MadePayment[] => {
    const [invoice] = customer.invoices;
    if (!invoice) return [];
    const kind = random.pick(paymentKinds);
    const { first, last, iban } = customer;
    const name = random.pick([
      `${first} ${last}`,
      `${last} ${first}`,
      `${first.slice(0, 1)}. ${last}`,
      `${last.toUpperCase()} ${first.toUpperCase()}`,
    ]);
    const paid = { cents: invoice.cents, name, iban, bankReference: `B${index}`, on: "2026-11-25" };
    const family = customers.filter(({ email }) => email === customer.email).flatMap(({ invoices }) => invoices);
    const written = writeOf[kind]({ customer, invoice, family, name, index, random });
    return [
      {
        kind,
        entry: { ...paid, ...written },
        isFor: paidBy(kind, invoice, family)
          .map(({ id }) => id)
          .toSorted(),
      },
    ];
  });
}

function paidBy(kind: PaymentKind, invoice: CustomersInvoice, family: CustomersInvoice[]): CustomersInvoice[] {
  if (kind === "alike" || kind === "stranger") return [];
  return kind === "household" ? family : [invoice];
}

interface Paying {
  customer: Customer;
  invoice: CustomersInvoice;
  family: CustomersInvoice[];
  name: string;
  index: number;
  random: Random;
}

/** Differences from a payment of the right amount in the customer's name. */
const writeOf: Record<PaymentKind, (paying: Paying) => Partial<MadeEntry>> = {
  reference: (paying) => ({ reference: codeOf(paying) }),
  "reference in the text": (paying) => {
    const code = codeOf(paying);
    return { text: paying.random.pick([`fee ${code}`, code.toLowerCase().replace(/(.{4})/g, "$1 "), `${code} ${paying.name}`]) };
  },
  "our number and name": ({ invoice: { number }, random }) => ({
    text: random.pick([`invoice ${number}`, `${number} thanks`, `Rechnung Nr.${number}`]),
  }),
  "partner's number and name": ({ invoice: { external }, random }) => ({
    text: random.pick([external, `contributie ${external.toLowerCase()}`, `${external}.`]),
  }),
  "number with a slip": ({ invoice: { number }, random }) => ({ text: `invoice ${slipped(String(number), random)}` }),
  "name and amount": ({ random }) => ({ text: random.pick(["contribution", "Beitrag", "cotisation", ""]) }),
  household: ({ family }) => ({ cents: family.reduce((sum, { cents }) => sum + cents, 0), text: "for all of us" }),
  part: (paying) => ({ cents: Math.floor(paying.invoice.cents / 2), reference: codeOf(paying) }),
  "too much": (paying) => ({ cents: paying.invoice.cents + 1_000, reference: codeOf(paying) }),
  "another pays": ({ customer: { first, last }, invoice: { external }, index }) => ({
    name: "Grandma Nightshade",
    iban: `NL00TEST9${String(index).padStart(9, "0")}`,
    text: `for ${first} ${last} ${external}`,
  }),
  // Without a name nobody can tell whose payment it is.
  alike: ({ random }) => ({ name: "", iban: "", text: random.pick(["contribution", "Spende?", ""]) }),
  "foreign text": ({ customer: { first }, invoice: { external } }) => ({
    text: `Cotisation saison 2026/27, dossier 4711, n° ${external} — merci, à bientôt ${first}`,
  }),
  stranger: ({ random }) => ({ cents: random.whole(100, 99_999), name: "Qwertz Uiopü", iban: "", text: "Zuschuss der Stadt 2026" }),
};

function codeOf({ invoice, random }: Paying): string {
  return referenceOf(invoice.number, random.pick(["creditor", "belgian", "qr"])).code;
}

/** Returns the number with two digits swapped, one digit changed, or one left out. */
function slipped(number: string, random: Random): string {
  const at = random.whole(5, number.length - 2);
  const [one = "", other = ""] = [number[at], number[at + 1]];
  switch (random.whole(0, 2)) {
    case 0:
      return number.slice(0, at) + other + one + number.slice(at + 2);
    case 1:
      return number.slice(0, at) + String((Number(one) + random.whole(1, 9)) % 10) + number.slice(at + 1);
    default:
      return number.slice(0, at) + number.slice(at + 1);
  }
}
