import { readFileSync } from "node:fs";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { companySettings } from "@/db/schema/collection-settings";
import { customerLink } from "@/server/billing/customer-links/customer-link";
import { addLines } from "@/server/billing/invoices/add-lines";
import { creditAndRetractInvoice } from "@/server/billing/invoices/credit-and-retract-invoice";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import { recordExternalPayment } from "@/server/billing/payments/record-external-payment";
import { recordRefund } from "@/server/billing/refunds/record-refund";
import { findCustomer } from "@/server/customer-page/find-customer";
import { formatMoment } from "@/server/domain/formats/dates";
import { locales } from "@/server/domain/formats/locales";
import { DAY_MS } from "@/server/domain/formats/time";
import { TIME_ZONE } from "@/server/domain/formats/time-zone";
import { html } from "@/server/platform/html";
import { customerPageOf, readingFor } from "@/server/testing/customer-page-of";
import { givenCompany, givenPartner, givenTicket } from "@/server/testing/given";
import { givenBegunPayment } from "@/server/testing/given-bank";
import { givenBankAccount } from "@/server/testing/given-bank-account";
import { givenCollected, jumpClock } from "@/server/testing/given-collection";
import { type GivenCustomer, givenCustomer, secretOf } from "@/server/testing/given-customer";
import drawPdf from "./draw-pdf";
import { pdfContents } from "./pdf-contents";

test("plain text is escaped, between tags and in attributes", () => {
  const hostile = `<script>alert("1")</script>'&`;
  const markup = html`<p title="${hostile}">${hostile}${[hostile, null, false]}${undefined}</p>`.toString();
  expect(markup).not.toMatch(/<script|"1"/);
  expect(markup.match(/&lt;script&gt;/g)).toHaveLength(3);
});

test("the page says that the invoice was sent only once a message about it has left", async () => {
  const { partner, invoice, collect } = await givenCollected({ isSandbox: true, invoice: { locale: "en" } });
  const secret = secretOf(await customerLink(db, partner.actor, invoice.id));
  const actor = await findCustomer(db, secret, null);
  if (!actor) throw new Error("The link opens nothing");
  const before = await customerPageOf({ secret, actor });
  expect(before).toContain(" · Invoice date: ");
  expect(before).not.toContain("Sent to you on");
  await collect({ kind: "mailbox" });
  expect(await customerPageOf({ secret, actor })).toContain(" · Sent to you on ");
});

test("the page of a Swiss company has no ß, also in texts with values, and names keep theirs", async () => {
  const partner = await givenPartner();
  const company = await givenCompany(partner, { name: "Verein Weiß", countryCode: "CH", currency: "CHF", locale: "de" });
  const customer = await givenCustomer(partner, { company, invoice: { locale: "de" } });
  const { reading } = await readingFor(customer);

  expect(reading.say("transfer.said", { date: "4. März" })).toContain("einschliesslich 4. März");
  expect(reading.say("foot.onBehalfOf", { company: company.name })).toContain("Verein Weiß");
});

test("text from partners and customers never becomes markup", async () => {
  const hostile = `"><img src=x onerror=alert(1)>`;
  const customer = await givenCustomer(await givenPartner(), {
    invoice: {
      customerLastName: hostile,
      customerCity: hostile,
      customerPhoneNumber: `1${hostile}`,
      lines: [{ id: null, amountCents: 4_500, description: hostile, date: null }],
    },
  });
  await givenTicket(customer.invoice, { message: `</textarea>${hostile}` });
  expect(await customerPageOf(customer)).not.toContain("<img");
});

test("the only script is that of the copy buttons, on pages that have some, and the security policy allows no other", async () => {
  const partner = await givenPartner();
  const company = await givenCompany(partner);
  const page = () => givenCustomer(partner, { company }).then(customerPageOf);
  expect(await page()).not.toMatch(/<script|javascript:|\son\w+=/i);
  await givenBankAccount(partner, company);
  const withAccount = await page();
  expect(withAccount.match(/<script/g)).toHaveLength(1);
  expect(withAccount).not.toMatch(/javascript:|\son\w+=/i);
  expect(readFileSync("SECURITY.md", "utf8")).toContain("no inline script (`proxy.ts`) but one on the customer's page");
});

