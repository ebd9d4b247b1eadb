import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { companySettings } from "@/db/schema/collection-settings";
import { contactChanges } from "@/db/schema/contact-changes";
import { creditAndRetractInvoice } from "@/server/billing/invoices/credit-and-retract-invoice";
import { describeInvoice } from "@/server/billing/invoices/describe-invoice";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import { updateRecipient } from "@/server/billing/invoices/update-recipient";
import { decide } from "@/server/billing/payment-providers/simulated-bank/decide";
import { followPayment } from "@/server/billing/payments/follow-payment";
import { startPayment } from "@/server/billing/payments/start-payment";
import { addNote } from "@/server/desk/tickets/add-note";
import { archiveTickets } from "@/server/desk/tickets/archive-tickets";
import { createTicket } from "@/server/desk/tickets/create-ticket";
import { getConversation } from "@/server/desk/tickets/get-conversation";
import { DAY_MS } from "@/server/domain/formats/time";
import { type GivenPartner, givenCompany, givenInvoice, givenPartner, times } from "@/server/testing/given";
import { paymentsOf } from "@/server/testing/given-bank";
import { type GivenCustomer, givenCustomer } from "@/server/testing/given-customer";
import { givenMember } from "@/server/testing/given-person";
import { mailsTo as sentTo } from "@/server/testing/mails-to";
import { askQuestion, customerQuestion } from "./ask-question";
import { chooseLanguage } from "./choose-language";
import { confirmAccount, findAccountToConfirm } from "./confirm-account";
import { type ContactDetails, contactDetails, correctContact } from "./correct-contact";
import { describeForCustomer } from "./describe-for-customer";
import { refreshPendingPayments } from "./refresh-pending-payments";

test("a question waits for an answer, even if the conversation was archived", async () => {
  const partner = await givenPartner();
  const { invoice, actor } = await givenCustomer(partner);

  await askQuestion(db, actor, { message: "May I pay in two parts?" });
  expect(await getConversation(db, partner.actor, invoice.id)).toMatchObject({ status: "unanswered" });
  await createTicket(db, partner.actor, invoice.id, { message: "You may." });
  await archiveTickets(db, partner.actor, invoice.id);
  await askQuestion(db, actor, { message: "In three?" });

  expect(await getConversation(db, partner.actor, invoice.id)).toMatchObject({ status: "unanswered" });
  const { tickets } = await describeForCustomer(db, actor);
  expect(tickets.map(({ sender, message }) => [sender, message])).toEqual([
    ["customer", "May I pay in two parts?"],
    ["company", "You may."],
    ["customer", "In three?"],
  ]);
});

test("the customer never sees internal notes", async () => {
  const partner = await givenPartner();
  const { invoice, actor } = await givenCustomer(partner);
  const member = await givenMember(partner);
  await addNote(db, member.actor, invoice.id, { text: "Calls every week" });
  expect(JSON.stringify(await describeForCustomer(db, actor))).not.toContain("Calls every week");
});

test("of twenty questions at once five are accepted", async () => {
  const { invoice, actor } = await givenCustomer(await givenPartner());
  const outcomes = await Promise.allSettled(times(20, () => askQuestion(db, actor, { message: "And now?" })));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
  const [refused] = outcomes.filter((outcome) => outcome.status === "rejected");
  expect(refused?.reason).toMatchObject({ code: "too_many_attempts" });
  expect((await getInvoice(db, actor, invoice.id)).tickets).toHaveLength(5);
});

test.each(["", "  \n", "x".repeat(2_001), "\0", "\ud800", undefined])("%j is no question", (message) => {
  expect(customerQuestion.safeParse({ message }).error?.issues[0]?.message).toBe("invalid_message");
});

const recipientOf = async (partner: GivenPartner, { invoice }: GivenCustomer) => describeInvoice(db, partner.actor, invoice.id);
const mailsTo = async (recipient: string) => (await sentTo(recipient)).toReversed();
const details = (given: Record<string, string>): ContactDetails => contactDetails.parse(given);

