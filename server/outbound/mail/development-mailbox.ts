import { createHmac, timingSafeEqual } from "node:crypto";
import { desc, eq, ilike, or } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type Mail, mails } from "@/db/schema/mails";
import { isId } from "@/server/domain/id";
import { authSecrets, isLoopback } from "@/server/env";
import { DomainError } from "@/server/errors";
import { bodyOf } from "./body-of";

const SHOWN = 100;
const LONGEST_SEARCH = 200;

/** Said once by the process that starts, and by nothing from outside: an environment can be given by anybody. */
const shared = globalThis as typeof globalThis & { icsDevelopmentMailbox?: boolean };

/** For a service bound to loopback, without an SMTP server: only this machine may read it. */
export function openDevelopmentMailbox(): void {
  shared.icsDevelopmentMailbox = true;
}

export function hasDevelopmentMailbox(): boolean {
  return shared.icsDevelopmentMailbox === true;
}

/** What opens the mailbox; the start prints it. Mails in it open accounts, and a proxy's requests look like this machine's own. */
export function mailboxToken(): string {
  return createHmac("sha256", authSecrets()[0]).update("development mailbox").digest("hex").slice(0, 32);
}

/** Where the mailbox remembers its token, so that links to it need not carry it. */
export const MAILBOX_COOKIE = "mailbox";

interface Reader {
  /** The request's header. */
  host: string | null;
  token: string;
}

export type ListedMail = Pick<Mail, "id" | "recipient" | "locale" | "sender" | "subject" | "createdAt">;

/**
 * What would have been sent, newest first; where something is searched, that of whose recipient, sender or subject it is part. Throws `not_found`
 * where mails are really sent, and when the reader came by another name than this machine's own; `not_allowed` without the token.
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

/** One of them with what it says; undefined: it is not kept any more, or never was. Throws as `listDevelopmentMails` does. */
export async function findDevelopmentMail(db: Database, reader: Reader, id: string): Promise<Mail | undefined> {
  requireReader(reader);
  const [mail] = isId(id) ? await db.select().from(mails).where(eq(mails.id, id)) : [];
  return mail && { ...mail, body: bodyOf(mail) };
}

function requireReader({ host, token }: Reader): void {
  if (!hasDevelopmentMailbox() || !isThisMachine(host)) throw new DomainError("not_found");
  if (!isSame(token, mailboxToken())) throw new DomainError("not_allowed");
}

/** A page of a foreign site can have its own name lead here, and would then be read as one of ours. */
function isThisMachine(host: string | null): boolean {
  return isLoopback((host ?? "").replace(/:\d+$/, ""));
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
