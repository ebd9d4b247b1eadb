import { expect, test } from "vitest";
import { db } from "@/db/client";
import type { NewInvoice } from "@/server/billing/invoices/invoice";
import { givenBankingCompany, givenBilled } from "@/server/testing/given-statement";
import { findNamedInvoices } from "./find-named-invoices";

test("a payment for several people finds the unpaid invoices of all whom its text names in full", async () => {
  const given = await givenBankingCompany();
  const billed = async (invoice: Partial<NewInvoice>, amountCents = 4_500) =>
    (await givenBilled(given, { amountCents, invoice })).invoice.id;
  const mia = await billed({ customerFirstName: "Mia", customerInfix: "van", customerLastName: "Höfer" });
  const falk = await billed({ customerFirstName: "Falk", customerLastName: "Hoefer" }, 5_000);
  const bakery = await billed({ customerOrganization: "Bakery North", customerFirstName: "Ida", customerLastName: "Kuhn" });
  // Another first name; a last name of which the text has only half; nobody who is named.
  await billed({ customerFirstName: "Ute", customerLastName: "Hoefer" });
  await billed({ customerFirstName: "Falk", customerLastName: "Hoefer-Lind" });
  await billed({ customerFirstName: "Ada", customerLastName: "Brandsma" });
  await billed({ customerFirstName: "Mia", customerLastName: "Höfer" }, 0);
  const stranger = await givenBankingCompany();
  await givenBilled(stranger, { invoice: { customerFirstName: "Falk", customerLastName: "Hoefer" } });
  await given.told([{ cents: 15_000, name: "Hofer, M. and F.", text: "Mia HOEFER, Falk Hoefer and bakery of the north", iban: "" }]);
  const [came] = await given.transactions();
  const find = async (actor = given.partner.actor) => (await findNamedInvoices(db, actor, came?.id ?? "")).map(({ id }) => id);
  expect(new Set(await find())).toEqual(new Set([mia, falk, bakery]));
  await expect(find(stranger.partner.actor)).rejects.toMatchObject({ code: "invalid_bank_transaction_id" });
});
