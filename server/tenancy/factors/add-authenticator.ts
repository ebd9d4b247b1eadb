import type { Database } from "@/db/client";
import { DomainError } from "@/server/errors";
import { newId } from "@/server/platform/id";
import { sendMailsSoon } from "@/server/platform/mail/send-mails-soon";
import { encryptSecret } from "@/server/platform/secrets";
import type { Person } from "@/server/tenancy/people/person";
import { isAuthenticatorSecret, stepOf } from "./authenticator";
import { type AddedFactor, insertFactor } from "./factor";
import { noteProof } from "./note-proof";

interface GivenAuthenticator {
  name: string;
  /** As `newAuthenticator` returned it. */
  secret: string;
  /** Code that the app shows now. */
  code: string;
}

/** Adds an authenticator app, if the code proves that it has the secret. Throws `wrong_code`. */
export async function addAuthenticator(db: Database, person: Person, { name, secret, code }: GivenAuthenticator): Promise<AddedFactor> {
  // 0: no code of this app has been used yet.
  const step = isAuthenticatorSecret(secret) ? stepOf(secret, code, 0) : null;
  if (step === null) throw new DomainError("wrong_code");
  const id = newId();
  const { keyId, data } = encryptSecret(secret, `factors:${id}`);
  const added = await db.transaction(async (tx) => {
    const added = await insertFactor(tx, person, { id, kind: "authenticator", name, secretKeyId: keyId, secretData: data, lastStep: step });
    await noteProof(tx, person);
    return added;
  });
  sendMailsSoon(db);
  return added;
}
