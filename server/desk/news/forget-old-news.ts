import { lt, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { news } from "@/db/schema/news";

/** Deletes news older than 30 days. */
export async function forgetOldNews(db: Database): Promise<void> {
  await db.delete(news).where(lt(news.createdAt, sql`now() - interval '30 days'`));
}
