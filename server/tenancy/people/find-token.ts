import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { partners } from "@/db/schema/partners";
import { users, userTokens } from "@/db/schema/users";
import { DomainError } from "@/server/errors";
import { hashSecret } from "@/server/platform/hash-secret";
import { type TokenPurpose, whereTokenIsLive } from "./token";

/** Purpose of a mailed link, and the person whose password it sets. */
export interface FoundToken {
  purpose: TokenPurpose;
  userId: string;
  email: string;
  /** Empty until the person has entered it. */
  name: string;
  partnerName: string | null;
}

/** Returns what a link is for. Throws `link_not_valid` if it was used, is too old, never existed, or its person was disabled. */
export async function findToken(db: Database, token: string): Promise<FoundToken> {
  const [found] = await db
    .select({
      purpose: userTokens.purpose,
      userId: users.id,
      email: users.email,
      name: users.name,
      partnerName: partners.name,
    })
    .from(userTokens)
    .innerJoin(users, eq(users.id, userTokens.userId))
    .leftJoin(partners, eq(partners.id, users.partnerId))
    .where(and(eq(userTokens.hash, hashSecret(token)), whereTokenIsLive(), isNull(users.disabledAt)));
  if (!found) throw new DomainError("link_not_valid");
  return found;
}
