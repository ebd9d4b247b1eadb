import { and, asc, eq, isNull, ne, sql } from "drizzle-orm";
import { isOneOf } from "@/db/array-text";
import type { Database } from "@/db/client";
import type { Debit } from "@/db/schema/debits";
import { mandates } from "@/db/schema/mandates";
import { type Actor, identityOf } from "@/server/actor";
import { isAccountReason } from "@/server/domain/rules/debit-reasons";
import { recordEvent } from "@/server/platform/audit/record-event";
import { clock } from "@/server/platform/clock";

/** A debit's mandate, company and day of collection. */
type MandatedDebit = Pick<Debit, "mandateId" | "companyId" | "collectOn">;

/**
 * Records that the bank was given debits by these mandates, from which the 36 months of a mandate count, also if a debit was rejected. A
 * mandate for a single debit ends if `isCollected`. The caller has locked the debits.
 */
export async function recordMandateUse(
  tx: Database,
  actor: Actor,
  debits: readonly MandatedDebit[],
  { isCollected }: { isCollected: boolean },
): Promise<void> {
  const latest = new Map<string, string>();
  for (const { mandateId, collectOn } of debits) if (collectOn > (latest.get(mandateId) ?? "")) latest.set(mandateId, collectOn);
  const whereUsed = and(eq(mandates.partnerId, actor.partnerId), isOneOf(mandates.id, latest.keys()), isNull(mandates.endedAt));
  await tx.select({ id: mandates.id }).from(mandates).where(whereUsed).orderBy(asc(mandates.id)).for("no key update");
  const rows = [...latest].map(([id, on]) => ({ id, on }));
  // The day of an earlier software is the only one that no debit explains (`findCollectedDays`).
  await tx.execute(sql`update mandates m set last_collected_on = greatest(m.last_collected_on, n."on"),
      taken_over_on = coalesce(m.taken_over_on, case when not exists (select from debits d where d.partner_id = m.partner_id
        and d.mandate_id = m.id and d.collect_on = m.last_collected_on and d.status not in ('planned', 'cancelled')) then m.last_collected_on end)
    from json_to_recordset(${JSON.stringify(rows)}::json) n (id text, "on" date)
    where m.partner_id = ${actor.partnerId} and m.id = n.id and m.ended_at is null`);
  if (!isCollected) return;
  await tx
    .update(mandates)
    .set({ endedAt: clock.now(actor), endedReason: "collected", endedBy: identityOf(actor) })
    .where(and(whereUsed, eq(mandates.sequence, "one_off")));
}

/** A debit, its account in the file, and the bank's reason. */
interface FailedDebit extends MandatedDebit, Pick<Debit, "iban"> {
  code: string;
}

/**
 * Ends mandates by which no debit can succeed, as a bank's reason says. Leaves those that ended before, and, for a reason about the account,
 * those that have another account by now. The caller has locked the debits.
 */
export async function endMandates(tx: Database, actor: Actor, debits: readonly FailedDebit[]): Promise<void> {
  for (const { mandateId, companyId, code, iban } of debits.toSorted((one, other) => (one.mandateId < other.mandateId ? -1 : 1))) {
    const whereSameAccount = iban !== null && isAccountReason(code) ? eq(mandates.iban, iban) : undefined;
    const ended = await tx
      .update(mandates)
      .set({ endedAt: clock.now(actor), endedReason: "returned", endedBy: identityOf(actor) })
      .where(and(eq(mandates.partnerId, actor.partnerId), eq(mandates.id, mandateId), isNull(mandates.endedAt), whereSameAccount))
      .returning({ id: mandates.id });
    if (ended.length === 0) continue;
    await recordEvent(tx, actor, "mandate_ended", { about: `company:${companyId}`, after: { mandate: mandateId, code } });
  }
}

/**
 * Whether a bank's reason is about an account that is no longer the mandate's, because the payer has named another one: they caused nothing, so
 * they owe no fee.
 */
export async function isOfFormerAccount(
  tx: Database,
  { partnerId }: Pick<Actor, "partnerId">,
  { mandateId, iban }: Pick<Debit, "mandateId" | "iban">,
  code: string,
): Promise<boolean> {
  if (iban === null || !isAccountReason(code)) return false;
  const whereOther = and(eq(mandates.partnerId, partnerId), eq(mandates.id, mandateId), ne(mandates.iban, iban));
  return (await tx.select({ id: mandates.id }).from(mandates).where(whereOther)).length > 0;
}
