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
 * Ends what the customer of an invoice stated on their page about the fields that the company states now, also if they are the same: the
 * company's word proves them (`provenEmail`, `formerCountry`). The triggers `invoices_state_address` and `invoices_state_country`
 * (db/rules/invoices.sql) do so for any change that is made elsewhere. A customer's own word ends nothing.
 */
export async function endOwnStatements(tx: Database, actor: Actor, invoiceId: string, stated: StatedContact): Promise<void> {
  if (actor.kind === "customer") return;
  const email = stated.customerEmail === undefined ? [] : (["email"] as const);
  const country = stated.customerCountryCode === undefined ? [] : (["country"] as const);
  const kinds = [...email, ...country];
  if (kinds.length === 0) return;
  await tx
    .update(contactChanges)
    .set({ endedAt: clock.now(actor) })
    .where(
      and(
        ...[eq(contactChanges.partnerId, actor.partnerId), eq(contactChanges.invoiceId, invoiceId)],
        ...[inArray(contactChanges.kind, kinds), isNull(contactChanges.endedAt)],
      ),
    );
}
