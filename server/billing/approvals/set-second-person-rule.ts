import { and, eq, isNull, lte } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { type LimitChange, limitChanges } from "@/db/schema/limit-changes";
import { type Partner, partners } from "@/db/schema/partners";
import { type Actor, identityOf, systemActor } from "@/server/actor";
import { DAY_MS } from "@/server/domain/formats/time";
import type { EventKind } from "@/server/domain/rules/event-kinds";
import { env } from "@/server/env";
import { DomainError } from "@/server/errors";
import { nameForReaders } from "@/server/platform/audit/name-for-readers";
import { recordEvent } from "@/server/platform/audit/record-event";
import { clock } from "@/server/platform/clock";
import { newId } from "@/server/platform/id";
import { mailEachAdministrator } from "@/server/platform/mail/mail-each-administrator";
import type { MailKindOf } from "@/server/platform/mail/mail-kinds";
import { type Scope, whereInScope } from "@/server/platform/scope";
import { requireSecondPerson } from "@/server/tenancy/people/second-person";
import type { SecondPersonRule } from "./second-person-rule";

/** Time in ms, by the partner's clock, after which a raised or removed limit takes effect, unless another administrator confirms it earlier. */
const LIMIT_WAITS_MS = DAY_MS;

/**
 * Sets the limit. Returns whether the new limit is in force or waits.
 * - A first or a lower limit applies immediately to later acts; earlier proposals still wait.
 * - A raised or removed limit takes effect after 24 hours or once another administrator confirms it, in a sandbox immediately. All administrators
 *   are mailed.
 * - A change that already waits is replaced, unless `aboveCents` is the limit in force.
 */
export async function setSecondPersonRule(db: Database, actor: Actor, { aboveCents }: SecondPersonRule): Promise<"in_force" | "waits"> {
  return db.transaction(async (tx) => {
    const partner = await lockPartner(tx, actor.partnerId);
    const before = partner.secondPersonAboveCents;
    if (aboveCents === before) return "in_force";
    await endWaiting(tx, actor, "replaced");
    if (!raisesLimit(before, aboveCents) || partner.isSandbox) {
      await putInForce(tx, actor, partner, aboveCents);
      return "in_force";
    }
    const requestedAt = clock.now(actor);
    const change = { id: newId(), aboveCents, requestedAt, inForceAt: new Date(requestedAt.getTime() + LIMIT_WAITS_MS) };
    await tx.insert(limitChanges).values({ ...change, partnerId: partner.id, requestedBy: identityOf(actor) });
    await record(tx, actor, "second_person_rule_change_requested", before, aboveCents);
    await mailAboutLimit(tx, actor, "limitChanging", before, change);
    return "waits";
  });
}

/**
 * Puts a waiting limit in force, because another administrator than its author confirms it. Throws `changed_meanwhile` if the change no longer
 * waits, `limit_change_is_own` if the actor requested it, and the other errors of `requireSecondPerson`.
 */
export async function confirmLimit(db: Database, actor: Actor, changeId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const partner = await lockPartner(tx, actor.partnerId);
    const change = await getWaiting(tx, actor, changeId);
    await requireSecondPerson(tx, actor, { by: change.requestedBy, at: change.requestedAt }, "limit_change_is_own");
    await putWaitingInForce(tx, actor, partner, change);
  });
}

/** Withdraws a limit before it takes effect. Throws `changed_meanwhile` if the change no longer waits. */
export async function withdrawLimit(db: Database, actor: Actor, changeId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const { secondPersonAboveCents: before } = await lockPartner(tx, actor.partnerId);
    const change = await getWaiting(tx, actor, changeId);
    await endWaiting(tx, actor, "withdrawn");
    await record(tx, actor, "second_person_rule_change_withdrawn", before, change.aboveCents);
    await mailAboutLimit(tx, actor, "limitKept", before, change);
  });
}

