import { and, eq, lte, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { prepared } from "@/db/prepared";
import { storedNow } from "@/db/schema/columns";
import { heldReplies } from "@/db/schema/conversations";
import { invoices } from "@/db/schema/invoices";
import { partners } from "@/db/schema/partners";
import type { Actor } from "@/server/actor";
import type { Scope } from "@/server/platform/scope";
import { transact } from "@/server/platform/transact";
import { releaseHeldReplies } from "./release-held-replies";

const PAGE_SIZE = 100;

interface Options {
  scope?: Scope;
  isStopping?: () => boolean;
}

/**
 * Sends held replies after their undo time, in their authors' names, with the rights they had when writing. Any number of processes may run
 * this: a reply is sent completely or not at all. Costs one index lookup if no reply is due. A failing reply delays only its own
 * conversation; it is tried again in the next run, and its error is thrown at the end. Returns the number of replies sent.
 */
export async function releaseDueReplies(db: Database, { scope, isStopping = () => false }: Options = {}): Promise<number> {
  let sent = 0;
  const failures: unknown[] = [];
  const passedOver = new Set<string>();
  for await (const due of dueReplies(db, scope)) {
    if (isStopping()) break;
    // Replies of one conversation are sent in order, so later ones wait as well.
    if (passedOver.has(due.invoiceId)) continue;
    const wasReleased = await release(db, due).catch((error: unknown) => {
      failures.push(error);
      return false;
    });
    if (wasReleased) sent += 1;
    else passedOver.add(due.invoiceId);
  }
  if (failures.length > 0) throw new AggregateError(failures, `Replies that were not sent: ${failures.length}`, { cause: failures[0] });
  return sent;
}

type DueReply = Awaited<ReturnType<ReturnType<typeof duePage>["execute"]>>[number];

/** Yields each due reply once, in the order of sending, page by page, so that failing replies do not keep others out. */
async function* dueReplies(db: Database, scope: Scope | undefined): AsyncGenerator<DueReply> {
  let last: { dueAt: Date; recordedOrder: number } | undefined = { dueAt: new Date(0), recordedOrder: 0 };
  while (last) {
    const page: DueReply[] = await duePage(db).execute({
      partnerId: scope?.partnerId ?? null,
      afterDueAt: last.dueAt.toISOString(),
      afterOrder: last.recordedOrder,
    });
    yield* page;
    last = page.length === PAGE_SIZE ? page.at(-1) : undefined;
  }
}

const partnerId = sql.placeholder("partnerId");

const duePage = prepared((db) =>
  db
    .select({
      partnerId: heldReplies.partnerId,
      invoiceId: heldReplies.invoiceId,
      id: heldReplies.id,
      authorId: heldReplies.authorId,
      dueAt: heldReplies.dueAt,
      recordedOrder: heldReplies.recordedOrder,
      clockOffsetMs: partners.clockOffsetMs,
    })
    .from(heldReplies)
    .innerJoin(partners, eq(partners.id, heldReplies.partnerId))
    .where(
      and(
        lte(heldReplies.dueAt, storedNow),
        sql`(${heldReplies.dueAt}, ${heldReplies.recordedOrder}) > (${sql.placeholder("afterDueAt")}::timestamptz, ${sql.placeholder("afterOrder")}::bigint)`,
        sql`(${partnerId}::text is null or ${heldReplies.partnerId} = ${partnerId})`,
      ),
    )
    .orderBy(heldReplies.dueAt, heldReplies.recordedOrder)
    .limit(PAGE_SIZE)
    .prepare("due_replies"),
);

/** Sends the reply. Returns false if the invoice is locked. */
function release(db: Database, { partnerId, invoiceId, id, authorId, clockOffsetMs }: DueReply): Promise<boolean> {
  const author: Actor = { kind: "person", id: authorId, partnerId, companyIds: null, clockOffsetMs, requestId: null };
  return transact(db, author, async (tx) => {
    // Locks the invoice first, like all code that changes a conversation or deletes an invoice. If the invoice is locked, skips it for now.
    const [invoice] = await tx
      .select({ partnerId: invoices.partnerId, companyId: invoices.companyId, id: invoices.id })
      .from(invoices)
      .where(and(eq(invoices.partnerId, partnerId), eq(invoices.id, invoiceId)))
      .for("update", { skipLocked: true });
    if (invoice) await releaseHeldReplies(tx, author, invoice, id);
    return invoice !== undefined;
  });
}
