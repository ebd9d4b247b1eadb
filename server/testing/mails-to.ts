import { asc, eq } from "drizzle-orm";
import { db } from "@/db/client";
import { type Mail, mails } from "@/db/schema/mails";
import { wordMail } from "@/server/platform/mail/word-mail";

/** A mail with the words that its recipient reads; `body` is null once it was sent. */
export interface WordedMail extends Omit<Mail, "subject"> {
  subject: string;
}

/** Lists mails to the address, oldest first, worded. */
export async function mailsTo(email: string): Promise<WordedMail[]> {
  const sent = await db.select().from(mails).where(eq(mails.recipient, email)).orderBy(asc(mails.createdAt), asc(mails.id));
  return sent.map((mail) => ({ ...mail, ...wordMail(mail) }));
}

/** Returns the pattern's match in the newest mail to the address that has one, skipping others. Throws if none has. */
export async function mailedTo(email: string, pattern: RegExp): Promise<string> {
  const found = (await mailsTo(email)).flatMap(({ body }) => pattern.exec(body ?? "")?.[0] ?? []).at(-1);
  if (!found) throw new Error(`nothing like ${pattern} was mailed to ${email}`);
  return found;
}
