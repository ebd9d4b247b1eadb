import { and, asc, eq, getTableColumns, lte, sql } from "drizzle-orm";
import { whereClaimed } from "@/db/claim";
import type { Database } from "@/db/client";
import { isUnreachable, waitedForLock, wasHeldUp } from "@/db/failures";
import { prepared } from "@/db/prepared";
import { type OutgoingMessage, outgoingMessages } from "@/db/schema/collections";
import { storedNow } from "@/db/schema/columns";
import { type Partner, partners } from "@/db/schema/partners";
import { type Actor, systemActor } from "@/server/actor";
import { mailRetryMinutes } from "@/server/domain/rules/retry-ladder";
import { log } from "@/server/platform/log";
import { newCheckCode } from "@/server/platform/mail/check-code";
import { heldUpWork } from "@/server/platform/metrics";
import type { Scope } from "@/server/platform/scope";
import { type HeldUp, unlessHeldUp } from "@/server/platform/unless-held-up";
import { type ClaimedMessage, type ComposedMessage, composeMessage } from "./compose-message";
import { beginHandOver, deliverToMailbox, recordAllSent, recordGone, recordNotSent } from "./hand-over";
import { settleUnknown } from "./settle-unknown";
import type { MailConnection, Outcome, Transport } from "./transport";

/** Mails that one process hands over at once, each over its own connection. */
const CONCURRENCY = 10;

/** Maximum number of failed attempts, over about three days, before a message is refused. */
const MOST_FAILURES = 20;
/** Maximum number of attempts to compose a message, over about a day. One that cannot be composed is a bug that people must see. */
const MOST_COMPOSITIONS = 10;

interface Options {
  isStopping?: () => boolean;
  scope?: Scope;
  /** Records that were held up before in this round. */
  heldUp?: HeldUp;
}

export interface MessageCounts {
  sent: number;
  notSent: number;
}

/**
 * Sends due messages until none is left, in any number of processes at once. A message that other transactions hold up stops no other.
 * Throws when the mail server or the database cannot be reached, after its workers have ended.
 */
export async function sendDueMessages(
  db: Database,
  transport: Transport,
  { isStopping = () => false, scope, heldUp = new Set() }: Options = {},
): Promise<MessageCounts> {
  const counts: MessageCounts = { sent: 0, notSent: 0 };
  await settleUnknown(db, { scope, heldUp });
  // With no mail server, one worker is enough: it only sends sandbox messages.
  const workers = transport.kind === "none" ? 1 : CONCURRENCY;
  const outcomes = await Promise.allSettled(
    Array.from({ length: workers }, () => work(db, transport, { isStopping, scope, heldUp }, counts)),
  );
  const failed = outcomes.find((outcome) => outcome.status === "rejected");
  if (failed) throw failed.reason;
  return counts;
}

