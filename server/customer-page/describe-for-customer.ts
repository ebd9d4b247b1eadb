import { and, desc, eq, isNotNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { partners } from "@/db/schema/partners";
import { type Payment, payments } from "@/db/schema/payments";
import type { Ticket } from "@/db/schema/tickets";
import { describePlan, type InvoicePlan } from "@/server/billing/collection/describe-plan";
import { findHousehold, type Household, type HouseholdInvoice, openOnes, sumOutstanding } from "@/server/billing/households/household";
import { describeInvoice } from "@/server/billing/invoices/describe-invoice";
import type { InvoiceRecord } from "@/server/billing/invoices/invoice-record";
import { describeTransfer, type Transfer } from "@/server/billing/transfers/describe-transfer";
import { listTickets } from "@/server/desk/tickets/list-tickets";
import type { OfferableMethod } from "@/server/domain/payment-methods";
import type { Customer } from "./find-customer";
import { isDonationAllowed } from "./give-and-pay";
import { offeredMethods } from "./offered-methods";
import { findSaidTransfer, type SaidTransfer } from "./say-transferred";

/** An invoice as its customer sees it. */
export interface CustomerInvoice {
  invoice: InvoiceRecord;
  /** What was asked and answered, oldest first; what staff tell each other is not among it. */
  tickets: Pick<Ticket, "id" | "sender" | "status" | "message" | "createdAt">[];
  /** The newest attempt to pay online; undefined: there was none. */
  lastPayment: CustomerPayment | undefined;
  /** What happens unless it is paid; null where the service does not collect it. */
  plan: InvoicePlan | null;
  /** How it can be paid now, the usual way first; none where nothing is to be paid or nothing is offered. */
  methods: OfferableMethod[];
  /** How it can be transferred to the company itself; null where nothing is to be paid or it is not offered. */
  transfer: Transfer | null;
  /** What they said of a transfer lately; null: they may say that they paid by one. */
  saidTransfer: SaidTransfer | null;
  /** Whether all of it is invented: of a partner that tries the service out. */
  isSandbox: boolean;
  /** What is asked for together with it; null: nothing is, or it alone is to be paid. */
  household: CustomerHousehold | null;
  /** Whether a donation can be given with the payment. */
  canDonate: boolean;
}

/** At least two invoices of which something is to be paid. Amounts in cents. */
interface CustomerHousehold {
  /** The name is null where the customer is another payer's. Links to other invoices are mailed, and never on a page. */
  invoices: (Pick<HouseholdInvoice, "id" | "externalInvoiceNumber" | "outstandingCents"> & { customerName: string | null })[];
  outstandingCents: number;
  /** How all of it is transferred at once, under one reference. */
  transfer: Transfer | null;
}

/** Amounts in cents. */
type CustomerPayment = Pick<Payment, "method" | "status" | "amountCents">;

/** All that the customer's page says. Throws `invalid_invoice_id`. */
export async function describeForCustomer(db: Database, actor: Customer): Promise<CustomerInvoice> {
  const [invoice, tickets, lastPayment, plan, isSandbox, saidTransfer, together] = await Promise.all([
    describeInvoice(db, actor, actor.invoiceId),
    listTickets(db, actor, actor.invoiceId),
    findLastPayment(db, actor),
    describePlan(db, actor, actor.invoiceId),
    isOfSandbox(db, actor),
    findSaidTransfer(db, actor),
    findHousehold(db, actor, actor.invoiceId),
  ]);
  const isPayable = !invoice.retractedAt && invoice.account.outstandingCents > 0;
  const [offered, transfer] = isPayable
    ? await Promise.all([
        offeredMethods(db, invoice),
        describeTransfer(db, actor, { ...invoice, amountTotalCents: invoice.account.outstandingCents }),
      ])
    : [[], null];
  // A transfer goes to the company's own account, past the provider.
  const methods = offered.filter((method) => method !== "bank_transfer");
  const household = isPayable && together ? await describeHousehold(db, actor, invoice, together) : null;
  const canDonate = methods.length > 0 && !invoice.isPaymentInProgress && (await isDonationAllowed(db, invoice));
  return { invoice, tickets, lastPayment, plan, methods, transfer, saidTransfer, household, canDonate, isSandbox };
}

async function describeHousehold(
  db: Database,
  actor: Customer,
  invoice: InvoiceRecord,
  household: Household,
): Promise<CustomerHousehold | null> {
  const open = openOnes(household);
  if (open.length < 2) return null;
  const outstandingCents = sumOutstanding(open);
  return {
    invoices: open.map(({ id, externalInvoiceNumber, outstandingCents, isOfSamePayer, customerName }) => ({
      id,
      externalInvoiceNumber,
      outstandingCents,
      customerName: isOfSamePayer ? customerName : null,
    })),
    outstandingCents,
    transfer: await describeTransfer(db, actor, { ...invoice, invoiceNumber: household.leadNumber, amountTotalCents: outstandingCents }),
  };
}

/** One that is still on its way before one that has ended: two may have been begun. */
async function findLastPayment(db: Database, { partnerId, invoiceId }: Customer): Promise<CustomerPayment | undefined> {
  const [last] = await db
    .select({ method: payments.method, status: payments.status, amountCents: payments.amountCents })
    .from(payments)
    .where(and(eq(payments.partnerId, partnerId), eq(payments.invoiceId, invoiceId), isNotNull(payments.provider)))
    .orderBy(desc(eq(payments.status, "pending")), desc(payments.id))
    .limit(1);
  return last;
}

async function isOfSandbox(db: Database, { partnerId }: Customer): Promise<boolean> {
  const [partner] = await db.select({ isSandbox: partners.isSandbox }).from(partners).where(eq(partners.id, partnerId));
  return partner?.isSandbox ?? false;
}
