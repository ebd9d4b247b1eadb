import { and, gte, isNotNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { holds } from "@/db/schema/holds";
import { invoices } from "@/db/schema/invoices";
import type { Actor } from "@/server/actor";
import { whereOpenHold } from "@/server/billing/invoices/where-held";
import { dayAt } from "@/server/domain/formats/calendar";
import { whereForecast } from "./where-forecast";

/** Amount of an invoice that its customer has promised to pay on a day, such as `2026-11-20`, in cents. */
export interface PromisedOnDay {
  invoiceId: string;
  day: string;
  cents: number;
}

/** Finds what customers of an import have promised to pay and still owe, among the invoices that its forecast counts. */
export async function findPromised(db: Database, actor: Actor, importId: string, now: Date): Promise<PromisedOnDay[]> {
  const rows = await db
    .select({ invoiceId: invoices.id, day: holds.promisedOn, cents: invoices.amountTotalCents })
    .from(invoices)
    .innerJoin(holds, whereOpenHold)
    .where(and(whereForecast(actor, importId), isNotNull(holds.promisedOn), gte(holds.until, dayAt(now))));
  return rows.flatMap(({ day, ...promised }) => (day === null ? [] : [{ ...promised, day }]));
}
