import { asc, eq } from "drizzle-orm";
import { db } from "@/db/client";
import { mails } from "@/db/schema/mails";
import type { MailKind } from "@/server/platform/mail/mail-kinds";
import { decryptSecret } from "@/server/platform/secrets";

/** A mail that waits: what it is about, not yet in words. */
interface WaitingMail {
  kind: string | null;
  values: Record<string, unknown>;
}

/** Lists the mails to the address, oldest first. Their words are in the service alone; the mailbox's journey reads them there. */
export async function mailsTo(email: string): Promise<WaitingMail[]> {
  const found = await db.select().from(mails).where(eq(mails.recipient, email)).orderBy(asc(mails.createdAt), asc(mails.id));
  return found.map(({ id, kind, values, valuesKeyId: keyId }) => {
    const text = values !== null && keyId !== null ? decryptSecret({ keyId, data: values }, `mails:${id}`) : values;
    return { kind, values: JSON.parse(text ?? "{}") };
  });
}

/** Returns the link in the newest mail of this kind to the address. Throws if there is none. */
export async function linkMailedTo(email: string, kind: MailKind): Promise<string> {
  const link = (await mailsTo(email)).filter((mail) => mail.kind === kind).at(-1)?.values.link;
  if (typeof link !== "string") throw new Error(`no ${kind} was mailed to ${email}`);
  return link;
}
