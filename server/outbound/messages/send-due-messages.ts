import { and, eq, getTableColumns, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { isOutOfReach } from "@/db/failures";
import { type OutgoingMessage, outgoingMessages } from "@/db/schema/collections";
import { type Partner, partners } from "@/db/schema/partners";
import { type Actor, systemActor } from "@/server/actor";
import { mailRetryMinutes } from "@/server/domain/retry-ladder";
import { log } from "@/server/platform/log";
import { newCheckCode } from "./check-code";
import { type ClaimedMessage, type ComposedMessage, composeMessage } from "./compose-message";
import { beginHandOver, deliverToMailbox, recordNotSent, recordSent } from "./hand-over";
import { settleUnknown } from "./settle-unknown";
import type { MailConnection, Outcome, Transport } from "./transport";

/** How many mails one process hands over at once, each over a connection of its own. */
const CONCURRENCY = 10;

/** About three days. */
const MOST_FAILURES = 20;
/** About a day: what cannot be composed is a mistake of ours, and somebody must hear of it. */
const MOST_COMPOSITIONS = 10;

export interface MessageCounts {
  sent: number;
  notSent: number;
}

/**
 * Sends what is due until nothing is, in any number of processes at once. Throws when the mail server cannot be reached at all, once nothing of it is under
 * way any more.
 */
export async function sendDueMessages(db: Database, transport: Transport, isStopping: () => boolean): Promise<MessageCounts> {
  const counts: MessageCounts = { sent: 0, notSent: 0 };
  await settleUnknown(db);
  // Where only sandboxes' are sent, others' are passed over, which one does as well as ten.
  const workers = transport.kind === "none" ? 1 : CONCURRENCY;
  const outcomes = await Promise.allSettled(Array.from({ length: workers }, () => work(db, transport, isStopping, counts)));
  const failed = outcomes.find((outcome) => outcome.status === "rejected");
  if (failed) throw failed.reason;
  return counts;
}

/** Once the mail server cannot be reached, sandboxes' messages are sent all the same; then it throws. */
async function work(db: Database, transport: Transport, isStopping: () => boolean, counts: MessageCounts): Promise<void> {
  let connection: MailConnection | undefined;
  let failure: { error: unknown } | undefined;
  try {
    while (!isStopping()) {
      const message = await claim(db, failure ? { kind: "none" } : transport);
      if (!message) break;
      const { partnerId, clockOffsetMs, isSandbox } = message;
      const leaves = transport.kind === "smtp" && (!isSandbox || transport.isInvented === true);
      if (leaves && !connection) {
        const connected = await connectFor(db, transport, message);
        if ("error" in connected) {
          failure = connected;
          continue;
        }
        connection = connected;
      }
      const isSent = await sendOne(db, systemActor({ id: partnerId, clockOffsetMs }), message, leaves ? connection : undefined);
      counts[isSent ? "sent" : "notSent"] += 1;
      // A connection on which something was not taken is not used again.
      if (!isSent) {
        connection?.close();
        connection = undefined;
      }
    }
  } finally {
    connection?.close();
  }
  if (failure) throw failure.error;
}

/** A message waits no longer than a minute for a mail server that is back. */
async function connectFor(
  db: Database,
  transport: Transport & { kind: "smtp" },
  message: OutgoingMessage,
): Promise<MailConnection | { error: unknown }> {
  try {
    return await transport.connect();
  } catch (error) {
    await recordNotSent(db, message, { state: "waiting", failure: String((error as { code?: string }).code ?? "error"), afterMinutes: 1 });
    return { error };
  }
}

type Sender = Pick<Partner, "clockOffsetMs" | "isSandbox">;

/**
 * One at a time. Whoever has it has five minutes until it goes over; then another may take it. It counts as tried in vain until it turns out otherwise. Its
 * check code is the first one's who has it, however often it is tried.
 */
async function claim(db: Database, { kind }: Transport): Promise<(ClaimedMessage & Sender) | undefined> {
  const sandboxesAlone = sql`and exists (select from partners p where p.id = partner_id and p.is_sandbox)`;
  const due = sql`(
    select partner_id, id from outgoing_messages where state = 'waiting' and next_attempt_at <= now() ${kind === "none" ? sandboxesAlone : sql``}
    order by next_attempt_at limit 1 for update skip locked)`;
  const [claimed] = await db
    .update(outgoingMessages)
    .set({
      attempts: sql`${outgoingMessages.attempts} + 1`,
      failures: sql`${outgoingMessages.failures} + 1`,
      nextAttemptAt: sql`now() + interval '5 minutes'`,
      checkCode: sql`coalesce(${outgoingMessages.checkCode}, ${newCheckCode()})`,
    })
    .from(partners)
    .where(and(sql`(${outgoingMessages.partnerId}, ${outgoingMessages.id}) = ${due}`, eq(partners.id, outgoingMessages.partnerId)))
    .returning({
      ...getTableColumns(outgoingMessages),
      checkCode: sql<string>`${outgoingMessages.checkCode}`,
      clockOffsetMs: partners.clockOffsetMs,
      isSandbox: partners.isSandbox,
    })
    .prepare("claim_message")
    .execute();
  return claimed;
}

/** Without a connection, into the mailbox. */
async function sendOne(db: Database, actor: Actor, message: ClaimedMessage, connection: MailConnection | undefined): Promise<boolean> {
  // Each time so far its sender died over it, without a word.
  if (message.failures > MOST_FAILURES) {
    await recordFailure(db, message, { state: "refused", failure: "sender_died" });
    return false;
  }
  const composed = await tryToCompose(db, actor, message);
  if (composed === "failed") await recordFailure(db, message, { state: "waiting", failure: "not_composed" }, MOST_COMPOSITIONS);
  if (composed === "never") await recordNotSent(db, message, { state: "cancelled" });
  if (composed === "later") await recordNotSent(db, message, { state: "waiting", afterMinutes: 15 });
  if (typeof composed === "string") return false;

  const outcome: Outcome = connection
    ? await connection.send(composed.mail, () => beginHandOver(db, message, composed))
    : { state: (await deliverToMailbox(db, actor, message, composed)) ? "sent" : "not_handed_over" };

  // Looked at anew at once: what it says has changed, or it is not to be sent any more.
  if (outcome.state === "not_handed_over") await recordNotSent(db, message, { state: "waiting" });
  else if (outcome.state === "unknown") await recordSent(db, actor, message, outcome);
  else if (outcome.state !== "sent") await recordFailure(db, message, outcome);
  else if (connection) await recordSent(db, actor, message);
  return outcome.state === "sent";
}

/** What is wrong with one message is no reason to leave the others. */
async function tryToCompose(db: Database, actor: Actor, message: ClaimedMessage): Promise<ComposedMessage | "later" | "never" | "failed"> {
  try {
    return await composeMessage(db, actor, message);
  } catch (error) {
    if (isOutOfReach(error)) throw error;
    log().error({ err: error, message: message.id }, "a message to a customer could not be composed");
    return "failed";
  }
}

async function recordFailure(
  db: Database,
  message: OutgoingMessage,
  { state, failure }: { state: "waiting" | "refused"; failure: string },
  most = MOST_FAILURES,
) {
  const { id, failures } = message;
  log().warn({ message: id, failures, failure }, "a message to a customer was not taken");
  const isOver = state === "refused" || failures >= most;
  const afterMinutes = mailRetryMinutes(failures);
  await recordNotSent(db, message, { ...(isOver ? { state: "refused" } : { state, afterMinutes }), failure, inVain: true });
}
