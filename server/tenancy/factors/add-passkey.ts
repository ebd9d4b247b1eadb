import {
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type RegistrationResponseJSON,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { violatesUnique } from "@/db/failures";
import { factors } from "@/db/schema/factors";
import { DomainError } from "@/server/errors";
import { sendMailsSoon } from "@/server/platform/mail/send-mails-soon";
import type { Person } from "@/server/tenancy/people/person";
import { keepChallenge, takeChallenge } from "./challenge";
import { type AddedFactor, insertFactor } from "./factor";
import { noteProof } from "./note-proof";
import { type RelyingParty, relyingParty } from "./relying-party";

/** EdDSA, ES256 and RS256, which all browsers support. */
const supportedAlgorithmIDs = [-8, -7, -257];

/** Returns the options with which a browser creates a passkey for this person. Throws `passkeys_not_possible`. */
export async function beginPasskey(db: Database, person: Person): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { rpID } = requireRelyingParty();
  const own = await db.select({ id: factors.credentialId }).from(factors).where(eq(factors.userId, person.id));
  const options = await generateRegistrationOptions({
    rpName: "Invoice Collection Service",
    rpID,
    supportedAlgorithmIDs,
    userName: person.email,
    userDisplayName: person.name,
    excludeCredentials: own.flatMap(({ id }) => (id ? [{ id }] : [])),
    authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
  });
  await keepChallenge(db, person, options.challenge);
  return options;
}

/** Adds the passkey that a browser created. Throws `passkey_refused` and `passkeys_not_possible`. */
export async function addPasskey(
  db: Database,
  person: Person,
  { name, response }: { name: string; response: RegistrationResponseJSON },
): Promise<AddedFactor> {
  const made = await verify(response, await takeChallenge(db, person), requireRelyingParty());
  const added = await db
    .transaction(async (tx) => {
      const added = await insertFactor(tx, person, { kind: "passkey", name, ...made });
      await noteProof(tx, person);
      return added;
    })
    .catch((error: unknown) => {
      if (violatesUnique(error, "factors_by_credential")) throw new DomainError("passkey_refused");
      throw error;
    });
  sendMailsSoon(db);
  return added;
}

function requireRelyingParty(): RelyingParty {
  const party = relyingParty();
  if (!party) throw new DomainError("passkeys_not_possible");
  return party;
}

async function verify(response: RegistrationResponseJSON, challenge: string, { rpID, origin }: RelyingParty) {
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: false,
    supportedAlgorithmIDs,
  }).catch(() => ({ verified: false, registrationInfo: undefined }));
  if (!verified || !registrationInfo) throw new DomainError("passkey_refused");
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
  return { credentialId: id, publicKey: Buffer.from(publicKey).toString("base64url"), signCount: counter, transports };
}
