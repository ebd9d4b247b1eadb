import { and, eq, lte, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { outgoingMessages } from "@/db/schema/collections";
import { partners } from "@/db/schema/partners";
import { systemActor } from "@/server/actor";
import { type Scope, whereInScope } from "@/server/platform/scope";
import { recordSent } from "./hand-over";

/**
 * Messages whose sender died while their contents went: nobody knows whether the mail server took them. They count as sent and are told of as such,
 * with their outcome unknown; sent again, a customer could be written to twice.
 */
export async function settleUnknown(db: Database, scope?: Scope): Promise<void> {
  const lost = await db
    .select({ message: outgoingMessages, clockOffsetMs: partners.clockOffsetMs })
    .from(outgoingMessages)
    .innerJoin(partners, eq(partners.id, outgoingMessages.partnerId))
    .where(
      and(
        eq(outgoingMessages.state, "handing_over"),
        lte(outgoingMessages.nextAttemptAt, sql`now()`),
        whereInScope(outgoingMessages.partnerId, scope),
      ),
    )
    .limit(100);
  for (const { message, clockOffsetMs } of lost) {
    await recordSent(db, systemActor({ id: message.partnerId, clockOffsetMs }), message, { failure: "sender_died" });
  }
}
