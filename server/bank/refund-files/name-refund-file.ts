import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { companies } from "@/db/schema/companies";
import { payouts } from "@/db/schema/payouts";
import { type Actor, visibleTo } from "@/server/actor";
import { bankFileName } from "@/server/domain/banking/bank-file-name";
import { DomainError } from "@/server/errors";

/** Returns the name of a refund file's download, which begins with `word`, without its extension. Throws `invalid_payout_id`. */
export async function nameRefundFile(db: Database, actor: Actor, payoutId: string, word: string): Promise<string> {
  const [payout] = await db
    .select({ id: payouts.id, companyName: companies.name, createdAt: payouts.createdAt })
    .from(payouts)
    .innerJoin(companies, and(eq(companies.partnerId, payouts.partnerId), eq(companies.id, payouts.companyId)))
    .where(and(visibleTo(actor, payouts), eq(payouts.id, payoutId)));
  if (!payout) throw new DomainError("invalid_payout_id");
  return bankFileName(word, payout);
}
