import { eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { partners } from "@/db/schema/partners";
import type { Actor } from "@/server/actor";
import { recordEvent } from "@/server/platform/audit/record-event";

/** Whether a partner's keys are accepted in the header only. Keys in the query string are deprecated, because logs contain URLs. */
export interface QueryRule {
  inHeaderOnly: boolean;
}

export async function getQueryRule(db: Database, { partnerId }: Actor): Promise<QueryRule> {
  return only(await db.select({ inHeaderOnly: partners.keysInHeaderOnly }).from(partners).where(eq(partners.id, partnerId)));
}

/** Takes effect within 5 seconds in every process. */
export async function setQueryRule(db: Database, actor: Actor, { inHeaderOnly }: QueryRule): Promise<void> {
  await db.transaction(async (tx) => {
    const before = await getQueryRule(tx, actor);
    await tx.update(partners).set({ keysInHeaderOnly: inHeaderOnly }).where(eq(partners.id, actor.partnerId));
    await recordEvent(tx, actor, "query_rule_changed", { before: { ...before }, after: { inHeaderOnly } });
  });
}
