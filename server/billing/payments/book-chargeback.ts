import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { importSettings } from "@/db/schema/collection-settings";
import type { Invoice } from "@/db/schema/invoices";
import type { Payment } from "@/db/schema/payments";
import type { Actor } from "@/server/actor";
import { type AddedLine, addLines } from "@/server/billing/invoices/add-lines";
import { lockInvoice } from "@/server/billing/invoices/find-invoice";
import { type LockedAccount, linesOfAccount } from "@/server/billing/invoices/lock-account";
import { accountOf } from "@/server/domain/account";
import { creditableCents } from "@/server/domain/credit";

/**
 * Takes a payment off the account, and a donation with it. The fee is the customer's to pay where their bank took the money back; there is none where the payment had been booked by mistake. Nothing
 * more is asked for an invoice that was retracted: what would be owed again is credited at once (decision 0095).
 */
export async function bookChargeback(
  tx: Database,
  actor: Actor,
  { invoice }: LockedAccount,
  { id, amountCents, giftCents, giftDescription }: Payment,
  date: Date,
  { isMistake = false } = {},
): Promise<void> {
  const line = { description: null, date, paymentMethod: null };
  const lines: AddedLine[] = [{ ...line, type: "CHARGEBACK-LINE", amountCents, paymentId: id }];
  if (invoice.retractedAt) {
    // The payment itself may have been booked just now.
    const { amountTotalCents } = await lockInvoice(tx, actor, invoice.id);
    const claimCents = Math.max(amountTotalCents + amountCents, 0);
    if (claimCents > 0) lines.push({ ...line, type: "CREDIT-LINE", amountCents: -claimCents });
  } else {
    // A donation is nothing that can be owed. Staff may have credited it before.
    const undoneCents = Math.min(giftCents, creditableCents(accountOf(await linesOfAccount(tx, invoice))));
    if (undoneCents > 0) lines.push({ ...line, type: "CREDIT-LINE", amountCents: -undoneCents, description: giftDescription });
    const feeCents = isMistake ? 0 : await chargebackFeeOf(tx, invoice);
    if (feeCents > 0) lines.push({ ...line, type: "CHARGEBACK-FEE-LINE", amountCents: feeCents });
  }
  await addLines(tx, invoice, lines);
}

/** In cents, as its import was transmitted with; 0 where the service does not collect it. */
async function chargebackFeeOf(tx: Database, { partnerId, importId }: Invoice): Promise<number> {
  const [settings] = await tx
    .select({ feeCents: importSettings.chargebackFeeCents })
    .from(importSettings)
    .where(and(eq(importSettings.partnerId, partnerId), eq(importSettings.importId, importId)));
  return settings?.feeCents ?? 0;
}
