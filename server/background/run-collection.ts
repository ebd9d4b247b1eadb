import type { Database } from "@/db/client";
import { beginCollections } from "@/server/billing/collection/begin-collections";
import { takeDueSteps } from "@/server/billing/collection/take-due-steps";
import { type MessageCounts, sendDueMessages } from "@/server/messages/send-due-messages";
import { customerTransport, type Transport } from "@/server/messages/transport";
import type { Scope } from "@/server/platform/scope";
import { walkClocks } from "@/server/sandbox/walk-clocks";

/** Counts of the work that a call has done. */
export interface CollectionRound extends MessageCounts {
  /** Number of invoices whose plan was checked. */
  looked: number;
}

interface Options {
  scope?: Scope;
  isStopping?: () => boolean;
  /** Time during which new work is started, in ms. */
  runMs?: number;
  transport?: Transport;
}

const RUN_MS = 30_000;

/**
 * Runs collection: begins imports, takes due steps, sends messages and advances sandboxes' clocks, until nothing is left to do or `runMs` are
 * over. Any number of processes may run this. Work that other transactions hold up is left for the next call (`heldUp`).
 * If no mail can be sent, takes steps and sends messages only for sandboxes, so that no customer is charged for ignoring messages that were
 * never sent.
 */
export async function runCollection(
  db: Database,
  { scope, isStopping = () => false, runMs = RUN_MS, transport = customerTransport() }: Options = {},
): Promise<CollectionRound> {
  const round: CollectionRound = { looked: 0, sent: 0, notSent: 0 };
  const endsAt = performance.now() + runMs;
  const heldUp = { imports: new Set<string>(), partners: new Set<string>(), messages: new Set<string>() };
  const isOver = () => isStopping() || performance.now() > endsAt;
  for (let worked = true; worked && !isOver(); ) {
    const begun = await beginCollections(db, scope, heldUp.imports);
    const looked = await takeDueSteps(db, { canMail: transport.kind !== "none", scope, heldUp: heldUp.partners });
    // An unreachable mail server must not stop sandboxes.
    const options = { isStopping: isOver, scope, heldUp: heldUp.messages };
    const sending = await sendDueMessages(db, transport, options).catch((error: unknown) => ({ error }));
    const walked = await walkClocks(db, isOver, scope);
    if ("error" in sending) throw sending.error;
    const { sent, notSent } = sending;
    round.looked += looked;
    round.sent += sent;
    round.notSent += notSent;
    worked = begun + looked + sent + walked > 0;
  }
  return round;
}