/** Puts limits in force whose 24 hours are over. Returns the number of those found, of which others may have ended some meanwhile. */
export async function putDueLimitsInForce(db: Database, { scope, now = new Date() }: { scope?: Scope; now?: Date } = {}): Promise<number> {
  const due = await db
    .select({ id: limitChanges.id, partner: partners })
    .from(limitChanges)
    .innerJoin(partners, eq(partners.id, limitChanges.partnerId))
    .where(and(isNull(limitChanges.endedAt), lte(limitChanges.inForceAt, now), whereInScope(limitChanges.partnerId, scope)));
  for (const { id, partner } of due) {
    await db.transaction(async (tx) => {
      const locked = await lockPartner(tx, partner.id);
      const actor = systemActor(partner);
      const change = await findWaiting(tx, actor, id);
      if (change) await putWaitingInForce(tx, actor, locked, change);
    });
  }
  return due.length;
}

/** Whether a change raises or removes a limit (in cents; null: no limit). Setting a limit where there was none does not. */
function raisesLimit(before: number | null, after: number | null): boolean {
  return before !== null && (after === null || after > before);
}

/** Locks the partner, so that changes of the limit run one after the other. */
async function lockPartner(tx: Database, partnerId: string): Promise<Partner> {
  return only(await tx.select().from(partners).where(eq(partners.id, partnerId)).for("no key update"));
}

/** Returns the waiting change. Throws `changed_meanwhile` if a person or another process has ended it. */
async function getWaiting(tx: Database, actor: Actor, id: string): Promise<LimitChange> {
  const change = await findWaiting(tx, actor, id);
  if (!change) throw new DomainError("changed_meanwhile");
  return change;
}

async function findWaiting(tx: Database, { partnerId }: Actor, id: string): Promise<LimitChange | undefined> {
  const [change] = await tx
    .select()
    .from(limitChanges)
    .where(and(eq(limitChanges.partnerId, partnerId), eq(limitChanges.id, id), isNull(limitChanges.endedAt)));
  return change;
}

async function putWaitingInForce(tx: Database, actor: Actor, partner: Partner, { aboveCents }: LimitChange): Promise<void> {
  await endWaiting(tx, actor, "in_force");
  await putInForce(tx, actor, partner, aboveCents);
}

/** Puts a limit in force. All administrators are mailed if it was raised or removed. */
async function putInForce(tx: Database, actor: Actor, partner: Partner, aboveCents: number | null): Promise<void> {
  const before = partner.secondPersonAboveCents;
  await tx.update(partners).set({ secondPersonAboveCents: aboveCents }).where(eq(partners.id, partner.id));
  await record(tx, actor, "second_person_rule_changed", before, aboveCents);
  if (raisesLimit(before, aboveCents)) {
    await mailAboutLimit(tx, actor, "limitChanged", before, { aboveCents, inForceAt: clock.now(actor) });
  }
}

/** Ends the waiting change, if there is one. */
async function endWaiting(tx: Database, actor: Actor, outcome: NonNullable<LimitChange["outcome"]>): Promise<void> {
  await tx
    .update(limitChanges)
    .set({ outcome, endedBy: identityOf(actor), endedAt: clock.now(actor) })
    .where(and(eq(limitChanges.partnerId, actor.partnerId), isNull(limitChanges.endedAt)));
}

async function record(tx: Database, actor: Actor, kind: EventKind, before: number | null, after: number | null): Promise<void> {
  await recordEvent(tx, actor, kind, { before: { aboveCents: before }, after: { aboveCents: after } });
}

/** Mails a partner's administrators that the limit will be raised or removed, was changed, or stays. */
async function mailAboutLimit(
  tx: Database,
  actor: Actor,
  kind: MailKindOf<"limit">,
  before: number | null,
  { aboveCents, inForceAt }: Pick<LimitChange, "aboveCents" | "inForceAt">,
): Promise<void> {
  const who = await nameForReaders(tx, actor);
  const link = `${env().PUBLIC_URL}/settings/members`;
  await mailEachAdministrator(tx, actor.partnerId, kind, { who, before, after: aboveCents, when: inForceAt.toISOString(), link });
}
