import { sql } from "drizzle-orm";
import { db } from "@/db/client";
import { heldReplies } from "@/db/schema/conversations";
import type { Actor } from "@/server/actor";
import type { InvoiceDetails } from "@/server/billing/invoices/invoice";
import { newId } from "@/server/platform/id";

/** Stores a held reply whose 10 seconds are over, unless `dueInMs` gives it more. Returns its id. */
export async function givenDueReply(
  { partnerId, companyId, id: invoiceId }: InvoiceDetails,
  author: Actor,
  sent: Partial<typeof heldReplies.$inferInsert> & { dueInMs?: number } = {},
): Promise<string> {
  const { dueInMs = -1_000, ...reply } = sent;
  const id = newId();
  await db.insert(heldReplies).values({
    partnerId,
    companyId,
    invoiceId,
    id,
    authorId: author.id ?? "",
    sender: "company",
    message: "Of course you can.",
    thenArchive: false,
    // As if its author had read everything so far.
    readUntilOrder: sql`(select coalesce(max(recorded_order), 0) from tickets where invoice_id = ${invoiceId})`,
    createdAt: new Date(),
    dueAt: sql`clock_timestamp() + ${dueInMs} * interval '1 millisecond'`,
    ...reply,
  });
  return id;
}
