import { asc, eq } from "drizzle-orm";
import { db } from "@/db/client";
import { type Mail, mails } from "@/db/schema/mails";
import { composeMail } from "@/server/platform/mail/compose-mail";

/** A mail with the words that its recipient reads. `body` is null once the mail was sent. */
export interface ComposedMail extends Omit<Mail, "subject"> {
  subject: string;
}

/** Returns the composed mails to the address, oldest first. */
export async function mailsTo(email: string): Promise<ComposedMail[]> {
  const sent = await db.select().from(mails).where(eq(mails.recipient, email)).orderBy(asc(mails.createdAt), asc(mails.id));
  return sent.map((mail) => ({ ...mail, ...composeMail(mail) }));
}
