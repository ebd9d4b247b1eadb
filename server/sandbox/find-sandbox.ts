import type { Database } from "@/db/client";
import type { Actor } from "@/server/actor";
import { DAY_MS } from "@/server/domain/formats/time";
import { clock } from "@/server/platform/clock";
import { hasDevelopmentMailbox } from "@/server/platform/mail/development-mailbox";
import { findPartner } from "@/server/tenancy/partners/find-partner";
import { MOST_DAYS, MOST_DAYS_AHEAD } from "./move-clock";

/** A sandbox's clock, as its people see it. */
export interface Sandbox {
  /** Difference between the sandbox's clock and real time, in ms. */
  offsetMs: number;
  /** The sandbox's current time. */
  now: Date;
  /** Time to which the clock is moving; null if it is not moving. */
  goingTo: Date | null;
  /** Maximum number of whole days by which the clock can be moved, once it has arrived and no season is played. */
  mostDays: number;
  /** Whether its mails to customers can be read in the development mailbox of this service. */
  hasMailbox: boolean;
}

/** Returns the sandbox; null if the actor's partner is not a sandbox. */
export async function findSandbox(db: Database, { partnerId }: Actor): Promise<Sandbox | null> {
  const partner = await findPartner(db, partnerId);
  if (!partner?.isSandbox) return null;
  // `clockTargetMs` is an offset from real time, as `clockOffsetMs` is.
  const { clockOffsetMs: offsetMs, clockTargetMs } = partner;
  const daysLeft = MOST_DAYS_AHEAD - Math.ceil(offsetMs / DAY_MS);
  return {
    offsetMs,
    now: clock.now(partner),
    goingTo: clockTargetMs === null ? null : clock.now({ clockOffsetMs: clockTargetMs }),
    mostDays: Math.min(MOST_DAYS, daysLeft),
    hasMailbox: hasDevelopmentMailbox(),
  };
}
