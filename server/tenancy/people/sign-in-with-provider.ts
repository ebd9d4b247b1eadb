import { and, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "@/db/client";
import { users } from "@/db/schema/users";
import type { OidcProvider } from "@/server/env";
import { DomainError } from "@/server/errors";
import { asPerson, recordEvent } from "@/server/platform/audit/record-event";
import { enqueueMail } from "@/server/platform/mail/enqueue-mail";
import { sendMailsSoon } from "@/server/platform/mail/send-mails-soon";
import { spellEmail } from "./email";
import type { SignedIn } from "./sign-in";
import { signInPageUrl, voidTokens } from "./token";

/** Postgres cannot store NUL. */
const storable = z.string().refine((text) => !text.includes("\0"));

/** Claims of the organisation about the person. An address counts as verified only if the organisation says so. */
const providerClaims = z.object({
  iss: z.string(),
  sub: storable.min(1).max(255),
  email: storable.optional().catch(undefined),
  email_verified: z.literal(true).optional().catch(undefined),
  name: storable.max(255).optional().catch(undefined),
  sid: storable.min(1).max(255).optional().catch(undefined),
});

type Organisation = Pick<OidcProvider, "issuer" | "partnerId" | "name">;
type Claims = z.infer<typeof providerClaims>;

/**
 * Returns the person whom the partner's own organisation signed in. Issuer and subject identify them. At the first sign-in, they are
 * identified by a verified e-mail address of one of that partner's people who is not linked yet, and that person is mailed. Throws
 * `not_invited` for everybody else: support, other partners' people and disabled people.
 */
export async function signInWithProvider(db: Database, provider: Organisation, given: unknown): Promise<SignedIn> {
  const { data: claims } = providerClaims.safeParse(given);
  // The configuration decides which issuer this is, not the token's own claim.
  if (!claims || claims.iss !== provider.issuer) throw new DomainError("not_invited");

  const { sid: organisationSession } = claims;
  const signedIn = await db.transaction(async (tx) => {
    const known = await signInLinked(tx, provider, claims);
    if (known) return known;
    await link(tx, provider, claims);
    // If two first sign-ins run at once, one links the account, and both succeed.
    const linked = await signInLinked(tx, provider, claims);
    if (!linked) throw new DomainError("not_invited");
    return linked;
  });
  sendMailsSoon(db);
  return organisationSession ? { ...signedIn, organisationSession } : signedIn;
}

async function signInLinked(tx: Database, { issuer, partnerId }: Pick<Organisation, "issuer" | "partnerId">, { sub }: Claims) {
  const [signedIn] = await tx
    .update(users)
    .set({ lastSignedInAt: new Date() })
    .where(and(eq(users.oidcIssuer, issuer), eq(users.oidcSubject, sub), eq(users.partnerId, partnerId), isNull(users.disabledAt)))
    .returning({ userId: users.id, sessionVersion: users.sessionVersion });
  return signedIn;
}

/** Links the account. It must belong to one of the partner's people, which excludes support. */
async function link(tx: Database, { issuer, partnerId, name: organisation }: Organisation, claims: Claims): Promise<void> {
  const { sub, email, email_verified: isVerified, name } = claims;
  if (!email || !isVerified || (await isTaken(tx, issuer, sub))) return;
  const [linked] = await tx
    .update(users)
    .set({ oidcIssuer: issuer, oidcSubject: sub })
    .where(and(eq(users.email, spellEmail(email)), eq(users.partnerId, partnerId), isNull(users.disabledAt), isNull(users.oidcSubject)))
    .returning({ id: users.id, name: users.name, locale: users.locale });
  if (!linked) return;
  if (!linked.name && name) await tx.update(users).set({ name }).where(eq(users.id, linked.id));
  await recordEvent(tx, asPerson({ id: linked.id, partnerId }), "organisation_linked", { about: `person:${linked.id}` });
  await enqueueMail(tx, linked.id, linked.locale, "organisationLinked", { organisation, link: signInPageUrl() });
  // An unused invitation must not open the account in another way.
  await voidTokens(tx, linked.id);
}

/** Whether the subject already belongs to another account, such as a disabled one or another partner's. */
async function isTaken(tx: Database, issuer: string, subject: string): Promise<boolean> {
  const [user] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.oidcIssuer, issuer), eq(users.oidcSubject, subject)));
  return user !== undefined;
}
