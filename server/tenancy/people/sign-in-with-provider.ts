import { and, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "@/db/client";
import { users } from "@/db/schema/users";
import type { OidcProvider } from "@/server/env";
import { DomainError } from "@/server/errors";
import { asPerson, recordEvent } from "@/server/tenancy/security-events/record-event";
import { spellEmail } from "./email";
import type { SignedIn } from "./sign-in";
import { voidTokens } from "./token";

/** Postgres holds no NUL. */
const storable = z.string().refine((text) => !text.includes("\0"));

/** What the organisation says of who stands before it. Verified is only what is said to be, not what looks like it. */
const providerClaims = z.object({
  iss: z.string(),
  sub: storable.min(1).max(255),
  email: storable.optional().catch(undefined),
  email_verified: z.literal(true).optional().catch(undefined),
  name: storable.max(255).optional().catch(undefined),
});

type Claims = z.infer<typeof providerClaims>;

/**
 * The person whom the partner's own organisation signed in. Identified by issuer and subject; the first time, by a verified e-mail address of one of
 * that partner's people who is not linked yet. Throws `not_invited` for everybody else: support, other partners' people and disabled people.
 */
export async function signInWithProvider(
  db: Database,
  provider: Pick<OidcProvider, "issuer" | "partnerId">,
  given: unknown,
): Promise<SignedIn> {
  const { data: claims } = providerClaims.safeParse(given);
  // Which issuer speaks is decided by the configuration, not by what it says of itself.
  if (!claims || claims.iss !== provider.issuer) throw new DomainError("not_invited");

  return db.transaction(async (tx) => {
    const known = await signInLinked(tx, provider, claims);
    if (known) return known;
    await link(tx, provider, claims);
    // Of two first times at once one has linked, and both are in.
    const linked = await signInLinked(tx, provider, claims);
    if (!linked) throw new DomainError("not_invited");
    return linked;
  });
}

async function signInLinked(tx: Database, { issuer, partnerId }: Pick<OidcProvider, "issuer" | "partnerId">, { sub }: Claims) {
  const [signedIn] = await tx
    .update(users)
    .set({ lastSignedInAt: new Date() })
    .where(and(eq(users.oidcIssuer, issuer), eq(users.oidcSubject, sub), eq(users.partnerId, partnerId), isNull(users.disabledAt)))
    .returning({ userId: users.id, sessionVersion: users.sessionVersion });
  return signedIn;
}

/** Support belongs to no partner, so that being one of the partner's people says it is not support. */
async function link(tx: Database, { issuer, partnerId }: Pick<OidcProvider, "issuer" | "partnerId">, claims: Claims): Promise<void> {
  const { sub, email, email_verified: isVerified, name } = claims;
  if (!email || !isVerified || (await isTaken(tx, issuer, sub))) return;
  const [linked] = await tx
    .update(users)
    .set({ oidcIssuer: issuer, oidcSubject: sub })
    .where(and(eq(users.email, spellEmail(email)), eq(users.partnerId, partnerId), isNull(users.disabledAt), isNull(users.oidcSubject)))
    .returning({ id: users.id, name: users.name });
  if (!linked) return;
  if (!linked.name && name) await tx.update(users).set({ name }).where(eq(users.id, linked.id));
  await recordEvent(tx, asPerson({ id: linked.id, partnerId }), "organisation_linked", { about: `person:${linked.id}` });
  // An invitation that was never used must not open the account by another way.
  await voidTokens(tx, linked.id);
}

/** The subject already belongs to another account, such as a disabled one or another partner's. */
async function isTaken(tx: Database, issuer: string, subject: string): Promise<boolean> {
  const [user] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.oidcIssuer, issuer), eq(users.oidcSubject, subject)));
  return user !== undefined;
}
