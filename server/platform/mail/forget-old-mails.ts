import { and, isNull, lt, or, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { mails } from "@/db/schema/mails";

/** Deletes mails 30 days after they were sent, and unsent ones after 7 days, because their content is then outdated. */
export async function forgetOldMails(db: Database): Promise<void> {
  const unsent = and(isNull(mails.sentAt), lt(mails.createdAt, sql`now() - interval '7 days'`));
  await db.delete(mails).where(or(unsent, lt(mails.sentAt, sql`now() - interval '30 days'`)));
}
