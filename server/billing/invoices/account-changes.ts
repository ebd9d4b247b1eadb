import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { contactChanges } from "@/db/schema/contact-changes";
import type { Actor } from "@/server/actor";
import { DAY_MS } from "@/server/domain/formats/time";
import { clock } from "@/server/platform/clock";

/** Time during which a link can confirm an account number, in ms. */
export const CONFIRMED_WITHIN_MS = 7 * DAY_MS;

/**
 * A new account number from the customer's page that nobody at the previous address has confirmed. Either it waits and is not in use, or it
 * is in use because there was nobody to ask.
 */
export interface OpenAccountChange {
  state: "waiting" | "unconfirmed";
  at: Date;
}

/** Returns the open change; null if there is none, or if its link has expired. */
export async function findAccountChange(db: Database, actor: Actor, invoiceId: string): Promise<OpenAccountChange | null> {
  const [open] = await db
    .select({ tokenHash: contactChanges.tokenHash, at: contactChanges.createdAt })
    .from(contactChanges)
    .where(isOpenAccountChange(actor, invoiceId));
  if (!open) return null;
  if (open.tokenHash === null) return { state: "unconfirmed", at: open.at };
  return clock.now(actor).getTime() - open.at.getTime() < CONFIRMED_WITHIN_MS ? { state: "waiting", at: open.at } : null;
}

/**
 * Ends the open change, because another account number is now in use or is to be confirmed instead. The caller holds the invoice's lock.
 */
export async function endAccountChange(tx: Database, actor: Actor, invoiceId: string): Promise<void> {
  await tx
    .update(contactChanges)
    .set({ endedAt: clock.now(actor), iban: null })
    .where(isOpenAccountChange(actor, invoiceId));
}

function isOpenAccountChange({ partnerId }: Actor, invoiceId: string) {
  return and(
    eq(contactChanges.partnerId, partnerId),
    eq(contactChanges.invoiceId, invoiceId),
    eq(contactChanges.kind, "account"),
    isNull(contactChanges.endedAt),
  );
}
