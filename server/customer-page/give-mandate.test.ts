import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { companies } from "@/db/schema/companies";
import { mandateAmendments } from "@/db/schema/mandate-amendments";
import { mandateConsents } from "@/db/schema/mandate-consents";
import { partners } from "@/db/schema/partners";
import { eraseCustomer } from "@/server/billing/customers/erase-customer";
import { exportCustomer } from "@/server/billing/customers/export-customer";
import { creditAndRetractInvoice } from "@/server/billing/invoices/credit-and-retract-invoice";
import { recordMandates } from "@/server/billing/mandates/record-mandates";
import { withdrawMandate } from "@/server/billing/mandates/withdraw-mandate";
import { recordExternalPayment } from "@/server/billing/payments/record-external-payment";
import { dayAt } from "@/server/domain/formats/calendar";
import { locales } from "@/server/domain/formats/locales";
import { DAY_MS } from "@/server/domain/formats/time";
import { isMandateReference } from "@/server/domain/rules/mandate-state";
import { withOrigin } from "@/server/platform/request-origin";
import { tablesWith } from "@/server/testing/find-in-database";
import { givenPartner, times } from "@/server/testing/given";
import { accountFacts } from "@/server/testing/given-bank-account";
import { formOf, givenPayer } from "@/server/testing/given-consent";
import { givenCustomer } from "@/server/testing/given-customer";
import { givenMandate, mandateFacts } from "@/server/testing/given-mandate";
import { mailsTo } from "@/server/testing/mails-to";
import { chooseLanguage } from "./choose-language";
import { describeForCustomer } from "./describe-for-customer";
import { findMandateOffer } from "./mandate-offer";
import { withdrawOwnMandate } from "./withdraw-own-mandate";

const iban = "DE02120300000000202051";

