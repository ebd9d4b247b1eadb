import type { Database } from "@/db/client";
import type { Invoice } from "@/db/schema/invoices";
import { dueNowCents, followParts } from "@/server/domain/rules/instalment-account";
import { findPlan } from "./find-plan";

/** Returns the amount of an invoice that is to be paid now by its plan of instalments, in cents; undefined if no plan goes on. */
export async function findDuePartCents(db: Database, invoice: Pick<Invoice, "partnerId" | "id">): Promise<number | undefined> {
  const plan = await findPlan(db, invoice);
  if (!plan || plan.endedAt) return undefined;
  return dueNowCents(followParts(plan, plan.lines)) || undefined;
}