test("a change of the e-mail address is reported to the old address, in the invoice's language, without the new one", async () => {
  const partner = await givenPartner();
  const former = `ada.${partner.id}@members.example`;
  const customer = await givenCustomer(partner, { invoice: { customerEmail: former, locale: "fr" } });
  const { recipientVersion } = await recipientOf(partner, customer);

  await correctContact(db, customer.actor, recipientVersion, details({ customerEmail: "ada@elsewhere.example", customerCity: "Zeist" }));

  expect(await recipientOf(partner, customer)).toMatchObject({ customerEmail: "ada@elsewhere.example", customerCity: "Zeist" });
  const [mail, ...others] = await mailsTo(former);
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ locale: "fr", subject: expect.stringContaining(customer.invoice.externalInvoiceNumber) });
  expect(mail?.body).toContain("Rowing Club Northbank");
  expect(mail?.body).not.toContain("elsewhere");
});

describe("a new account number", () => {
  const iban = "NL91ABNA0417164300";

  async function given(customerEmail: string | null = "known", { isSandbox = false } = {}) {
    const partner = await givenPartner({ isSandbox });
    const former = customerEmail && `ada.${partner.id}@members.example`;
    const customer = await givenCustomer(partner, {
      invoice: { customerEmail: former, customerPhoneNumber: "612345678", customerPhoneCountryCode: "+31", locale: "nl" },
    });
    const recipient = () => recipientOf(partner, customer);
    const correct = async (given: Record<string, string>) =>
      correctContact(db, customer.actor, (await recipient()).recipientVersion, details(given));
    const tokens = async (address = former ?? "") =>
      (await mailsTo(address)).flatMap(({ body }) => /\/i\/account\/([\w-]{32})/.exec(body ?? "")?.[1] ?? []);
    return { partner, former: former ?? "", customer, recipient, correct, tokens };
  }

  test("is used once it is confirmed by a link to the previous address, which shows it masked", async () => {
    const { former, recipient, correct, tokens } = await given();
    expect(await correct({ directDebitIban: "NL91 ABNA 0417 1643 00", customerCity: "Zeist" })).toEqual({ isAccountToConfirm: true });
    expect(await recipient()).toMatchObject({ directDebitIban: null, customerCity: "Zeist", accountChange: { state: "waiting" } });
    const [mail] = await mailsTo(former);
    expect(mail).toMatchObject({ locale: "nl", subject: expect.stringContaining("rekeningnummer") });
    expect(mail?.body).toContain("NL91 … 4300");
    expect(mail?.body).not.toContain("0417");

    const [token = ""] = await tokens();
    expect(await findAccountToConfirm(db, token)).toMatchObject({ iban: "NL91 … 4300" });
    expect((await recipient()).directDebitIban).toBeNull();
    const outcomes = await Promise.all(times(8, () => confirmAccount(db, token, null)));
    expect(outcomes.filter(Boolean)).toHaveLength(1);
    expect(await recipient()).toMatchObject({ directDebitIban: iban, accountChange: null });
    expect(await confirmAccount(db, token, null)).toBe(false);
    expect(await correct({ directDebitIban: iban })).toEqual({ isAccountToConfirm: false });
  });

  test("is confirmed by the former address if that changed shortly before or together with it", async () => {
    const { former, correct, tokens } = await given();
    await correct({ customerEmail: "mallory@elsewhere.example" });
    await correct({ directDebitIban: "DE89370400440532013000", customerEmail: "mallory@again.example" });
    expect(await tokens()).toHaveLength(1);
    expect(await mailsTo(former)).toHaveLength(2);
    expect(await tokens("mallory@elsewhere.example")).toEqual([]);
    expect(await mailsTo("mallory@again.example")).toEqual([]);
  });

  test("replaces a waiting one, whose link then confirms nothing; a change by staff replaces both", async () => {
    const { partner, recipient, correct, tokens, customer } = await given();
    await correct({ directDebitIban: iban });
    await correct({ directDebitIban: "DE89370400440532013000" });
    const [second = "", first = ""] = await tokens();
    expect(await confirmAccount(db, first, null)).toBe(false);
    const { externalInvoiceNumber, recipientVersion } = await recipient();
    const staffs = { externalInvoiceNumber, directDebitIban: "GB33BUKB20201555555555" };
    await updateRecipient(db, partner.actor, customer.invoice.id, recipientVersion, staffs);
    expect(await confirmAccount(db, second, null)).toBe(false);
    expect(await recipient()).toMatchObject({ directDebitIban: "GB33BUKB20201555555555", accountChange: null });
  });

  test("is used immediately, and marked for staff, if nobody can be asked: without an address, and in a sandbox", async () => {
    for (const { recipient, correct } of [await given(null), await given("known", { isSandbox: true })]) {
      expect(await correct({ directDebitIban: iban })).toEqual({ isAccountToConfirm: false });
      expect(await recipient()).toMatchObject({ directDebitIban: iban, accountChange: { state: "unconfirmed" } });
    }
  });

  test("can be confirmed for a week, and not with an invented token", async () => {
    const { recipient, correct, tokens, partner } = await given();
    await correct({ directDebitIban: iban });
    const [token = ""] = await tokens();
    await db
      .update(contactChanges)
      .set({ createdAt: new Date(Date.now() - 7 * DAY_MS) })
      .where(eq(contactChanges.partnerId, partner.id));
    for (const wrong of [token, "x".repeat(32), "", "../"]) expect(await confirmAccount(db, wrong, null), wrong).toBe(false);
    expect(await recipient()).toMatchObject({ directDebitIban: null, accountChange: null });
  });
});

