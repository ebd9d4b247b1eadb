import { expect, test } from "vitest";
import { db } from "@/db/client";
import { creditAndRetractInvoice } from "@/server/billing/invoices/credit-and-retract-invoice";
import { recordExternalPayment } from "@/server/billing/payments/record-external-payment";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { DAY_MS } from "@/server/domain/formats/time";
import { customerPageOf, readingFor } from "@/server/testing/customer-page-of";
import { givenCompany, givenPartner } from "@/server/testing/given";
import { givenCollected } from "@/server/testing/given-collection";
import { type GivenCustomer, givenCustomer } from "@/server/testing/given-customer";
import { accountRows } from "./account-rows";
import { pdfContents } from "./pdf-contents";

const inEnglish = { locale: "en" } as const;
const NOW = Date.now();
const daysAgo = (days: number) => new Date(NOW - days * DAY_MS);

async function rowsOf(customer: GivenCustomer) {
  const { described, reading } = await readingFor(customer);
  return accountRows(described, reading).map(({ words, amountCents }) => [words, amountCents]);
}

async function paperOf(customer: GivenCustomer) {
  const { described, reading } = await readingFor(customer);
  return pdfContents(described, reading);
}

test("a payment is one row, also if a part of it pays a fee, and rows are in the order of their days", async () => {
  const partner = await givenPartner();
  const events = [{ type: "LATE-PAYMENT-FEE-LINE", amountCents: 4_000, date: daysAgo(2) }] as const;
  const customer = await givenCustomer(partner, { invoice: inEnglish, events: [...events] });
  await recordExternalPayment(db, partner.actor, customer.invoice.id, 2, {
    amountCents: 8_500,
    reason: "Statement",
    mayExceed: false,
    paidOn: addDays(dayAt(new Date(NOW)), -5),
  });
  expect(await rowsOf(customer)).toEqual([
    ["Membership", 4_500],
    ["Paid directly to Rowing Club Northbank", -8_500],
    ["Collection costs (incassokosten)", 4_000],
  ]);
});

test("a payment of a fee alone has the fee's name", async () => {
  const fee = { type: "LATE-PAYMENT-FEE-LINE", amountCents: 2_000 } as const;
  const paid = (paymentMethod: "external" | "ideal") =>
    ({ type: "LATE-PAYMENT-FEE-PAYMENT-LINE", amountCents: -2_000, paymentMethod }) as const;
  const partner = await givenPartner();
  const wordsOf = async (payment: ReturnType<typeof paid>, country: string, locale: "en" | "nl") => {
    const customer = await givenCustomer(partner, { invoice: { locale, customerCountryCode: country }, events: [fee, payment] });
    return (await rowsOf(customer)).at(-1)?.[0];
  };
  expect(await wordsOf(paid("external"), "BE", "nl")).toBe(
    "Schadevergoeding wegens laattijdige betaling: door u betaald, rechtstreeks aan Rowing Club Northbank",
  );
  expect(await wordsOf(paid("ideal"), "IE", "en")).toBe("Late fee: paid by iDEAL | Wero");
});

test("a fee that falls away is called that, and a credit without a text elsewhere is not", async () => {
  const fee = { type: "LATE-PAYMENT-FEE-LINE", amountCents: 250 } as const;
  const paid = { type: "PAYMENT-LINE", amountCents: -4_500, paymentMethod: "ideal" } as const;
  const credit = { type: "CREDIT-LINE", amountCents: -250 } as const;
  const partner = await givenPartner();
  const wordsOf = async (events: Parameters<typeof givenCustomer>[1] & object, country: string, locale: "en" | "fr" | "nl") =>
    (await rowsOf(await givenCustomer(partner, { invoice: { locale, customerCountryCode: country }, ...events }))).at(-1)?.[0];

  expect(await wordsOf({ events: [fee, paid, credit] }, "IE", "en")).toBe("Late fee taken off");
  expect(await wordsOf({ events: [fee, paid, credit] }, "NL", "nl")).toBe("Incassokosten vervallen");
  expect(await wordsOf({ events: [fee, paid, credit] }, "CH", "fr")).toBe("Frais de rappel annulés");
  expect(await wordsOf({ events: [paid, credit] }, "NL", "en")).toBe("Taken off");
  expect(await wordsOf({ events: [fee, credit] }, "NL", "en")).toBe("Taken off");
});

test("the paper of a paid invoice has the amount due as its total, and the day of payment apart", async () => {
  const events = [{ amountCents: -4_500, paymentMethod: "ideal" as const }];
  const paper = await paperOf(await givenCustomer(await givenPartner(), { invoice: inEnglish, events }));
  expect(paper.total).toEqual({ words: "Amount due", amount: "€0.00" });
  expect(paper.remarks).toEqual([expect.stringMatching(/^Paid on \d+\u00a0\p{L}+\u00a0\d{4}\. Thank you\.$/u)]);
  for (const { date } of paper.rows) expect(date).toMatch(/^\d+\u00a0\p{L}{3,}\u00a0\d{4}$/u);
});

