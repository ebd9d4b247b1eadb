import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type Hold, holds } from "@/db/schema/holds";
import type { Invoice } from "@/db/schema/invoices";
import { holdsOn } from "@/server/domain/rules/holds";

/** A hold that is in force. */
export type PresentHold = Pick<Hold, "id" | "kind" | "reason" | "until" | "createdAt">;

/** Why nothing is demanded about an invoice on a day, such as `2026-11-20`; null: nothing holds it back. */
export async function findHold(
  db: Database,
  { partnerId, id: invoiceId }: Pick<Invoice, "partnerId" | "id">,
  day: string,
): Promise<PresentHold | null> {
  const open = await findOpenHold(db, { partnerId, id: invoiceId });
  return open && holdsOn(open, day) ? open : null;
}

/** Returns the hold that has not been ended. The last day of a pause may be over. */
export async function findOpenHold(
  db: Database,
  { partnerId, id: invoiceId }: Pick<Invoice, "partnerId" | "id">,
): Promise<PresentHold | undefined> {
  const { id, kind, reason, until, createdAt } = holds;
  const [open] = await db
    .select({ id, kind, reason, until, createdAt })
    .from(holds)
    .where(and(eq(holds.partnerId, partnerId), eq(holds.invoiceId, invoiceId), isNull(holds.endedAt)));
  return open;
}