test("the report is stored in a sandbox, and never sent", async () => {
  const partner = await givenPartner({ isSandbox: true });
  const former = `ada.${partner.id}@members.example`;
  const customer = await givenCustomer(partner, { invoice: { customerEmail: former } });
  const { recipientVersion } = await recipientOf(partner, customer);
  await correctContact(db, customer.actor, recipientVersion, details({ customerEmail: "ada@elsewhere.example" }));
  expect(await mailsTo(former)).toMatchObject([{ sentAt: expect.any(Date), attempts: 0 }]);
});

test("no mail is sent if another detail changes, or only the letter case of the address", async () => {
  const partner = await givenPartner();
  const former = `ada.${partner.id}@members.example`;
  const customer = await givenCustomer(partner, { invoice: { customerEmail: former } });
  for (const given of [{ customerPhoneNumber: "0612345678" }, { customerEmail: former.toUpperCase() }] as Record<string, string>[]) {
    await correctContact(db, customer.actor, (await recipientOf(partner, customer)).recipientVersion, details(given));
  }
  expect(await mailsTo(former)).toEqual([]);
});

test("a concurrent change is not overwritten, and a refused change sends no mail", async () => {
  const partner = await givenPartner();
  const former = `ada.${partner.id}@members.example`;
  const customer = await givenCustomer(partner, { invoice: { customerEmail: former } });
  const { recipientVersion } = await recipientOf(partner, customer);
  const change = details({ customerEmail: "ada@elsewhere.example" });
  await expect(correctContact(db, customer.actor, "another", change)).rejects.toThrow("changed_meanwhile");
  const unreachable = correctContact(db, customer.actor, recipientVersion, details({ customerEmail: "" }));
  await expect(unreachable).rejects.toThrow("invalid_customer_email");
  expect(await mailsTo(former)).toEqual([]);
  expect(await recipientOf(partner, customer)).toMatchObject({ customerEmail: former });
});