describe("a mandate given on the page", () => {
  test("is valid from that day for the payer, with what was shown, when and from which address", async () => {
    const address = {
      address1: "Hafenstraße",
      houseNumber: "5",
      zipcode: "20457",
      city: "Hamburg",
      countryCode: "DE",
      locale: "de",
    } as const;
    const { invoice, actor, email, open, send, mandates, consents } = await givenPayer({ company: address, noticeDays: 10 });
    const form = await open({ iban: "de02 1203 0000 0000 2020 51", holder: " Ada  Brandsma " });
    const outcome = await withOrigin({ requestId: "r", address: "203.0.113.7" }, () => send(form));

    expect(outcome).toMatchObject({ mandate: { state: "valid" } });
    const [mandate, ...others] = await mandates();
    expect(others).toEqual([]);
    expect(mandate).toMatchObject({
      customerKey: email,
      invoiceId: null,
      holder: "Ada Brandsma",
      iban,
      scheme: "CORE",
      sequence: "recurrent",
      source: "page",
      signedOn: dayAt(new Date()),
      createdBy: `customer:${actor.id}`,
      organization: null,
    });
    expect(isMandateReference(mandate?.reference ?? "")).toBe(true);
    expect(await consents()).toMatchObject([
      {
        mandateId: mandate?.id,
        invoiceId: invoice.id,
        givenBy: `customer:${actor.id}`,
        address: "203.0.113.7",
        locale: "en",
        creditorName: "Rowing Club Northbank",
        creditorIdentifier: "DE98ZZZ09999999999",
        noticeDays: 10,
        iban,
        creditorAddress: "Hafenstraße 5, 20457 Hamburg, DE",
        givenAt: expect.any(Date),
      },
    ]);
    const [{ text } = { text: "" }] = await consents();
    for (const shown of [
      "SEPA direct debit mandate",
      `Mandate reference: ${mandate?.reference}`,
      "Creditor identifier: DE98ZZZ09999999999",
      "Address: Hafenstraße 5, 20457 Hamburg, DE",
      "(A) Rowing Club Northbank to send instructions to your bank to debit your account and (B) your bank to debit your account",
      "within eight weeks",
      "at least 10 days before each debit",
      "all invoices from Rowing Club Northbank to your e-mail address",
      "I give this mandate",
    ])
      expect(text).toContain(shown);
  });

  test("is given once by a form that is sent twice, also at the same time, and with one mail", async () => {
    const { open, send, mandates, consents, email } = await givenPayer();
    const form = await open();
    const outcomes = await Promise.all(times(4, () => send(form)));
    const given = outcomes.map((outcome) => ("mandate" in outcome ? outcome.mandate.id : outcome));
    expect(new Set(given).size).toBe(1);
    expect(await mandates()).toHaveLength(1);
    expect(await consents()).toHaveLength(1);
    expect(await mailsTo(email)).toHaveLength(1);
    expect(await send({ ...form, iban: accountFacts({ country: "DE" }).iban })).toEqual({ refusal: "changed_meanwhile" });
  });

  test.each(locales)("is confirmed in %s by a mail with a copy of the text and without the whole account number", async (locale) => {
    const { give, email, consents } = await givenPayer({ invoice: { locale } });
    await give({ iban });
    const [mail, ...others] = await mailsTo(email);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ kind: "customerMandateGiven", locale });
    const [consent] = await consents();
    expect(consent).toMatchObject({ locale });
    expect(mail?.body).toContain(consent?.text);
    expect(mail?.body).toContain("DE02 … 2051");
    expect(mail?.body).not.toContain("1203");
  });

  test("that says what holds for the invoice, with a link to its page, and asks to reply if it was somebody else", async () => {
    const { give, email } = await givenPayer({ invoice: { locale: "en" } });
    await give({ iban });
    const [mail] = await mailsTo(email);
    expect(mail?.body).toMatch(
      /Invoice \S+ is to be collected by direct debit|No direct debit is planned for invoice \S+: please pay .+ by .+ \d{4}\./,
    );
    expect(mail?.body).toMatch(/withdraw it there, or reply to this e-mail to reach .+\.\n\nhttp\S+\/i\/\S+\n/);
  });

  test("is agreed to in the language in which it was read", async () => {
    const { actor, give, consents, send, open } = await givenPayer();
    const inEnglish = await open();
    await chooseLanguage(db, actor, "fr");
    expect(await send(inEnglish)).toEqual({ refusal: "changed_meanwhile" });
    await give();
    expect(await consents()).toMatchObject([{ locale: "fr", text: expect.stringContaining("En donnant ce mandat, vous autorisez (A)") }]);
    expect((await consents())[0]?.text).toMatch(/^Créancier\u00a0: /m);
  });

  test("gets the BIC that the payer gives later for the same account, which needs no other agreement, and keeps it if none is given", async () => {
    const { give, mandates, consents, email } = await givenPayer();
    await give({ iban });
    expect(await give({ iban, bic: "BYLADEM1001" })).toMatchObject({ mandate: { bic: "BYLADEM1001" } });
    expect(await give({ iban })).toMatchObject({ mandate: { bic: "BYLADEM1001" } });
    expect(await mandates()).toMatchObject([{ bic: "BYLADEM1001" }]);
    expect(await consents()).toHaveLength(1);
    expect(await mailsTo(email)).toHaveLength(1);
  });

  test("names the organisation that the invoice is for", async () => {
    const { give, mandates } = await givenPayer({ invoice: { customerOrganization: "Boats Ltd" } });
    await give();
    expect(await mandates()).toMatchObject([{ organization: "Boats Ltd", scheme: "CORE" }]);
  });

  test("replaces an expired one", async () => {
    const { partner, company, email, mandates } = await givenPayer({ partner: await givenPartner({ isSandbox: true }) });
    await givenMandate(partner, company, { customerEmail: email, signedOn: dayAt(new Date()) });
    const clockOffsetMs = 1_200 * DAY_MS;
    await db.update(partners).set({ clockOffsetMs }).where(eq(partners.id, partner.id));
    const later = await givenCustomer(
      { ...partner, actor: { ...partner.actor, clockOffsetMs } },
      { company, invoice: { customerEmail: email } },
    );
    expect(await formOf(later).give()).toMatchObject({ mandate: { state: "valid" } });
    expect((await mandates()).map(({ endedReason }) => endedReason)).toEqual(["replaced", null]);
  });
});

