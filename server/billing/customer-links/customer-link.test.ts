import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { changes } from "@/db/schema/changes";
import { customerLinks } from "@/db/schema/customer-links";
import { partners } from "@/db/schema/partners";
import { listImports } from "@/server/billing/imports/list-imports";
import { getInvoice, getInvoiceLines, lockInvoice } from "@/server/billing/invoices/find-invoice";
import { listInvoices } from "@/server/billing/invoices/list-invoices";
import { recordExternalPayment } from "@/server/billing/payments/record-external-payment";
import { findCustomer, findLink } from "@/server/customer-page/find-customer";
import { noteOpening } from "@/server/customer-page/note-opening";
import { renewLink } from "@/server/customer-page/renew-link";
import { createTicket } from "@/server/desk/tickets/create-ticket";
import { listTickets } from "@/server/desk/tickets/list-tickets";
import { listTimeline } from "@/server/desk/timeline/list-timeline";
import { DAY_MS } from "@/server/domain/formats/time";
import { givenCompany, givenInvoice, givenPartner, times } from "@/server/testing/given";
import { givenCustomer, secretOf } from "@/server/testing/given-customer";
import { givenMember } from "@/server/testing/given-person";
import { mailsTo } from "@/server/testing/mails-to";
import { customerLink } from "./customer-link";
import { replaceCustomerLink } from "./replace-customer-link";

const rowsOf = (invoiceId: string) => db.select().from(customerLinks).where(eq(customerLinks.invoiceId, invoiceId));

test("an invoice has one link, even if several ask at once, and no change is recorded", async () => {
  const partner = await givenPartner();
  const invoice = await givenInvoice(partner, { transmitted: true });
  const told = await db.select().from(changes).where(eq(changes.recordId, invoice.id));

  const links = await Promise.all(times(20, () => customerLink(db, partner.actor, invoice.id)));

  expect(new Set(links).size).toBe(1);
  expect(await rowsOf(invoice.id)).toHaveLength(1);
  expect(await db.select().from(changes).where(eq(changes.recordId, invoice.id))).toEqual(told);
});

test("a link has at least 128 random bits, and the database does not contain it in plain text", async () => {
  const partner = await givenPartner();
  const invoices = await Promise.all(times(10, () => givenInvoice(partner, { transmitted: true })));
  const secrets = await Promise.all(invoices.map(async ({ id }) => secretOf(await customerLink(db, partner.actor, id))));

  expect(new Set(secrets.map((secret) => secret.slice(0, 8))).size).toBe(10);
  for (const [index, secret] of secrets.entries()) {
    expect(Buffer.from(secret, "base64url").length * 8).toBeGreaterThanOrEqual(128);
    const stored = JSON.stringify(await rowsOf(invoices[index]?.id ?? ""));
    expect(stored).not.toContain(secret);
    expect(stored).not.toContain(secret.slice(0, 12));
  }
});

test("a replaced link opens nothing, its secret is deleted, and it never works again", async () => {
  const partner = await givenPartner();
  const { invoice, secret } = await givenCustomer(partner);

  const next = secretOf(await replaceCustomerLink(db, partner.actor, invoice.id));

  expect(next).not.toBe(secret);
  expect(await findCustomer(db, secret, null)).toBeUndefined();
  expect(await findCustomer(db, next, null)).toMatchObject({ invoiceId: invoice.id });
  expect(secretOf(await customerLink(db, partner.actor, invoice.id))).toBe(next);
  const revoked = (await rowsOf(invoice.id)).find(({ revokedAt }) => revokedAt);
  expect(revoked).toMatchObject({ secretKeyId: null, secretData: null });
  const revive = db.execute(
    sql`update customer_links set revoked_at = null, secret_key_id = '1', secret_data = 'x' where id = ${revoked?.id}`,
  );
  await expect(revive).rejects.toMatchObject({ cause: { message: "a revoked link is final" } });
});

test("of twenty people who replace a link at once, each gets a new one, and one stays valid", async () => {
  const partner = await givenPartner();
  const { invoice } = await givenCustomer(partner);
  const secrets = (await Promise.all(times(20, () => replaceCustomerLink(db, partner.actor, invoice.id)))).map(secretOf);
  expect(new Set(secrets).size).toBe(20);
  const opened = await Promise.all(secrets.map((secret) => findCustomer(db, secret, null)));
  expect(opened.filter(Boolean)).toHaveLength(1);
});

