import { and, eq, lte, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { prepared } from "@/db/prepared";
import { heldReplies } from "@/db/schema/conversations";
import { invoices } from "@/db/schema/invoices";
import { partners } from "@/db/schema/partners";
import type { Actor } from "@/server/actor";
import type { Scope } from "@/server/platform/scope";
import { transact } from "@/server/platform/transact";
import { releaseHeldReplies } from "./release-held-replies";

const AT_ONCE = 100;

interface Options {
  scope?: Scope;
  isStopping?: () => boolean;
}

/**
 * Sends held replies whose undo time is over, as their authors, with the rights they had when writing. Safe in any number of processes: a reply is
 * sent as a whole or not at all. Costs one index lookup when nothing is due. A reply that fails does not stop the others; its error is thrown at the
 * end. Returns the number of replies sent.
 */
export async function releaseDueReplies(db: Database, { scope, isStopping = () => false }: Options = {}): Promise<number> {
  let sent = 0;
  const failures: unknown[] = [];
  const passedOver = new Set<string>();
  for (const due of await dueReplies(db).execute({ partnerId: scope?.partnerId ?? null })) {
    // One conversation's replies are sent in their order, or later.
    if (isStopping()) break;
    if (passedOver.has(due.invoiceId)) continue;
    const wasFree = await release(db, due).catch((error: unknown) => {
      failures.push(error);
      return false;
    });
    if (wasFree) sent += 1;
    else passedOver.add(due.invoiceId);
  }
  if (failures.length > 0) throw new AggregateError(failures, `Replies that were not sent: ${failures.length}`, { cause: failures[0] });
  return sent;
}

type DueReply = Awaited<ReturnType<ReturnType<typeof dueReplies>["execute"]>>[number];

const partnerId = sql.placeholder("partnerId");

const dueReplies = prepared((db) =>
  db
    .select({
      partnerId: heldReplies.partnerId,
      invoiceId: heldReplies.invoiceId,
      id: heldReplies.id,
      authorId: heldReplies.authorId,
      clockOffsetMs: partners.clockOffsetMs,
    })
    .from(heldReplies)
    .innerJoin(partners, eq(partners.id, heldReplies.partnerId))
    .where(and(lte(heldReplies.dueAt, sql`now()`), sql`(${partnerId}::text is null or ${heldReplies.partnerId} = ${partnerId})`))
    .orderBy(heldReplies.dueAt, heldReplies.id)
    .limit(AT_ONCE)
    .prepare("due_replies"),
);

/** Whether the invoice was free to be locked. */
function release(db: Database, { partnerId, invoiceId, id, authorId, clockOffsetMs }: DueReply): Promise<boolean> {
  const author: Actor = { kind: "person", id: authorId, partnerId, companyIds: null, clockOffsetMs, requestId: null };
  return transact(db, author, async (tx) => {
    // The invoice first, as everybody does who changes its conversation or deletes it. One that is busy has its turn a moment later.
    const [invoice] = await tx
      .select({ partnerId: invoices.partnerId, companyId: invoices.companyId, id: invoices.id })
      .from(invoices)
      .where(and(eq(invoices.partnerId, partnerId), eq(invoices.id, invoiceId)))
      .for("update", { skipLocked: true });
    if (invoice) await releaseHeldReplies(tx, author, invoice, id);
    return invoice !== undefined;
  });
}
