import { asc, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { factors } from "@/db/schema/factors";
import type { Person } from "@/server/tenancy/people/person";
import { type ListedFactor, listedColumns } from "./factor";
import { needsFactor } from "./missing-step";
import { countRecoveryCodes } from "./recovery-codes";
import { relyingParty } from "./relying-party";

/** Second factors of the person who asks. */
export interface OwnFactors {
  factors: ListedFactor[];
  recoveryCodesLeft: number;
  /** Whether the person must have a factor (`needsFactor`). They may still remove the last one where the rule is not enforced (`missingStep`). */
  isCompulsory: boolean;
  canAddPasskey: boolean;
}

/** Returns the person's second factors. */
export async function listFactors(db: Database, person: Person): Promise<OwnFactors> {
  const [own, recoveryCodesLeft] = await Promise.all([
    db.select(listedColumns).from(factors).where(eq(factors.userId, person.id)).orderBy(asc(factors.createdAt), asc(factors.id)),
    countRecoveryCodes(db, person.id),
  ]);
  return { factors: own, recoveryCodesLeft, isCompulsory: needsFactor(person), canAddPasskey: relyingParty() !== null };
}
