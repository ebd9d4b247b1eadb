import type { Database } from "@/db/client";
import { debitFileWarnings } from "@/db/schema/debit-warnings";
import { findDoubled, mailOfDoubled } from "@/server/bank/debit-files/find-doubled";
import type { UrgentFile } from "@/server/bank/debit-files/find-open-files";
import { companyNameInMail } from "@/server/domain/words/plain-name";
import { env } from "@/server/env";
import { enqueueMail } from "@/server/platform/mail/enqueue-mail";
import { findMoneyReaders } from "./find-money-readers";

/**
 * Mails about a file that needs a person, once for each reason; again if the bank names the file once more after a decision
 * (`decideWithdrawnFile`). Returns whether it did.
 */
export function mailOpenFile(db: Database, file: UrgentFile): Promise<boolean> {
  const { partnerId, fileId, need, today: toldOn } = file;
  return db.transaction(async (tx) => {
    const taken = await tx
      .insert(debitFileWarnings)
      .values({ partnerId, fileId, need, toldOn })
      .onConflictDoNothing()
      .returning({ fileId: debitFileWarnings.fileId });
    if (taken.length === 0) return false;
    const doubled = need === "named" ? await findDoubled(tx, partnerId, [fileId]) : [];
    const pair = doubled.find(({ earlierId }) => earlierId === fileId);
    for (const { id, locale } of await findMoneyReaders(tx, file))
      if (pair) await enqueueMail(tx, id, locale, "debitFileTwice", mailOfDoubled(pair, { ...file, company: file.companyName }));
      else await enqueue(tx, { id, locale }, file);
    return true;
  });
}

type Reader = Awaited<ReturnType<typeof findMoneyReaders>>[number];

function enqueue(tx: Database, { id, locale }: Reader, file: UrgentFile): Promise<void> {
  const { companyId, companyName: company, fileId, debitsCount: count, waitsForApproval } = file;
  const link = `${env().PUBLIC_URL}/companies/${companyId}/debits?file=${fileId}`;
  const common = { company, count, link, settings: `${env().PUBLIC_URL}/settings` };
  const task = waitsForApproval ? "approve" : "download";
  switch (file.need) {
    case "due":
      return enqueueMail(tx, id, locale, "debitFileDue", { ...common, task, when: file.cutOffAt.toISOString() });
    case "late":
      return enqueueMail(tx, id, locale, "debitFileLate", { ...common, task });
    case "mandate_withdrawn":
      return enqueueMail(tx, id, locale, "debitFileMandateWithdrawn", {
        ...common,
        holder: companyNameInMail(file.holder),
        others: count - 1,
      });
    case "unanswered":
      return enqueueMail(tx, id, locale, "debitFileUnanswered", common);
    case "named":
      return enqueueMail(tx, id, locale, "debitFileNamed", common);
  }
}
