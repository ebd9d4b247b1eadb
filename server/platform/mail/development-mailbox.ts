import { createHmac, timingSafeEqual } from "node:crypto";
import { desc, eq, ilike, or } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type Mail, mails } from "@/db/schema/mails";
import { isId } from "@/server/domain/formats/id";
import { authSecrets, isLoopback } from "@/server/env";
import { DomainError } from "@/server/errors";
import { bodyOf } from "./body-of";

const SHOWN = 100;
const LONGEST_SEARCH = 200;

/** Set only by the starting process. It is no environment variable, because anybody can set those. */
const shared = globalThis as typeof globalThis & { icsDevelopmentMailbox?: boolean };

/** Opens the mailbox. Only for a service bound to loopback without an SMTP server, because then only this machine can read it. */
export function openDevelopmentMailbox(): void {
  shared.icsDevelopmentMailbox = true;
}

export function hasDevelopmentMailbox(): boolean {
  return shared.icsDevelopmentMailbox === true;
}

/**
 * Token that opens the mailbox; the start prints it. A host name alone proves nothing: requests through a proxy look local, and mails in
 * the mailbox open accounts.
 */
export function mailboxToken(): string {
  return createHmac("sha256", authSecrets()[0]).update("development mailbox").digest("hex").slice(0, 32);
}

/** Cookie in which the mailbox remembers its token, so that links to it need not carry the token. */
export const MAILBOX_COOKIE = "mailbox";

interface Reader {
  /** The request's Host header. */
  host: string | null;
  token: string;
}

export type ListedMail = Pick<Mail, "id" | "recipient" | "locale" | "sender" | "subject" | "createdAt">;

/**
 * Lists the mails that would have been sent, newest first; a search matches parts of recipient, sender or subject. Throws `not_found` where
 * mails are really sent or the host name is not this machine's; `not_allowed` without the token.
 */
export async function listDevelopmentMails(db: Database, reader: Reader, search = ""): Promise<ListedMail[]> {
  requireReader(reader);
  const sought = `%${search
    .slice(0, LONGEST_SEARCH)
    .replaceAll("\0", "")
    .replace(/[\\%_]/g, "\\$&")}%`;
  const { id, recipient, locale, sender, subject, createdAt } = mails;
  return await db
    .select({ id, recipient, locale, sender, subject, createdAt })
    .from(mails)
    .where(search ? or(ilike(recipient, sought), ilike(sender, sought), ilike(subject, sought)) : undefined)
    .orderBy(desc(createdAt), desc(id))
    .limit(SHOWN);
}

/** Returns one mail with its text; undefined if it is unknown or was deleted. Throws as `listDevelopmentMails` does. */
export async function findDevelopmentMail(db: Database, reader: Reader, id: string): Promise<Mail | undefined> {
  requireReader(reader);
  const [mail] = isId(id) ? await db.select().from(mails).where(eq(mails.id, id)) : [];
  return mail && { ...mail, body: bodyOf(mail) };
}

function requireReader({ host, token }: Reader): void {
  if (!hasDevelopmentMailbox() || !isThisMachine(host)) throw new DomainError("not_found");
  if (!isSame(token, mailboxToken())) throw new DomainError("not_allowed");
}

/** Against DNS rebinding: a foreign site's host name that resolves to this machine is refused. */
function isThisMachine(host: string | null): boolean {
  return isLoopback((host ?? "").replace(/:\d+$/, ""));
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
