import type { Database } from "@/db/client";
import type { Actor } from "@/server/actor";
import { type Supporter, type SupportPurpose, supportActor } from "./support-actor";

/** Runs an act of support on one invoice, after checking in the same transaction that support may do it. Throws `invalid_invoice_id`. */
export function actAsSupport<Result>(
  db: Database,
  supporter: Supporter,
  invoiceId: string,
  act: (tx: Database, actor: Actor) => Promise<Result>,
  purpose: Exclude<SupportPurpose, "read"> = "act",
): Promise<Result> {
  return db.transaction(async (tx) => act(tx, await supportActor(tx, supporter, invoiceId, purpose)));
}
