import { randomBytes } from "node:crypto";
import type { Database } from "@/db/client";
import { apiKeys } from "@/db/schema/api-keys";
import { KEY_MARKER, withChecksum } from "@/server/domain/rules/key-shape";
import { DomainError } from "@/server/errors";
import { asOperator, asPerson, recordEvent } from "@/server/platform/audit/record-event";
import { hashSecret } from "@/server/platform/hash-secret";
import { newId } from "@/server/platform/id";
import { findPartner } from "@/server/tenancy/partners/find-partner";
import type { NewApiKey } from "./api-key";
import type { KeyLimits } from "./key-limits";

const RANDOM_BYTES = 24;
const HINT_LENGTH = 4;

interface NewKey extends Partial<KeyLimits> {
  name: string;
  createdBy?: string | null;
  endsAt?: Date | null;
}

/**
 * Creates an API key of 64 lowercase hexadecimal characters (decision 0120). Only the answer contains it: the database has its hash, and
 * its last 4 characters to tell it from other keys. Throws `invalid_partner_id`.
 */
export async function createApiKey(
  db: Database,
  partnerId: string,
  { name, createdBy = null, scopes = null, addresses = null, endsAt = null }: NewKey,
): Promise<NewApiKey> {
  if (!(await findPartner(db, partnerId))) throw new DomainError("invalid_partner_id");

  const id = newId();
  const key = withChecksum(KEY_MARKER + randomBytes(RANDOM_BYTES).toString("hex"));
  await db.transaction(async (tx) => {
    const limits = { scopes, addresses, endsAt };
    const made = { partnerId, id, name, hash: hashSecret(key), hint: key.slice(-HINT_LENGTH), createdBy, createdAt: new Date(), ...limits };
    await tx.insert(apiKeys).values(made);
    const author = createdBy ? asPerson({ id: createdBy, partnerId }) : asOperator(partnerId);
    await recordEvent(tx, author, "key_created", {
      about: `key:${id}`,
      after: { hint: made.hint, scopes, addresses, until: endsAt?.toISOString() ?? null },
    });
  });
  return { id, key };
}
