import { lt, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { news } from "@/db/schema/news";

/** Removes news of 30 days ago: who has not been told by then does not want to be. */
export async function forgetOldNews(db: Database): Promise<void> {
  await db.delete(news).where(lt(news.createdAt, sql`now() - interval '30 days'`));
}
