import { and, asc, eq, isNull, lte, type SQL, sql } from "drizzle-orm";
import { whereClaimed } from "@/db/claim";
import type { Database } from "@/db/client";
import { type Mail, mails } from "@/db/schema/mails";
import { mailRetryMinutes } from "@/server/domain/rules/retry-ladder";
import { log } from "@/server/platform/log";
import { UnwordableMail } from "./mail-text";
import { smtpTransport, type Transport } from "./transport";
import { wordMail } from "./word-mail";

/**
 * Longer than the slowest mail, when the server answers each step just before its time-out (smtp.ts). A shorter lease would let another
 * process send it too.
 */
const LEASE_MINUTES = 10;

/**
 * Sends due mails and returns how many were accepted. Each is sent by the process that claims it first. A mail that is not accepted is
 * retried later; an accepted one is emptied but for its subject, because it may contain a link that opens an account.
 */
export async function sendMails(db: Database, transport = smtpTransport()): Promise<number> {
  if (!transport) return 0;
  let sent = 0;
  for (let mail = await claim(db); mail; mail = await claim(db)) if (await send(db, transport, mail)) sent += 1;
  return sent;
}

/**
 * Claims one mail at a time, so that no lease ends before the mail's turn. If the process dies, the mail is due again when the lease ends.
 * Mails with a body are those that an earlier version has queued, also while its processes are being replaced.
 */
async function claim(db: Database): Promise<Mail | undefined> {
  return (await claimBy(db, "dueAt")) ?? (await claimBy(db, "nextAttemptAt"));
}

async function claimBy(db: Database, time: "dueAt" | "nextAttemptAt"): Promise<Mail | undefined> {
  const { id, sentAt, attempts, [time]: due } = mails;
  const [claimed] = await db
    .update(mails)
    .set({ attempts: sql`${attempts} + 1`, [time]: inMinutes(LEASE_MINUTES) })
    .where(whereClaimed(mails, [id], { where: and(isNull(sentAt), lte(due, sql`now()`)), orderBy: asc(due) }))
    .returning();
  return claimed;
}

async function send(db: Database, transport: Transport, mail: Mail): Promise<boolean> {
  const { id, recipient, attempts } = mail;
  const worded = word(mail);
  if (!worded) return postpone(db, mail);
  const { subject, body } = worded;
  try {
    await transport({ id, recipient, subject, body: body ?? "" });
  } catch (error) {
    const { code, responseCode } = error as { code?: string; responseCode?: number };
    // Only codes are logged: the server's answer may name the recipient.
    log().warn({ mail: id, attempts, code, response_code: responseCode }, "mail not accepted");
    return postpone(db, mail);
  }
  await db
    .update(mails)
    .set({ sentAt: sql`now()`, subject, values: null, valuesKeyId: null, body: null, bodyKeyId: null })
    .where(eq(mails.id, id));
  return true;
}

/** Returns undefined, and logs why, if this version cannot word the mail. It stays queued, because a newer version may. */
function word(mail: Mail): ReturnType<typeof wordMail> | undefined {
  try {
    return wordMail(mail);
  } catch (error) {
    if (!(error instanceof UnwordableMail)) throw error;
    const { id, kind, attempts } = mail;
    log().error({ mail: id, kind, attempts, reason: error.message }, "mail cannot be worded");
    return undefined;
  }
}

async function postpone(db: Database, { id, kind, attempts }: Mail): Promise<false> {
  const next = inMinutes(mailRetryMinutes(attempts));
  await db
    .update(mails)
    .set(kind === null ? { nextAttemptAt: next } : { dueAt: next })
    .where(eq(mails.id, id));
  return false;
}

function inMinutes(minutes: number): SQL {
  return sql`now() + make_interval(mins => ${minutes})`;
}
