import { randomBytes } from "node:crypto";
import type { Database } from "@/db/client";
import { apiKeys } from "@/db/schema/api-keys";
import { DomainError } from "../errors";
import { newId } from "../id";
import { findPartner } from "../partners/find-partner";
import { hashApiKey } from "./hash-api-key";

/** The key is in the answer and nowhere else: only its hash is kept. Throws `invalid_partner_id`. */
export async function createApiKey(db: Database, partnerId: string, { name }: { name: string }): Promise<{ id: string; key: string }> {
  if (!(await findPartner(db, partnerId))) throw new DomainError("invalid_partner_id");

  const id = newId();
  const key = randomBytes(32).toString("hex");
  await db.insert(apiKeys).values({ partnerId, id, name, hash: hashApiKey(key), createdAt: new Date() });
  return { id, key };
}
