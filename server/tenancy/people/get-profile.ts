import { eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { type User, users } from "@/db/schema/users";
import { organisationInstead } from "./organisation";
import type { Person } from "./person";

/** A person as they see themselves. */
export interface Profile
  extends Pick<User, "id" | "email" | "name" | "role" | "accessLevel" | "locale" | "singleKeyShortcuts" | "newsPace" | "lastSignedInAt">,
    Pick<Person, "partnerName" | "companyIds"> {
  /** Whether the account has a password that opens it. False for people who sign in with their organisation only. */
  hasPassword: boolean;
  signsInWithOrganisation: boolean;
}

export async function getProfile(db: Database, { id, partnerId, partnerName, companyIds }: Person): Promise<Profile> {
  const row = only(await db.select(profileColumns).from(users).where(eq(users.id, id)));
  return { ...row, hasPassword: row.hasPassword && !organisationInstead(partnerId), partnerName, companyIds };
}

/** Listed one by one, so that no secret for signing in leaves with them. */
const profileColumns = {
  id: users.id,
  email: users.email,
  name: users.name,
  role: users.role,
  accessLevel: users.accessLevel,
  locale: users.locale,
  singleKeyShortcuts: users.singleKeyShortcuts,
  newsPace: users.newsPace,
  lastSignedInAt: users.lastSignedInAt,
  hasPassword: sql<boolean>`${users.passwordHash} is not null`,
  signsInWithOrganisation: sql<boolean>`${users.oidcSubject} is not null`,
};
