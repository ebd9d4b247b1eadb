import type { Actor } from "@/server/actor";

/**
 * Business time: when a record was created, sent, paid, retracted. A sandbox partner's clock can differ from real time, so services never
 * use the machine's or the database's time for it. Leases, key expiry and rate limits use real time.
 */
export const clock = {
  now: (actor: Pick<Actor, "clockOffsetMs">): Date => clock.at(actor, new Date()),
  /** Converts a real time to the partner's clock as set now. */
  at: (actor: Pick<Actor, "clockOffsetMs">, moment: Date): Date => new Date(moment.getTime() + actor.clockOffsetMs),
};
