import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { csvLayouts } from "@/db/schema/bank-statements";
import type { EventFacts } from "@/db/schema/security-events";
import { type Actor, identityOf } from "@/server/actor";
import type { CsvLayout } from "@/server/domain/banking/csv-layout";
import { recordEvent } from "@/server/platform/audit/record-event";
import { clock } from "@/server/platform/clock";
import { transact } from "@/server/platform/transact";

/** Returns the layouts that the partner's people have confirmed, by the key of the sheet: one for each kind of CSV file. */
export async function keptLayouts(db: Database, { partnerId }: Actor): Promise<Record<string, CsvLayout>> {
  const { sheet, layout } = csvLayouts;
  const kept = await db.select({ sheet, layout }).from(csvLayouts).where(eq(csvLayouts.partnerId, partnerId));
  return Object.fromEntries(kept.map((each) => [each.sheet, each.layout]));
}

/** Stores the layout of a kind of CSV file, for later files of this kind. */
export async function keepLayout(db: Database, actor: Actor, sheet: string, layout: CsvLayout): Promise<void> {
  const stored = { layout, saidBy: identityOf(actor), saidAt: clock.now(actor) };
  await transact(db, actor, async (tx) => {
    const where = and(eq(csvLayouts.partnerId, actor.partnerId), eq(csvLayouts.sheet, sheet));
    const [before] = await tx.select({ layout: csvLayouts.layout }).from(csvLayouts).where(where).for("update");
    await tx
      .insert(csvLayouts)
      .values({ ...stored, partnerId: actor.partnerId, sheet })
      .onConflictDoUpdate({ target: [csvLayouts.partnerId, csvLayouts.sheet], set: stored });
    await recordEvent(tx, actor, "csv_layout_kept", { before: before && factsOf(before.layout), after: { sheet, ...factsOf(layout) } });
  });
}

function factsOf({ roles, dayOrder, decimals, states = [] }: CsvLayout): EventFacts {
  const words = states.map(({ word, state }) => `${word}: ${state}`);
  return { roles: [...roles], dayOrder, decimals, ...(words.length > 0 && { states: words }) };
}
