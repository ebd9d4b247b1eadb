import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { importSettings } from "@/db/schema/collection-settings";
import { householdMembers } from "@/db/schema/households";
import { invoices } from "@/db/schema/invoices";
import { runCollection } from "@/server/background/run-collection";
import { transmitImport } from "@/server/billing/imports/transmit-import";
import { customerKey } from "@/server/domain/rules/customer-key";
import { type HomeAddress, homeOf } from "@/server/domain/rules/home";
import { givenImport, givenInvoice } from "@/server/testing/given";
import { givenBankingCompany, givenBilled } from "@/server/testing/given-statement";
import { findCandidates } from "./find-candidates";

const spaced = (texts: readonly string[]) =>
  fc.tuple(fc.constantFrom("", " ", "  "), fc.constantFrom(...texts), fc.constantFrom("", " ")).map((parts) => parts.join(""));
const maybe = (texts: readonly string[]) => fc.option(spaced(["", ...texts]));

const address: fc.Arbitrary<HomeAddress> = fc.record({
  country: fc.option(fc.constantFrom("", "NL", "nl", "DE", "CH")),
  zipcode: maybe(["1234 AB", "1234ab", "10115"]),
  street: maybe(["Kerkstraat", "KERKSTRAAT 5", "Große  Allee", "ÄGIDIENWEG", "5"]),
  houseNumber: maybe(["5", "12", "5b"]),
  extension: maybe(["b", "B", "II"]),
});
const email = fc.option(
  fc.oneof(spaced(["", "Ada@members.example", "ada@MEMBERS.example"]), spaced(["ÉLAN@members.example"]), fc.emailAddress()),
);

test("SQL and TypeScript agree on customers and homes", async () => {
  const customers = fc.sample(fc.record({ email, id: fc.constantFrom("", "01ab") }), 400);
  const homes = fc.sample(address, 600);
  const [said] = await db.execute<{ keys: string[]; homes: string[] }>(sql`select
    (select jsonb_agg(customer_key(c ->> 'email', c ->> 'id') order by n) from jsonb_array_elements(${JSON.stringify(customers)}::jsonb) with ordinality t(c, n)) as keys,
    (select jsonb_agg(home_of(h ->> 'country', h ->> 'zipcode', h ->> 'street', h ->> 'houseNumber', h ->> 'extension') order by n)
      from jsonb_array_elements(${JSON.stringify(homes)}::jsonb) with ordinality t(h, n)) as homes`);
  expect(said?.keys).toEqual(customers.map(({ email, id }) => customerKey(email, id)));
  expect(said?.homes).toEqual(homes.map(homeOf));
  expect(new Set(homes.map(homeOf)).size).toBeGreaterThan(20);
});

test("a postcode and a house number name a home in the Netherlands, and elsewhere only with the street", () => {
  const at = (country: string, zipcode: string, street: string | null, houseNumber: string | null, extension: string | null = null) =>
    homeOf({ country, zipcode, street, houseNumber, extension });
  expect(at("NL", "1234 ab", "Kerkstraat", "5")).toBe(at("NL", "1234AB", null, "5"));
  expect(at("NL", "1234AB", null, "5", "a")).not.toBe(at("NL", "1234AB", null, "5"));
  expect(at("DE", "10115", null, "5")).toBe("");
  expect(at("DE", "10115", "Ackerstraße", null)).toBe("");
  expect(at("DE", "10115", "Ackerstraße 5", null)).toBe(at("DE", "10115", "ackerstraße", "5"));
  expect(at("DE", "10115", "Ackerstraße", "5")).not.toBe(at("DE", "10115", "Bergstraße", "5"));
  expect(at("DE", "10115", "Allee 1", "2")).not.toBe(at("DE", "10115", "Allee", "12"));
});

