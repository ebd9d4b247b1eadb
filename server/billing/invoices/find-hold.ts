import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type Hold, holds } from "@/db/schema/holds";
import type { Invoice } from "@/db/schema/invoices";
import { holdsOn } from "@/server/domain/rules/holds";

/** A hold that has not been ended. */
export type OpenHold = Pick<Hold, "id" | "kind" | "reason" | "until" | "createdAt" | "promisedOn" | "withdrawsPromise">;

/** Returns the hold in force on a day, such as `2026-11-20`; null if there is none. */
export async function findHold(
  db: Database,
  { partnerId, id: invoiceId }: Pick<Invoice, "partnerId" | "id">,
  day: string,
): Promise<OpenHold | null> {
  const open = await findOpenHold(db, { partnerId, id: invoiceId });
  return open && holdsOn(open, day) ? open : null;
}

/** Returns the hold that has not been ended, also a pause whose last day is over; undefined if there is none. */
export async function findOpenHold(
  db: Database,
  { partnerId, id: invoiceId }: Pick<Invoice, "partnerId" | "id">,
): Promise<OpenHold | undefined> {
  const { id, kind, reason, until, createdAt, promisedOn, withdrawsPromise } = holds;
  const [open] = await db
    .select({ id, kind, reason, until, createdAt, promisedOn, withdrawsPromise })
    .from(holds)
    .where(and(eq(holds.partnerId, partnerId), eq(holds.invoiceId, invoiceId), isNull(holds.endedAt)));
  return open;
}
