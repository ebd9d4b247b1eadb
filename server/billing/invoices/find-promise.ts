import { and, asc, eq, isNotNull, or } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type Hold, holds } from "@/db/schema/holds";
import type { Invoice } from "@/db/schema/invoices";
import type { PromisedDay } from "@/server/domain/rules/promise";

/** A customer's promise to pay on a day. */
export interface StoredPromise extends PromisedDay {
  /** All that the customer was shown, in their language. */
  reason: string;
  /** The pause without reminders of which the customer was told: that of the promise, or after a withdrawal by staff, that of the withdrawal. */
  pause: ToldPause;
}

/** A pause of which the customer was told, as it began. */
interface ToldPause extends Pick<Hold, "reason" | "promisedOn" | "withdrawsPromise"> {
  until: string;
}

/** Returns the customer's promise to pay an invoice, also if another hold has replaced it; undefined if there is none. */
export async function findPromise(
  db: Database,
  { partnerId, id: invoiceId }: Pick<Invoice, "partnerId" | "id">,
): Promise<StoredPromise | undefined> {
  const { promisedOn, until, reason, createdAt, withdrawsPromise } = holds;
  const found = await db
    .select({ promisedOn, until, reason, createdAt, withdrawsPromise })
    .from(holds)
    .where(
      and(
        eq(holds.partnerId, partnerId),
        eq(holds.invoiceId, invoiceId),
        or(isNotNull(holds.promisedOn), eq(holds.withdrawsPromise, true)),
      ),
    )
    .orderBy(asc(holds.createdAt), asc(holds.id));
  // The customer was told of the first hold of each kind. Later ones are the rests of the first after other holds.
  const promise = found.find((hold) => hold.promisedOn !== null);
  if (!promise?.promisedOn || !promise.until) return undefined;
  const withdrawal = found.find((hold) => hold.withdrawsPromise);
  const told = withdrawal ?? promise;
  return {
    promisedOn: promise.promisedOn,
    until: promise.until,
    reason: promise.reason,
    createdAt: promise.createdAt,
    isWithdrawn: withdrawal !== undefined,
    pause: {
      reason: told.reason,
      promisedOn: told.promisedOn,
      withdrawsPromise: told.withdrawsPromise,
      until: told.until ?? promise.until,
    },
  };
}
