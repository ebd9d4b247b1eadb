import { and, asc, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { debitFiles } from "@/db/schema/debit-files";
import { type Debit, debits } from "@/db/schema/debits";
import type { Actor } from "@/server/actor";
import { painIdOf } from "@/server/domain/banking/pain-elements";
import { dayAt } from "@/server/domain/formats/calendar";
import { DomainError } from "@/server/errors";
import { recordEvent } from "@/server/platform/audit/record-event";
import { clock } from "@/server/platform/clock";
import { transact } from "@/server/platform/transact";
import { lockDebitFile, whereDebitFile } from "./find-debit-file";
import { findDoubled } from "./find-doubled";
import { type PainDebit, writeDebits } from "./pain-008";
import { requireCollectable } from "./require-collectable";

/**
 * Returns the file for the bank, the same each time. From the first time on, the bank may have the file. Throws
 * - `invalid_debit_file_id`;
 * - `second_person_required` until the file is approved;
 * - `changed_meanwhile` once the file is withdrawn, a debit has left it, or the bank has decided about one of its debits: the others could be
 *   collected twice;
 * - `debit_file_too_late` once a day of collection has come: banks take no file for that day;
 * - what `requireCollectable` throws, the first time;
 * - `debit_file_outdated` also later, once the bank has named a withdrawn file with the same debits: it would collect them twice.
 */
export function getDebitFile(db: Database, actor: Actor, fileId: string): Promise<string> {
  return transact(db, actor, async (tx) => {
    const file = await lockDebitFile(tx, actor, fileId);
    if (file.withdrawnAt) throw new DomainError("changed_meanwhile");
    if (file.needsApproval && !file.approvedAt) throw new DomainError("second_person_required");
    const contained = await tx
      .select()
      .from(debits)
      .where(and(eq(debits.partnerId, actor.partnerId), eq(debits.fileId, fileId)))
      .orderBy(asc(debits.id));
    if (contained.length < file.debitsCount || contained.some(({ status }) => status !== "at_bank"))
      throw new DomainError("changed_meanwhile");
    const now = clock.now(actor);
    const today = dayAt(now);
    if (contained.some(({ collectOn }) => collectOn <= today)) throw new DomainError("debit_file_too_late");
    if (file.handedOutAt) {
      const doubled = await findDoubled(tx, actor.partnerId, [fileId]);
      if (doubled.some(({ newerId }) => newerId === fileId)) throw new DomainError("debit_file_outdated");
    } else {
      await requireCollectable(tx, actor, fileId);
      await tx.update(debitFiles).set({ handedOutAt: now }).where(whereDebitFile(actor, fileId));
    }
    await recordEvent(tx, actor, "debit_file_fetched", { about: `company:${file.companyId}`, after: { file: fileId } });
    const { holder: name, iban, bic, creditorIdentifier: identifier, creditorAddress: address, createdAt, batchBooking } = file;
    return writeDebits({
      messageId: painIdOf(fileId),
      createdAt,
      isBatchBooked: batchBooking,
      creditor: { name, iban, bic, identifier, address },
      debits: contained.map(asPainDebit),
    });
  });
}

/** Returns what the file states of a debit. The constraint `debits_in_file_whole` (db/schema/debits.ts) keeps these values complete. */
function asPainDebit(debit: Debit): PainDebit {
  const { id, endToEndId, collectOn, fileCents, sequenceType, holder, iban, scheme, mandateReference, mandateSignedOn, text } = debit;
  if (!fileCents || !sequenceType || !holder || !iban || !scheme || !mandateReference || !mandateSignedOn || text === null)
    throw new Error(`Debit ${id} is in a file, and incomplete`);
  return {
    endToEndId,
    collectOn,
    amountCents: fileCents,
    sequenceType,
    holder,
    iban,
    scheme,
    text,
    mandateReference,
    signedOn: mandateSignedOn,
    bic: debit.bic,
    address: debit.holderAddress,
    originalIban: debit.originalIban,
    originalCreditor: { identifier: debit.originalCreditorIdentifier, name: debit.originalCreditorName },
  };
}
