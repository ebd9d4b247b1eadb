import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { apiKeys } from "@/db/schema/api-keys";
import type { Invoice } from "@/db/schema/invoices";
import type { Actor } from "@/server/actor";
import { mailCustomer } from "@/server/billing/customer-mails/mail-customer";
import { maskIban } from "@/server/domain/banking/mask-iban";
import { recordEvent } from "@/server/platform/audit/record-event";
import { isTransmitted } from "./lock-account";

/**
 * Returns whether a new account number, which the caller stores, is unconfirmed: an API key without the scope `money` sets it on a transmitted
 * invoice. Logs such a change, and tells the customer at the previous e-mail address. The caller holds the invoice's lock.
 */
export async function changeIban(tx: Database, actor: Actor, before: Invoice, iban: string | null): Promise<boolean> {
  if (iban === null || actor.kind !== "key") return false;
  if (!(await isTransmitted(tx, before)) || (await mayMoveMoney(tx, actor))) return false;
  await recordEvent(tx, actor, "iban_changed", {
    about: `invoice:${before.id}`,
    before: { known: before.directDebitIban !== null },
    after: { known: true, confirmed: false },
  });
  if (before.customerEmail) await mailCustomer(tx, before, before.customerEmail, "customerAccountChanged", { iban: maskIban(iban) });
  return true;
}

async function mayMoveMoney(tx: Database, { partnerId, id }: Actor): Promise<boolean> {
  const where = and(eq(apiKeys.partnerId, partnerId), eq(apiKeys.id, id ?? ""));
  const [key] = await tx.select({ scopes: apiKeys.scopes }).from(apiKeys).where(where);
  return key !== undefined && (key.scopes === null || key.scopes.includes("money"));
}
