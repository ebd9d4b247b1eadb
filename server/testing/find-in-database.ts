import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";

/** Returns the tables with the text in any column of any row, ignoring case. A test proves so that data is stored nowhere. */
export async function tablesWith(db: Database, text: string): Promise<string[]> {
  const tables = await db.execute<{ name: string }>(sql`select tablename as name from pg_tables where schemaname = 'public'`);
  const found = await Promise.all(
    tables.map(async ({ name }) => {
      const rows = await db.execute(
        sql`select from ${sql.identifier(name)} as r where strpos(lower(r::text), ${text.toLowerCase()}) > 0 limit 1`,
      );
      return rows.length > 0 ? [name] : [];
    }),
  );
  return found.flat().sort();
}
