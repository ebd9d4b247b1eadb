import { expect, test } from "vitest";
import { db } from "@/db/client";
import { addDays } from "@/server/domain/formats/calendar";
import { givenOwed, PAYER } from "@/server/testing/given-refund-file";
import { listOwed } from "./list-owed";

const OTHER = "NL91ABNA0417164300";
/** Day on which the customer's payment was booked. */
const CAME_ON = "2026-11-25";

test.each([
  ["of the same amount to the same account, booked later", { on: addDays(CAME_ON, 1) }, true],
  ["booked before, with the invoice's number in its text", { on: addDays(CAME_ON, -1), isNamed: true }, true],
  ["booked before, without the number", { on: addDays(CAME_ON, -1) }, false],
  ["to another account", { on: addDays(CAME_ON, 1), iban: OTHER, isNamed: true }, false],
  ["of another amount", { on: addDays(CAME_ON, 1), cents: -499, isNamed: true }, false],
])("an owed amount is compared with outgoing money %s", async (_, { on, iban = PAYER, cents = -500, isNamed = false }: Going, isFound) => {
  const given = await givenOwed();
  const text = isNamed ? `Too much, ${given.invoice.externalInvoiceNumber}` : "Too much";
  await given.told([{ cents, iban, on, text, name: "Ada Brandsma", bankReference: "P1" }], { id: "S9" });
  const went = (await given.transactions()).find(({ amountCents }) => amountCents < 0);

  const [owed] = await listOwed(db, given.partner.actor, null);

  expect(owed).toMatchObject({ kind: "invoice", amountCents: 500 });
  expect(owed?.perhapsGivenBack).toEqual(isFound ? { transactionId: went?.id, tab: went?.state, bookedOn: on } : null);
});

interface Going {
  on: string;
  iban?: string;
  cents?: number;
  isNamed?: boolean;
}
