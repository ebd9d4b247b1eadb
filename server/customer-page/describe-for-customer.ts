import { and, desc, eq, isNotNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { importSettings } from "@/db/schema/collection-settings";
import { companies } from "@/db/schema/companies";
import { invoices } from "@/db/schema/invoices";
import { partners } from "@/db/schema/partners";
import { type Payment, payments } from "@/db/schema/payments";
import type { Ticket } from "@/db/schema/tickets";
import { describeTransfer, type Transfer } from "@/server/bank/transfers/describe-transfer";
import { nextWithoutDebit } from "@/server/billing/collection/beyond-debits";
import { findCollectedInvoices } from "@/server/billing/collection/collected-invoices";
import { describePlan, type InvoicePlan } from "@/server/billing/collection/describe-plan";
import { findHousehold, type Household, type HouseholdInvoice, sumOutstanding } from "@/server/billing/households/household";
import { describeInvoice } from "@/server/billing/invoices/describe-invoice";
import type { InvoiceRecord } from "@/server/billing/invoices/invoice-record";
import { whereAccountNeeded } from "@/server/billing/refunds/account-needed";
import { listTickets } from "@/server/desk/tickets/list-tickets";
import { addressLines } from "@/server/domain/formats/postal-address";
import { withoutTakenBack } from "@/server/domain/rules/account";
import type { OfferableMethod } from "@/server/domain/rules/payment-methods";
import { unpaidFeeCents } from "@/server/domain/rules/unpaid-fees";
import { DomainError } from "@/server/errors";
import { findRelief } from "@/server/messages/find-relief";
import { type AskedTogether, divideAsked, type OpenInvoice } from "./asked-together";
import type { Customer } from "./find-customer";
import { isDonationAllowed } from "./give-and-pay";
import { findInstalmentOffer, type InstalmentTerms, type NoInstalments } from "./instalment-offer";
import { findMandateOfCustomer, type MandateOfCustomer } from "./mandate-offer";
import { offeredMethods } from "./offered-methods";
import { findPromiseOffer, type NoPromise, type PromiseOffer } from "./promise-offer";
import { findSaidTransfer, type SaidTransfer } from "./say-transferred";

/** An invoice as its customer sees it. */
export interface CustomerInvoice {
  invoice: InvoiceRecord;
  /** Questions and answers, oldest first; without internal notes. */
  tickets: Pick<Ticket, "id" | "sender" | "status" | "message" | "createdAt">[];
  /** The newest online payment; undefined if there was none. */
  lastPayment: CustomerPayment | undefined;
  /** Coming messages and fees; null if the service does not collect the invoice. */
  plan: InvoicePlan | null;
  /** Online payment methods, the most usual one first; empty if nothing is to be paid or no method is offered. */
  methods: OfferableMethod[];
  /** Details for a transfer to the company; null if nothing is to be paid or transfers are not offered. */
  transfer: Transfer | null;
  /** A transfer that the customer recently reported; null if there is none, so that they may report one. */
  saidTransfer: SaidTransfer | null;
  /** Transfer that still takes the charged late-payment fee off again; null if there is none. */
  relief: TransferInTime | null;
  /** Lines of the company's address; none if it is not known. */
  senderLines: string[];
  /** The company's number in Belgium's register; null if it is not known. */
  enterpriseNumber: string | null;
  /** Whether the invoice belongs to a sandbox, so that all of its data is invented. */
  isSandbox: boolean;
  /** This invoice and those that the newest mail asks for with it; null unless at least two of them have an amount to pay. */
  household: CustomerHousehold | null;
  /**
   * Open invoices of the household that are not part of that sum; if nothing is to be paid on this invoice, all open ones of the same payer.
   */
  alsoOpen: HouseholdLine[];
  /** Whether money owed to the customer can only be given back to an account that is not known yet. */
  isAccountNeeded: boolean;
  /** The company's own words about what follows the last reminder; empty: the service's. */
  consequence: string;
  /** Whether a donation can be added to the payment. */
  canDonate: boolean;
  /** Plans of instalments that the customer may agree to, or why there are none. */
  instalmentOffer: InstalmentTerms | { reason: NoInstalments };
  /** Days on which the customer can promise to pay, or why there are none. */
  promiseOffer: PromiseOffer | { reason: NoPromise };
  /** Amount to be paid now, in cents: all that is outstanding, or the instalment that is due next. */
  toPayCents: number;
  /** The payer's mandate for direct debits, and whether they may give one. */
  ofMandate: MandateOfCustomer;
}

/** A transfer that takes a late-payment fee off again. */
export interface TransferInTime {
  /** Amount that it must pay, in cents; null: none can be named. */
  amountCents: number | null;
  /** Last day on which it arrives in time. */
  arrival: string;
}

/** An invoice of a household. Links to other invoices are mailed, never shown on a page. Amounts in cents. */
export interface HouseholdLine extends Pick<HouseholdInvoice, "id" | "externalInvoiceNumber" | "outstandingCents"> {
  /** Null if the invoice has another payer. */
  customerName: string | null;
  /** Days to pay it by; null if it has another payer. */
  days: OpenInvoice["days"] | null;
}

/** The invoices of a household that have an amount to pay, at least two. Amounts in cents. */
interface CustomerHousehold {
  invoices: HouseholdLine[];
  outstandingCents: number;
  /** Details of one transfer that pays all of them, with one reference. */
  transfer: Transfer | null;
  /** Whether the newest mail about this invoice has the links to all of them. */
  isInNewestMail: boolean;
}

/** Amounts in cents. */
type CustomerPayment = Pick<Payment, "method" | "status" | "amountCents" | "createdAt">;

/** Returns everything that the customer's page shows. Throws `invalid_invoice_id`. */
export async function describeForCustomer(db: Database, actor: Customer): Promise<CustomerInvoice> {
  const [invoice, tickets, lastPayment, plan, sender, saidTransfer, together, ofMandate, instalmentOffer, promiseOffer] = await Promise.all(
    [
      describeInvoice(db, actor, actor.invoiceId),
      listTickets(db, actor, actor.invoiceId),
      findLastPayment(db, actor),
      describePlan(db, actor, actor.invoiceId),
      findSender(db, actor),
      findSaidTransfer(db, actor),
      findHousehold(db, actor, actor.invoiceId),
      findMandateOfCustomer(db, actor),
      findInstalmentOffer(db, actor),
      findPromiseOffer(db, actor),
    ],
  );
  const toPayCents = plan?.instalments?.dueNowCents ?? invoice.account.outstandingCents;
  // Money that the bank may be collecting is not paid a second time.
  const isOpen = !invoice.retractedAt && invoice.account.outstandingCents > 0;
  const isPayable = isOpen && plan?.debit?.status !== "at_bank";
  // An instalment that no debit collects can be transferred meanwhile.
  const isTransferable = isPayable || (isOpen && plan?.instalments && nextWithoutDebit(plan.instalments) !== undefined);
  const [offered, transfer] = await Promise.all([
    isPayable ? offeredMethods(db, invoice) : [],
    isTransferable ? describeTransfer(db, actor, { ...invoice, amountTotalCents: toPayCents }) : null,
  ]);
  // A transfer goes to the company's own account, and not through the provider.
  const methods = offered.filter((method) => method !== "bank_transfer");
  const divided = together ? await divideAsked(db, actor, actor.invoiceId, together) : { asked: [], apart: [], isInNewestMail: false };
  const isPaidAtOnce = isPayable && !plan?.debit && !plan?.instalments;
  const isPaidTogether = isPaidAtOnce && divided.asked.length > 1;
  const household = together && isPaidTogether ? await describeHousehold(db, actor, invoice, { ...together, ...divided }) : null;
  const others = [...divided.asked, ...divided.apart].filter(({ isOfSamePayer }) => isOfSamePayer);
  const alsoOpen = (isPayable ? divided.apart : others).map(lineOf);
  const relief = transfer ? await findTransferInTime(db, actor, invoice) : null;
  const canDonate = !plan?.instalments && methods.length > 0 && !invoice.isPaymentInProgress && (await isDonationAllowed(db, invoice));
  return {
    invoice,
    tickets,
    lastPayment,
    plan,
    methods,
    transfer,
    saidTransfer,
    relief,
    household,
    alsoOpen,
    canDonate,
    ofMandate,
    instalmentOffer,
    promiseOffer,
    toPayCents,
    ...sender,
  };
}

const LATE_FEE = "LATE-PAYMENT-FEE-LINE";

/** Finds until when a transfer takes a charged late-payment fee off again, by the rule of the mail with the fee. Null without such a fee. */
async function findTransferInTime(db: Database, { partnerId }: Customer, invoice: InvoiceRecord): Promise<TransferInTime | null> {
  const { id, externalInvoiceNumber: number, lines, now } = invoice;
  if (!lines.some(({ type }) => type === LATE_FEE)) return null;
  const [collected] = await findCollectedInvoices(db, partnerId, [id]);
  if (!collected || unpaidFeeCents(withoutTakenBack(collected.lines), LATE_FEE) === 0) return null;
  const relief = await findRelief(db, partnerId, [{ number, collected }], { now, hasTransfer: true });
  return relief?.isUnderWay && relief.arrival ? { amountCents: relief.amountCents, arrival: relief.arrival } : null;
}

async function describeHousehold(
  db: Database,
  actor: Customer,
  invoice: InvoiceRecord,
  { leadNumber, asked, isInNewestMail }: Pick<Household, "leadNumber"> & AskedTogether,
): Promise<CustomerHousehold> {
  const outstandingCents = sumOutstanding(asked);
  return {
    invoices: asked.map(lineOf),
    outstandingCents,
    isInNewestMail,
    transfer: await describeTransfer(db, actor, { ...invoice, invoiceNumber: leadNumber, amountTotalCents: outstandingCents }),
  };
}

function lineOf({ id, externalInvoiceNumber, outstandingCents, isOfSamePayer, customerName, days }: OpenInvoice): HouseholdLine {
  const shown = isOfSamePayer ? { customerName, days } : { customerName: null, days: null };
  return { id, externalInvoiceNumber, outstandingCents, ...shown };
}

/** Returns the newest pending payment; without one, the newest payment. The newer one of two that the customer started may have ended. */
async function findLastPayment(db: Database, { partnerId, invoiceId }: Customer): Promise<CustomerPayment | undefined> {
  const [last] = await db
    .select({ method: payments.method, status: payments.status, amountCents: payments.amountCents, createdAt: payments.createdAt })
    .from(payments)
    .where(and(eq(payments.partnerId, partnerId), eq(payments.invoiceId, invoiceId), isNotNull(payments.provider)))
    .orderBy(desc(eq(payments.status, "pending")), desc(payments.id))
    .limit(1);
  return last;
}

type Sender = Pick<CustomerInvoice, "isSandbox" | "senderLines" | "enterpriseNumber" | "isAccountNeeded" | "consequence">;

async function findSender(db: Database, { partnerId, invoiceId }: Customer): Promise<Sender> {
  const { address1: street, address2: second, houseNumber, zipcode, city, countryCode: country } = companies;
  const [found] = await db
    .select({
      isSandbox: partners.isSandbox,
      isAccountNeeded: whereAccountNeeded,
      texts: importSettings.texts,
      locale: invoices.locale,
      enterpriseNumber: companies.enterpriseNumber,
      address: { street, second, houseNumber, zipcode, city, country },
    })
    .from(invoices)
    .innerJoin(partners, eq(partners.id, invoices.partnerId))
    .innerJoin(companies, and(eq(companies.partnerId, invoices.partnerId), eq(companies.id, invoices.companyId)))
    .leftJoin(importSettings, and(eq(importSettings.partnerId, invoices.partnerId), eq(importSettings.importId, invoices.importId)))
    .where(and(eq(invoices.partnerId, partnerId), eq(invoices.id, invoiceId)));
  if (!found) throw new DomainError("invalid_invoice_id");
  const { texts, locale, address, ...sender } = found;
  return { ...sender, consequence: texts?.[locale]?.consequence ?? "", senderLines: addressLines(address) };
}
