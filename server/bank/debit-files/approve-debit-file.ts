import type { Database } from "@/db/client";
import { debitFiles } from "@/db/schema/debit-files";
import { type Actor, identityOf } from "@/server/actor";
import { requireApprover } from "@/server/billing/approvals/find-approvers";
import { DomainError } from "@/server/errors";
import { recordEvent } from "@/server/platform/audit/record-event";
import { clock } from "@/server/platform/clock";
import { transact } from "@/server/platform/transact";
import { lockDebitFile, whereDebitFile } from "./find-debit-file";

/**
 * Approves a file of direct debits as its second person. Throws `invalid_debit_file_id`, what `requireApprover` throws, and
 * `changed_meanwhile` if the file was approved or withdrawn before.
 */
export function approveDebitFile(db: Database, actor: Actor, fileId: string): Promise<void> {
  return transact(db, actor, async (tx) => {
    const { companyId, createdBy, createdAt, aloneFrom, approvedAt, withdrawnAt } = await lockDebitFile(tx, actor, fileId);
    await requireApprover(tx, actor, { by: createdBy, at: createdAt, aloneFrom }, "debit_file_is_own");
    if (approvedAt || withdrawnAt) throw new DomainError("changed_meanwhile");
    await tx
      .update(debitFiles)
      .set({ approvedBy: identityOf(actor), approvedAt: clock.now(actor) })
      .where(whereDebitFile(actor, fileId));
    await recordEvent(tx, actor, "debit_file_approved", { about: `company:${companyId}`, after: { file: fileId } });
  });
}
