import { expect, test } from "vitest";
import { fitsCurrency } from "./fits-currency";

test("euros go into accounts of all countries of SEPA, also those that joined lately, and into no others", () => {
  const fits = (iban: string) => fitsCurrency({ iban, qrIban: null }, "EUR");
  const joined = [
    "AL47212110090000000235698741",
    "MD24AG000225100013104168",
    "ME25505000012345678951",
    "MK07250120000058984",
    "RS35260005601001611379",
  ];
  for (const iban of ["DE02120300000000202051", "CH9300762011623852957", "GB29NWBK60161331926819", ...joined])
    expect(fits(iban)).toBe(true);
  for (const iban of ["BR1500000000000010932840814P2", "TR330006100519786457841326"]) expect(fits(iban)).toBe(false);
});
