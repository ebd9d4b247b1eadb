import { desc, eq, ilike, isNotNull, or } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type Mail, mails } from "@/db/schema/mails";
import { isId } from "@/server/domain/formats/id";
import { type MailboxReader, requireMailboxReader } from "./development-mailbox";
import { UnwordableMail } from "./mail-text";
import { type WordableMail, wordMail } from "./word-mail";

const SHOWN = 100;
const BATCH = 500;
const LONGEST_SEARCH = 200;

export interface ListedMail extends Pick<Mail, "id" | "recipient" | "locale" | "sender" | "createdAt"> {
  subject: string;
}

/** A mail as its recipient would read it; `body` is null once it was sent. */
export interface OpenedMail extends ListedMail, Pick<Mail, "body" | "html"> {}

/**
 * Lists the mails that would have been sent, newest first; a search matches parts of recipient, sender or subject. Leaves out mails that
 * this version cannot word. Throws what `requireMailboxReader` throws.
 */
export async function listDevelopmentMails(db: Database, reader: MailboxReader, search = ""): Promise<ListedMail[]> {
  requireMailboxReader(reader);
  const sought = search.slice(0, LONGEST_SEARCH).replaceAll("\0", "");
  const shown: ListedMail[] = [];
  for (let offset = 0; ; offset += BATCH) {
    const batch = await findCandidates(db, sought, offset);
    for (const mail of batch) {
      const { id, recipient, locale, sender, createdAt } = mail;
      const worded = wordIfPossible({ ...mail, body: null, bodyKeyId: null });
      if (worded && (mail.kind === null || contains([recipient, worded.subject], sought)))
        shown.push({ id, recipient, locale, sender, createdAt, subject: worded.subject });
    }
    if (batch.length < BATCH || shown.length >= SHOWN) return shown.slice(0, SHOWN);
  }
}

/** Returns mails that may match: the subject of a mail with a kind is known once it is worded. */
function findCandidates(db: Database, sought: string, offset: number) {
  const pattern = `%${sought.replace(/[\\%_]/g, "\\$&")}%`;
  const { id, recipient, locale, sender, createdAt, kind, values, valuesKeyId, subject } = mails;
  const mayMatch = or(isNotNull(kind), ilike(recipient, pattern), ilike(sender, pattern), ilike(subject, pattern));
  return db
    .select({ id, recipient, locale, sender, createdAt, kind, values, valuesKeyId, subject })
    .from(mails)
    .where(sought ? mayMatch : undefined)
    .orderBy(desc(createdAt), desc(id))
    .limit(BATCH)
    .offset(offset);
}

function contains(texts: readonly string[], sought: string): boolean {
  return texts.some((text) => text.toLowerCase().includes(sought.toLowerCase()));
}

/**
 * Returns one mail with its text; undefined if it is unknown or was deleted, or this version cannot word it. Throws as
 * `listDevelopmentMails` does.
 */
export async function findDevelopmentMail(db: Database, reader: MailboxReader, id: string): Promise<OpenedMail | undefined> {
  requireMailboxReader(reader);
  const [mail] = isId(id) ? await db.select().from(mails).where(eq(mails.id, id)) : [];
  const worded = mail && wordIfPossible(mail);
  if (!worded) return undefined;
  const { recipient, locale, sender, createdAt, html } = mail;
  return { id, recipient, locale, sender, createdAt, html, ...worded };
}

function wordIfPossible(mail: WordableMail): ReturnType<typeof wordMail> | undefined {
  try {
    return wordMail(mail);
  } catch (error) {
    if (!(error instanceof UnwordableMail)) throw error;
    return undefined;
  }
}
