import { asc, eq } from "drizzle-orm";
import { db } from "@/db/client";
import { type Mail, mails } from "@/db/schema/mails";
import { bodyOf } from "@/server/platform/mail/body-of";

/** Lists mails to the address, oldest first, with decrypted bodies. */
export async function mailsTo(email: string): Promise<Mail[]> {
  const sent = await db.select().from(mails).where(eq(mails.recipient, email)).orderBy(asc(mails.createdAt), asc(mails.id));
  return sent.map((mail) => ({ ...mail, body: bodyOf(mail) }));
}

/** Returns the pattern's match in the newest mail to the address that has one, skipping others. Throws if none has. */
export async function mailedTo(email: string, pattern: RegExp): Promise<string> {
  const found = (await mailsTo(email)).flatMap(({ body }) => pattern.exec(body ?? "")?.[0] ?? []).at(-1);
  if (!found) throw new Error(`nothing like ${pattern} was mailed to ${email}`);
  return found;
}
