import { and, eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { bulkJobItems, bulkJobs } from "@/db/schema/bulk-jobs";
import { idempotencyKeys } from "@/db/schema/idempotency-keys";
import { partners } from "@/db/schema/partners";
import { securityEvents } from "@/db/schema/security-events";
import { describeInvoice } from "@/server/billing/invoices/describe-invoice";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import { updateInvoice } from "@/server/billing/invoices/update-invoice";
import { getMandate } from "@/server/billing/mandates/find-mandate";
import { listMandates } from "@/server/billing/mandates/list-mandates";
import { withdrawMandate } from "@/server/billing/mandates/withdraw-mandate";
import { recordExternalPayment } from "@/server/billing/payments/record-external-payment";
import { askQuestion } from "@/server/customer-page/ask-question";
import { contactDetails, correctContact } from "@/server/customer-page/correct-contact";
import { findCustomer } from "@/server/customer-page/find-customer";
import { addNote } from "@/server/desk/tickets/add-note";
import { createTicket } from "@/server/desk/tickets/create-ticket";
import { holdReply } from "@/server/desk/tickets/hold-reply";
import { keepDraft } from "@/server/desk/tickets/keep-draft";
import { DAY_MS } from "@/server/domain/formats/time";
import { newId } from "@/server/platform/id";
import { tablesWith } from "@/server/testing/find-in-database";
import { type GivenPartner, givenInvoice, givenPartner } from "@/server/testing/given";
import { accountFacts } from "@/server/testing/given-bank-account";
import { givenCustomer } from "@/server/testing/given-customer";
import { givenCreditor, givenMandate } from "@/server/testing/given-mandate";
import { givenMember } from "@/server/testing/given-person";
import { mailsTo } from "@/server/testing/mails-to";
import { eraseCustomer } from "./erase-customer";
import { exportCustomer } from "./export-customer";
import { eraseOldCustomers, setRetention } from "./retention";

let count = 0;

/** A customer with data in every possible place, each containing the word. */
async function givenTraces(partner: GivenPartner, { settled = true } = {}) {
  count += 1;
  const word = `quixotry${count}x`;
  const email = `ada.${word}@members.example`;
  const phone = String(600_000_000 + count * 7_919);
  const { iban } = accountFacts();
  const customer = await givenCustomer(partner, {
    amountCents: 4_500,
    invoice: {
      reference: `ref ${word}`,
      customerFirstName: `Ada ${word}`,
      customerLastName: `Brandsma ${word}`,
      customerOrganization: word,
      customerAddress1: word,
      customerCity: word,
      customerEmail: email,
      customerPhoneNumber: phone,
      customerPhoneCountryCode: "+31",
      directDebitIban: iban,
      memberExternalId: word,
    },
  });
  const { invoice, actor } = customer;
  const { actor: staff, person: author } = await givenMember(partner);
  await askQuestion(db, actor, { message: `Why, ${word}?` });
  const ticket = await createTicket(db, partner.actor, invoice.id, { message: `Because, ${word}.` });
  await addNote(db, staff, invoice.id, { text: `Called ${word}` });
  await holdReply(db, staff, invoice.id, { message: `More, ${word}`, thenArchive: false, sender: "company" });
  await keepDraft(db, staff, invoice.id, { reply: `Begun ${word}`, note: "" });
  const { recipientVersion } = await describeInvoice(db, partner.actor, invoice.id);
  await correctContact(
    db,
    actor,
    recipientVersion,
    contactDetails.parse({ customerEmail: `new.${email}`, directDebitIban: "GB33BUKB20201555555555" }),
  );
  if (settled)
    await recordExternalPayment(db, partner.actor, invoice.id, 1, { amountCents: 4_500, reason: `Transfer by ${word}`, mayExceed: false });
  await db
    .insert(idempotencyKeys)
    .values([
      keptAnswer(partner, "invoice", `{"id":"${invoice.id}","customer_last_name":"${word}"}`),
      keptAnswer(partner, "ticket", `{"ticket_id":"${ticket.id}","message":"Because, ${word}."}`),
    ]);
  await givenPauseInBulk(partner, author.id, invoice.id, word);
  return { ...customer, word, email, phone, iban };
}

function keptAnswer({ id: partnerId }: GivenPartner, about: string, body: string) {
  return { partnerId, key: `${about}-${count}`, fingerprint: "f", status: 200, body, answeredAt: new Date() };
}

async function givenPauseInBulk({ id: partnerId }: GivenPartner, userId: string, invoiceId: string, word: string): Promise<void> {
  const [jobId, now] = [newId(), new Date()];
  const pause = { until: "2026-12-31", reason: `${word} has moved` };
  await db
    .insert(bulkJobs)
    .values({ partnerId, id: jobId, userId, kind: "pause_invoices", pause, size: 1, createdAt: now, finishedAt: now });
  const item = { partnerId, jobId, position: 1, invoiceId, invoiceNumber: count, amountTotalCents: 4_500 };
  await db.insert(bulkJobItems).values({ ...item, customerName: `Ada ${word}`, outcome: "done" });
}

describe("all data about a customer", () => {
  test("is exported, from all the partner's invoices and no other partner's, without secrets", async () => {
    const [partner, other] = await Promise.all([givenPartner(), givenPartner()]);
    const traces = await givenTraces(partner);
    const email = `new.${traces.email}`;
    const second = await givenCustomer(partner, { invoice: { customerEmail: email.toUpperCase(), customerCity: "Zeist" } });
    const foreign = await givenCustomer(other, { invoice: { customerEmail: email } });

    const found = JSON.stringify(await exportCustomer(db, partner.actor, { email }));
    for (const said of ["Why, ", "Because, ", "Called ", "Begun ", "Transfer by ", "Brandsma ", "ref "])
      expect(found).toContain(`${said}${traces.word}`);
    expect(found).toContain(traces.iban);
    expect(found).toContain(second.invoice.id);
    expect(found).not.toContain(foreign.invoice.id);
    for (const secret of [traces.secret, second.secret, "ecretHash", "ecretData", "tokenHash"]) expect(found, secret).not.toContain(secret);
    // The customer set the first invoice's address on the page, and it may be another person's.
    const invoiceIds = [traces.invoice.id, second.invoice.id];
    for (const invoiceId of invoiceIds) {
      const alone = JSON.stringify(await exportCustomer(db, partner.actor, { invoiceId }));
      expect(invoiceIds.filter((id) => alone.includes(id))).toEqual([invoiceId]);
    }
  });

  test("is empty for an unknown address; another partner's invoice is as unknown as a missing one", async () => {
    const [partner, other] = await Promise.all([givenPartner(), givenPartner()]);
    const { invoice } = await givenCustomer(other);
    expect(await exportCustomer(db, partner.actor, { email: "nobody@members.example" })).toEqual({ invoices: [] });
    await expect(exportCustomer(db, partner.actor, { invoiceId: invoice.id })).rejects.toThrow("invalid_invoice_id");
    await expect(eraseCustomer(db, partner.actor, { invoiceId: invoice.id })).rejects.toThrow("invalid_invoice_id");
  });
});

describe("an erased customer", () => {
  test("is in no table any longer, and the books are unchanged", async () => {
    const partner = await givenPartner();
    const { invoice, word, email, phone, iban, secret } = await givenTraces(partner);
    const before = await getInvoice(db, partner.actor, invoice.id);
    expect((await mailsTo(email)).map(({ kind }) => kind).sort()).toEqual(["customerAccountToConfirm", "customerAddressChanged"]);
    expect(await tablesWith(db, word)).toEqual(
      expect.arrayContaining([
        "bulk_job_items",
        "bulk_jobs",
        "contact_changes",
        "drafts",
        "held_replies",
        "idempotency_keys",
        "invoices",
        "mails",
        "notes",
        "payments",
        "tickets",
      ]),
    );

    expect(await eraseCustomer(db, partner.actor, { invoiceId: invoice.id })).toEqual({ invoices: 1 });

    for (const text of [word, email, phone, iban]) expect(await tablesWith(db, text), text).toEqual([]);
    for (const address of [email, `new.${email}`]) expect(await mailsTo(address)).toEqual([]);
    expect(await findCustomer(db, secret, null)).toBeUndefined();
    const after = await getInvoice(db, partner.actor, invoice.id);
    expect(after).toMatchObject({ customerLastName: "—", customerEmail: null, directDebitIban: null, customerPhoneNumber: null });
    const { amountTotalCents, amountBilledCents, invoiceNumber, externalInvoiceNumber, createdAt, lines } = before;
    expect(after).toMatchObject({ amountTotalCents, amountBilledCents, invoiceNumber, externalInvoiceNumber, createdAt, lines });
    expect(after.tickets.map(({ sender, message }) => [sender, message])).toEqual(before.tickets.map(({ sender }) => [sender, "—"]));

    const [event] = await db
      .select()
      .from(securityEvents)
      .where(and(eq(securityEvents.partnerId, partner.id), eq(securityEvents.kind, "customer_erased")));
    expect(event).toMatchObject({ about: `invoice:${invoice.id}`, after: { invoices: 1 } });
  });

  test("is erased from all the partner's invoices, and from no other's", async () => {
    const [partner, other] = await Promise.all([givenPartner(), givenPartner()]);
    const { email, word } = await givenTraces(partner);
    const settle = (of: GivenPartner, id: string) =>
      recordExternalPayment(db, of.actor, id, 1, { amountCents: 4_500, reason: "Transfer", mayExceed: false });
    const [again, foreign] = await Promise.all(
      [partner, other].map((of) => givenCustomer(of, { invoice: { customerEmail: `new.${email}`, customerCity: word } })),
    );
    await Promise.all([settle(partner, again?.invoice.id ?? ""), settle(other, foreign?.invoice.id ?? "")]);
    expect(await eraseCustomer(db, partner.actor, { email: `new.${email}` })).toEqual({ invoices: 2 });
    expect(await tablesWith(db, word)).toEqual(["invoices"]);
    expect(await getInvoice(db, other.actor, foreign?.invoice.id ?? "")).toMatchObject({ customerCity: word });
  });

  test("must owe nothing and be owed nothing on any invoice; otherwise nothing is erased", async () => {
    const partner = await givenPartner();
    const { invoice, email, word } = await givenTraces(partner);
    await givenCustomer(partner, { invoice: { customerEmail: `new.${email}` } });
    await expect(eraseCustomer(db, partner.actor, { email: `new.${email}` })).rejects.toThrow("customer_not_settled");
    expect(await getInvoice(db, partner.actor, invoice.id)).toMatchObject({ customerLastName: `Brandsma ${word}` });
  });

  test("is erased once, even if two people ask at once, and again after new details", async () => {
    const partner = await givenPartner();
    const { invoice } = await givenTraces(partner);
    const ask = () => eraseCustomer(db, partner.actor, { invoiceId: invoice.id });
    const outcomes = await Promise.all([ask(), ask(), ask()]);
    expect(outcomes.map(({ invoices }) => invoices).toSorted()).toEqual([0, 0, 1]);
    const { externalInvoiceNumber } = invoice;
    await updateInvoice(db, partner.actor, invoice.id, { externalInvoiceNumber, customerEmail: "back@members.example" });
    expect(await ask()).toEqual({ invoices: 1 });
  });

  test("is erased only by the database's function: the application cannot bypass the protection of questions and payments", async () => {
    const partner = await givenPartner();
    const { invoice } = await givenTraces(partner);
    for (const statement of [
      sql`update tickets set message = '' where invoice_id = ${invoice.id}`,
      sql`update payments set reason = '' where invoice_id = ${invoice.id}`,
    ]) {
      const outcome = db.transaction(async (tx) => {
        await tx.execute(sql`set local ics.erasing = 'on'`);
        await tx.execute(statement);
      });
      await expect(outcome).rejects.toMatchObject({ cause: { code: "23001" } });
    }
  });
});

describe("mandates", () => {
  test("are exported and erased with their customer, also for a former address and without any invoice", async () => {
    const partner = await givenPartner();
    const company = await givenCreditor(partner);
    const { invoice, email, word } = await givenTraces(partner);
    const facts = { customerEmail: email, reference: word.toUpperCase(), holder: `Holder ${word}` };
    const { id } = await givenMandate(partner, company, facts);
    const other = await givenMandate(partner, company);
    await db.insert(idempotencyKeys).values(keptAnswer(partner, "mandate", `{"mandate_id":"${id}","holder":"${word}"}`));

    const exported = await exportCustomer(db, partner.actor, { invoiceId: invoice.id });
    expect(exported).toMatchObject({ mandates: [{ id, holder: `Holder ${word}` }] });
    await eraseCustomer(db, partner.actor, { invoiceId: invoice.id });
    expect(await tablesWith(db, word)).toEqual([]);

    const alone = await givenMandate(partner, company, facts);
    expect(await exportCustomer(db, partner.actor, { email: email.toUpperCase() })).toMatchObject({
      invoices: [],
      mandates: [{ id: alone.id }],
    });
    expect(await eraseCustomer(db, partner.actor, { email })).toEqual({ invoices: 0 });
    expect(await tablesWith(db, word)).toEqual([]);
    expect(await getMandate(db, partner.actor, other.id)).toMatchObject({ state: "valid" });
  });

  test("of a customer without an e-mail address are erased with the invoice", async () => {
    const partner = await givenPartner();
    const company = await givenCreditor(partner);
    const address = { customerAddress1: "Quay 1", customerZipcode: "1011 AB", customerCity: "Zeist", customerCountryCode: "NL" };
    const { id, invoiceNumber } = await givenInvoice(partner, { company, transmitted: true, invoice: { customerEmail: null, ...address } });
    await recordExternalPayment(db, partner.actor, id, 1, { amountCents: 4_500, reason: "Transfer", mayExceed: false });
    const mandate = await givenMandate(partner, company, { customerEmail: null, invoiceNumber: String(invoiceNumber) });
    await eraseCustomer(db, partner.actor, { invoiceId: id });
    await expect(getMandate(db, partner.actor, mandate.id)).rejects.toThrow("invalid_mandate_id");
  });

  test("that ended are erased after the retention period, and valid ones are kept for later seasons", async () => {
    const partner = await givenPartner({ isSandbox: true });
    const company = await givenCreditor(partner);
    const { actor: administrator } = await givenMember(partner, { role: "administrator" });
    await setRetention(db, administrator, { months: 6 });
    const [ended, valid] = [await givenMandate(partner, company), await givenMandate(partner, company)];
    await withdrawMandate(db, partner.actor, ended.id);
    const kept = async (days: number) => {
      await db
        .update(partners)
        .set({ clockOffsetMs: days * DAY_MS })
        .where(eq(partners.id, partner.id));
      await eraseOldCustomers(db, { scope: { partnerId: partner.id } });
      return (await listMandates(db, partner.actor, company.id, { pageNumber: 1, pageSize: 10 })).entries.map(({ id }) => id);
    };
    expect(await kept(150)).toEqual([ended.id, valid.id]);
    expect(await kept(200)).toEqual([valid.id]);
    expect(await kept(900)).toEqual([valid.id]);
    expect(await kept(1_200)).toEqual([]);
  });
});

describe("the retention period", () => {
  async function given() {
    const partner = await givenPartner({ isSandbox: true });
    const { actor: administrator } = await givenMember(partner, { role: "administrator" });
    const inDays = async (days: number) => {
      await db
        .update(partners)
        .set({ clockOffsetMs: days * DAY_MS })
        .where(eq(partners.id, partner.id));
      return eraseOldCustomers(db, { scope: { partnerId: partner.id } });
    };
    return { partner, administrator, inDays };
  }

  test("customers are erased that many months after their invoice was settled, and not before", async () => {
    const { partner, administrator, inDays } = await given();
    const { word } = await givenTraces(partner);
    expect(await inDays(800)).toBe(0);
    await setRetention(db, administrator, { months: 30 });
    expect(await inDays(900)).toBe(0);
    expect(await inDays(920)).toBe(1);
    // These tables are emptied earlier anyway.
    expect(await tablesWith(db, word)).toEqual(["idempotency_keys", "mails"]);
    expect(await inDays(1_000)).toBe(0);
  });

  test("never while anything is owed, and counted from the last answer", async () => {
    const { partner, administrator, inDays } = await given();
    await setRetention(db, administrator, { months: 1 });
    const owed = await givenTraces(partner, { settled: false });
    const answered = await givenTraces(partner);
    expect(await inDays(20)).toBe(0);
    await createTicket(db, { ...partner.actor, clockOffsetMs: 20 * DAY_MS }, answered.invoice.id, { message: "It was paid." });
    expect(await inDays(40)).toBe(0);
    expect(await inDays(60)).toBe(1);
    expect(await inDays(600)).toBe(0);
    expect(await getInvoice(db, partner.actor, owed.invoice.id)).toMatchObject({ customerLastName: `Brandsma ${owed.word}` });
  });

  test("a change is recorded with its author, the old and the new value", async () => {
    const { partner, administrator } = await given();
    await setRetention(db, administrator, { months: 24 });
    const [event] = await db
      .select()
      .from(securityEvents)
      .where(and(eq(securityEvents.partnerId, partner.id), eq(securityEvents.kind, "retention_changed")));
    expect(event).toMatchObject({ actor: `person:${administrator.id}`, before: { months: null }, after: { months: 24 } });
  });
});
