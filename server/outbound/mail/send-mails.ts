import { and, asc, eq, isNull, lte, sql } from "drizzle-orm";
import { whereClaimed } from "@/db/claim";
import type { Database } from "@/db/client";
import { type Mail, mails } from "@/db/schema/mails";
import { MAIL_RETRY_MINUTES } from "@/server/domain/retry-ladder";
import { env } from "@/server/env";
import { log } from "@/server/platform/log";
import { smtpTransport, type Transport } from "./smtp";

/**
 * Sends due mails and returns how many were accepted. Each is sent by the process that claims it first. A mail that is not accepted is retried later; an
 * accepted one is emptied, because it may contain a link that opens an account.
 */
export async function sendMails(db: Database, transport = smtpTransport()): Promise<number> {
  if (!transport) return 0;
  let sent = 0;
  for (let mail = await claim(db); mail; mail = await claim(db)) if (await send(db, transport, mail)) sent += 1;
  return sent;
}

/** One round at a time, and one more if it was requested meanwhile. */
const sending = { running: false, again: false };

/** Sends in the background what was just committed. Without an SMTP server, mails stay where they are. */
export function sendMailsSoon(db: Database): void {
  if (!env().SMTP_URL) return;
  sending.again = true;
  if (sending.running) return;
  sending.running = true;
  void sendWhileAsked(db)
    .catch((error: unknown) => log().error({ err: error }, "sending mails failed"))
    .finally(() => {
      sending.running = false;
    });
}

async function sendWhileAsked(db: Database): Promise<void> {
  while (sending.again) {
    sending.again = false;
    await sendMails(db);
  }
}

/** One at a time, so that none is due again before its turn has come. Claiming a mail also schedules its retry. */
async function claim(db: Database): Promise<Mail | undefined> {
  const { id, sentAt, attempts, nextAttemptAt } = mails;
  const minutes = sql`(${`{${MAIL_RETRY_MINUTES.join(",")}}`}::int[])[least(${attempts} + 1, ${MAIL_RETRY_MINUTES.length}::int)]`;
  const [claimed] = await db
    .update(mails)
    .set({ attempts: sql`${attempts} + 1`, nextAttemptAt: sql`now() + make_interval(mins => ${minutes})` })
    .where(whereClaimed(mails, [id], { where: and(isNull(sentAt), lte(nextAttemptAt, sql`now()`)), orderBy: asc(nextAttemptAt) }))
    .returning();
  return claimed;
}

async function send(db: Database, transport: Transport, { id, recipient, subject, body, attempts }: Mail): Promise<boolean> {
  try {
    await transport({ id, recipient, subject, body: body ?? "" });
  } catch (error) {
    const { code, responseCode } = error as { code?: string; responseCode?: number };
    // What the server answered may name the recipient.
    log().warn({ mail: id, attempts, code, response_code: responseCode }, "mail not accepted");
    return false;
  }
  await db.update(mails).set({ sentAt: sql`now()`, body: null }).where(eq(mails.id, id));
  return true;
}
