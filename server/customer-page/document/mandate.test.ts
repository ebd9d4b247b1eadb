import { expect, test } from "vitest";
import { db } from "@/db/client";
import { findMandateOffer, versionOfMandate } from "@/server/customer-page/mandate-offer";
import { addDays, addMonths, dayAt } from "@/server/domain/formats/calendar";
import { locales } from "@/server/domain/formats/locales";
import { customerPageOf, readingFor } from "@/server/testing/customer-page-of";
import { givenPayer } from "@/server/testing/given-consent";
import { givenMandate } from "@/server/testing/given-mandate";
import { mandatePage, wordsOfMandate } from "./mandate";

const iban = "DE02120300000000202051";

/** The page of the form, as it is first shown. */
async function formPageOf(payer: Awaited<ReturnType<typeof givenPayer>>, more: Partial<Parameters<typeof mandatePage>[0]> = {}) {
  const { described, reading } = await readingFor(payer);
  const offer = await findMandateOffer(db, payer.actor);
  if ("reason" in offer) throw new Error(offer.reason);
  const words = wordsOfMandate(offer.terms, reading.say);
  const shown = { reading, words, version: versionOfMandate(offer, words), companyName: described.invoice.companyName };
  const values = { holder: "Ada Brandsma", iban: "", bic: "", agrees: false };
  return mandatePage({ ...shown, style: "", path: "/i/x", today: "2026-11-29", values, problems: {}, ...more }).toString();
}

test("the page offers a mandate, then shows it masked with a button to withdraw it, and never the whole account number", async () => {
  const payer = await givenPayer();
  const before = await customerPageOf(payer);
  expect(before).toContain(`href="/i/${payer.secret}/mandate"`);
  expect(before).not.toContain("/mandate/withdraw");
  expect(before).toContain("Bank account (IBAN)");

  await payer.give({ iban, holder: "Bo Brandsma" });
  const page = await customerPageOf(payer);
  const [mandate] = await payer.mandates();
  for (const shown of [
    "Bo Brandsma",
    "DE02 … 2051",
    mandate?.reference ?? "",
    "Use another account",
    `action="/i/${payer.secret}/mandate/withdraw"`,
  ])
    expect(page).toContain(shown);
  expect(page).not.toContain(iban);
  expect(page).not.toContain("1203");
  expect(page).not.toContain("Bank account (IBAN)");
});

test("the page says that an invoice is not debited if the mandate expires before, and nothing of it while the mandate lasts", async () => {
  const payer = await givenPayer();
  const expiresOn = addDays(dayAt(new Date()), 7);
  await givenMandate(payer.partner, payer.company, { customerEmail: payer.email, signedOn: addMonths(expiresOn, -36) });
  const page = await customerPageOf(payer);
  expect(page).toMatch(/This mandate expires on [^.]*, unless .* uses it before/);
  expect(page).toContain(
    "This invoice could only be collected after that, so it will not be collected by direct debit: please pay it as shown above.",
  );
  expect(page).not.toMatch(/may debit this account by direct debit|No direct debit is planned/);

  const lasting = await givenPayer();
  await givenMandate(lasting.partner, lasting.company, { customerEmail: lasting.email });
  const other = await customerPageOf(lasting);
  expect(other).toContain("may debit this account by direct debit");
  expect(other).not.toContain("This mandate expires");
});

test("the page says nothing of mandates where the company takes no debits", async () => {
  const payer = await givenPayer({ directDebit: false });
  await givenMandate(payer.partner, payer.company, { customerEmail: payer.email });
  expect(await customerPageOf(payer)).not.toContain("mandate");
});

test("a B2B mandate is shown without the right to a refund, and changed on paper only", async () => {
  const payer = await givenPayer({ invoice: { customerOrganization: "Boats Ltd" } });
  await givenMandate(payer.partner, payer.company, { customerEmail: payer.email, scheme: "B2B", organization: "Boats Ltd" });
  const page = await customerPageOf(payer);
  expect(page).toContain("/mandate/withdraw");
  expect(page).not.toMatch(/eight weeks|Use another account/);
});

test.each(locales)("the form shows creditor, identifier, reference, both authorisations and the refund, in %s", async (locale) => {
  const payer = await givenPayer({ invoice: { locale } });
  const page = await formPageOf(payer);
  for (const shown of ["Rowing Club Northbank", "DE98ZZZ09999999999", "(A)", "(B)", `M${payer.invoice.invoiceNumber}-1`, "2026"])
    expect(page).toContain(shown);
  const weeks = { de: "acht Wochen", en: "eight weeks", fr: "huit semaines", it: "otto settimane", nl: "acht weken" };
  expect(page).toContain(weeks[locale]);
  expect(page).toContain(`lang="${locale}"`);
});

test("the form keeps what was typed, names each problem at its field, and escapes it", async () => {
  const payer = await givenPayer();
  const page = await formPageOf(payer, {
    values: { holder: `"><img src=x>`, iban: "DE00", bic: "", agrees: true },
    problems: { iban: "No IBAN", bic: "", agrees: "Tick it" },
    refusal: "Read it again",
  });
  expect(page).not.toContain("<img");
  expect(page).toContain(`aria-describedby="iban-problem"`);
  expect(page).toContain(`aria-describedby="agrees-problem"`);
  expect(page).toContain(`value="yes" checked`);
  expect(page).toMatch(/role="alert"[\s\S]*Read it again/);
});