test("customers with the same postcode and house number are offered together only if they live in the same street", async () => {
  const given = await givenBankingCompany();
  const { partner, company } = given;
  const into = await givenImport(partner, { company });
  const lives = (customerFirstName: string, customerLastName: string, customerAddress1: string, customerHouseNumber = "5") => {
    const place = { customerCountryCode: "DE", customerZipcode: "10115", customerAddress1, customerHouseNumber };
    const invoice = { customerFirstName, customerLastName, customerEmail: null, ...place };
    return givenInvoice(partner, { import: into, amountCents: 4_500, invoice });
  };
  await lives("Kim", "Kellermann", "Ackerstraße");
  await lives("Pat", "Kellermann", "Bergstraße");
  await lives("Ida", "Quandtmeier", "Chausseestraße 8", "");
  await lives("Jan", "Quandtmeier", "Chausseestraße", "8");
  await transmitImport(db, partner.actor, into.id);
  const offeredFor = async (name: string, id: string) => {
    await given.told([{ cents: 9_000, name, text: "Beitrag" }], { id });
    const last = (await given.transactions()).at(-1);
    if (!last) throw new Error("Nothing came");
    const { candidates } = await findCandidates(db, partner.actor, last, last.amountCents);
    return candidates.map(({ parts }) => parts.map(({ invoice }) => invoice.firstName).sort());
  };
  expect(await offeredFor("Kellermann", "1")).toEqual([["Kim"], ["Pat"]]);
  expect(await offeredFor("Quandtmeier", "2")).toContainEqual(["Ida", "Jan"]);
});

test("a payer is recognised by their invoices' e-mail address, regardless of spaces and capitals", async () => {
  const given = await givenBankingCompany();
  const { partner, company } = given;
  const { reference } = await givenBilled(given, { invoice: { customerEmail: "Ada@members.example" } });
  const from = "DE75512108001245126199";
  await given.told([{ cents: 4_500, reference, iban: from }]);
  const into = await givenImport(partner, { company });
  const other = await givenInvoice(partner, { import: into, invoice: { customerEmail: null } });
  // Stored like this before addresses were trimmed.
  await db.update(invoices).set({ customerEmail: "  ada@MEMBERS.example " }).where(eq(invoices.id, other.id));
  await transmitImport(db, partner.actor, into.id);
  await given.told([{ cents: 4_500, iban: from, name: "Ada Brandsma", text: "once more" }], { id: "2" });
  const last = (await given.transactions()).at(-1);
  if (!last) throw new Error("Nothing came");
  const { candidates } = await findCandidates(db, partner.actor, last, last.amountCents);
  const [offer] = candidates.filter(({ parts }) => parts.some(({ invoice }) => invoice.id === other.id));
  expect(offer?.reasons).toContain("known_payer");
});

test("customers without an e-mail address join a household only by exactly the same home", async () => {
  const { partner, company } = await givenBankingCompany();
  const into = await givenImport(partner, { company });
  const place = { customerLastName: "Kellermann", customerCountryCode: "DE", customerZipcode: "10115" };
  const lives = (invoice: object) => givenInvoice(partner, { import: into, invoice: { ...place, ...invoice } });
  const one = await lives({ customerEmail: "kim@members.example", customerAddress1: "Ackerstraße", customerHouseNumber: "5" });
  const two = await lives({ customerEmail: null, customerAddress1: "Ackerstraße 5", customerHouseNumber: "" });
  await lives({ customerEmail: null, customerAddress1: "Bergstraße", customerHouseNumber: "5" });
  await lives({ customerEmail: null, customerAddress1: "", customerHouseNumber: "5" });
  await db.update(importSettings).set({ joinsHouseholds: true }).where(eq(importSettings.importId, into.id));
  await transmitImport(db, partner.actor, into.id);
  await runCollection(db, { scope: { partnerId: partner.id } });
  const members = await db.select().from(householdMembers).where(eq(householdMembers.partnerId, partner.id));
  expect(members.map(({ invoiceId }) => invoiceId).sort()).toEqual([one.id, two.id].sort());
});
