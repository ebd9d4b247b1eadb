import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { csvLayouts } from "@/db/schema/bank-statements";
import type { EventFacts } from "@/db/schema/security-events";
import { type Actor, nameOf } from "@/server/actor";
import type { CsvLayout } from "@/server/domain/csv-layout";
import { clock } from "@/server/platform/clock";
import { transact } from "@/server/platform/transact";
import { recordEvent } from "@/server/tenancy/security-events/record-event";
import type { CsvLayouts } from "./read-csv";

/** How the partner's people said that kinds of CSV files are read. */
export function keptLayouts(db: Database, { partnerId }: Actor): CsvLayouts {
  return async ({ key, columns }) => {
    const [kept] = await db
      .select({ layout: csvLayouts.layout })
      .from(csvLayouts)
      .where(and(eq(csvLayouts.partnerId, partnerId), eq(csvLayouts.sheet, key)));
    // One without names says nothing of how many columns there are.
    return kept?.layout.roles.length === columns.length ? kept.layout : undefined;
  };
}

/** Remembers what the columns of a kind of CSV file are, from the next file on. */
export async function keepLayout(db: Database, actor: Actor, sheet: string, layout: CsvLayout): Promise<void> {
  const said = { layout, saidBy: nameOf(actor), saidAt: clock.now(actor) };
  await transact(db, actor, async (tx) => {
    const where = and(eq(csvLayouts.partnerId, actor.partnerId), eq(csvLayouts.sheet, sheet));
    const [before] = await tx.select({ layout: csvLayouts.layout }).from(csvLayouts).where(where).for("update");
    await tx
      .insert(csvLayouts)
      .values({ ...said, partnerId: actor.partnerId, sheet })
      .onConflictDoUpdate({ target: [csvLayouts.partnerId, csvLayouts.sheet], set: said });
    await recordEvent(tx, actor, "csv_layout_kept", { before: before && factsOf(before.layout), after: { sheet, ...factsOf(layout) } });
  });
}

function factsOf({ roles, dayOrder, decimals }: CsvLayout): EventFacts {
  return { roles: [...roles], dayOrder, decimals };
}
