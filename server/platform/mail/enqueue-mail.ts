import { eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type Mail, mails } from "@/db/schema/mails";
import { partners } from "@/db/schema/partners";
import { type User, users } from "@/db/schema/users";
import { companyNameInMail } from "@/server/domain/words/plain-name";
import { newId } from "@/server/platform/id";
import { encryptSecret } from "@/server/platform/secrets";
import { type CustomerMailKind, findMisfit, hasSecretLink, type MailKind, type MailValues } from "./mail-kinds";

/**
 * Queues a mail to a person in the transaction of the event that it reports, so that both are committed or neither. The mail is composed in
 * the person's language when it is sent. For an unknown user id the same statement runs, and nothing is stored. Throws if a value does not
 * have its type, because nobody would learn of the event from a mail that cannot be composed.
 */
export async function enqueueMail<Kind extends MailKind>(
  tx: Database,
  userId: string,
  locale: User["locale"],
  kind: Kind,
  values: MailValues[Kind],
): Promise<void> {
  const id = newId();
  const stored = asStored(id, kind, values);
  await tx.insert(mails).select(
    tx
      .select({
        id: sql`${id}::text`.as("id"),
        recipient: users.email,
        locale: sql`${locale}::locale`.as("locale"),
        sender: sql`null::text`.as("sender"),
        kind: sql`${kind}::text`.as("kind"),
        values: sql`${stored.values}::text`.as("values"),
        valuesKeyId: sql`${stored.valuesKeyId}::text`.as("values_key_id"),
        dueAt: sql`now()`.as("due_at"),
        subject: sql`null::text`.as("subject"),
        body: sql`null::text`.as("body"),
        bodyKeyId: sql`null::text`.as("body_key_id"),
        html: sql`null::text`.as("html"),
        createdAt: sql`now()`.as("created_at"),
        attempts: sql`0`.as("attempts"),
        nextAttemptAt: NEVER.as("next_attempt_at"),
        sentAt: sql`null::timestamptz`.as("sent_at"),
      })
      .from(users)
      .where(eq(users.id, userId)),
  );
}

interface CustomerAddress {
  partnerId: string;
  /** E-mail address. */
  recipient: string;
  locale: Mail["locale"];
}

/**
 * As `enqueueMail`, to a partner's customer, in the company's name. Returns the mail's id. A sandbox's customers are invented: their mails
 * are stored as sent and never leave.
 */
export async function enqueueCustomerMail<Kind extends CustomerMailKind>(
  tx: Database,
  { partnerId, recipient, locale }: CustomerAddress,
  kind: Kind,
  values: MailValues[Kind],
): Promise<string> {
  const sentAt = sql`(select now() from ${partners} where ${partners.id} = ${partnerId} and ${partners.isSandbox})`;
  const id = newId();
  const stored = asStored(id, kind, values);
  const sender = companyNameInMail(values.company);
  await tx
    .insert(mails)
    .values({ ...stored, id, recipient, locale, sender, kind, createdAt: sql`now()`, dueAt: sql`now()`, nextAttemptAt: NEVER, sentAt });
  return id;
}

/** Earlier versions send what is due by `next_attempt_at`, and would send this mail empty. */
const NEVER = sql`'infinity'::timestamptz`;

function asStored<Kind extends MailKind>(id: string, kind: Kind, values: MailValues[Kind]): Pick<Mail, "values" | "valuesKeyId"> {
  const misfit = findMisfit(kind, values);
  if (misfit) throw new Error(`The value ${misfit.name} does not fit a mail of the kind ${kind}.`);
  const text = JSON.stringify(values);
  if (!hasSecretLink(kind)) return { values: text, valuesKeyId: null };
  const { keyId, data } = encryptSecret(text, `mails:${id}`);
  return { values: data, valuesKeyId: keyId };
}
