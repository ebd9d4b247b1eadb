import { eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { partners } from "@/db/schema/partners";
import { type Actor, identityOf } from "@/server/actor";
import { letReceiptsGo } from "@/server/bank/payments/held-receipts";
import { DAY_MS } from "@/server/domain/formats/time";
import { DomainError } from "@/server/errors";
import { log } from "@/server/platform/log";
import { transact } from "@/server/platform/transact";
import { readSeason } from "./read-season";

/** Maximum number of days per move. */
export const MOST_DAYS = 365;
/** Maximum number of days by which a clock is ahead of real time: about ten years. */
export const MOST_DAYS_AHEAD = 3_660;

export interface ClockMove {
  /** Offset of the clock in ms that the author saw. */
  seenOffsetMs: number;
  days: number;
}

/**
 * Starts moving a sandbox's clock forward by days of 24 hours. Everything that falls due on the way happens in the background, in order.
 * The triggers of db/rules/partners.sql prevent the clock from going back and record each move. Throws `not_a_sandbox`, `changed_meanwhile`
 * if the clock differs from what the author saw or is already moving, `season_is_playing`, and `clock_too_far`.
 */
export async function moveClock(db: Database, actor: Actor, { seenOffsetMs, days }: ClockMove): Promise<void> {
  await transact(db, actor, async (tx) => {
    const [partner] = await tx.select().from(partners).where(eq(partners.id, actor.partnerId)).for("update");
    if (!partner?.isSandbox) throw new DomainError("not_a_sandbox");
    if ((await readSeason(tx, actor))?.state === "playing") throw new DomainError("season_is_playing");
    if (partner.clockTargetMs !== null || partner.clockOffsetMs !== seenOffsetMs) throw new DomainError("changed_meanwhile");
    const clockTargetMs = seenOffsetMs + days * DAY_MS;
    if (clockTargetMs > MOST_DAYS_AHEAD * DAY_MS) throw new DomainError("clock_too_far");
    await tx.update(partners).set({ clockTargetMs }).where(eq(partners.id, partner.id));
    // Receipts that wait for a possible Undo are sent now, because they would be outdated once the clock has arrived.
    await letReceiptsGo(tx, partner.id);
  });
  // Logged, because no table records the author: the table of changes covers companies, imports and invoices only.
  log().info({ partner: actor.partnerId, by: identityOf(actor), seenOffsetMs, days }, "sandbox clock moved");
}
