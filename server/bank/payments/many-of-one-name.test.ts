import { expect, test } from "vitest";
import { db } from "@/db/client";
import { transmitImport } from "@/server/billing/imports/transmit-import";
import { givenImport, givenInvoice } from "@/server/testing/given";
import { givenBankingCompany } from "@/server/testing/given-statement";
import { offerInvoices } from "./offer-invoices";

/** More people of one last name and one fee than a payment is compared with. */
const MANY = 30;

/** A club whose last invoice, after many of one name, is Zoe's. */
async function givenMany() {
  const given = await givenBankingCompany();
  const { partner, company } = given;
  const into = await givenImport(partner, { company });
  const billed = (customerFirstName: string) => {
    const customerEmail = `${customerFirstName}@members.example`;
    return givenInvoice(partner, {
      import: into,
      amountCents: 4_500,
      invoice: { customerFirstName, customerLastName: "Jansma", customerEmail },
    });
  };
  for (let count = 0; count < MANY; count += 1) await billed(`Ana${"abcdefghijklmnopqrstuvwxyzabcd"[count] ?? ""}`);
  const zoe = await billed("Zoe");
  await transmitImport(db, partner.actor, into.id);
  const firstOffer = async (cents: number, name: string) => {
    await given.told([{ cents, name, text: "fee", iban: "" }]);
    const last = (await given.transactions()).at(-1);
    const { offers } = await offerInvoices(db, partner.actor, last?.id ?? "");
    return offers[0]?.parts.map(({ invoice }) => invoice.id);
  };
  return { zoe, firstOffer };
}

test("of many customers with one last name and one fee, the payer is offered first, by the first name or its initial", async () => {
  const { zoe, firstOffer } = await givenMany();
  for (const name of ["Zoe Jansma", "JANSMA ZOE", "Z. Jansma"]) expect(await firstOffer(4_500, name), name).toEqual([zoe.id]);
});

test("so is the payer of another amount", async () => {
  const { zoe, firstOffer } = await givenMany();
  for (const name of ["Zoe Jansma", "Z. Jansma"]) expect(await firstOffer(3_000, name), name).toEqual([zoe.id]);
});
