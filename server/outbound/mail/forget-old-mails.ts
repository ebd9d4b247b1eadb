import { and, isNull, lt, or, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { mails } from "@/db/schema/mails";

/** Removes mails that were sent 30 days ago, and those that could not be sent for 7 days: what they say is no longer true. */
export async function forgetOldMails(db: Database): Promise<void> {
  const unsent = and(isNull(mails.sentAt), lt(mails.createdAt, sql`now() - interval '7 days'`));
  await db.delete(mails).where(or(unsent, lt(mails.sentAt, sql`now() - interval '30 days'`)));
}