/** Sends messages until none is due. If the mail server cannot be reached, still sends those of sandboxes, and then throws. */
async function work(
  db: Database,
  transport: Transport,
  { isStopping, scope, heldUp }: Options & { isStopping: () => boolean; heldUp: HeldUp },
  counts: MessageCounts,
): Promise<void> {
  let connection: MailConnection | undefined;
  let failure: { error: unknown } | undefined;
  try {
    while (!isStopping()) {
      const message = await claim(db, failure ? { kind: "none" } : transport, scope);
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
      const actor = systemActor({ id: partnerId, clockOffsetMs });
      // If it is held up, its lease ends later.
      const isSent = await unlessHeldUp(heldUp, "message", message.id, () => sendOne(db, actor, message, leaves ? connection : undefined));
      counts[isSent ? "sent" : "notSent"] += 1;
      // A connection is not used again after a mail that was not accepted.
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

/** Opens a connection. If that fails, the message waits at most a minute, so that it is sent soon after the server is back. */
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
 * Claims one message on a lease of five minutes. The attempt counts as a failure until it succeeds. The first claim gives the message its
 * check code, which it keeps.
 */
async function claim(db: Database, { kind }: Transport, scope: Scope | undefined): Promise<(ClaimedMessage & Sender) | undefined> {
  const ofPartner = scope?.partnerId ?? null;
  const [claimed] = await claimStatement(db).execute({ sandboxesAlone: kind === "none", ofPartner, newCheckCode: newCheckCode() });
  return claimed;
}

const claimStatement = prepared((db) => {
  const { partnerId, id, state, nextAttemptAt, attempts, failures, checkCode } = outgoingMessages;
  const ofPartner = sql`${sql.placeholder("ofPartner")}::text`;
  const inSandbox = sql`exists (select from partners p where p.id = ${partnerId} and p.is_sandbox)`;
  const where = and(
    eq(state, sql`'waiting'`),
    lte(nextAttemptAt, storedNow),
    sql`(not ${sql.placeholder("sandboxesAlone")}::boolean or ${inSandbox})`,
    sql`(${ofPartner} is null or ${partnerId} = ${ofPartner})`,
  );
  return db
    .update(outgoingMessages)
    .set({
      attempts: sql`${attempts} + 1`,
      failures: sql`${failures} + 1`,
      nextAttemptAt: sql`now() + interval '5 minutes'`,
      checkCode: sql`coalesce(${checkCode}, ${sql.placeholder("newCheckCode")}::text)`,
    })
    .from(partners)
    .where(and(whereClaimed(outgoingMessages, [partnerId, id], { where, orderBy: asc(nextAttemptAt) }), eq(partners.id, partnerId)))
    .returning({
      ...getTableColumns(outgoingMessages),
      checkCode: sql<string>`${checkCode}`,
      clockOffsetMs: partners.clockOffsetMs,
      isSandbox: partners.isSandbox,
    })
    .prepare("claim_message");
});

/** Sends one message; without a connection, into the mailbox. */
async function sendOne(db: Database, actor: Actor, message: ClaimedMessage, connection: MailConnection | undefined): Promise<boolean> {
  // Each worker that claimed the message crashed.
  if (message.failures > MOST_FAILURES) {
    await recordFailure(db, message, { state: "refused", failure: "sender_died" });
    return false;
  }
  const composed = await tryToCompose(db, actor, message);
  if (composed === "failed") await recordFailure(db, message, { state: "waiting", failure: "not_composed" }, MOST_COMPOSITIONS);
  if (composed === "never") await recordNotSent(db, message, { state: "cancelled" });
  if (composed === "at_once") await recordNotSent(db, message, { state: "waiting" });
  if (composed === "soon") await recordNotSent(db, message, { state: "waiting", afterMinutes: 1 });
  if (composed === "later") await recordNotSent(db, message, { state: "waiting", afterMinutes: 15 });
  if (typeof composed === "string") return false;

  const outcome: Outcome = connection
    ? await connection.send(composed.mail, () => beginHandOver(db, message, composed))
    : { state: (await deliverToMailbox(db, actor, message, composed)) ? "sent" : "not_handed_over" };

  // The message is due again immediately: its contents have changed, or it is no longer wanted.
  if (outcome.state === "not_handed_over") await recordNotSent(db, message, { state: "waiting" });
  else if (outcome.state === "unknown") await recordAllSent(db, actor, message, outcome);
  else if (outcome.state !== "sent") await recordFailure(db, message, outcome);
  else if (connection) await recordGone(db, actor, message, composed);
  return outcome.state === "sent";
}

/** Composes a message. A failure with it, or a transaction that holds it up, does not stop the others. An unreachable database does. */
async function tryToCompose(
  db: Database,
  actor: Actor,
  message: ClaimedMessage,
): Promise<ComposedMessage | "at_once" | "soon" | "later" | "never" | "failed"> {
  try {
    return await composeMessage(db, actor, message);
  } catch (error) {
    if (waitedForLock(error)) return "at_once";
    if (isUnreachable(error)) throw error;
    if (wasHeldUp(error)) {
      log().warn({ err: error, message: message.id }, "composing a message held up");
      heldUpWork.inc({ kind: "message" });
      return "soon";
    }
    log().error({ err: error, message: message.id }, "composing a message failed");
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
  log().warn({ message: id, failures, failure }, "message not accepted");
  const isOver = state === "refused" || failures >= most;
  const afterMinutes = mailRetryMinutes(failures);
  await recordNotSent(db, message, { ...(isOver ? { state: "refused" } : { state, afterMinutes }), failure, inVain: true });
}
