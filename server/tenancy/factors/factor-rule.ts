import { eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { partners } from "@/db/schema/partners";
import type { Actor } from "@/server/actor";
import { env, isForThisMachine } from "@/server/env";
import { recordEvent } from "@/server/platform/audit/record-event";

/** A partner's rule about second factors. Administrators always need one; everybody does if `isForAll`. */
export interface FactorRule {
  isForAll: boolean;
}

/** Returns the rule. `isEnforced` is false if the service is for this machine alone, because there nobody must set up a factor (`missingStep`). */
export async function getFactorRule(db: Database, actor: Actor): Promise<FactorRule & { isEnforced: boolean }> {
  return { ...(await findFactorRule(db, actor)), isEnforced: !isForThisMachine(env()) };
}

async function findFactorRule(db: Database, { partnerId }: Actor): Promise<FactorRule> {
  return only(await db.select({ isForAll: partners.secondFactorForAll }).from(partners).where(eq(partners.id, partnerId)));
}

/** Sets the rule. From their next request on, people who need a second factor and have none must set one up first. */
export async function setFactorRule(db: Database, actor: Actor, { isForAll }: FactorRule): Promise<void> {
  await db.transaction(async (tx) => {
    const before = await findFactorRule(tx, actor);
    await tx.update(partners).set({ secondFactorForAll: isForAll }).where(eq(partners.id, actor.partnerId));
    await recordEvent(tx, actor, "factor_rule_changed", { before: { ...before }, after: { isForAll } });
  });
}
