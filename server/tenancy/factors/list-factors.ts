import { asc, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { factors } from "@/db/schema/factors";
import type { Person } from "@/server/tenancy/people/person";
import { type ListedFactor, listedColumns } from "./factor";
import { needsFactor } from "./missing-step";
import { countRecoveryCodes } from "./recovery-codes";
import { relyingParty } from "./relying-party";

export interface OwnFactors {
  factors: ListedFactor[];
  recoveryCodesLeft: number;
  /** `needsFactor` of the person. Whether the last factor can be removed depends on `missingStep` as well. */
  isCompulsory: boolean;
  passkeysPossible: boolean;
}

/** Returns the person's second factors. */
export async function listFactors(db: Database, person: Person): Promise<OwnFactors> {
  const [own, recoveryCodesLeft] = await Promise.all([
    db.select(listedColumns).from(factors).where(eq(factors.userId, person.id)).orderBy(asc(factors.createdAt), asc(factors.id)),
    countRecoveryCodes(db, person.id),
  ]);
  return { factors: own, recoveryCodesLeft, isCompulsory: needsFactor(person), passkeysPossible: relyingParty() !== null };
}