test.each(locales)("page and paper are in the invoice's language, %s", async (locale) => {
  const customer = await givenCustomer(await givenPartner(), { invoice: { locale, customerLastName: "Łukaszewicz" } });
  const page = await customerPageOf(customer);
  expect(page).toContain(`<html lang="${locale}">`);
  expect(page).toContain("45");
  expect(page).not.toContain("customer.");
  const { described, reading } = await readingFor(customer);
  const pdf = Buffer.from(await drawPdf(pdfContents(described, reading)));
  expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
  expect(pdf.toString("latin1")).toContain(`/Lang (${locale})`);
});

test.each([true, false])("a retracted invoice is called that, with the reason if the company wants to show it (%s)", async (isShown) => {
  const partner = await givenPartner();
  const customer = await givenCustomer(partner, { invoice: { locale: "en" } });
  await creditAndRetractInvoice(db, partner.actor, customer.invoice.id, {
    creditNoteNumber: "CN-1",
    description: "Left",
    retractionReason: "Sent to the wrong family",
    showRetractionReasonToCustomer: isShown,
  });
  const page = await customerPageOf(customer);
  expect(page).toContain("This invoice was cancelled on");
  expect(page.includes("Sent to the wrong family")).toBe(isShown);
  expect(page).not.toContain("/payment");
});

test("coming messages and fees are shown until the invoice is paid", async () => {
  const customer = await givenCustomer(await givenPartner(), { invoice: { locale: "en" } });
  const open = await customerPageOf(customer);
  expect(open).toContain("If it is not paid");
  expect(open.match(/[\w ]*eminder by e-mail/g)).toEqual(["Reminder by e-mail", "Second reminder by e-mail", "Final reminder by e-mail"]);
  expect(open).toContain("Due by");
  const paid = await givenCustomer(await givenPartner(), {
    invoice: { locale: "en" },
    events: [{ amountCents: -4_500, paymentMethod: "ideal" }],
  });
  expect(await customerPageOf(paid)).not.toMatch(/If it is not paid|eminder by e-mail|Due by/);
});

test("the customer sees the company's invoice number alone", async () => {
  const customer = await givenCustomer(await givenPartner(), { invoice: { locale: "en", externalInvoiceNumber: "2027-001" } });
  const page = await customerPageOf(customer);
  expect(page).toContain("Invoice 2027-001 · Invoice date:");
  expect(page).toContain("Invoice 2027-001 as PDF");
  expect(page).not.toContain(String(customer.invoice.invoiceNumber));
});

test("a credit note is called that, and asks for the account to pay to", async () => {
  const partner = await givenPartner();
  const without = await customerPageOf(
    await givenCustomer(partner, { amountCents: -2_550, invoice: { locale: "en", directDebitIban: null } }),
  );
  expect(without).toContain("You will receive");
  expect(without).toContain("What this credit note is for");
  expect(without).toContain("Credit note 2026-0001 as PDF");
  expect(without).toContain("Is this credit note real?");
  expect(without).not.toMatch(/Invoice/);
  expect(without).toContain("Give Rowing Club Northbank your bank details");
  expect(without).not.toContain("paid more");
  const iban = { locale: "en", directDebitIban: "NL91ABNA0417164300" } as const;
  expect(await customerPageOf(await givenCustomer(partner, { amountCents: -2_550, invoice: iban }))).not.toContain("your bank details</a>");
});

