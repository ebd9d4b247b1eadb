import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { outgoingMessages } from "@/db/schema/collections";
import { users } from "@/db/schema/users";
import { askQuestion } from "@/server/customer-page/ask-question";
import { simulatePayment } from "@/server/customer-page/simulate-payment";
import { assignToSupport } from "@/server/desk/tickets/assign-to-support";
import { createTicket } from "@/server/desk/tickets/create-ticket";
import { handBack } from "@/server/desk/tickets/hand-back";
import { DAY_MS } from "@/server/domain/formats/time";
import type { newsPaces } from "@/server/domain/rules/news";
import { type GivenPartner, givenCompany, givenInvoice, givenPartner, times } from "@/server/testing/given";
import { givenCollected } from "@/server/testing/given-collection";
import { givenCustomer } from "@/server/testing/given-customer";
import { givenMember } from "@/server/testing/given-person";
import { mailsTo } from "@/server/testing/mails-to";
import { mailNews } from "./mail-news";

type Pace = (typeof newsPaces)[number];

/** A person of the partner who was last mailed two days ago. */
async function givenReader(partner: GivenPartner, newsPace: Pace, options: Parameters<typeof givenMember>[1] = {}) {
  const { person } = await givenMember(partner, options);
  await db
    .update(users)
    .set({ newsPace, newsToldAt: new Date(Date.now() - 2 * DAY_MS) })
    .where(eq(users.id, person.id));
  return { ...person, mails: async () => (await mailsTo(person.email)).filter(({ subject }) => subject === "News about your invoices") };
}

/** Mails the partner's people, including news of this moment. */
const tell = ({ id: partnerId }: GivenPartner, now?: Date) => mailNews(db, { now, settledAfterMs: 0, scope: { partnerId } });

async function givenQuestion(partner: GivenPartner, options: Parameters<typeof givenCustomer>[1] = {}) {
  const customer = await givenCustomer(partner, options);
  await askQuestion(db, customer.actor, { message: "Secret: may I pay in parts?" });
  return customer.invoice;
}

describe("a person who wants news at once", () => {
  test("is mailed once about a question, with counts and without its words, however many processes run", async () => {
    const partner = await givenPartner();
    const reader = await givenReader(partner, "at_once");
    const invoice = await givenQuestion(partner);
    await mailNews(db, { scope: { partnerId: partner.id } });
    expect(await reader.mails()).toEqual([]);
    await Promise.all(times(4, () => tell(partner)));
    await tell(partner);
    const [mail, ...others] = await reader.mails();
    expect(others).toEqual([]);
    expect(mail?.body).toContain("1 question from a customer");
    expect(mail?.body).toContain(`/invoices/${invoice.id}`);
    expect(mail?.body).not.toContain("Secret");
  });

  test("is mailed about a chargeback and about a message that did not arrive", async () => {
    const { partner, invoice, collect, decide } = await givenCollected({ isSandbox: true });
    const reader = await givenReader(partner, "at_once");
    await decide();
    await db.update(outgoingMessages).set({ state: "refused", failure: "550" }).where(eq(outgoingMessages.invoiceId, invoice.id));
    await collect();
    await simulatePayment(db, partner.actor, invoice.id, { outcome: "pay", method: null });
    await simulatePayment(db, partner.actor, invoice.id, { outcome: "charge_back", method: null });
    await tell(partner);
    const [mail] = await reader.mails();
    expect(mail?.body).toContain("1 payment was taken back by the bank");
    expect(mail?.body).toContain("A message did not arrive");
  });

  test("is not mailed about a question that has been answered", async () => {
    const partner = await givenPartner();
    const reader = await givenReader(partner, "at_once");
    const invoice = await givenQuestion(partner);
    await createTicket(db, partner.actor, invoice.id, { message: "You may." });
    await tell(partner);
    expect(await reader.mails()).toEqual([]);
  });

  test("is not mailed about questions while support has them, and once about each that comes back without an answer", async () => {
    const partner = await givenPartner();
    const reader = await givenReader(partner, "at_once");
    const [waiting, answered] = [await givenCustomer(partner), await givenCustomer(partner)];
    for (const { actor, invoice } of [waiting, answered]) {
      await askQuestion(db, actor, { message: "May I pay in parts?" });
      await assignToSupport(db, partner.actor, invoice.id);
    }
    await tell(partner);
    await askQuestion(db, waiting.actor, { message: "And by transfer?" });
    await tell(partner);
    expect(await reader.mails()).toEqual([]);

    await createTicket(db, partner.actor, answered.invoice.id, { message: "You may." });
    for (const { invoice } of [waiting, answered]) await handBack(db, partner.actor, invoice.id);
    await tell(partner);
    await tell(partner);

    const [mail, ...others] = await reader.mails();
    expect(others).toEqual([]);
    expect(mail?.body).toContain("1 question from a customer");
    expect(mail?.body).toContain(`/invoices/${waiting.invoice.id}`);
  });
});

test("a person who wants news each morning is mailed once, the next morning", async () => {
  const partner = await givenPartner();
  const reader = await givenReader(partner, "daily");
  const now = new Date();
  const invoice = await givenQuestion(partner);
  await tell(partner, now);
  expect(await reader.mails()).toEqual([]);
  const tomorrow = new Date(now.getTime() + DAY_MS);
  await tell(partner, tomorrow);
  await tell(partner, tomorrow);
  expect(await reader.mails()).toMatchObject([{ body: expect.stringContaining(`/invoices/${invoice.id}`) }]);
});

test("people who switched news off, are disabled, or see other companies only are not mailed", async () => {
  const partner = await givenPartner();
  const [own, other] = [await givenCompany(partner), await givenCompany(partner)];
  const never = await givenReader(partner, "never");
  const disabled = await givenReader(partner, "at_once");
  await db.update(users).set({ disabledAt: new Date() }).where(eq(users.id, disabled.id));
  const elsewhere = await givenReader(partner, "at_once", { companyIds: [other.id] });
  const foreign = await givenPartner();
  const stranger = await givenReader(foreign, "at_once");
  await givenQuestion(partner, { company: own });
  await givenInvoice(partner, { company: other });
  for (const each of [partner, foreign]) await tell(each);
  for (const person of [never, disabled, elsewhere, stranger]) expect(await person.mails()).toEqual([]);
});
