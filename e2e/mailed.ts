import { asc, eq } from "drizzle-orm";
import { db } from "@/db/client";
import { mails } from "@/db/schema/mails";
import type { MailKind } from "@/server/platform/mail/mail-kinds";
import { readStoredText } from "@/server/platform/mail/stored-text";

/** A queued mail, not yet in words. */
interface QueuedMail {
  kind: string | null;
  values: Record<string, unknown>;
}

/** Lists the mails to the address, oldest first. Their words are in the service alone; the mailbox's journey reads them there. */
export async function mailsTo(email: string): Promise<QueuedMail[]> {
  const found = await db.select().from(mails).where(eq(mails.recipient, email)).orderBy(asc(mails.createdAt), asc(mails.id));
  return found.map(({ id, kind, values, valuesKeyId }) => ({ kind, values: JSON.parse(readStoredText(id, values, valuesKeyId) ?? "{}") }));
}

/** Returns the link in the newest mail of this kind to the address. Throws if there is none. */
export async function linkMailedTo(email: string, kind: MailKind): Promise<string> {
  const link = (await mailsTo(email)).filter((mail) => mail.kind === kind).at(-1)?.values.link;
  if (typeof link !== "string") throw new Error(`no ${kind} was mailed to ${email}`);
  return link;
}
