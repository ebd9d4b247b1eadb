import { eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { partners } from "@/db/schema/partners";
import type { Actor } from "@/server/actor";
import { env, isForThisMachine } from "@/server/env";
import { recordEvent } from "@/server/tenancy/security-events/record-event";

/** Who of a partner's people needs a second factor: its administrators always, and all of them where it says so. */
export interface FactorRule {
  isForAll: boolean;
}

/** `isEnforced`: false on a service for this machine alone, where nobody has to set a factor up (`missingStep`). */
export async function getFactorRule(db: Database, actor: Actor): Promise<FactorRule & { isEnforced: boolean }> {
  return { ...(await findFactorRule(db, actor)), isEnforced: !isForThisMachine(env()) };
}

async function findFactorRule(db: Database, { partnerId }: Actor): Promise<FactorRule> {
  return only(await db.select({ isForAll: partners.secondFactorForAll }).from(partners).where(eq(partners.id, partnerId)));
}

/** Counts at everybody's next request: who has no second factor sets one up before anything else. */
export async function setFactorRule(db: Database, actor: Actor, { isForAll }: FactorRule): Promise<void> {
  await db.transaction(async (tx) => {
    const before = await findFactorRule(tx, actor);
    await tx.update(partners).set({ secondFactorForAll: isForAll }).where(eq(partners.id, actor.partnerId));
    await recordEvent(tx, actor, "factor_rule_changed", { before: { ...before }, after: { isForAll } });
  });
}
