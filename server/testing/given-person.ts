import { db } from "@/db/client";
import { only } from "@/db/rows";
import type { Partner } from "@/db/schema/partners";
import { sessions } from "@/db/schema/sessions";
import { type User, userCompanies, users } from "@/db/schema/users";
import type { Actor } from "@/server/actor";
import { newId } from "@/server/platform/id";
import { actorOf, type PartnerPerson, type Person } from "@/server/tenancy/people/person";

export interface GivenMember {
  person: PartnerPerson;
  actor: Actor;
}

interface MemberOptions extends Partial<Omit<User, "id" | "partnerId" | "limitedToCompanies">> {
  /** The companies that the member is limited to; null: all of the partner's. */
  companyIds?: string[] | null;
}

/** Facts about a partner that its people know. */
export type PersonsPartner = Pick<Partner, "id" | "name" | "isSandbox" | "clockOffsetMs">;

/** Creates a member of a partner, and a session of that member. */
export async function givenMember(partner: PersonsPartner, { companyIds = null, ...user }: MemberOptions = {}): Promise<GivenMember> {
  const { id: partnerId, name: partnerName, isSandbox, clockOffsetMs } = partner;
  const row = await insertUser({ partnerId, role: "member", limitedToCompanies: companyIds !== null, ...user });
  if (companyIds?.length) await db.insert(userCompanies).values(companyIds.map((companyId) => ({ partnerId, userId: row.id, companyId })));
  const person = { ...row, ...(await proved(row)), partnerId, partnerName, companyIds, isSandbox, mayDebit: isSandbox, clockOffsetMs };
  return { person, actor: actorOf(person, null) };
}

/** Creates a member of the support team, and a session of that member. */
export async function givenSupporter(
  name = "Ana Lindqvist",
  user: Pick<Partial<User>, "leadsSupport"> = {},
): Promise<{ person: Person; requestId: null }> {
  const row = await insertUser({ partnerId: null, role: "support", name, ...user });
  return {
    person: { ...row, ...(await proved(row)), partnerName: null, companyIds: null, isSandbox: false, mayDebit: false, clockOffsetMs: 0 },
    requestId: null,
  };
}

async function insertUser(user: Partial<User>): Promise<User> {
  const id = newId();
  const given = { id, email: `${id}@staff.example`, name: "Miriam Okafor", role: "member", locale: "en", createdAt: new Date() } as const;
  return only(
    await db
      .insert(users)
      .values({ ...given, ...user })
      .returning(),
  );
}

/** Begins a session without a second factor. Returns its facts. */
async function proved(row: User): Promise<Pick<Person, "sessionId" | "method" | "provedAt" | "hasFactor" | "mustHaveFactor">> {
  return {
    sessionId: await signedIn(row),
    method: "password",
    provedAt: new Date(),
    hasFactor: false,
    mustHaveFactor: row.role !== "member",
  };
}

/** Begins a session of the person, on no particular device. Returns its id. */
export async function signedIn({ id: userId, sessionVersion }: Pick<User, "id" | "sessionVersion">): Promise<string> {
  const id = newId();
  await db
    .insert(sessions)
    .values({ id, userId, sessionVersion, device: "", provedAt: new Date(), createdAt: new Date(), lastSeenAt: new Date() });
  return id;
}
