import { and, asc, eq, isNull, lte, type SQL, sql } from "drizzle-orm";
import { whereClaimed } from "@/db/claim";
import type { Database } from "@/db/client";
import { type Mail, mails } from "@/db/schema/mails";
import { mailRetryMinutes } from "@/server/domain/rules/retry-ladder";
import { env } from "@/server/env";
import { log } from "@/server/platform/log";
import { bodyOf } from "./body-of";
import { smtpTransport, type Transport } from "./smtp";

/**
 * Longer than the slowest mail, when the server answers each step just before its time-out (smtp.ts). A shorter lease would let another
 * process send it too.
 */
const LEASE_MINUTES = 10;

/**
 * Sends due mails and returns how many were accepted. Each is sent by the process that claims it first. A mail that is not accepted is
 * retried later; an accepted one is emptied, because it may contain a link that opens an account.
 */
export async function sendMails(db: Database, transport = smtpTransport()): Promise<number> {
  if (!transport) return 0;
  let sent = 0;
  for (let mail = await claim(db); mail; mail = await claim(db)) if (await send(db, transport, mail)) sent += 1;
  return sent;
}

/** One round at a time, and one more if it is requested while a round runs. */
const sending = { running: false, again: false };

/** Sends just committed mails in the background. Without an SMTP server, mails stay in the queue. */
export function sendMailsSoon(db: Database): void {
  if (!env().SMTP_URL) return;
  sending.again = true;
  if (!sending.running) void sendWhileAsked(db);
}

/** Checks `again` and ends in the same step, so that no request is lost in between. */
async function sendWhileAsked(db: Database): Promise<void> {
  sending.running = true;
  try {
    while (sending.again) {
      sending.again = false;
      await sendMails(db);
    }
  } catch (error) {
    log().error({ err: error }, "sending mails failed");
  } finally {
    sending.running = false;
  }
}

/**
 * Claims one mail at a time, so that no lease ends before the mail's turn. If the process dies, the mail is due again when the lease ends.
 */
async function claim(db: Database): Promise<Mail | undefined> {
  const { id, sentAt, attempts, nextAttemptAt } = mails;
  const [claimed] = await db
    .update(mails)
    .set({ attempts: sql`${attempts} + 1`, nextAttemptAt: inMinutes(LEASE_MINUTES) })
    .where(whereClaimed(mails, [id], { where: and(isNull(sentAt), lte(nextAttemptAt, sql`now()`)), orderBy: asc(nextAttemptAt) }))
    .returning();
  return claimed;
}

async function send(db: Database, transport: Transport, mail: Mail): Promise<boolean> {
  const { id, recipient, subject, attempts } = mail;
  try {
    await transport({ id, recipient, subject, body: bodyOf(mail) ?? "" });
  } catch (error) {
    const { code, responseCode } = error as { code?: string; responseCode?: number };
    // Only codes are logged: the server's answer may name the recipient.
    log().warn({ mail: id, attempts, code, response_code: responseCode }, "mail not accepted");
    await db
      .update(mails)
      .set({ nextAttemptAt: inMinutes(mailRetryMinutes(attempts)) })
      .where(eq(mails.id, id));
    return false;
  }
  await db.update(mails).set({ sentAt: sql`now()`, body: null, bodyKeyId: null }).where(eq(mails.id, id));
  return true;
}

function inMinutes(minutes: number): SQL {
  return sql`now() + make_interval(mins => ${minutes})`;
}
