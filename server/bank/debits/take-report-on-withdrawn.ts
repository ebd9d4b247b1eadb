import { and, asc, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { DebitFile } from "@/db/schema/debit-files";
import { debits } from "@/db/schema/debits";
import { withdrawnDebits } from "@/db/schema/withdrawn-debits";
import type { Actor } from "@/server/actor";
import { batchIdOf } from "@/server/bank/debit-files/batch-id";
import { holdWithdrawn } from "@/server/bank/debit-files/hold-withdrawn";
import type { BankReport } from "@/server/bank/refund-files/bank-report";
import { painIdOf } from "@/server/domain/banking/pain-elements";
import { type DebitInFile, isEndedByReport, verdictsOf } from "@/server/domain/rules/debit-verdict";
import { clock } from "@/server/platform/clock";

/**
 * Applies a report to a file that was withdrawn before: the bank has the file, so its debits go into no other one until a person decides,
 * except those that the bank rejects. Returns what the file contained. The caller has locked the file.
 */
export async function takeReportOnWithdrawn(
  tx: Database,
  actor: Actor,
  { partnerId, id: fileId }: Pick<DebitFile, "partnerId" | "id">,
  report: BankReport,
): Promise<DebitInFile[]> {
  const { fileCents, collectOn, scheme, sequenceType, debitId } = withdrawnDebits;
  const rows = await tx
    .select({ id: debitId, endToEndId: debits.endToEndId, amountCents: fileCents, collectOn, scheme, sequenceType })
    .from(withdrawnDebits)
    .innerJoin(debits, and(eq(debits.partnerId, withdrawnDebits.partnerId), eq(debits.id, debitId)))
    .where(and(eq(withdrawnDebits.partnerId, partnerId), eq(withdrawnDebits.fileId, fileId)))
    .orderBy(asc(debitId));
  const messageId = painIdOf(fileId);
  const contained = rows.map(({ id, endToEndId, amountCents, ...batch }) => ({
    id,
    inFile: { endToEndId, amountCents, messageId, batchId: batchIdOf(messageId, batch) },
  }));
  const verdictOn = verdictsOf(report);
  const isRejected = ({ inFile }: { inFile: DebitInFile }) => {
    const verdict = verdictOn(inFile);
    const { status: reportStatus = null, reasonCode = null } = verdict ?? {};
    // Rejected as sent twice: the first copy counts.
    return isEndedByReport({ status: "at_bank", reportStatus, reasonCode });
  };
  const rejectedIds = contained.filter(isRejected).map(({ id }) => id);
  await holdWithdrawn(tx, { partnerId, fileId }, clock.now(actor), rejectedIds);
  return contained.map(({ inFile }) => inFile);
}
