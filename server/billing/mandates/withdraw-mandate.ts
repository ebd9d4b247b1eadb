import type { Database } from "@/db/client";
import { only } from "@/db/rows";
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
    await recordEvent(tx, actor, "mandate_withdrawn", { about: `company:${row.companyId}`, after: { mandate: row.id } });
    return described(only(withdrawn));
  });
}
