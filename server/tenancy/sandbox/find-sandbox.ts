import type { Database } from "@/db/client";
import type { Actor } from "@/server/actor";
import { DAY_MS } from "@/server/domain/time";
import { clock } from "@/server/platform/clock";
import { findPartner } from "@/server/tenancy/partners/find-partner";
import { MOST_DAYS, MOST_DAYS_AHEAD } from "./move-clock";

/** A sandbox's clock, as its people look at it. */
export interface Sandbox {
  /** How far it is ahead, in milliseconds. */
  offsetMs: number;
  /** What time it is there. */
  now: Date;
  /** Where it is on its way to; null: it stands still, as clocks do between two looks. */
  goingTo: Date | null;
  /** By how many whole days it can be moved, at most. */
  mostDays: number;
}

/** Null: what the actor sees is real. */
export async function findSandbox(db: Database, { partnerId }: Actor): Promise<Sandbox | null> {
  const partner = await findPartner(db, partnerId);
  if (!partner?.isSandbox) return null;
  const { clockOffsetMs: offsetMs, clockTargetMs } = partner;
  const daysLeft = MOST_DAYS_AHEAD - Math.ceil(offsetMs / DAY_MS);
  return {
    offsetMs,
    now: clock.now(partner),
    goingTo: clockTargetMs === null ? null : clock.now({ clockOffsetMs: clockTargetMs }),
    mostDays: Math.min(MOST_DAYS, daysLeft),
  };
}
