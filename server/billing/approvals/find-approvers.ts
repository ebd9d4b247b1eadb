import { and, asc, eq, isNull, or, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { partners } from "@/db/schema/partners";
import { type User, userCompanies, users } from "@/db/schema/users";
import { type Actor, identityOf } from "@/server/actor";
import { DAY_MS } from "@/server/domain/formats/time";
import type { AnyErrorCode } from "@/server/errors";
import { clock } from "@/server/platform/clock";
import { type Asked, type Blocker, loadBlockerOf, refuseBlocked } from "@/server/tenancy/people/second-person";

/** Waiting time of an act that nobody can approve, in ms by the partner's clock. */
const ALONE_WAITS_MS = DAY_MS;

/** People who can approve an act. */
export interface FoundApprovers {
  approvers: Pick<User, "id" | "locale">[];
  /**
   * Time from which no second person is required, and the author may act alone, because nobody can be a second person; null if there are
   * approvers.
   */
  aloneFrom: Date | null;
}

/**
 * Finds the people who can approve an act about a company: they decide about money, see the company, and are a second person to the author
 * `by`, such as `person:<id>` (default: the actor). In a sandbox, an author without approvers need not wait.
 */
export async function findApprovers(tx: Database, actor: Actor, companyId: string, by = identityOf(actor)): Promise<FoundApprovers> {
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
  const blockerOf = await loadBlockerOf(
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
 * Loads a function that returns why the actor cannot approve an act now; null if the actor can. From `aloneFrom` on no second person is required,
 * so nobody is blocked.
 */
export async function loadApprovalBlockerOf(db: Database, actor: Actor): Promise<(act: WaitingAct) => Blocker | null> {
  const blockerOf = await loadBlockerOf(db, actor.partnerId, actor.id === null ? [] : [actor.id]);
  // The service itself, which has no id, is never blocked.
  return ({ aloneFrom, ...asked }) => {
    const isOpenToAll = aloneFrom !== null && aloneFrom <= clock.now(actor);
    return actor.id === null || isOpenToAll ? null : blockerOf(actor.id, asked);
  };
}

/** Throws `codeOfOwn` if the actor is the author of the act and cannot approve it now; to others, `asked_by_key` or `approver_not_settled`. */
export async function requireApprover(tx: Database, actor: Actor, act: WaitingAct, codeOfOwn: AnyErrorCode): Promise<void> {
  const blockerOf = await loadApprovalBlockerOf(tx, actor);
  refuseBlocked(blockerOf(act), codeOfOwn);
}