describe("refused is", () => {
  test.each([
    [{ iban: "DE00 1203 0000 0000 2020 51" }, { iban: "invalid_iban" }],
    [{ iban: "" }, { iban: "invalid_iban" }],
    [{ iban: "CH44 3199 9123 0008 8901 2" }, { iban: "iban_is_qr_iban" }],
    [{ iban: "TR33 0006 1005 1978 6457 8413 26" }, { iban: "iban_outside_sepa" }],
    [{ holder: "  " }, { holder: "invalid_account_holder" }],
    [{ holder: "x".repeat(71) }, { holder: "invalid_account_holder" }],
    [{ agrees: false }, { agrees: "agreement_missing" }],
    [
      { iban: "x", holder: "", agrees: false },
      { iban: "invalid_iban", holder: "invalid_account_holder", agrees: "agreement_missing" },
    ],
  ])("%j", async (typed, faults) => {
    const { give, mandates, consents, email } = await givenPayer();
    expect(await give(typed)).toEqual({ faults });
    expect(await mandates()).toEqual([]);
    expect(await consents()).toEqual([]);
    expect(await mailsTo(email)).toEqual([]);
  });

  test("a form about something else than what would be recorded", async () => {
    const { partner, company, actor, open, send, mandates } = await givenPayer();
    const form = await open();
    expect(await send({ ...form, version: "" })).toEqual({ refusal: "changed_meanwhile" });
    await db.update(companies).set({ address1: "Quay 1", city: "Zeist" }).where(eq(companies.id, company.id));
    expect(await send(form)).toEqual({ refusal: "changed_meanwhile" });
    const again = await open();
    await givenMandate(partner, company, {
      customerEmail: "another@members.example",
      reference: `m${(await referenceOf(actor)).slice(1)}`,
    });
    expect(await send(again)).toEqual({ refusal: "changed_meanwhile" });
    expect((await mandates()).map(({ source }) => source)).toEqual(["paper"]);
  });

  test("a form that gave a mandate which was withdrawn since", async () => {
    const { actor, open, send, mandates } = await givenPayer();
    const form = await open();
    await send(form);
    await withdrawOwnMandate(db, actor, (await mandates())[0]?.reference ?? "");
    expect(await send(form)).toEqual({ refusal: "changed_meanwhile" });
    expect(await mandates()).toMatchObject([{ state: "withdrawn" }]);
    const next = await open();
    await send(next);
    expect(new Set((await mandates()).map(({ reference }) => reference)).size).toBe(2);
  });

  test("a sixth form in 15 minutes", async () => {
    const { open, send } = await givenPayer();
    const form = await open({ version: "another" });
    for (let count = 0; count < 5; count += 1) await send(form);
    await expect(send(form)).rejects.toThrow("too_many_attempts");
  });
});

const referenceOf = async (actor: Parameters<typeof findMandateOffer>[1]) => {
  const offer = await findMandateOffer(db, actor);
  return "terms" in offer ? offer.terms.reference : "";
};

