import { and, asc, eq, inArray } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { partners } from "@/db/schema/partners";
import { type EventFacts, type SecurityEvent, securityEvents } from "@/db/schema/security-events";
import { users } from "@/db/schema/users";
import type { Actor } from "@/server/actor";
import { HOUR_MS } from "@/server/domain/formats/time";
import { accessLevels } from "@/server/domain/rules/access-levels";
import type { EventKind } from "@/server/domain/rules/event-kinds";
import { type AnyErrorCode, DomainError } from "@/server/errors";

/** Real time in ms after being let in or raised (see `loadBlockerOf`), during which a person cannot be a second person. */
const SETTLES_MS = 72 * HOUR_MS;

/** An act that waits for a second person: who asked for it, in the form of the table of changes, and when. */
export interface Asked {
  by: string;
  at: Date;
}

/**
 * Reason why a person cannot be the second person of an act.
 * - `own`: they asked for the act.
 * - `by_key`: a key asked for the act, which therefore always waits.
 * - `not_settled`: somebody let them in or raised them less than 72 hours ago; or the person who asked did so, less than 72 hours before
 *   asking or at any time after.
 */
export type Blocker = "own" | "by_key" | "not_settled";

type BlockerOf = (userId: string, asked: Asked) => Blocker | null;

/**
 * Loads a function that returns why one of these people cannot be the second person of an act; null: they can. A sandbox refuses only one's
 * own acts: its people are invented.
 *
 * Let in or raised means: invited, created by the operator, given the role of administrator or a higher access level, enabled again, or
 * freed of their factors by somebody else. A factor that a person adds or replaces themselves does not count, nor does the creation of a
 * partner's first person.
 */
export async function loadBlockerOf(db: Database, partnerId: string, userIds: readonly string[]): Promise<BlockerOf> {
  const { isSandbox } = only(await db.select({ isSandbox: partners.isSandbox }).from(partners).where(eq(partners.id, partnerId)));
  const raises = isSandbox ? [] : await findRaises(db, partnerId, userIds);
  const now = Date.now();
  return (userId, { by, at }) => {
    if (by === `person:${userId}`) return "own";
    if (isSandbox) return null;
    if (by.startsWith("key:")) return "by_key";
    const isNotSettled = raises.some(({ about, actor, happenedAt }) => {
      if (about !== `person:${userId}`) return false;
      const isRecent = happenedAt.getTime() > now - SETTLES_MS;
      const isByAsker = actor === by && happenedAt.getTime() > at.getTime() - SETTLES_MS;
      return isRecent || isByAsker;
    });
    return isNotSettled ? "not_settled" : null;
  };
}

/** Throws as `refuseBlocked` does, unless the actor can be the second person of this act. The system passes. */
export async function requireSecondPerson(tx: Database, { partnerId, id }: Actor, asked: Asked, codeOfOwn: AnyErrorCode): Promise<void> {
  if (id === null) return;
  const blockerOf = await loadBlockerOf(tx, partnerId, [id]);
  refuseBlocked(blockerOf(id, asked), codeOfOwn);
}

/** Throws `codeOfOwn` to the person who asked, `asked_by_key` and `approver_not_settled` to others. Null passes. */
export function refuseBlocked(blocker: Blocker | null, codeOfOwn: AnyErrorCode): void {
  const codes: Record<Blocker, AnyErrorCode> = { own: codeOfOwn, by_key: "asked_by_key", not_settled: "approver_not_settled" };
  if (blocker) throw new DomainError(codes[blocker]);
}

const raising: EventKind[] = ["member_invited", "user_created", "member_changed", "member_enabled", "factors_reset"];

/** Returns the security events by which somebody let these people in or raised them. Events are never altered or deleted. */
async function findRaises(db: Database, partnerId: string, userIds: readonly string[]) {
  if (userIds.length === 0) return [];
  const events = await db
    .select({
      about: securityEvents.about,
      kind: securityEvents.kind,
      actor: securityEvents.actor,
      happenedAt: securityEvents.happenedAt,
      before: securityEvents.before,
      after: securityEvents.after,
    })
    .from(securityEvents)
    .where(
      and(
        eq(securityEvents.partnerId, partnerId),
        inArray(
          securityEvents.about,
          userIds.map((id) => `person:${id}`),
        ),
        inArray(securityEvents.kind, raising),
      ),
    );
  if (events.length === 0) return [];
  const [first] = await db.select({ id: users.id }).from(users).where(eq(users.partnerId, partnerId)).orderBy(asc(users.id)).limit(1);
  return events.filter((event) => isRaise(event, `person:${first?.id}`));
}

function isRaise({ about, kind, before, after }: Pick<SecurityEvent, "about" | "kind" | "before" | "after">, firstPerson: string): boolean {
  if (kind === "user_created") return about !== firstPerson;
  return kind !== "member_changed" || rankOf(after) > rankOf(before);
}

/** Rank of a person's rights, by the facts of an event. `accessLevels` begins with the lowest. */
function rankOf(facts: EventFacts | null): number {
  if (facts?.role === "administrator") return accessLevels.length;
  return accessLevels.findIndex((level) => level === facts?.access);
}
