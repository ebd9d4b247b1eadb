import { and, eq, gt, isNotNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import type { Invoice } from "@/db/schema/invoices";
import { partners } from "@/db/schema/partners";
import { type Payment, payments } from "@/db/schema/payments";
import type { Actor } from "@/server/actor";
import { findDuePartCents } from "@/server/billing/instalments/find-due-part";
import { lockInvoice } from "@/server/billing/invoices/find-invoice";
import { isTransmitted } from "@/server/billing/invoices/lock-account";
import { currentProvider, type ProviderName, type ProviderOf, providersWith } from "@/server/billing/payment-providers/providers";
import { HOUR_MS } from "@/server/domain/formats/time";
import type { OfferableMethod } from "@/server/domain/rules/payment-methods";
import { DomainError } from "@/server/errors";
import { clock } from "@/server/platform/clock";
import { newId } from "@/server/platform/id";
import { transact } from "@/server/platform/transact";
import { FIRST_ASKED_AFTER_MS, realTimeIn } from "./next-ask";
import { orderPayment } from "./order-payment";

/** A donation on top of the amount owed, in cents, and the text of its line. */
export interface Gift {
  amountCents: number;
  description: string;
}

/**
 * Time after which an open payment counts as abandoned, in ms. Longer for bank transfers, which the customer makes later at their own bank.
 */
const ABANDONED_AFTER_MS = { bank_transfer: 5 * 24 * HOUR_MS, others: HOUR_MS };

/**
 * Starts a payment of the outstanding amount, or of the instalment that is due now, with an optional donation that is billed once it is paid. Returns
 * the address where the customer pays. The payment is in progress until it ends; starting the same payment again returns the open one. Throws
 * - `invalid_invoice_id`, `already_retracted`, `invoice_not_transmitted`, `nothing_outstanding`, `payments_not_offered`;
 * - `payment_in_progress` while the bank may be collecting the invoice by direct debit;
 * - `not_allowed` for a donation beside instalments.
 */
export async function startPayment(
  db: Database,
  actor: Actor,
  invoiceId: string,
  { method, returnUrl, gift }: { method: OfferableMethod; returnUrl: string | null; gift?: Gift },
  providerOf: ProviderOf = providersWith(db),
): Promise<{ paymentId: string; checkoutUrl: string }> {
  const payment = await transact(db, actor, async (tx) => {
    const invoice = await lockInvoice(tx, actor, invoiceId);
    if (invoice.retractedAt) throw new DomainError("already_retracted");
    if (!(await isTransmitted(tx, invoice))) throw new DomainError("invoice_not_transmitted");
    if (invoice.amountTotalCents <= 0) throw new DomainError("nothing_outstanding");
    if (await isAtBank(tx, invoice)) throw new DomainError("payment_in_progress");
    const provider = currentProvider(await getPartner(tx, actor));
    const giftCents = gift?.amountCents ?? 0;
    const now = clock.now(actor);
    const partCents = await findDuePartCents(tx, invoice);
    if (partCents !== undefined && gift) throw new DomainError("not_allowed");
    const amountCents = (partCents ?? invoice.amountTotalCents) + giftCents;
    const giftDescription = gift?.description ?? null;
    const wanted = { partnerId: actor.partnerId, invoiceId, method, amountCents, giftCents, giftDescription, provider };
    return (await findOpen(tx, wanted, now)) ?? insertPending(tx, wanted, now);
  });
  // The payment is committed: if the process dies from here on, the job `payments` continues.
  const { checkoutUrl } = await orderPayment(db, payment, providerOf, returnUrl);
  return { paymentId: payment.id, checkoutUrl };
}

type Wanted = Pick<Payment, "partnerId" | "invoiceId" | "method" | "amountCents" | "giftCents" | "giftDescription"> & {
  provider: ProviderName;
};

async function getPartner(tx: Database, { partnerId }: Actor) {
  return only(await tx.select({ isSandbox: partners.isSandbox }).from(partners).where(eq(partners.id, partnerId)));
}

/** Whether a direct debit of the invoice is in a file that the bank may have. */
async function isAtBank(tx: Database, { partnerId, id }: Pick<Invoice, "partnerId" | "id">): Promise<boolean> {
  const found = await tx
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.partnerId, partnerId), eq(payments.invoiceId, id), eq(payments.status, "pending"), isNotNull(payments.debitId)))
    .limit(1);
  return found.length > 0;
}

/** Finds an open payment that is the same as the wanted one. */
async function findOpen(
  tx: Database,
  { partnerId, invoiceId, method, amountCents, giftCents, provider }: Wanted,
  now: Date,
): Promise<Payment | undefined> {
  const [open] = await tx
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.partnerId, partnerId),
        eq(payments.invoiceId, invoiceId),
        eq(payments.status, "pending"),
        eq(payments.provider, provider),
        eq(payments.method, method),
        eq(payments.amountCents, amountCents),
        eq(payments.giftCents, giftCents),
        gt(payments.expiresAt, now),
      ),
    )
    .limit(1);
  return open;
}

async function insertPending(tx: Database, wanted: Wanted, now: Date): Promise<Payment> {
  const abandonedAfterMs = wanted.method === "bank_transfer" ? ABANDONED_AFTER_MS.bank_transfer : ABANDONED_AFTER_MS.others;
  return only(
    await tx
      .insert(payments)
      .values({
        ...wanted,
        id: newId(),
        status: "pending",
        createdAt: now,
        expiresAt: new Date(now.getTime() + abandonedAfterMs),
        nextAskAt: realTimeIn(FIRST_ASKED_AFTER_MS),
      })
      .returning(),
  );
}
