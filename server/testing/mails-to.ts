import { asc, eq } from "drizzle-orm";
import { db } from "@/db/client";
import { type Mail, mails } from "@/db/schema/mails";
import { bodyOf } from "@/server/outbound/mail/body-of";

/** What was mailed to the address, oldest first, with bodies that can be read. */
export async function mailsTo(email: string): Promise<Mail[]> {
  const sent = await db.select().from(mails).where(eq(mails.recipient, email)).orderBy(asc(mails.createdAt), asc(mails.id));
  return sent.map((mail) => ({ ...mail, body: bodyOf(mail) }));
}
