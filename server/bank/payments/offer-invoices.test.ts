import { expect, test } from "vitest";
import { db } from "@/db/client";
import type { NewInvoice } from "@/server/billing/invoices/invoice";
import { givenBankingCompany, givenBilled } from "@/server/testing/given-statement";
import { type Offer, offerInvoices } from "./offer-invoices";

/** A club with invoices of 45.00 for Mia Hoefer, 50.00 for Falk Brandsma and 80.00 for Ute Hoefer. */
async function givenThree() {
  const given = await givenBankingCompany();
  const billed = async (customerFirstName: string, customerLastName: string, amountCents: number) =>
    (await givenBilled(given, { amountCents, invoice: { customerFirstName, customerLastName } })).invoice.id;
  const mia = await billed("Mia", "Hoefer", 4_500);
  const falk = await billed("Falk", "Brandsma", 5_000);
  const ute = await billed("Ute", "Hoefer", 8_000);
  const offered = async (cents: number, name: string, text: string): Promise<Offer[]> => {
    await given.told([{ cents, name, text, iban: "" }]);
    const last = (await given.transactions()).at(-1);
    expect(last?.state).toBe("open");
    return (await offerInvoices(db, given.partner.actor, last?.id ?? "")).offers;
  };
  return { mia, falk, ute, offered };
}

const idsOf = (offer: Offer | undefined) => offer?.parts.map(({ invoice }) => invoice.id).sort();

test("a payment whose text names two people is offered for both, first, if their invoices add up to it; nothing is booked", async () => {
  const { mia, falk, offered } = await givenThree();
  const [first] = await offered(9_500, "S. Winter", "For Mia Hoefer and Falk Brandsma");
  expect(idsOf(first)).toEqual([mia, falk].sort());
  expect(first).toMatchObject({ reasons: ["name", "amount_of_several"], parts: [{ amountCents: 4_500 }, { amountCents: 5_000 }] });
});

test("an invoice that fits alone stays first", async () => {
  const { ute, offered } = await givenThree();
  expect(idsOf((await offered(8_000, "Ute Hoefer", "also from Mia Hoefer and Falk Brandsma"))[0])).toEqual([ute]);
});

test("people whom a text names are offered also if their invoices do not add up to the payment; nothing is booked", async () => {
  const { mia, falk, offered } = await givenThree();
  const offers = await offered(9_000, "", "CREDIT MIA HOEFER, FALK BRANDSMA");
  expect(offers.map(idsOf)).toEqual([[mia, falk].sort(), [mia], [falk]]);
  expect(offers.map(({ reasons }) => reasons)).toEqual([
    ["name", "less"],
    ["name", "more"],
    ["name", "more"],
  ]);
  expect(offers[0]?.parts.map(({ amountCents }) => amountCents)).toEqual([4_500, 4_500]);
  expect((await offered(3_000, "", "CREDIT MIA HOEFER 1ST PART")).map(idsOf)).toEqual([[mia]]);
  expect(await offered(3_000, "", "CREDIT ADA LOVELACE")).toEqual([]);
});

test("an addition to a last name need not be written, and decides between namesakes if it is", async () => {
  const given = await givenBankingCompany();
  const billed = async (customerLastName: string, cents = 18_000) =>
    (await givenBilled(given, { amountCents: cents, invoice: { customerFirstName: "Hans", customerLastName } })).invoice.id;
  const [father, son] = [await billed("Meier, Vater"), await billed("Meier, Sohn")];
  const offered = async (text: string) => {
    await given.told([{ cents: 18_000, name: "", text, iban: "" }]);
    return offerInvoices(db, given.partner.actor, (await given.transactions()).at(-1)?.id ?? "");
  };
  const undecided = await offered("CREDIT HANS MEIER FEE 2027");
  expect([undecided.offers.map((offer) => idsOf(offer)?.[0]), undecided.hasNoBestOffer]).toEqual([[father, son], true]);
  const decided = await offered("CREDIT HANS MEIER FEE SOHN");
  expect([decided.offers.map((offer) => idsOf(offer)?.[0]), decided.hasNoBestOffer]).toEqual([[son, father], false]);
});