test("a mandate is offered only where the import takes debits, the account has a creditor identifier and the payer has none", async () => {
  const reasonFor = async ({ actor }: Awaited<ReturnType<typeof givenPayer>>) => {
    const [offer, { ofMandate }] = [await findMandateOffer(db, actor), await describeForCustomer(db, actor)];
    expect(ofMandate.isOffered).toBe("terms" in offer);
    return "reason" in offer ? offer.reason : null;
  };
  expect(await reasonFor(await givenPayer())).toBeNull();
  expect(await reasonFor(await givenPayer({ directDebit: false }))).toBe("mandate_not_offered");
  for (const [currency, countryCode] of [
    ["CHF", "CH"],
    ["GBP", "GB"],
  ] as const) {
    const other = { company: { currency, countryCode }, directDebit: false, account: "none" } as const;
    expect(await reasonFor(await givenPayer(other))).toBe("mandates_need_euros");
  }
  expect(await reasonFor(await givenPayer({ account: "ordinary" }))).toBe("mandate_not_offered");
  const unmailed = await givenPayer({ invoice: { customerEmail: null, customerPhoneNumber: "612345678" } });
  expect(await reasonFor(unmailed)).toBe("mandate_not_offered");
  const retracted = await givenPayer();
  const retraction = { creditNoteNumber: "C", description: "Left", retractionReason: null, showRetractionReasonToCustomer: false };
  await creditAndRetractInvoice(db, retracted.partner.actor, retracted.invoice.id, retraction);
  expect(await reasonFor(retracted)).toBe("mandate_not_offered");

  const business = await givenPayer({ invoice: { customerOrganization: "Boats Ltd" } });
  const facts = { customerEmail: business.email, scheme: "B2B", organization: "Boats Ltd" };
  await givenMandate(business.partner, business.company, facts);
  expect(await reasonFor(business)).toBe("mandate_exists");
  expect((await describeForCustomer(db, business.actor)).ofMandate.mandate).toMatchObject({ scheme: "B2B" });
});

test("a mandate from paper is shown where the import takes debits, and one of the page always", async () => {
  const shown = async (directDebit: boolean) => {
    const { partner, company, email, actor } = await givenPayer({ directDebit });
    await givenMandate(partner, company, { customerEmail: email });
    return (await describeForCustomer(db, actor)).ofMandate.mandate?.source;
  };
  expect([await shown(true), await shown(false)]).toEqual(["paper", undefined]);
});

test("another account for a mandate is agreed to as the mandate is, and the former one is kept", async () => {
  const { open, send, give, mandates, consents, partner, email } = await givenPayer();
  const first = await open();
  await send(first);
  const [before] = await mandates();
  await give({ iban, holder: "Bo Brandsma" });

  expect(await mandates()).toMatchObject([{ id: before?.id, reference: before?.reference, iban, holder: "Bo Brandsma", state: "valid" }]);
  const kept = await db.select().from(mandateAmendments).where(eq(mandateAmendments.partnerId, partner.id));
  expect(kept).toMatchObject([{ mandateId: before?.id, formerIban: before?.iban, formerHolder: "Ada Brandsma", source: "page" }]);
  expect((await consents()).map((consent) => consent.iban)).toEqual([before?.iban, iban]);
  expect((await mailsTo(email)).map(({ kind }) => kind)).toEqual(["customerMandateGiven", "customerMandateGiven"]);
  expect(await send(first)).toEqual({ refusal: "changed_meanwhile" });
  await give({ iban, holder: "Bo Brandsma" });
  expect(await consents()).toHaveLength(2);
});

describe("withdrawing on the page", () => {
  test("ends the mandate at once, is mailed once with a link, and happens once", async () => {
    const { actor, give, mandates, email } = await givenPayer({ invoice: { locale: "de" } });
    await give({ iban });
    const reference = (await mandates())[0]?.reference ?? "";
    await Promise.all(times(4, () => withdrawOwnMandate(db, actor, reference.toLowerCase())));
    expect(await mandates()).toMatchObject([{ state: "withdrawn", endedBy: `customer:${actor.id}` }]);
    const sent = (await mailsTo(email)).filter(({ kind }) => kind === "customerMandateWithdrawn");
    expect(sent).toHaveLength(1);
    expect(sent[0]?.body).toMatch(/antworten Sie bitte auf diese E-Mail[\s\S]*\n\nhttp\S+\/i\/\S+\n/);
    expect(sent[0]?.body).toMatch(/ist keine Lastschrift geplant: Bitte zahlen Sie .+ bis zum .+ \d{4}\./);
    expect(sent[0]?.body).not.toContain("Erstattung");
    expect((await describeForCustomer(db, actor)).ofMandate).toEqual({ mandate: null, isOffered: true, failedDebit: null });
  });

  test("also ends a mandate from paper", async () => {
    const { partner, company, actor, email, mandates } = await givenPayer();
    const { reference } = await givenMandate(partner, company, { customerEmail: email });
    await withdrawOwnMandate(db, actor, reference);
    expect(await mandates()).toMatchObject([{ state: "withdrawn" }]);
    const [mail] = await mailsTo(email);
    expect(mail?.body).toContain(reference);
    expect(mail?.body).not.toMatch(/\n{3}/);
  });

  test("is refused for another payer's mandate, an invented one, and one that ended otherwise", async () => {
    const { partner, company, actor, mandates, give } = await givenPayer();
    const other = await givenMandate(partner, company);
    for (const reference of [other.reference, "M1-1", ""])
      await expect(withdrawOwnMandate(db, actor, reference)).rejects.toThrow("invalid_mandate_id");
    expect(await mandates()).toMatchObject([{ state: "valid" }]);
    await give();
  });
});

