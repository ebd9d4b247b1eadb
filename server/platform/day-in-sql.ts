import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { TIME_ZONE } from "@/server/domain/formats/time-zone";

/** SQL for the calendar day of a moment in the companies' time zone: `dayAt` (server/domain/formats/calendar.ts). Null stays null. */
export function dayInSql(moment: SQLWrapper): SQL {
  return sql`(${moment} at time zone ${sql.raw(`'${TIME_ZONE}'`)})::date`;
}
