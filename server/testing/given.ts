import { db } from "@/db/client";
import { only } from "@/db/rows";
import { outgoingMessages } from "@/db/schema/collections";
import type { Company } from "@/db/schema/companies";
import type { Import } from "@/db/schema/imports";
import { type Message, messages } from "@/db/schema/messages";
import type { Partner } from "@/db/schema/partners";
import { type Payment, payments } from "@/db/schema/payments";
import { type Ticket, tickets } from "@/db/schema/tickets";
import { type Actor, systemActor } from "@/server/actor";
import { createImport } from "@/server/billing/imports/create-import";
import { transmitImport } from "@/server/billing/imports/transmit-import";
import { addLines } from "@/server/billing/invoices/add-lines";
import { createInvoice } from "@/server/billing/invoices/create-invoice";
import { getInvoice, lockInvoice } from "@/server/billing/invoices/find-invoice";
import type { InvoiceDetails, Line, NewInvoice } from "@/server/billing/invoices/invoice";
import { MINUTE_MS } from "@/server/domain/formats/time";
import { newId } from "@/server/platform/id";
import { transact } from "@/server/platform/transact";
import { createApiKey } from "@/server/tenancy/api-keys/create-api-key";
import type { NewCompany } from "@/server/tenancy/companies/company";
import { createCompany } from "@/server/tenancy/companies/create-company";
import { createPartner } from "@/server/tenancy/partners/create-partner";
import { newCompany, newInvoiceFor } from "./new-records";

export interface GivenPartner extends Partner {
  actor: Actor;
  apiKey: string;
}

let count = 0;

/** Creates a partner. The clock of a sandbox can be moved, and its mails are never sent. */
export async function givenPartner({ isSandbox = false } = {}): Promise<GivenPartner> {
  count += 1;
  const partner = await createPartner(db, { name: `Partner ${count}`, isSandbox });
  const { key } = await createApiKey(db, partner.id, { name: "test" });
  return { ...partner, actor: systemActor(partner), apiKey: key };
}

export function givenCompany(partner: GivenPartner, company: Partial<NewCompany> = {}): Promise<Company> {
  return createCompany(db, partner.actor, { ...newCompany, ...company });
}

interface ImportOptions {
  company?: Company;
  title?: string;
  expectedInvoicesCount?: number;
}

export async function givenImport(partner: GivenPartner, options: ImportOptions = {}): Promise<Import> {
  const company = options.company ?? (await givenCompany(partner));
  const { invoiceIds, currency, ...created } = await createImport(db, partner.actor, {
    companyId: company.id,
    title: options.title ?? null,
    expectedInvoicesCount: options.expectedInvoicesCount ?? null,
  });
  return created;
}

interface InvoiceOptions {
  import?: Import;
  company?: Company;
  amountCents?: number;
  /** Whether the invoice's import, with everything in it, is transmitted. */
  transmitted?: boolean;
  /** Lines that are added after the invoice is created. */
  events?: Partial<Line>[];
  invoice?: Partial<NewInvoice>;
}

export async function givenInvoice(partner: GivenPartner, options: InvoiceOptions = {}): Promise<InvoiceDetails> {
  const { amountCents = 4_500, transmitted = false, events = [] } = options;
  const into = options.import ?? (await givenImport(partner, { company: options.company }));
  const created = await createInvoice(db, partner.actor, { ...newInvoiceFor(into.id, amountCents), ...options.invoice });
  if (transmitted) await transmitImport(db, partner.actor, into.id);
  if (events.length === 0) return created;

  await transact(db, partner.actor, async (tx) => {
    const invoice = await lockInvoice(tx, partner.actor, created.id);
    await addLines(
      tx,
      invoice,
      events.map((event) => ({ ...someEvent, date: new Date(), ...event })),
    );
  });
  return getInvoice(db, partner.actor, created.id);
}

const someEvent = { type: "PAYMENT-LINE", amountCents: -100, description: null, paymentMethod: null } as const;

/** Stores a customer's question. */
export async function givenTicket(invoice: InvoiceDetails, ticket: Partial<Ticket> = {}): Promise<Ticket> {
  const { partnerId, companyId, id: invoiceId } = invoice;
  return only(
    await db
      .insert(tickets)
      .values({
        partnerId,
        companyId,
        invoiceId,
        id: newId(),
        sender: "customer",
        status: "unanswered",
        message: "Why is this so much?",
        createdAt: new Date(),
        ...ticket,
      })
      .returning(),
  );
}

export async function givenMessage({ partnerId, id: invoiceId }: InvoiceDetails, message: Partial<Message> = {}): Promise<Message> {
  return only(
    await db
      .insert(messages)
      .values({ partnerId, invoiceId, id: newId(), type: "EMAIL", description: "Payment request", createdAt: new Date(), ...message })
      .returning(),
  );
}

/** Stores a payment request that the customer's mail server refused a minute ago. */
export async function givenRefusedMessage({ partnerId, id: invoiceId }: Pick<InvoiceDetails, "partnerId" | "id">): Promise<void> {
  const createdAt = new Date(Date.now() - MINUTE_MS);
  const refused = { kind: "request1", state: "refused", failure: "550", createdAt, nextAttemptAt: createdAt } as const;
  await db.insert(outgoingMessages).values({ partnerId, id: newId(), invoiceId, ...refused });
}

export async function givenPayment({ partnerId, id: invoiceId }: InvoiceDetails, payment: Partial<Payment> = {}): Promise<Payment> {
  return only(
    await db
      .insert(payments)
      .values({
        partnerId,
        invoiceId,
        id: newId(),
        method: "ideal",
        status: "pending",
        amountCents: 4_500,
        createdAt: new Date(),
        ...payment,
      })
      .returning(),
  );
}

/** Starts the work so many times at once. */
export function times<Result>(count: number, work: (index: number) => Promise<Result>): Promise<Result>[] {
  return Array.from({ length: count }, (_, index) => work(index));
}
