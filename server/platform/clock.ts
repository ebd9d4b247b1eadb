import type { Actor } from "@/server/actor";

/**
 * Business time: when something was created, sent, paid, retracted. A sandbox partner's clock can run ahead, so services never ask the
 * machine or the database. Leases, key expiry and rate limits are operational and use real time.
 */
export const clock = {
  now: (actor: Pick<Actor, "clockOffsetMs">): Date => clock.at(actor, new Date()),
  /** Converts a moment of real time to the partner's clock as it is set now. */
  at: (actor: Pick<Actor, "clockOffsetMs">, moment: Date): Date => new Date(moment.getTime() + actor.clockOffsetMs),
};
