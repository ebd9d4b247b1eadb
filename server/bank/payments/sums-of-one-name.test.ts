import { expect, test } from "vitest";
import { db } from "@/db/client";
import { transmitImport } from "@/server/billing/imports/transmit-import";
import type { NewInvoice } from "@/server/billing/invoices/invoice";
import { givenImport, givenInvoice } from "@/server/testing/given";
import { givenBankingCompany } from "@/server/testing/given-statement";
import { type Offer, offerInvoices } from "./offer-invoices";

const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** A club that bills these amounts to people with the last name Nightingale, in this order, each invoice to another e-mail address. */
async function givenNightingales(billed: readonly { firstName: string; cents: number; other?: Partial<NewInvoice> }[]) {
  const given = await givenBankingCompany();
  const { partner, company } = given;
  const into = await givenImport(partner, { company });
  const ids: string[] = [];
  for (const [index, { firstName, cents, other }] of billed.entries()) {
    const invoice = { customerFirstName: firstName, customerLastName: "Nightingale", customerEmail: `n${index}@members.example`, ...other };
    ids.push((await givenInvoice(partner, { import: into, amountCents: cents, invoice })).id);
  }
  await transmitImport(db, partner.actor, into.id);
  let count = 0;
  /** Returns the offers of several invoices for a payment with this text. */
  const offered = async (cents: number, text: string): Promise<Offer[]> => {
    count += 1;
    await given.told([{ cents, name: "", text, iban: "" }], { id: `S${count}` });
    const last = (await given.transactions()).at(-1);
    return (await offerInvoices(db, partner.actor, last?.id ?? "")).offers.filter(({ parts }) => parts.length > 1);
  };
  return { ids, offered };
}

const idsOf = (offer: Offer | undefined) => offer?.parts.map(({ invoice }) => invoice.id);

test("of 150 invoices with one last name, all those of the named customer are offered together, and never only some of them", async () => {
  const others = Array.from({ length: 147 }, (_, index) => ({
    firstName: `Da${LETTERS[index % 26]}${LETTERS[Math.floor(index / 26)]}`,
    cents: 100_000 + index,
  }));
  const orla = [3_000, 4_000, 5_000].map((cents) => ({ firstName: "Orla", cents }));
  const { ids, offered } = await givenNightingales([...orla.slice(0, 2), ...others, ...orla.slice(2)]);
  const [first, second] = ids;
  const last = ids.at(-1);
  const whole = await offered(12_000, "O NIGHTINGALE ALL INVOICES");
  expect(whole.map(idsOf)).toEqual([[first, second, last]]);
  expect(whole[0]?.reasons).toEqual(["last_name", "amount_of_several"]);
  // The first two alone are not all that Orla owes.
  expect(await offered(7_000, "O NIGHTINGALE ALL INVOICES")).toEqual([]);
  // In full, the text names no one else, and some of her invoices may be meant.
  expect((await offered(9_000, "Orla Nightingale")).map(idsOf)).toEqual([[second, last]]);
});

test("of a customer with more invoices than are read, none are offered as all", async () => {
  const { offered } = await givenNightingales([
    ...Array.from({ length: 125 }, () => ({ firstName: "Orla", cents: 100 })),
    { firstName: "Dora", cents: 100 },
  ]);
  for (const cents of [12_000, 12_500]) expect(await offered(cents, "O NIGHTINGALE")).toEqual([]);
  expect(await offered(200, "Orla Nightingale")).toEqual([]);
});

test("of 70 invoices of one customer, the oldest ones are offered together, up to fifty, and no others that happen to add up", async () => {
  const { ids, offered } = await givenNightingales(
    Array.from({ length: 70 }, (_, index) => ({ firstName: "Orla", cents: 1_000 + 2 ** (index % 12) })),
  );
  const sumOf = (count: number) =>
    Array.from({ length: count }, (_, index) => 1_000 + 2 ** (index % 12)).reduce((sum, cents) => sum + cents);
  for (const count of [2, 50]) expect((await offered(sumOf(count), "Orla Nightingale")).map(idsOf)).toEqual([ids.slice(0, count)]);
  // The third and the fifth, which may as well be the fifteenth and the seventeenth; and more than fifty.
  expect(await offered(2_020, "Orla Nightingale")).toEqual([]);
  expect(await offered(sumOf(51), "Orla Nightingale")).toEqual([]);
});

test("invoices are one customer's if the name is the same, even if its parts are in different fields", async () => {
  const titled = await givenNightingales([
    { firstName: "Orla", cents: 3_000, other: { customerPrefix: "Mrs" } },
    { firstName: "Orla ", cents: 4_000, other: { customerInfix: "" } },
  ]);
  for (const text of ["Orla Nightingale", "O NIGHTINGALE"]) {
    expect((await titled.offered(7_000, text)).map(idsOf), text).toEqual([titled.ids]);
  }
  const contacts = ["Ida", "Max"].map((firstName) => ({
    firstName,
    cents: 3_000,
    other: { customerOrganization: "Bakery North", customerLastName: `${firstName}son` },
  }));
  const bakery = await givenNightingales(contacts);
  expect((await bakery.offered(6_000, "Bakery North")).map(idsOf)).toEqual([bakery.ids]);
});

test("a customer of whom some invoices were not read is left out alone", async () => {
  const orla = [3_000, 4_000, 5_000].map((cents) => ({ firstName: "Orla", cents }));
  const bakery = { customerOrganization: "Bakery North", customerLastName: "Lark" };
  const many = Array.from({ length: 125 }, () => ({ firstName: "Ida", cents: 100, other: bakery }));
  const { ids, offered } = await givenNightingales([...orla, ...many]);
  expect((await offered(7_000, "Orla Nightingale, Bakery North")).map(idsOf)).toEqual([ids.slice(0, 2)]);
  expect(await offered(3_100, "Orla Nightingale, Bakery North")).toEqual([]);
});
