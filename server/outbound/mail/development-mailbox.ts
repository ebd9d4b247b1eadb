import { desc } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type Mail, mails } from "@/db/schema/mails";
import { isLoopback } from "@/server/env";
import { DomainError } from "@/server/errors";

const SHOWN = 100;

/** Said once by the process that starts, and by nothing from outside: an environment can be given by anybody. */
const shared = globalThis as typeof globalThis & { icsDevelopmentMailbox?: boolean };

/** For a service bound to loopback, without an SMTP server: only this machine may read it. */
export function openDevelopmentMailbox(): void {
  shared.icsDevelopmentMailbox = true;
}

export function hasDevelopmentMailbox(): boolean {
  return shared.icsDevelopmentMailbox === true;
}

/**
 * What would have been sent, newest first. Throws `not_found` where mails are really sent, where others than this machine can ask, and
 * when the reader came by another name than this machine's own: `host` is the request's header.
 */
export async function listDevelopmentMails(db: Database, host: string | null): Promise<Mail[]> {
  if (!hasDevelopmentMailbox() || !isThisMachine(host)) throw new DomainError("not_found");
  return db.select().from(mails).orderBy(desc(mails.createdAt), desc(mails.id)).limit(SHOWN);
}

/** A page of a foreign site can have its own name lead here, and would then be read as one of ours. */
function isThisMachine(host: string | null): boolean {
  return isLoopback((host ?? "").replace(/:\d+$/, "").replace(/^\[(.*)\]$/, "$1"));
}
