import { and, eq, inArray, isNotNull, isNull, ne, or, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { companies } from "@/db/schema/companies";
import { factors } from "@/db/schema/factors";
import { partners } from "@/db/schema/partners";
import { type User, userCompanies, users } from "@/db/schema/users";
import type { Actor } from "@/server/actor";
import type { AccessLevel } from "@/server/domain/rules/access-levels";
import { DomainError } from "@/server/errors";

/** Roles of a partner's own people. Support staff belong to no partner and cannot be invited. */
export const memberRoles = ["administrator", "member"] as const;

export interface MemberRights {
  role: (typeof memberRoles)[number];
  /** Access level of a member. Administrators have the highest. */
  accessLevel: AccessLevel;
  /** Companies that the member is limited to; null: all of the partner's. Administrators see all. */
  companyIds: readonly string[] | null;
}

/** `invited`: has never been able to sign in. */
export type MemberStatus = "active" | "invited" | "disabled";

/** One of the partner's people, as its administrators see them. */
export interface Member extends MemberRights, Pick<User, "id" | "email" | "name" | "createdAt" | "lastSignedInAt"> {
  status: MemberStatus;
  hasFactor: boolean;
}

/**
 * Locks the partner, so that only one transaction at a time takes administrators away from it. Take this lock before demoting or disabling
 * a person: of two administrators who demote each other at once, the second is then refused, because by then they would demote the last.
 */
export async function lockMembers(tx: Database, { partnerId }: Actor): Promise<void> {
  await tx.select({ id: partners.id }).from(partners).where(eq(partners.id, partnerId)).for("no key update");
}

/** Returns the member, locked. Throws `invalid_user_id`. */
export async function lockMember(tx: Database, actor: Actor, userId: string): Promise<User> {
  const [user] = await tx
    .select()
    .from(users)
    .where(and(eq(users.partnerId, actor.partnerId), eq(users.id, userId)))
    .for("no key update");
  if (!user) throw new DomainError("invalid_user_id");
  return user;
}

/**
 * Throws `last_administrator` if this person is an enabled administrator and no other active one remains. Invited administrators do not
 * count as remaining, because they may never accept.
 */
export async function refuseToLoseLast(tx: Database, user: User): Promise<void> {
  if (user.role !== "administrator" || user.disabledAt) return;
  const [other] = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.partnerId, user.partnerId ?? ""),
        ne(users.id, user.id),
        eq(users.role, "administrator"),
        isNull(users.disabledAt),
        or(isNotNull(users.passwordHash), isNotNull(users.oidcSubject)),
      ),
    )
    .limit(1);
  if (!other) throw new DomainError("last_administrator");
}

/**
 * Throws `invalid_role` for an administrator with less than the highest access level. Throws `invalid_company_ids` unless an administrator
 * sees all companies, and a limited member at least one, each the partner's own.
 */
export async function checkRights(tx: Database, { partnerId }: Actor, { role, accessLevel, companyIds }: MemberRights): Promise<void> {
  if (role !== "member" && accessLevel !== "money") throw new DomainError("invalid_role");
  if (!companyIds) return;
  const known = await tx
    .select({ id: companies.id })
    .from(companies)
    .where(and(eq(companies.partnerId, partnerId), inArray(companies.id, [...companyIds])));
  const isRight = role === "member" && companyIds.length > 0 && known.length === new Set(companyIds).size;
  if (!isRight) throw new DomainError("invalid_company_ids");
}

/** Replaces the list of companies to which the member is limited; null: only deletes it. The caller sets `limitedToCompanies`. */
export async function limitTo(tx: Database, { partnerId }: Actor, userId: string, companyIds: readonly string[] | null): Promise<void> {
  await tx.delete(userCompanies).where(and(eq(userCompanies.partnerId, partnerId), eq(userCompanies.userId, userId)));
  if (!companyIds) return;
  await tx.insert(userCompanies).values([...new Set(companyIds)].map((companyId) => ({ partnerId, userId, companyId })));
}

/** Columns of a member, from a row of users. */
export const memberColumns = {
  id: users.id,
  email: users.email,
  name: users.name,
  role: sql<MemberRights["role"]>`${users.role}`,
  accessLevel: users.accessLevel,
  companyIds: sql<string[] | null>`case when ${users.limitedToCompanies} then array(
    select ${userCompanies.companyId} from ${userCompanies} where ${userCompanies.userId} = ${users.id} and ${userCompanies.partnerId} = ${users.partnerId}
    order by ${userCompanies.companyId}) end`,
  status: sql<MemberStatus>`case when ${users.disabledAt} is not null then 'disabled'
    when ${users.passwordHash} is null and ${users.oidcSubject} is null then 'invited' else 'active' end`,
  hasFactor: sql<boolean>`exists (select from ${factors} where ${factors}.user_id = ${users}.id)`,
  createdAt: users.createdAt,
  lastSignedInAt: users.lastSignedInAt,
};