test("the customer chooses the language of the page, which becomes the invoice's language", async () => {
  const partner = await givenPartner();
  const { invoice, actor } = await givenCustomer(partner, { invoice: { locale: "nl" } });
  await chooseLanguage(db, actor, "fr");
  expect((await describeForCustomer(db, actor)).invoice.locale).toBe("fr");
  expect(await getInvoice(db, partner.actor, invoice.id)).toMatchObject({ locale: "fr", customerLastName: invoice.customerLastName });
  for (let more = 0; more < 4; more += 1) await chooseLanguage(db, actor, "it");
  await expect(chooseLanguage(db, actor, "de")).rejects.toMatchObject({ code: "too_many_attempts" });
});

test("an empty account number leaves the stored one unchanged, and a wrong one is refused", async () => {
  expect(details({ directDebitIban: "" }).directDebitIban).toBeUndefined();
  expect(details({ directDebitIban: "nl91 abna 0417 1643 00" }).directDebitIban).toBe("NL91ABNA0417164300");
  expect(contactDetails.safeParse({ directDebitIban: "NL00" }).error?.issues[0]?.message).toBe("invalid_direct_debit_iban");
});

test("a customer who returns from paying sees the outcome", async () => {
  const partner = await givenPartner();
  const { invoice, actor } = await givenCustomer(partner);
  const payment = { method: "ideal", returnUrl: "https://pay.example/i/back/1" } as const;
  const [one, two] = await Promise.all(times(2, () => startPayment(db, actor, invoice.id, payment)));
  expect(one).toEqual(two);
  expect((await describeForCustomer(db, actor)).lastPayment).toMatchObject({ method: "ideal", status: "pending", amountCents: 4_500 });

  const [begun] = await paymentsOf(invoice);
  await decide(db, begun?.providerReference ?? "", "pay");
  await refreshPendingPayments(db, actor);

  const paid = await describeForCustomer(db, actor);
  expect(paid).toMatchObject({ lastPayment: { status: "paid" }, methods: [], invoice: { account: { outstandingCents: 0 } } });
  await followPayment(db, { partnerId: partner.id, id: begun?.id ?? "" });
  expect(await paymentsOf(invoice)).toHaveLength(1);
});

test("only methods in the settings are shown, the usual one of the customer's country first, and none after a retraction", async () => {
  const partner = await givenPartner();
  for (const [countryCode, currency, customerCountryCode, paymentMethods, offered] of [
    ["NL", "EUR", "NL", ["bank_transfer", "ideal"], ["ideal"]],
    ["NL", "EUR", "BE", ["bank_transfer", "ideal", "bancontact"], ["bancontact", "ideal"]],
    ["DE", "EUR", null, ["ideal", "paypal", "sdd"], ["paypal", "sdd", "ideal"]],
    ["GB", "GBP", null, ["credit_card", "bacs"], ["bacs", "credit_card"]],
    ["CH", "CHF", "CH", ["credit_card"], ["credit_card"]],
  ] as const) {
    const company = await givenCompany(partner, { countryCode, currency });
    await db
      .update(companySettings)
      .set({ paymentMethods: [...paymentMethods] })
      .where(eq(companySettings.companyId, company.id));
    const { invoice, actor } = await givenCustomer(partner, { company, invoice: { customerCountryCode } });
    expect((await describeForCustomer(db, actor)).methods).toEqual(offered);
    const retraction = { creditNoteNumber: "C", description: "Left", retractionReason: null, showRetractionReasonToCustomer: false };
    await creditAndRetractInvoice(db, partner.actor, invoice.id, retraction);
    expect((await describeForCustomer(db, actor)).methods).toEqual([]);
  }
});

test("a customer asks, pays and corrects on their own invoice only", async () => {
  const partner = await givenPartner();
  const { actor } = await givenCustomer(partner);
  const { invoice } = await givenCustomer(partner);
  const unsent = await givenInvoice(partner);
  for (const { id: invoiceId } of [invoice, unsent]) {
    // A link gives access only to its own invoice, even if the caller changes the actor's invoice id.
    await expect(startPayment(db, actor, invoiceId, { method: "ideal", returnUrl: null })).rejects.toThrow("invalid_invoice_id");
  }
  expect(await paymentsOf(invoice)).toEqual([]);
});
