import { desc, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type Mail, mails } from "@/db/schema/mails";
import { isId } from "@/server/domain/formats/id";
import { tryToCompose } from "./compose-mail";
import { type MailboxReader, requireMailboxReader } from "./development-mailbox";

/** Maximum number of mails in the list. */
const SHOWN = 100;
/** Number of mails read at once. */
const BATCH = 500;
const LONGEST_SEARCH = 200;

export interface ListedMail extends Pick<Mail, "id" | "recipient" | "locale" | "sender" | "createdAt"> {
  subject: string;
}

/** A mail as its recipient would read or has read it; `body` is null once the mail was sent. */
export interface OpenedMail extends ListedMail, Pick<Mail, "body" | "html"> {}

/**
 * Lists the mails that would have been sent, newest first; a search matches parts of recipient, sender or subject. Leaves out mails that
 * this version cannot compose. Throws what `requireMailboxReader` throws.
 */
export async function listDevelopmentMails(db: Database, reader: MailboxReader, search = ""): Promise<ListedMail[]> {
  requireMailboxReader(reader);
  const sought = search.slice(0, LONGEST_SEARCH);
  const shown: ListedMail[] = [];
  for (let offset = 0; ; offset += BATCH) {
    const batch = await listNewest(db, offset);
    for (const mail of batch) {
      const { id, recipient, locale, sender, createdAt } = mail;
      const subject = tryToCompose({ ...mail, body: null, bodyKeyId: null })?.subject;
      if (subject === undefined || !contains([recipient, sender ?? "", subject], sought)) continue;
      shown.push({ id, recipient, locale, sender, createdAt, subject });
      if (shown.length === SHOWN) return shown;
    }
    if (batch.length < BATCH) return shown;
  }
}

/** Lists a batch of mails without their bodies. Ignores the search, because whether a mail matches is known only once it is composed. */
function listNewest(db: Database, offset: number) {
  const { id, recipient, locale, sender, createdAt, kind, values, valuesKeyId, subject } = mails;
  return db
    .select({ id, recipient, locale, sender, createdAt, kind, values, valuesKeyId, subject })
    .from(mails)
    .orderBy(desc(createdAt), desc(id))
    .limit(BATCH)
    .offset(offset);
}

function contains(texts: readonly string[], sought: string): boolean {
  return texts.some((text) => text.toLowerCase().includes(sought.toLowerCase()));
}

/**
 * Returns one mail with its text; undefined if it is unknown or was deleted, or this version cannot compose it. Throws as
 * `listDevelopmentMails` does.
 */
export async function findDevelopmentMail(db: Database, reader: MailboxReader, id: string): Promise<OpenedMail | undefined> {
  requireMailboxReader(reader);
  const [mail] = isId(id) ? await db.select().from(mails).where(eq(mails.id, id)) : [];
  const composed = mail && tryToCompose(mail);
  if (!composed) return undefined;
  const { recipient, locale, sender, createdAt, html } = mail;
  return { id, recipient, locale, sender, createdAt, html, ...composed };
}
