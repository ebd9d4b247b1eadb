import { type SQL, sql } from "drizzle-orm";
import { importSettings } from "@/db/schema/collection-settings";
import { imports } from "@/db/schema/imports";

/** By when an import's customers are to have paid, where imports are joined to something: `dueAt` for lists. Null: not transmitted, or not collected. */
export const importDueAt: SQL<Date | null> = sql<Date | null>`(select ${imports.transmittedAt} + s.due_days * interval '24 hours'
  from ${importSettings} s where s.partner_id = ${imports.partnerId} and s.import_id = ${imports.id})`.mapWith(imports.transmittedAt);