test("a text with a last name and an initial is offered all invoices of that customer, if they add up to it; nothing is booked", async () => {
  const given = await givenBankingCompany();
  const billed = async (customerFirstName: string, amountCents: number, customerEmail: string) =>
    (await givenBilled(given, { amountCents, invoice: { customerFirstName, customerLastName: "Nightingale", customerEmail } })).invoice.id;
  const both = [await billed("Orla", 12_450, "orla@example.org"), await billed("Orla", 16_500, "orla.new@example.org")].sort();
  await billed("Dora", 1_000, "another.dora@example.org");
  await billed("Dora", 12_450, "dora@example.org");
  await billed("Dora", 16_500, "dora@example.org");
  await billed("Owen", 20_000, "owen@example.org");
  await billed("Owen", 1_000, "owen@example.org");
  let count = 0;
  const offered = async (cents: number, text: string): Promise<Offer[]> => {
    count += 1;
    await given.told([{ cents, name: "", text, iban: "" }], { id: `S${count}` });
    const last = (await given.transactions()).at(-1);
    expect(last?.state).toBe("open");
    return (await offerInvoices(db, given.partner.actor, last?.id ?? "")).offers.filter(({ parts }) => parts.length > 1);
  };
  const [first, ...others] = await offered(28_950, "O NIGHTINGALE BOTH INVOICES");
  expect([idsOf(first), first?.reasons, others]).toEqual([both, ["last_name", "amount_of_several"], []]);
  // One invoice more than is owed, another initial, and another sum.
  expect(await offered(28_951, "O NIGHTINGALE BOTH INVOICES")).toEqual([]);
  expect(await offered(28_950, "P NIGHTINGALE BOTH INVOICES")).toEqual([]);
  // Without an initial, each customer whose invoices add up.
  expect(await offered(28_950, "NIGHTINGALE BOTH INVOICES")).toHaveLength(2);
});

test("each offered invoice has the title of its import", async () => {
  const { offered } = await givenThree();
  const offers = [
    ...(await offered(9_500, "S. Winter", "For Mia Hoefer and Falk Brandsma")),
    ...(await offered(7_900, "Ute Hoefer", "fee")),
  ];
  const titles = offers.flatMap(({ parts }) => parts.map(({ invoice }) => invoice.importTitle));
  expect(titles.length).toBeGreaterThan(2);
  expect(titles.every((title) => title.length > 0)).toBe(true);
});

test("of two people with one name and fee, the one goes first whose address the payment names; otherwise a person must choose", async () => {
  const given = await givenBankingCompany();
  const billed = async (customerEmail: string, address: Partial<NewInvoice>) =>
    (
      await givenBilled(given, {
        amountCents: 18_000,
        invoice: { customerFirstName: "Hans", customerLastName: "Keller", customerEmail, ...address },
      })
    ).invoice.id;
  const horgen = await billed("hk@post.example", { customerAddress1: "Seeweg 4", customerZipcode: "8810", customerCity: "Horgen" });
  const adlikon = await billed("hans@post.example", {
    customerAddress1: "Bergstrasse 9",
    customerZipcode: "8106",
    customerCity: "Adlikon",
  });
  const offered = async (text: string) => {
    await given.told([{ cents: 18_000, name: "Hans Keller", text, iban: "" }]);
    return offerInvoices(db, given.partner.actor, (await given.transactions()).at(-1)?.id ?? "");
  };

  const named = await offered("Bergstrasse 9, 8106 Adlikon");
  expect([named.offers.map((offer) => idsOf(offer)?.[0]), named.hasNoBestOffer]).toEqual([[adlikon, horgen], false]);
  const undecided = await offered("fee");
  expect(undecided.hasNoBestOffer).toBe(true);
  expect(undecided.offers.map(({ parts }) => parts[0]?.invoice.apart)).toEqual(["8810 Horgen", "8106 Adlikon"]);
});