test("money paid back to the customer is called a refund, and a paid invoice shows the day of payment", async () => {
  const partner = await givenPartner();
  const customer = await givenCustomer(partner, { invoice: { locale: "en" } });
  const { lines } = await getInvoice(db, partner.actor, customer.invoice.id);
  const payment = { amountCents: 7_000, reason: "Statement", mayExceed: true };
  await recordExternalPayment(db, partner.actor, customer.invoice.id, lines.length, payment);
  expect(await customerPageOf(customer)).toContain("Rowing Club Northbank will pay this amount to you");
  await recordRefund(db, partner.actor, customer.invoice.id, { lines: 2, refunds: 0 }, { amountCents: 2_500, reason: "Too much" });
  const page = await customerPageOf(customer);
  expect(page).toContain("Paid back to you by Rowing Club Northbank");
  expect(page).not.toMatch(/Payment returned|Refunded to you/);
  expect(page).toContain("Paid directly to Rowing Club Northbank");
  expect(page).toMatch(/Paid on \d+ \w+ \d{4}\. Thank you\./);
  // The amount paid, not an outstanding 0.
  expect(page).toMatch(/class="amount"><span class="total">€45\.00</);
});

test("a company name with a full stop at its end also ends the sentence, and Swiss companies write no ß", async () => {
  const partner = await givenPartner();
  const german = { locale: "de" } as const;
  const club = await givenCompany(partner, { name: "Ruderverein Süd e. V.", countryCode: "DE" });
  const page = await customerPageOf(await givenCustomer(partner, { company: club, invoice: german }));
  expect(page).toContain("Ruderverein Süd e. V.");
  expect(page).not.toContain("V..");
  const street = async (customer: GivenCustomer) => (await readingFor(customer)).reading.say("contact.street");
  expect(await street(await givenCustomer(partner, { company: club, invoice: german }))).toBe("Straße");
  const swiss = await givenCompany(partner, { countryCode: "CH", currency: "CHF" });
  expect(await street(await givenCustomer(partner, { company: swiss, invoice: german }))).toBe("Strasse");
});

test("a donation can be added to the payment if the company accepts donations", async () => {
  const partner = await givenPartner();
  const company = await givenCompany(partner);
  const customer = await givenCustomer(partner, { company, invoice: { locale: "en" } });
  expect(await customerPageOf(customer)).not.toContain("/donation");
  await db.update(companySettings).set({ donationAllowed: true }).where(eq(companySettings.companyId, company.id));
  const page = await customerPageOf(await givenCustomer(partner, { company, invoice: { locale: "en" } }));
  expect(page).toContain("Add a donation");
  expect(page).toContain("Donate and pay by iDEAL | Wero");
});

test("numbers and times of day are those of the company's country", async () => {
  const partner = await givenPartner();
  const pageIn = async (countryCode: "CH" | "DE" | "GB", locale: "de" | "en") => {
    const company = await givenCompany(partner, { countryCode });
    const customer = await givenCustomer(partner, { company, invoice: { locale } });
    await givenTicket(customer.invoice, { createdAt: new Date("2026-07-01T09:30:00Z") });
    return customerPageOf(customer);
  };
  const british = await pageIn("GB", "en");
  expect(british).toMatch(/1 July?, 10:30</);
  expect(british).toContain("At most 2,000 characters");
  expect(await pageIn("CH", "de")).toMatch(/11:30<[\s\S]*Höchstens 2’000 Zeichen/);
  expect(await pageIn("DE", "de")).toContain("Höchstens 2.000 Zeichen");
});

test("a failed payment is named with its day", async () => {
  const { partner, invoice } = await givenCollected({ isSandbox: true, invoice: { locale: "en" } });
  const online = await givenBegunPayment(partner, invoice, "ideal");
  await online.decide("fail");
  await online.follow();
  const secret = secretOf(await customerLink(db, partner.actor, invoice.id));
  const actor = await findCustomer(db, secret, null);
  if (!actor) throw new Error("The link opens nothing");
  expect(await customerPageOf({ secret, actor })).toContain(
    `Your payment on ${formatMoment(new Date(), "en", TIME_ZONE, "long")} did not go through.`,
  );
});

