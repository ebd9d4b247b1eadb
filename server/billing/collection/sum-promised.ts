import { and, gte, isNotNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { holds } from "@/db/schema/holds";
import { invoices } from "@/db/schema/invoices";
import type { Actor } from "@/server/actor";
import { whereOpenHold } from "@/server/billing/invoices/where-held";
import { dayAt } from "@/server/domain/formats/calendar";
import { whereForecast } from "./where-forecast";

/** Amount that customers have promised to pay on a day, such as `2026-11-20`, in cents. */
export interface PromisedOnDay {
  day: string;
  cents: number;
}

/** Adds up by day what customers of an import have promised to pay and still owe, among the invoices that its forecast counts. */
export async function sumPromised(db: Database, actor: Actor, importId: string, now: Date): Promise<PromisedOnDay[]> {
  const rows = await db
    .select({ day: holds.promisedOn, cents: sql`sum(${invoices.amountTotalCents})`.mapWith(Number) })
    .from(invoices)
    .innerJoin(holds, whereOpenHold)
    .where(and(whereForecast(actor, importId), isNotNull(holds.promisedOn), gte(holds.until, dayAt(now))))
    .groupBy(holds.promisedOn);
  return rows.flatMap(({ day, cents }) => (day === null ? [] : [{ day, cents }]));
}