test("page and paper of a cancelled invoice say what was paid", async () => {
  const partner = await givenPartner();
  const retracted = async (events: NonNullable<Parameters<typeof givenCustomer>[1]>["events"]) => {
    const customer = await givenCustomer(partner, { invoice: inEnglish, events });
    const retraction = { creditNoteNumber: "CN-1", description: "Left", retractionReason: null, showRetractionReasonToCustomer: false };
    await creditAndRetractInvoice(db, partner.actor, customer.invoice.id, retraction);
    return { page: await customerPageOf(customer), paper: await paperOf(customer) };
  };
  const paid = await retracted([{ amountCents: -4_500, paymentMethod: "ideal" }]);
  expect(paid.page).toMatch(
    /This invoice was cancelled on [^<]*<\/p>\s*<p>You paid €45\.00\. If you would like this money back, please ask for it below: Rowing Club Northbank will answer you\./,
  );
  expect(paid.page).not.toContain("Thank you");
  expect(paid.paper.remarks).toEqual([
    expect.stringMatching(/^This invoice was cancelled on /),
    "You paid €45.00. If you would like this money back, please ask for it on the invoice’s page (the link is in our e-mail): Rowing Club Northbank will answer you.",
  ]);
  expect(paid.paper.total).toEqual({ words: "Amount due", amount: "€0.00" });
  const over = await retracted([{ amountCents: -6_000, paymentMethod: "ideal" }]);
  const surplus = "You paid €60.00. Of this, €15.00 is more than you had to pay and will be paid back to you.";
  const rest = `${surplus} If you would like the other €45.00 back,`;
  expect(over.page).toContain(`${rest} please ask for it below: Rowing Club Northbank will answer you.`);
  expect(over.paper.remarks.slice(1, 3)).toEqual([
    `${rest} please ask for it on the invoice’s page (the link is in our e-mail): Rowing Club Northbank will answer you.`,
    "Rowing Club Northbank will pay €15.00 to you.",
  ]);
  const unpaid = await retracted([]);
  expect(unpaid.page).not.toContain("You paid");
  expect(unpaid.paper.remarks).toHaveLength(1);
});

test("page and paper give the reason for a cancellation straight after it, before what was paid", async () => {
  const partner = await givenPartner();
  const events = [{ amountCents: -4_500, paymentMethod: "ideal" as const }];
  const customer = await givenCustomer(partner, { invoice: inEnglish, events });
  const retraction = {
    creditNoteNumber: "CN-1",
    description: "Left",
    retractionReason: "Moved away",
    showRetractionReasonToCustomer: true,
  };
  await creditAndRetractInvoice(db, partner.actor, customer.invoice.id, retraction);
  expect(await customerPageOf(customer)).toMatch(
    /This invoice was cancelled on [^<]*<\/p>\s*<p>Reason for the cancellation: Moved away<\/p>\s*<p>You paid €45\.00\./,
  );
  expect((await paperOf(customer)).remarks.slice(1)).toEqual([
    "Reason for the cancellation: Moved away",
    expect.stringMatching(/^You paid €45\.00\./),
  ]);
});

test("the paper of a credit note is called that, and says who pays, and that an account is needed", async () => {
  const paper = await paperOf(await givenCustomer(await givenPartner(), { amountCents: -2_550, invoice: inEnglish }));
  expect(paper.recipient.label).toBe("Credit note for");
  expect(paper.facts[1]).toMatch(/^Credit note date: /);
  expect(paper.total).toEqual({ words: "You will receive", amount: "€25.50" });
  expect(paper.remarks).toEqual([
    "Rowing Club Northbank will pay €25.50 to you.",
    "Please give your bank details on the credit note’s page (the link is in our e-mail), so that the money reaches you.",
  ]);
});

test("without a bank account, the paper points to the link in the mail, unless no mail reaches the customer", async () => {
  const { partner, company, collect } = await givenCollected({ isSandbox: true });
  const remarksFor = async (customerEmail: string | null) => {
    const customer = await givenCustomer(partner, { company, invoice: { ...inEnglish, customerEmail } });
    await collect({ kind: "mailbox" });
    return (await paperOf(customer)).remarks;
  };
  expect(await remarksFor("ada@members.example")).toEqual(["To pay, use the link in the e-mail from Rowing Club Northbank."]);
  expect(await remarksFor(null)).toEqual([]);
});

test("a Belgian company's Dutch page has Belgian words", async () => {
  const partner = await givenPartner();
  const methodsOf = async (countryCode: "BE" | "NL") => {
    const company = await givenCompany(partner, { countryCode });
    const { reading } = await readingFor(await givenCustomer(partner, { company, invoice: { locale: "nl" } }));
    return [reading.say("methods.credit_card"), reading.say("transfer.title")];
  };
  expect(await methodsOf("BE")).toEqual(["kredietkaart", "Overschrijven"]);
  expect(await methodsOf("NL")).toEqual(["creditcard", "Overmaken"]);
});
