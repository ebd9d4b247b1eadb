import { and, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { type LimitChange, limitChanges } from "@/db/schema/limit-changes";
import { partners } from "@/db/schema/partners";
import type { Actor } from "@/server/actor";
import { nameOfActor } from "@/server/platform/audit/name-of-actor";
import { type Blocker, loadBlockerOf } from "@/server/tenancy/people/second-person";

/** Amount above which a second person is asked, in cents of the act's currency; null: never. */
export const secondPersonRule = z.object({
  aboveCents: z.int("invalid_limit").min(0, "invalid_limit").max(100_000_000_00, "invalid_limit").nullable(),
});
export type SecondPersonRule = z.infer<typeof secondPersonRule>;

/** A raise or removal of the limit that is not yet in force. `aboveCents` is the new limit; null: none. */
export interface WaitingLimit extends Pick<LimitChange, "id" | "aboveCents" | "requestedAt" | "inForceAt"> {
  /** Null if the requester was deleted, or is neither a person nor a key. */
  requesterName: string | null;
  /** Why the reader cannot confirm the new limit; null if they can. */
  blocker: Blocker | null;
}

/** Returns the limit in force. */
export async function getSecondPersonRule(db: Database, { partnerId }: Pick<Actor, "partnerId">): Promise<SecondPersonRule> {
  return only(await db.select({ aboveCents: partners.secondPersonAboveCents }).from(partners).where(eq(partners.id, partnerId)));
}

/** Returns the limit in force, and a waiting change. */
export async function describeSecondPersonRule(db: Database, actor: Actor): Promise<SecondPersonRule & { waiting: WaitingLimit | null }> {
  const { aboveCents } = await getSecondPersonRule(db, actor);
  const [waiting] = await db
    .select({ change: limitChanges, requesterName: nameOfActor(limitChanges.requestedBy, actor.partnerId) })
    .from(limitChanges)
    .where(and(eq(limitChanges.partnerId, actor.partnerId), isNull(limitChanges.endedAt)));
  if (!waiting) return { aboveCents, waiting: null };
  const { change, requesterName } = waiting;
  const blockerOf = await loadBlockerOf(db, actor.partnerId, actor.id === null ? [] : [actor.id]);
  const blocker = blockerOf(actor.id ?? "", { by: change.requestedBy, at: change.requestedAt });
  const { id, requestedAt, inForceAt } = change;
  return { aboveCents, waiting: { id, aboveCents: change.aboveCents, requestedAt, inForceAt, requesterName, blocker } };
}
