import { eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { partners } from "@/db/schema/partners";
import { type Actor, nameOf } from "@/server/actor";
import { letReceiptsGo } from "@/server/billing/matching/held-receipts";
import { DAY_MS } from "@/server/domain/time";
import { DomainError } from "@/server/errors";
import { log } from "@/server/platform/log";
import { transact } from "@/server/platform/transact";

/** How many days a clock is moved at once, at most, and how many it can be ahead in all: about ten years. */
export const MOST_DAYS = 365;
export const MOST_DAYS_AHEAD = 3_660;

/** By how many days to move a clock, and the offset that its author saw, in ms. */
export interface ClockMove {
  seenOffsetMs: number;
  days: number;
}

/**
 * Sends a sandbox's clock on its way, so many days of 24 hours forward. What falls due on the way happens in the background, in its order. The
 * triggers of db/rules/partners.sql keep the clock from going back and record each move. Throws
 * `not_a_sandbox`, `changed_meanwhile` where the clock stands elsewhere than was seen or is on its way already, `clock_too_far`.
 */
export async function moveClock(db: Database, actor: Actor, { seenOffsetMs, days }: ClockMove): Promise<void> {
  await transact(db, actor, async (tx) => {
    const [partner] = await tx.select().from(partners).where(eq(partners.id, actor.partnerId)).for("update");
    if (!partner?.isSandbox) throw new DomainError("not_a_sandbox");
    if (partner.clockTargetMs !== null || partner.clockOffsetMs !== seenOffsetMs) throw new DomainError("changed_meanwhile");
    const clockTargetMs = seenOffsetMs + days * DAY_MS;
    if (clockTargetMs > MOST_DAYS_AHEAD * DAY_MS) throw new DomainError("clock_too_far");
    await tx.update(partners).set({ clockTargetMs }).where(eq(partners.id, partner.id));
    // They are old news where the clock arrives.
    await letReceiptsGo(tx, partner.id);
  });
  // The table of changes tells of companies, imports and invoices alone.
  log().info({ partner: actor.partnerId, by: nameOf(actor), seenOffsetMs, days }, "sandbox clock moved");
}