test("an amount that came with the invoice was due with it, although its own date is later", async () => {
  const day = 30;
  const date = new Date(Date.now() + 45 * DAY_MS);
  const camp = { id: "L-1", type: "INVOICE-LINE", amountCents: 4_500, description: "Summer camp", paymentMethod: null, date } as const;
  const { partner, invoice, collect } = await givenCollected({ isSandbox: true, invoice: { locale: "en", lines: [camp] } });
  await collect({ kind: "mailbox" });
  await jumpClock(partner, day);
  const secret = secretOf(await customerLink(db, partner.actor, invoice.id));
  const actor = await findCustomer(db, secret, null);
  if (!actor) throw new Error("The link opens nothing");
  const page = await customerPageOf({ secret, actor: { ...actor, clockOffsetMs: day * DAY_MS } });
  expect(page).toMatch(/<p class="fact overdue">The invoice was due on \d/);
  expect(page).not.toContain("Of the ");
});

test("an amount that was billed after the due day is not said to have been due on it", async () => {
  const { partner, invoice, collect } = await givenCollected({ isSandbox: true, invoice: { locale: "en" } });
  await collect({ kind: "mailbox" });
  const day = 60;
  await jumpClock(partner, day);
  await collect({ kind: "mailbox" });
  const date = new Date(Date.now() + day * DAY_MS);
  await addLines(db, invoice, [{ type: "INVOICE-LINE", amountCents: 1_250, description: "Shirt", paymentMethod: null, date }]);
  const page = async () => {
    const secret = secretOf(await customerLink(db, partner.actor, invoice.id));
    const actor = await findCustomer(db, secret, null);
    if (!actor) throw new Error("The link opens nothing");
    return customerPageOf({ secret, actor: { ...actor, clockOffsetMs: day * DAY_MS } });
  };
  expect(await page()).toMatch(/€57\.50[\s\S]*<p class="fact overdue">Of the €57\.50, €45\.00 was to be paid by \d/);
  await addLines(db, invoice, [{ type: "PAYMENT-LINE", amountCents: -4_500, description: null, paymentMethod: "ideal", date }]);
  expect(await page()).not.toMatch(/Of the |The invoice was due on/);
});

test.each([
  ["de", "Nicht bekannt"],
  ["en", "Not known"],
  ["fr", "Aucune indication"],
  ["it", "Non indicato"],
  ["nl", "Niet bekend"],
] as const)("details that nobody knows are called that, and not ones to fill in, in %s", async (locale, words) => {
  const invoice = { locale, customerPhoneNumber: null, customerPhoneCountryCode: null, directDebitIban: null };
  const page = await customerPageOf(await givenCustomer(await givenPartner(), { invoice }));
  expect(page.match(new RegExp(`<dd>${words}</dd>`, "g"))?.length).toBeGreaterThanOrEqual(2);
});

test("of an account for pounds, the page asks for the IBAN, and says where it stands beside sort code and account number", async () => {
  const partner = await givenPartner();
  const company = await givenCompany(partner, { countryCode: "GB", currency: "GBP" });
  const pounds = { company, amountCents: -2_550, invoice: { locale: "en", directDebitIban: null } } as const;
  const page = await customerPageOf(await givenCustomer(partner, pounds));
  const where = "Your bank’s app or statement shows it beside your sort code and account number.";
  expect(page).toContain("<dd>Not known. Your bank’s app or statement shows your IBAN beside your sort code and account number.</dd>");
  const owed = await givenCustomer(partner, { company, invoice: pounds.invoice });
  await recordExternalPayment(db, partner.actor, owed.invoice.id, 1, { amountCents: 7_000, reason: "Statement", mayExceed: true });
  expect(await customerPageOf(owed)).toContain(`Please give your IBAN, so that the money reaches you. ${where}`);
  const euros = await givenCustomer(partner, { invoice: pounds.invoice });
  expect(await customerPageOf(euros)).not.toContain("sort code");
});