describe("a link ends half a year after its invoice was settled", () => {
  const YEAR_MS = 366 * DAY_MS;

  /** A settled invoice in a sandbox, whose clock can be moved. */
  async function givenSettled({ paidCents = 4_500 } = {}) {
    const partner = await givenPartner({ isSandbox: true });
    const email = `ada.${partner.id}@members.example`;
    const customer = await givenCustomer(partner, { amountCents: 4_500, invoice: { customerEmail: email } });
    const { id } = customer.invoice;
    await recordExternalPayment(db, partner.actor, id, 1, { amountCents: paidCents, reason: "Statement", mayExceed: true });
    const later = async (clockOffsetMs: number) => {
      await db.update(partners).set({ clockOffsetMs }).where(eq(partners.id, partner.id));
      return { ...partner.actor, clockOffsetMs };
    };
    const link = (secret = customer.secret) => findLink(db, secret, null);
    return { partner, email, ...customer, later, link };
  }

  test("but not earlier", async () => {
    const { later, link, secret } = await givenSettled();
    await later(150 * DAY_MS);
    expect(await link()).toMatchObject({ isExpired: false });
    await later(190 * DAY_MS);
    expect(await link()).toMatchObject({ isExpired: true });
    expect(await findCustomer(db, secret, null)).toBeUndefined();
  });

  test("but not while an amount is to be paid or paid back", async () => {
    for (const paidCents of [4_000, 5_000]) {
      const { later, link } = await givenSettled({ paidCents });
      await later(YEAR_MS);
      expect(await link(), String(paidCents)).toMatchObject({ isExpired: false });
    }
  });

  test("counted from the last answer if that came later", async () => {
    const { later, link, invoice } = await givenSettled();
    await createTicket(db, await later(YEAR_MS), invoice.id, { message: "It was paid." });
    expect(await link()).toMatchObject({ isExpired: false });
  });

  test("and its customer is mailed a new one that works, at most three times a day", async () => {
    const { later, link, email, secret } = await givenSettled();
    await later(YEAR_MS);
    const customer = (await link())?.customer;
    if (!customer) throw new Error("the link is unknown");
    await renewLink(db, customer);
    const mailed = (await mailsTo(email)).flatMap(({ body }) => /\/i\/([\w-]{32})/.exec(body ?? "")?.[1] ?? []);
    expect(mailed).toHaveLength(1);
    expect(await link(mailed[0])).toMatchObject({ isExpired: false });
    expect(await link(secret)).toBeUndefined();
    await renewLink(db, customer);
    await renewLink(db, customer);
    await expect(renewLink(db, customer)).rejects.toThrow("too_many_attempts");
  });
});

test("an invoice that was not transmitted has no link", async () => {
  const partner = await givenPartner();
  const invoice = await givenInvoice(partner);
  await expect(customerLink(db, partner.actor, invoice.id)).rejects.toThrow("invoice_not_transmitted");
  await expect(replaceCustomerLink(db, partner.actor, invoice.id)).rejects.toThrow("invoice_not_transmitted");
});

test("no link is created for an invoice of another partner or another company", async () => {
  const [partner, stranger] = await Promise.all([givenPartner(), givenPartner()]);
  const { invoice } = await givenCustomer(partner);
  const { actor: limited } = await givenMember(partner, { companyIds: [(await givenCompany(partner)).id] });
  for (const actor of [stranger.actor, limited]) {
    await expect(customerLink(db, actor, invoice.id)).rejects.toThrow("invalid_invoice_id");
    await expect(replaceCustomerLink(db, actor, invoice.id)).rejects.toThrow("invalid_invoice_id");
  }
});

test("a malformed secret opens nothing", async () => {
  const { secret } = await givenCustomer(await givenPartner());
  for (const other of ["", "x", secret.slice(1), `${secret}A`, secret.toUpperCase(), `${secret}\0`, "é".repeat(32), "A".repeat(32)]) {
    expect(await findCustomer(db, other, null), other).toBeUndefined();
  }
});

test("a customer sees only the invoice that the link opens, and no lists", async () => {
  const partner = await givenPartner();
  const { invoice, actor } = await givenCustomer(partner);
  const sibling = await givenInvoice(partner, { company: await givenCompany(partner), transmitted: true });

  expect(await getInvoice(db, actor, invoice.id)).toMatchObject({ id: invoice.id });
  expect(await listTickets(db, actor, invoice.id)).toEqual([]);
  for (const read of [getInvoice, getInvoiceLines, lockInvoice, listTickets]) {
    await expect(read(db, actor, sibling.id)).rejects.toThrow("invalid_invoice_id");
  }
  expect(await listInvoices(db, actor, { sort: "number", direction: "desc", pageNumber: 1, pageSize: 50 })).toEqual([]);
  await expect(listImports(db, actor, invoice.companyId, { pageNumber: 1, pageSize: 50 })).rejects.toThrow("invalid_company_id");
});

test("the first opening of a page is recorded once, and a new link keeps it", async () => {
  const partner = await givenPartner();
  const { invoice, secret } = await givenCustomer(partner);
  const opened = await findLink(db, secret, null);
  expect(opened).toMatchObject({ wasOpened: false });
  if (!opened) throw new Error("The link is unknown");

  await Promise.all(times(5, () => noteOpening(db, opened.customer)));
  const [first] = await rowsOf(invoice.id);
  await noteOpening(db, opened.customer);
  const next = secretOf(await replaceCustomerLink(db, partner.actor, invoice.id));

  expect(first?.openedAt).toEqual(expect.any(Date));
  expect(await findLink(db, next, null)).toMatchObject({ wasOpened: true });
  expect(await listTimeline(db, partner.actor, invoice.id)).toContainEqual({
    kind: "page_opened",
    id: expect.any(String),
    at: first?.openedAt,
  });
});
