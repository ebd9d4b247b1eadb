import { randomBytes } from "node:crypto";
import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Connection } from "@/db/client";
import { only } from "@/db/rows";
import { type User, users } from "@/db/schema/users";
import { newId } from "@/server/platform/id";
import { endingSessions } from "@/server/tenancy/people/ending-sessions";
import { hashPassword, verifyPassword } from "@/server/tenancy/people/password";

/** A person with whose account visitors sign in. */
export interface DemoPerson extends Pick<User, "role" | "email"> {
  password: string;
}

/** One person per role. Their addresses are invented, so any account with one of them belongs to the demo. */
const plans = [
  { role: "administrator", name: "Miriam Okafor", email: "miriam.okafor@lantern-league.example" },
  { role: "member", name: "Joost Terpstra", email: "joost.terpstra@lantern-league.example" },
  { role: "support", name: "Noor Haddad", email: "noor.haddad@collection.example", leadsSupport: true },
] as const;

/** Recreates the demo's people, with their stored passwords or, if there are none, new ones. */
export async function prepareDemoPeople(db: Connection["db"], partnerId: string, kept: DemoPerson[]): Promise<DemoPerson[]> {
  const prepared = plans.map(async ({ role, name, email, ...plan }): Promise<DemoPerson> => {
    const password = kept.find((person) => person.email === email)?.password ?? randomBytes(15).toString("base64url");
    await restore(db, { role, name, email, ...plan, partnerId: role === "support" ? null : partnerId }, password);
    return { role, email, password };
  });
  return Promise.all(prepared);
}

/** Disables the demo's people and signs them out. Returns the ids of their partners. */
export async function withdrawDemoPeople(db: Connection["db"]): Promise<string[]> {
  const emails = plans.map(({ email }) => email);
  await db
    .update(users)
    .set({ disabledAt: new Date(), passwordHash: null, ...endingSessions })
    .where(and(inArray(users.email, emails), isNull(users.disabledAt)));
  const people = await db.select({ partnerId: users.partnerId }).from(users).where(inArray(users.email, emails));
  return people.flatMap(({ partnerId }) => partnerId ?? []);
}

type Plan = Pick<User, "role" | "name" | "email" | "partnerId"> & Partial<Pick<User, "leadsSupport">>;

async function restore(db: Connection["db"], plan: Plan, password: string): Promise<void> {
  await db
    .insert(users)
    .values({ ...plan, id: newId(), locale: "en", createdAt: new Date() })
    .onConflictDoNothing();
  const { id, passwordHash } = only(
    await db.select({ id: users.id, passwordHash: users.passwordHash }).from(users).where(eq(users.email, plan.email)),
  );
  const { role, partnerId } = plan;
  const isKnown = await verifyPassword(passwordHash, password);
  await db
    .update(users)
    .set({ role, partnerId, limitedToCompanies: false, disabledAt: null, ...(!isKnown && { passwordHash: await hashPassword(password) }) })
    .where(eq(users.id, id));
}