test("a mandate of the page is exported and erased with its customer, with the proof and former accounts", async () => {
  const { partner, invoice, give, email, mandates } = await givenPayer();
  await recordExternalPayment(db, partner.actor, invoice.id, 1, { amountCents: 4_500, reason: "Transfer", mayExceed: false });
  const [holder, former] = ["Holder Quixotic", accountFacts({ country: "DE" }).iban];
  await withOrigin({ requestId: null, address: "203.0.113.99" }, () => give({ holder, iban: former }));
  const present = accountFacts({ country: "DE" }).iban;
  await give({ holder, iban: present });
  const [{ id } = { id: "" }] = await mandates();

  expect(await exportCustomer(db, partner.actor, { email })).toMatchObject({
    mandates: [{ id, iban: present }],
    mandateConsents: [{ mandateId: id, address: "203.0.113.99", iban: former }, { iban: present }],
    mandateAmendments: [{ mandateId: id, formerIban: former }],
  });
  await eraseCustomer(db, partner.actor, { email });
  for (const text of [holder, former, present, "203.0.113.99"]) expect(await tablesWith(db, text), text).toEqual([]);
});

test("what a payer agreed to and former accounts are kept unchanged, and only an amendment changes an account", async () => {
  const { give, mandates, partner } = await givenPayer();
  await give();
  await give();
  const [{ id } = { id: "" }] = await mandates();
  for (const statement of [
    db.execute(sql`update mandates set iban = ${iban} where id = ${id}`),
    db.execute(sql`update mandates set holder = 'Mallory' where id = ${id}`),
    db.execute(sql`update mandates set reference = 'X' where id = ${id}`),
  ])
    await expect(statement).rejects.toMatchObject({ cause: { code: "23001" } });
  // The service's role has no right to change or delete these rows.
  for (const statement of [
    db.update(mandateConsents).set({ text: "x" }).where(eq(mandateConsents.mandateId, id)),
    db.update(mandateAmendments).set({ formerHolder: "x" }).where(eq(mandateAmendments.mandateId, id)),
    db.delete(mandateConsents).where(eq(mandateConsents.partnerId, partner.id)),
    db.delete(mandateAmendments).where(eq(mandateAmendments.partnerId, partner.id)),
  ])
    await expect(statement).rejects.toMatchObject({ cause: { code: "42501" } });
});

test("a mandate from paper does not stand in the way of its own payer's page, and the other way round", async () => {
  const { partner, company, email, give, mandates } = await givenPayer();
  await give();
  const [outcome] = await recordMandates(db, partner.actor, company.id, [mandateFacts({ customerEmail: email })]);
  expect(outcome).toMatchObject({ faults: [{ code: "mandate_exists" }] });
  await withdrawMandate(db, partner.actor, (await mandates())[0]?.id ?? "");
  expect(await recordMandates(db, partner.actor, company.id, [mandateFacts({ customerEmail: email })])).toMatchObject([{ isNew: true }]);
});
