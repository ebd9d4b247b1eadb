import { and, asc, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { DebitFile } from "@/db/schema/debit-files";
import { debits } from "@/db/schema/debits";
import { withdrawnDebits } from "@/db/schema/withdrawn-debits";
import type { Actor } from "@/server/actor";
import { batchIdOf } from "@/server/bank/debit-files/batch-id";
import { holdWithdrawn } from "@/server/bank/debit-files/hold-withdrawn";
import type { BankReport } from "@/server/bank/refund-files/bank-report";
import { painIdOf } from "@/server/domain/banking/pain-elements";
import { type DebitInFile, isRejectedAtBank, verdictsOf } from "@/server/domain/rules/debit-verdict";
import { clock } from "@/server/platform/clock";

/** Effect of a report on debits that have left the file. */
interface TakenOnWithdrawn {
  /** Debits that have left it. */
  left: DebitInFile[];
  /** Number of them that the bank may have by this report. */
  heldCount: number;
  /** Whether the bank made the report before it refused all of them. */
  isBeforeRefusal: boolean;
}

/** A file, and whether it is withdrawn, so that all of its debits have left it. */
interface LeftFile extends Pick<DebitFile, "partnerId" | "id"> {
  isWithdrawn: boolean;
}

/**
 * Applies a report to debits that a person has withdrawn from a file, and that are not back in it. If the whole file was withdrawn, the bank has it, so its debits go into
 * no other one until a person decides, except those that the bank rejects. If a part was, only the debits wait that the report does not
 * reject. A report from before the one by which the bank refused a debit does not hold it. The caller has locked the file.
 */
export async function takeReportOnWithdrawn(
  tx: Database,
  actor: Actor,
  { partnerId, id: fileId, isWithdrawn }: LeftFile,
  report: BankReport,
): Promise<TakenOnWithdrawn> {
  const { fileCents, collectOn, scheme, sequenceType, debitId, refusedAt } = withdrawnDebits;
  const rows = await tx
    .select({ id: debitId, endToEndId: debits.endToEndId, amountCents: fileCents, collectOn, scheme, sequenceType, refusedAt })
    .from(withdrawnDebits)
    .innerJoin(debits, and(eq(debits.partnerId, withdrawnDebits.partnerId), eq(debits.id, debitId)))
    .where(
      and(
        ...[eq(withdrawnDebits.partnerId, partnerId), eq(withdrawnDebits.fileId, fileId)],
        sql`${debits.fileId} is distinct from ${withdrawnDebits.fileId}`,
      ),
    )
    .orderBy(asc(debitId));
  if (rows.length === 0) return { left: [], heldCount: 0, isBeforeRefusal: false };
  const messageId = painIdOf(fileId);
  const saidAt = new Date(report.saidAt);
  const contained = rows.map(({ id, endToEndId, amountCents, refusedAt: at, ...batch }) => ({
    ...{ id, isNewer: at === null || at < saidAt },
    inFile: { endToEndId, amountCents, messageId, batchId: batchIdOf(messageId, batch) },
  }));
  const left = contained.map(({ inFile }) => inFile);
  const verdictOn = verdictsOf(report, left);
  const answers = contained.map(({ inFile, ...debit }) => ({ ...debit, verdict: verdictOn(inFile)?.verdict }));
  const isRejected = ({ verdict }: (typeof answers)[number]) =>
    isRejectedAtBank({ status: "at_bank", reportStatus: verdict?.status ?? null, reasonCode: verdict?.reasonCode ?? null });
  const free = answers.filter(isRejected);
  const held = answers.filter((answer) => answer.isNewer && !isRejected(answer) && (isWithdrawn || answer.verdict?.status));
  await holdWithdrawn(tx, { partnerId, fileId }, clock.now(actor), {
    heldIds: held.map(({ id }) => id),
    freeIds: free.map(({ id }) => id),
  });
  return { left, heldCount: held.length, isBeforeRefusal: answers.every(({ isNewer }) => !isNewer) };
}
