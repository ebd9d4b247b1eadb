import { and, eq, inArray } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { debitFileWarnings } from "@/db/schema/debit-warnings";
import { debits } from "@/db/schema/debits";
import { mandates } from "@/db/schema/mandates";
import { type Actor, identityOf } from "@/server/actor";
import { dayAt } from "@/server/domain/formats/calendar";
import { DomainError } from "@/server/errors";
import { recordEvent } from "@/server/platform/audit/record-event";
import { clock } from "@/server/platform/clock";
import { transact } from "@/server/platform/transact";
import { whereMandate } from "./find-mandate";
import { asMandate } from "./mandate";
import { type MandateRecord, recordsOfMandates } from "./mandate-record";

type MandateRow = typeof mandates.$inferSelect;

/**
 * Records that the payer withdrew the mandate. Returns one that was withdrawn before as it is. Throws `invalid_mandate_id`, and
 * `mandate_ended` if it ended for another reason.
 */
export function withdrawMandate(db: Database, actor: Actor, mandateId: string): Promise<MandateRecord> {
  return transact(db, actor, async (tx) => {
    const [row] = await tx.select().from(mandates).where(whereMandate(actor, mandateId)).for("no key update");
    if (!row) throw new DomainError("invalid_mandate_id");
    const now = clock.now(actor);
    const described = async (ended: typeof row) => only(await recordsOfMandates(tx, actor, [asMandate(ended, dayAt(now))]));
    if (row.endedReason === "withdrawn") return described(row);
    if (row.endedReason !== null) throw new DomainError("mandate_ended");
    const withdrawn = await tx
      .update(mandates)
      .set({ endedAt: now, endedReason: "withdrawn", endedBy: identityOf(actor) })
      .where(whereMandate(actor, row.id))
      .returning();
    await warnAgain(tx, row);
    await recordEvent(tx, actor, "mandate_withdrawn", { about: `company:${row.companyId}`, after: { mandate: row.id } });
    return described(only(withdrawn));
  });
}

/** Lets people be mailed once more of files that the bank may have, with a debit by this mandate: they were perhaps mailed of another one. */
async function warnAgain(tx: Database, { partnerId, id }: Pick<MandateRow, "partnerId" | "id">): Promise<void> {
  const ofFiles = tx
    .select({ id: debits.fileId })
    .from(debits)
    .where(and(eq(debits.partnerId, partnerId), eq(debits.mandateId, id), eq(debits.status, "at_bank")));
  await tx
    .delete(debitFileWarnings)
    .where(
      and(
        eq(debitFileWarnings.partnerId, partnerId),
        eq(debitFileWarnings.need, "mandate_withdrawn"),
        inArray(debitFileWarnings.fileId, ofFiles),
      ),
    );
}
