import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { contactChanges } from "@/db/schema/contact-changes";
import type { Actor } from "@/server/actor";
import { DAY_MS } from "@/server/domain/formats/time";
import { clock } from "@/server/platform/clock";

/** How long the link works that confirms an account number. */
export const CONFIRMED_WITHIN_MS = 7 * DAY_MS;

/**
 * An account number that came by the customer's link, and that nobody at the address known before has confirmed: it waits and does not count yet, or it counts because
 * there was nobody to ask.
 */
export interface OpenAccountChange {
  state: "waiting" | "unconfirmed";
  at: Date;
}

/** Null: there is none. */
export async function findAccountChange(db: Database, actor: Actor, invoiceId: string): Promise<OpenAccountChange | null> {
  const [open] = await db
    .select({ tokenHash: contactChanges.tokenHash, at: contactChanges.createdAt })
    .from(contactChanges)
    .where(isOpenAccountChange(actor, invoiceId));
  if (!open) return null;
  if (open.tokenHash === null) return { state: "unconfirmed", at: open.at };
  return clock.now(actor).getTime() - open.at.getTime() < CONFIRMED_WITHIN_MS ? { state: "waiting", at: open.at } : null;
}

/** Under the invoice's lock: another account number counts now, or is to be confirmed instead. */
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
