import { eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type Factor, factors } from "@/db/schema/factors";
import { asPerson, recordEvent } from "@/server/platform/audit/record-event";
import { newId } from "@/server/platform/id";
import { enqueueMail } from "@/server/platform/mail/enqueue-mail";
import type { Person } from "@/server/tenancy/people/person";
import { forgottenLink } from "@/server/tenancy/people/token";
import { issueRecoveryCodes } from "./recovery-codes";

/** A second factor as its owner sees it. */
export type ListedFactor = Pick<Factor, "id" | "kind" | "name" | "createdAt" | "lastUsedAt">;

export const listedColumns = {
  id: factors.id,
  kind: factors.kind,
  name: factors.name,
  createdAt: factors.createdAt,
  lastUsedAt: factors.lastUsedAt,
};

type NewFactor = Pick<typeof factors.$inferInsert, "kind" | "name"> & Partial<typeof factors.$inferInsert>;

/** Result of adding a factor. The first factor comes with recovery codes, which are never shown again. */
export interface AddedFactor {
  recoveryCodes: string[] | null;
}

/** Adds the factor, notifies its owner by mail, and creates recovery codes with the first factor. Runs in the caller's transaction. */
export async function insertFactor(tx: Database, person: Person, factor: NewFactor): Promise<AddedFactor> {
  const { id: userId, locale } = person;
  const isFirst = (await findFactors(tx, userId)).length === 0;
  await tx.insert(factors).values({ id: newId(), ...factor, userId, createdAt: new Date() });
  await enqueueMail(tx, userId, locale, "factorAdded", { factor: factor.name, link: forgottenLink() });
  await recordEvent(tx, asPerson(person), "factor_added", { about: `person:${userId}`, after: { factor: factor.kind } });
  return { recoveryCodes: isFirst ? await issueRecoveryCodes(tx, userId) : null };
}

/** Returns the person's factors, locked until the transaction ends. */
export function findFactors(tx: Database, userId: string): Promise<Factor[]> {
  return tx.select().from(factors).where(eq(factors.userId, userId)).for("update");
}
