import { eq } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { partners } from "@/db/schema/partners";
import type { Actor } from "@/server/actor";
import { recordEvent } from "@/server/tenancy/security-events/record-event";

/** Above how much a second person is asked, in cents of the invoice's currency; null: nobody is. */
export const secondPersonRule = z.object({
  aboveCents: z.int("invalid_limit").min(0, "invalid_limit").max(100_000_000_00, "invalid_limit").nullable(),
});
export type SecondPersonRule = z.infer<typeof secondPersonRule>;

export async function getSecondPersonRule(db: Database, { partnerId }: Actor): Promise<SecondPersonRule> {
  return only(await db.select({ aboveCents: partners.secondPersonAboveCents }).from(partners).where(eq(partners.id, partnerId)));
}

/** Counts for what is done from now on; what was proposed before still waits. */
export async function setSecondPersonRule(db: Database, actor: Actor, { aboveCents }: SecondPersonRule): Promise<void> {
  await db.transaction(async (tx) => {
    const before = await getSecondPersonRule(tx, actor);
    await tx.update(partners).set({ secondPersonAboveCents: aboveCents }).where(eq(partners.id, actor.partnerId));
    await recordEvent(tx, actor, "second_person_rule_changed", { before, after: { aboveCents } });
  });
}
