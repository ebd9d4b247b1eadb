import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import type { Invoice } from "@/db/schema/invoices";
import { mandates } from "@/db/schema/mandates";
import { type Actor, identityOf } from "@/server/actor";
import { dayAt } from "@/server/domain/formats/calendar";
import { customerKey } from "@/server/domain/rules/customer-key";
import { recordEvent } from "@/server/platform/audit/record-event";
import { clock } from "@/server/platform/clock";
import { newId } from "@/server/platform/id";
import { endReplaced } from "./end-replaced";
import { asMandate, type Mandate } from "./mandate";
import type { PayersAccount } from "./mandate-fields";

/**
 * Records a mandate that the invoice's payer gave on their page, and ends their expired one. The caller has locked the company, and found
 * that the payer has no valid mandate and the reference was never used.
 */
export async function addPageMandate(
  tx: Database,
  actor: Actor,
  { partnerId, id: invoiceId, companyId, customerEmail, customerOrganization }: Invoice,
  given: PayersAccount & { reference: string },
): Promise<Mandate> {
  const now = clock.now(actor);
  const key = customerKey(customerEmail, invoiceId);
  const expired = await tx
    .select({ id: mandates.id })
    .from(mandates)
    .where(
      and(eq(mandates.partnerId, partnerId), eq(mandates.companyId, companyId), eq(mandates.customerKey, key), isNull(mandates.endedAt)),
    );
  await endReplaced(
    tx,
    actor,
    expired.map(({ id }) => id),
    now,
  );
  const added = await tx
    .insert(mandates)
    .values({
      ...{ partnerId, id: newId(), companyId, ...given },
      ...{ customerKey: key, invoiceId: key === invoiceId ? invoiceId : null },
      organization: customerOrganization?.trim() || null,
      ...{ scheme: "CORE" as const, sequence: "recurrent" as const, source: "page" as const },
      ...{ signedOn: dayAt(now), createdAt: now, createdBy: identityOf(actor) },
    })
    .returning();
  await recordEvent(tx, actor, "mandates_recorded", { about: `company:${companyId}`, after: { mandates: 1, source: "page" } });
  return asMandate(only(added), dayAt(now));
}
