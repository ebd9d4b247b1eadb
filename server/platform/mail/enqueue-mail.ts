import { eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type Mail, mails } from "@/db/schema/mails";
import { partners } from "@/db/schema/partners";
import { type User, users } from "@/db/schema/users";
import { newId } from "@/server/platform/id";
import { encryptSecret } from "@/server/platform/secrets";
import type { MailText } from "./mail-text";

/**
 * Queues a mail to a person in the transaction of the event it reports, so that both are committed or neither. An unknown user id takes the
 * same steps and writes nothing.
 */
export async function enqueueMail(tx: Database, userId: string, locale: User["locale"], text: MailText): Promise<void> {
  const id = newId();
  const { subject, body, bodyKeyId } = asStored(id, text);
  await tx.insert(mails).select(
    tx
      .select({
        id: sql`${id}::text`.as("id"),
        recipient: users.email,
        locale: sql`${locale}::locale`.as("locale"),
        sender: sql`null::text`.as("sender"),
        subject: sql`${subject}::text`.as("subject"),
        body: sql`${body}::text`.as("body"),
        bodyKeyId: sql`${bodyKeyId}::text`.as("body_key_id"),
        html: sql`null::text`.as("html"),
        createdAt: sql`now()`.as("created_at"),
        attempts: sql`0`.as("attempts"),
        nextAttemptAt: sql`now()`.as("next_attempt_at"),
        sentAt: sql`null::timestamptz`.as("sent_at"),
      })
      .from(users)
      .where(eq(users.id, userId)),
  );
}

/** As `enqueueMail`, to a partner's customer. A sandbox's customers are invented: their mails are stored as sent and never leave. */
export async function enqueueCustomerMail(
  tx: Database,
  partnerId: string,
  recipient: string,
  locale: Mail["locale"],
  text: MailText,
): Promise<void> {
  const sentAt = sql`(select now() from ${partners} where ${partners.id} = ${partnerId} and ${partners.isSandbox})`;
  const id = newId();
  await tx.insert(mails).values({ ...asStored(id, text), id, recipient, locale, createdAt: sql`now()`, nextAttemptAt: sql`now()`, sentAt });
}

function asStored(id: string, { subject, body, opensAccount }: MailText): Pick<Mail, "subject" | "body" | "bodyKeyId"> {
  if (!opensAccount) return { subject, body, bodyKeyId: null };
  const { keyId, data } = encryptSecret(body, `mails:${id}`);
  return { subject, body: data, bodyKeyId: keyId };
}
