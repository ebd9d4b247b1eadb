import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { contactChanges } from "@/db/schema/contact-changes";
import type { Actor } from "@/server/actor";
import { clock } from "@/server/platform/clock";

/** Fields of an invoice that the company may state again, although the customer has set them already. `undefined`: not stated. */
export interface StatedContact {
  customerEmail?: string | null;
  customerCountryCode?: string | null;
}

/**
 * Ends the customer's own statements about the fields of an invoice that the company states now (`provenEmail`, `formerCountry`). The company may
 * state the same value, which proves it. For changes that are made elsewhere, the triggers `invoices_state_address` and `invoices_state_country`
 * (db/rules/invoices.sql) do the same. Does nothing if the customer is the actor.
 */
export async function endOwnStatements(tx: Database, actor: Actor, invoiceId: string, stated: StatedContact): Promise<void> {
  if (actor.kind === "customer") return;
  const kinds: ("email" | "country")[] = [];
  if (stated.customerEmail !== undefined) kinds.push("email");
  if (stated.customerCountryCode !== undefined) kinds.push("country");
  if (kinds.length === 0) return;
  await tx
    .update(contactChanges)
    .set({ endedAt: clock.now(actor) })
    .where(
      and(
        eq(contactChanges.partnerId, actor.partnerId),
        eq(contactChanges.invoiceId, invoiceId),
        inArray(contactChanges.kind, kinds),
        isNull(contactChanges.endedAt),
      ),
    );
}
