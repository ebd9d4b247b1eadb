import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  type PublicKeyCredentialRequestOptionsJSON,
  verifyAuthenticationResponse,
} from "@simplewebauthn/server";
import { eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type Factor, factors } from "@/db/schema/factors";
import { users } from "@/db/schema/users";
import { DomainError } from "@/server/errors";
import { asPerson, recordEvent } from "@/server/platform/audit/record-event";
import { enqueueMail } from "@/server/platform/mail/enqueue-mail";
import { sendMailsSoon } from "@/server/platform/mail/send-mails-soon";
import { decryptSecret } from "@/server/platform/secrets";
import { giveBackAttempt, takeAttempt } from "@/server/tenancy/people/attempts";
import { organisationInstead } from "@/server/tenancy/people/organisation";
import { verifyPassword } from "@/server/tenancy/people/password";
import type { Person } from "@/server/tenancy/people/person";
import { forgottenLink } from "@/server/tenancy/people/token";
import { stepOf } from "./authenticator";
import { keepChallenge, takeChallenge } from "./challenge";
import { findFactors } from "./factor";
import { noteProof } from "./note-proof";
import { countRecoveryCodes, takeRecoveryCode } from "./recovery-codes";
import { relyingParty } from "./relying-party";

/** Ways in which a person can prove their identity: with their second factors, or with the password if they have none. */
export interface WaysToProve {
  /** Code of an authenticator app, or a recovery code. */
  code: boolean;
  /** Options for the browser to ask a passkey; null if the person has none, or the service's address allows none. */
  passkey: PublicKeyCredentialRequestOptionsJSON | null;
  password: boolean;
}

/** A proof of identity. */
export type Proof = { code: string } | { passkey: AuthenticationResponseJSON } | { password: string };

/** Returns the ways that are open to the person. If there are none, they must sign in again with their organisation. */
export async function beginProof(db: Database, person: Person): Promise<WaysToProve> {
  if (!person.hasFactor) return { code: false, passkey: null, password: (await findPasswordHash(db, person)) !== null };
  const own = await db.select().from(factors).where(eq(factors.userId, person.id));
  return { code: true, passkey: await askPasskeys(db, person, own), password: false };
}

async function askPasskeys(db: Database, person: Person, own: Factor[]): Promise<PublicKeyCredentialRequestOptionsJSON | null> {
  const party = relyingParty();
  const allowCredentials = own.flatMap(({ credentialId, transports }) =>
    credentialId ? [{ id: credentialId, transports: transports ?? [] }] : [],
  );
  if (!party || allowCredentials.length === 0) return null;
  const options = await generateAuthenticationOptions({ rpID: party.rpID, allowCredentials, userVerification: "preferred" });
  await keepChallenge(db, person, options.challenge);
  return options;
}

/**
 * Proves the identity of the session's person, which completes their sign-in and is valid for half an hour. A password is no proof for a
 * person with a second factor. Throws `wrong_code`, `passkey_refused` or `wrong_password`, and `too_many_attempts` after ten failures in 15
 * minutes; a person with a second factor is then warned by mail.
 */
export async function proveIdentity(db: Database, person: Person, proof: Proof, address: string): Promise<void> {
  const attempt = await takeProofAttempt(db, person, address);
  const challenge = "passkey" in proof ? await takeChallenge(db, person) : "";
  await db
    .transaction(async (tx) => {
      const own = await findFactors(tx, person.id);
      if ("password" in proof) await checkOwnPassword(tx, person, own, proof.password);
      else if ("code" in proof) await checkCode(tx, person, own, proof.code);
      else await checkPasskey(tx, own, challenge, proof.passkey);
      await noteProof(tx, person);
    })
    .catch(async (error: unknown) => {
      if (error instanceof DomainError) await recordEvent(db, asPerson(person), "proof_failed", { about: `person:${person.id}` });
      throw error;
    });
  await giveBackAttempt(db, attempt);
  sendMailsSoon(db);
}

async function takeProofAttempt(db: Database, person: Person, address: string): Promise<string> {
  try {
    return await takeAttempt(db, "proof", { account: person.id, address });
  } catch (error) {
    // Somebody who guesses codes has the password already.
    if (error instanceof DomainError && person.hasFactor) await warnOwner(db, person);
    throw error;
  }
}

/** Mails the person that somebody guesses their codes: at most once a day, by the limit of `proof_warning`. */
async function warnOwner(db: Database, { id, locale }: Person): Promise<void> {
  const warning = await takeAttempt(db, "proof_warning", { account: id, address: "" }).catch(() => null);
  if (!warning) return;
  await enqueueMail(db, id, locale, "codeGuessed", { link: forgottenLink() });
  sendMailsSoon(db);
}

async function checkOwnPassword(tx: Database, person: Person, own: Factor[], password: string): Promise<void> {
  const isRight = await verifyPassword(await findPasswordHash(tx, person), password);
  if (!isRight || own.length > 0) throw new DomainError("wrong_password");
}

/** Returns the hash of the person's password. Null if they have none, or if their organisation insists on its own sign-in. */
async function findPasswordHash(db: Database, { id, partnerId }: Person): Promise<string | null> {
  if (organisationInstead(partnerId)) return null;
  const [user] = await db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, id));
  return user?.passwordHash ?? null;
}

async function checkCode(tx: Database, person: Person, own: Factor[], given: string): Promise<void> {
  const code = given.replace(/\s/g, "");
  for (const { id, secretKeyId, secretData, lastStep } of own) {
    if (!secretKeyId || !secretData) continue;
    const step = stepOf(decryptSecret({ keyId: secretKeyId, data: secretData }, `factors:${id}`), code, lastStep ?? 0);
    if (step !== null) return noteUse(tx, id, { lastStep: step });
  }
  if (own.length === 0 || !(await takeRecoveryCode(tx, person.id, code))) throw new DomainError("wrong_code");
  await recordEvent(tx, asPerson(person), "recovery_code_used", { about: `person:${person.id}` });
  const left = await countRecoveryCodes(tx, person.id);
  await enqueueMail(tx, person.id, person.locale, "recoveryCodeUsed", { left, link: forgottenLink() });
}

async function checkPasskey(tx: Database, own: Factor[], challenge: string, response: AuthenticationResponseJSON): Promise<void> {
  const factor = own.find(({ credentialId }) => credentialId === response.id);
  const party = relyingParty();
  if (!party || !factor?.credentialId || !factor.publicKey) throw new DomainError("passkey_refused");
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.rpID,
    credential: {
      id: factor.credentialId,
      publicKey: new Uint8Array(Buffer.from(factor.publicKey, "base64url")),
      counter: factor.signCount ?? 0,
    },
    requireUserVerification: false,
  }).catch(() => null);
  if (!verified?.verified) throw new DomainError("passkey_refused");
  await noteUse(tx, factor.id, { signCount: verified.authenticationInfo.newCounter });
}

async function noteUse(tx: Database, id: string, used: Partial<Factor>): Promise<void> {
  await tx
    .update(factors)
    .set({ ...used, lastUsedAt: new Date() })
    .where(eq(factors.id, id));
}
