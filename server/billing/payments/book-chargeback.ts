import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { importSettings } from "@/db/schema/collection-settings";
import type { Invoice } from "@/db/schema/invoices";
import type { Payment } from "@/db/schema/payments";
import type { Actor } from "@/server/actor";
import { type AddedLine, addLines } from "@/server/billing/invoices/add-lines";
import { lockInvoice } from "@/server/billing/invoices/find-invoice";
import { type LockedAccount, linesOfAccount } from "@/server/billing/invoices/lock-account";
import { accountOf } from "@/server/domain/rules/account";
import { creditableCents } from "@/server/domain/rules/credit";

/**
 * Reverses a payment, and its donation, on the account. Returns the fee, in cents. On a retracted invoice nothing more is demanded: the reopened
 * debt is credited immediately (decision 0095). `hasFee`: whether the customer owes the chargeback fee, because their bank took the money back; false
 * if the booking was a mistake, or another invoice of the same transfer has the fee.
 */
export async function bookChargeback(
  tx: Database,
  actor: Actor,
  { invoice }: LockedAccount,
  { id, amountCents, giftCents, giftDescription }: Payment,
  date: Date,
  { hasFee = true } = {},
): Promise<number> {
  const line = { description: null, date, paymentMethod: null };
  let feeCents = 0;
  const lines: AddedLine[] = [{ ...line, type: "CHARGEBACK-LINE", amountCents, paymentId: id }];
  if (invoice.retractedAt) {
    // The same transaction may have booked the payment a moment ago.
    const { amountTotalCents } = await lockInvoice(tx, actor, invoice.id);
    const reopenedCents = Math.max(amountTotalCents + amountCents, 0);
    if (reopenedCents > 0) lines.push({ ...line, type: "CREDIT-LINE", amountCents: -reopenedCents });
  } else {
    // A donation is never owed. Staff may have credited it already.
    const creditedGiftCents = Math.min(giftCents, creditableCents(accountOf(await linesOfAccount(tx, invoice))));
    if (creditedGiftCents > 0) lines.push({ ...line, type: "CREDIT-LINE", amountCents: -creditedGiftCents, description: giftDescription });
    feeCents = hasFee ? await chargebackFeeOf(tx, invoice) : 0;
    if (feeCents > 0) lines.push({ ...line, type: "CHARGEBACK-FEE-LINE", amountCents: feeCents });
  }
  await addLines(tx, invoice, lines);
  return feeCents;
}

/** Returns the fee in cents from the settings of the invoice's import; 0 if the service does not collect the import. */
async function chargebackFeeOf(tx: Database, { partnerId, importId }: Invoice): Promise<number> {
  const [settings] = await tx
    .select({ feeCents: importSettings.chargebackFeeCents })
    .from(importSettings)
    .where(and(eq(importSettings.partnerId, partnerId), eq(importSettings.importId, importId)));
  return settings?.feeCents ?? 0;
}
