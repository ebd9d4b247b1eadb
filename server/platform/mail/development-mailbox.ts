import { createHmac, timingSafeEqual } from "node:crypto";
import { authSecrets, isLoopback } from "@/server/env";
import { DomainError } from "@/server/errors";

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
 * Token that opens the mailbox; the service prints it when it starts. A host name alone proves nothing: requests through a proxy look
 * local, and mails in the mailbox open accounts.
 */
export function mailboxToken(): string {
  return createHmac("sha256", authSecrets()[0]).update("development mailbox").digest("hex").slice(0, 32);
}

/** Cookie in which the mailbox remembers its token, so that links to it need not carry the token. */
export const MAILBOX_COOKIE = "mailbox";

/** A request to read the mailbox. */
export interface MailboxReader {
  /** The request's Host header. */
  host: string | null;
  token: string;
}

/** Throws `not_found` where mails are really sent or the host name is not this machine's; `not_allowed` without the token. */
export function requireMailboxReader({ host, token }: MailboxReader): void {
  if (!hasDevelopmentMailbox() || !isThisMachine(host)) throw new DomainError("not_found");
  if (!isSame(token, mailboxToken())) throw new DomainError("not_allowed");
}

/**
 * Whether the request names this machine by a loopback name. This refuses DNS rebinding, where a foreign site's host name resolves to this
 * machine, so that the browser lets the site's scripts read the answer.
 */
function isThisMachine(host: string | null): boolean {
  return isLoopback((host ?? "").replace(/:\d+$/, ""));
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
