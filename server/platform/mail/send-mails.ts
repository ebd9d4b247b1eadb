import { and, asc, eq, inArray, isNull, lte, type SQL, sql } from "drizzle-orm";
import { whereClaimed } from "@/db/claim";
import type { Database } from "@/db/client";
import { storedNow } from "@/db/schema/columns";
import { type Mail, mails } from "@/db/schema/mails";
import { mailRetryMinutes } from "@/server/domain/rules/retry-ladder";
import { log } from "@/server/platform/log";
import { tryToCompose } from "./compose-mail";
import { mailKinds } from "./mail-kinds";
import { smtpTransport, type Transport } from "./transport";

/**
 * Longer than the slowest mail, when the server answers each step just before its time-out (smtp.ts). A shorter lease would let another
 * process send the same mail.
 */
const LEASE_MINUTES = 10;

/** Pause before a mail that cannot be composed is tried again. Short, because a process of another version may be able to compose it. */
const UNCOMPOSED_MINUTES = 2;

/** Column of a mail's next attempt: `dueAt` for a mail with a kind, `nextAttemptAt` for one with a body. */
type DueTime = "dueAt" | "nextAttemptAt";

/**
 * Sends due mails and returns how many were accepted. Each is sent by the process that claims it first. A mail that is not accepted is
 * retried later. Of an accepted mail, only the subject is kept, because the text may contain a link that opens an account.
 * Throws at the end if mails could not be composed, so that the job counts as failed.
 */
export async function sendMails(db: Database, transport = smtpTransport()): Promise<number> {
  if (!transport) return 0;
  const counts = { sent: 0, postponed: 0, uncomposed: 0 };
  for (let mail = await claim(db); mail; mail = await claim(db)) counts[await send(db, transport, mail)] += 1;
  if (counts.uncomposed > 0) throw new Error(`Mails that cannot be composed: ${counts.uncomposed}.`);
  return counts.sent;
}

/**
 * Claims one mail at a time, so that no lease ends before the mail's turn. If the process dies, the mail is due again when the lease ends.
 * Mails with a body are those that an earlier version has queued, also while its processes are being replaced. Kinds of a newer version are
 * left to its processes.
 */
async function claim(db: Database): Promise<Mail | undefined> {
  return (await claimBy(db, "dueAt", inArray(mails.kind, Object.keys(mailKinds)))) ?? (await claimBy(db, "nextAttemptAt"));
}

async function claimBy(db: Database, dueColumn: DueTime, condition?: SQL): Promise<Mail | undefined> {
  const { id, sentAt, attempts, [dueColumn]: due } = mails;
  const [claimed] = await db
    .update(mails)
    .set({ attempts: sql`${attempts} + 1`, [dueColumn]: inMinutes(LEASE_MINUTES) })
    .where(whereClaimed(mails, [id], { where: and(isNull(sentAt), lte(due, storedNow), condition), orderBy: asc(due) }))
    .returning();
  return claimed;
}

async function send(db: Database, transport: Transport, mail: Mail): Promise<"sent" | "postponed" | "uncomposed"> {
  const { id, recipient, sender, kind, attempts } = mail;
  const composed = tryToCompose(mail, (reason) => log().error({ mail: id, kind, attempts, reason }, "mail cannot be composed"));
  if (!composed) {
    await postpone(db, mail, UNCOMPOSED_MINUTES);
    return "uncomposed";
  }
  const { subject, body, replyTo } = composed;
  try {
    await transport({ id, recipient, subject, body: body ?? "", ...(sender && { sender }), ...(replyTo && { replyTo }) });
  } catch (error) {
    const { code, responseCode } = error as { code?: string; responseCode?: number };
    // Only codes are logged: the server's answer may name the recipient.
    log().warn({ mail: id, attempts, code, response_code: responseCode }, "mail not accepted");
    await postpone(db, mail, mailRetryMinutes(attempts));
    return "postponed";
  }
  await db
    .update(mails)
    .set({ sentAt: sql`now()`, subject, values: null, valuesKeyId: null, body: null, bodyKeyId: null })
    .where(eq(mails.id, id));
  return "sent";
}

async function postpone(db: Database, { id, kind }: Mail, minutes: number): Promise<void> {
  const dueColumn: DueTime = kind === null ? "nextAttemptAt" : "dueAt";
  await db
    .update(mails)
    .set({ [dueColumn]: inMinutes(minutes) })
    .where(eq(mails.id, id));
}

function inMinutes(minutes: number): SQL {
  return sql`now() + make_interval(mins => ${minutes})`;
}
