import { and, asc, eq, isNull, or, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { partners } from "@/db/schema/partners";
import { type User, userCompanies, users } from "@/db/schema/users";
import { type Actor, nameOf } from "@/server/actor";
import { DAY_MS } from "@/server/domain/formats/time";
import type { AnyErrorCode } from "@/server/errors";
import { clock } from "@/server/platform/clock";
import { type Asked, type Blocker, blockersOf, refuseBlocked } from "@/server/tenancy/people/second-person";

/** Waiting time of an act that nobody can approve, in ms by the partner's clock. */
const ALONE_WAITS_MS = DAY_MS;

/** People who can approve an act. */
export interface FoundApprovers {
  approvers: Pick<User, "id" | "locale">[];
  /** Time from which the act's author may approve it, because nobody else can; null: somebody else can. */
  aloneFrom: Date | null;
}

/**
 * Finds the people who can approve an act about a company: they decide about money, see the company, and are a second person to the author
 * `by` (default: the actor). In a sandbox, an author without approvers need not wait.
 */
export async function findApprovers(tx: Database, actor: Actor, companyId: string, by = nameOf(actor)): Promise<FoundApprovers> {
  const { partnerId } = actor;
  const seesCompany = sql`exists (select from ${userCompanies} where ${userCompanies.partnerId} = ${users.partnerId}
    and ${userCompanies.userId} = ${users.id} and ${userCompanies.companyId} = ${companyId})`;
  const people = await tx
    .select({ id: users.id, locale: users.locale })
    .from(users)
    .where(
      and(
        eq(users.partnerId, partnerId),
        eq(users.accessLevel, "money"),
        isNull(users.disabledAt),
        or(eq(users.limitedToCompanies, false), seesCompany),
      ),
    )
    .orderBy(asc(users.id));
  const asked = { by, at: clock.now(actor) };
  const blockerOf = await blockersOf(
    tx,
    partnerId,
    people.map(({ id }) => id),
  );
  const approvers = people.filter(({ id }) => blockerOf(id, asked) === null);
  if (approvers.length > 0) return { approvers, aloneFrom: null };
  const { isSandbox } = only(await tx.select({ isSandbox: partners.isSandbox }).from(partners).where(eq(partners.id, partnerId)));
  return { approvers, aloneFrom: new Date(asked.at.getTime() + (isSandbox ? 0 : ALONE_WAITS_MS)) };
}

/** A recorded act that waits. */
type WaitingAct = Asked & Pick<FoundApprovers, "aloneFrom">;

/**
 * Returns a function that tells why the actor cannot approve an act now; null: they can. Once the author may approve an act alone,
 * everybody else can, too.
 */
export async function approvalBlockersOf(db: Database, actor: Actor): Promise<(act: WaitingAct) => Blocker | null> {
  const blockerOf = await blockersOf(db, actor.partnerId, actor.id === null ? [] : [actor.id]);
  // The service itself, which has no id, is never blocked.
  return ({ aloneFrom, ...asked }) => {
    const isOpenToAll = aloneFrom !== null && aloneFrom <= clock.now(actor);
    return actor.id === null || isOpenToAll ? null : blockerOf(actor.id, asked);
  };
}

/**
 * Throws `codeOfOwn` to the act's author, and to others what `refuseBlocked` throws if they are no second person. Passes everybody once the
 * author may approve the act alone.
 */
export async function requireApprover(tx: Database, actor: Actor, act: WaitingAct, codeOfOwn: AnyErrorCode): Promise<void> {
  refuseBlocked((await approvalBlockersOf(tx, actor))(act), codeOfOwn);
}
