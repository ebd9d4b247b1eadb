import { and, asc, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { debitFiles } from "@/db/schema/debit-files";
import { type Debit, debits } from "@/db/schema/debits";
import { invoices } from "@/db/schema/invoices";
import { payments } from "@/db/schema/payments";
import type { Actor } from "@/server/actor";
import { dayAt } from "@/server/domain/formats/calendar";
import { formatCustomerName } from "@/server/domain/rules/customer-name";
import { isRejectedAtBank } from "@/server/domain/rules/debit-verdict";
import { isRepeatable } from "@/server/domain/rules/repeatable-debit";
import { DomainError } from "@/server/errors";
import { nameOfActor } from "@/server/platform/audit/name-of-actor";
import { clock } from "@/server/platform/clock";
import { whereDebitFile } from "./find-debit-file";

/** Fields of a debit that the list shows as they are stored. */
const storedFields = {
  id: debits.id,
  collectOn: debits.collectOn,
  status: debits.status,
  holder: debits.holder,
  iban: debits.iban,
  scheme: debits.scheme,
  sequenceType: debits.sequenceType,
  mandateReference: debits.mandateReference,
  reportStatus: debits.reportStatus,
  reportedAt: debits.reportedAt,
  reasonCode: debits.reasonCode,
  reasonText: debits.reasonText,
  endedBy: debits.endedBy,
};

/** Fields that decide whether a person may collect the debit once more, or must stop it. */
const decidingFields = {
  isMandateWithdrawn: sql<boolean>`exists (select from mandates m where m.partner_id = ${debits.partnerId} and m.id = ${debits.mandateId}
    and m.ended_reason = 'withdrawn')`,
  returnedTransactionId: debits.returnedTransactionId,
  repeatsDebitId: debits.repeatsDebitId,
  isRepeated: sql<boolean>`exists (select from debits again where again.partner_id = ${debits.partnerId} and again.repeats_debit_id = ${debits.id})`,
  isOfInstalment: sql<boolean>`exists (select from payments part where part.partner_id = ${debits.partnerId} and part.debit_id = ${debits.id} and part.instalment_plan_id is not null)`,
};

/** A debit of a file, and what became of it. */
export interface ListedDebit extends Pick<Debit, keyof typeof storedFields> {
  amountCents: number;
  /** Whether the payer has withdrawn the mandate, so that the bank should not collect the debit any more. */
  isMandateWithdrawn: boolean;
  /** Name of the person who stated that the bank did not collect it; null: nobody did, or the person has no name. */
  endedByName: string | null;
  /** Whether a person may state that the bank did not collect the debit: it is at the bank, and its day is over or the bank refuses it. */
  mayBeEnded: boolean;
  /** Whether its state allows a person to collect it once more (`offerRepetition`), and it is of no instalment. */
  mayBeRepeated: boolean;
  invoices: { id: string; number: string; name: string }[];
}

/** One page of the debits of a file. */
interface DebitsOfFile {
  entries: ListedDebit[];
  totalEntries: number;
  pageNumber: number;
  pageSize: number;
}

/** Lists the debits of a file by day. Throws `invalid_debit_file_id`. */
export async function listDebitsOfFile(
  db: Database,
  actor: Actor,
  fileId: string,
  { pageNumber, pageSize }: Pick<DebitsOfFile, "pageNumber" | "pageSize">,
): Promise<DebitsOfFile> {
  const { partnerId } = actor;
  const found = await db.select({ id: debitFiles.id }).from(debitFiles).where(whereDebitFile(actor, fileId));
  if (found.length === 0) throw new DomainError("invalid_debit_file_id");
  const whereContained = and(eq(debits.partnerId, partnerId), eq(debits.fileId, fileId));
  const [rows, counted] = await Promise.all([
    db
      .select({
        ...storedFields,
        ...decidingFields,
        fileCents: debits.fileCents,
        endedByName: nameOfActor(sql`coalesce(${debits.endedBy}, '')`, partnerId),
      })
      .from(debits)
      .where(whereContained)
      .orderBy(asc(debits.collectOn), asc(debits.id))
      .limit(pageSize)
      .offset((pageNumber - 1) * pageSize),
    db
      .select({ count: sql`count(*)`.mapWith(Number) })
      .from(debits)
      .where(whereContained),
  ]);
  const parts = await readParts(
    db,
    partnerId,
    rows.map(({ id }) => id),
  );
  const today = dayAt(clock.now(actor));
  const entries = rows.map(({ fileCents, returnedTransactionId, repeatsDebitId, isRepeated, isOfInstalment, ...row }) => ({
    ...row,
    mayBeRepeated: !isRepeated && !isOfInstalment && isRepeatable({ ...row, returnedTransactionId, repeatsDebitId }),
    amountCents: fileCents ?? 0,
    mayBeEnded: isRejectedAtBank(row) || (row.status === "at_bank" && row.collectOn < today),
    invoices: parts
      .filter(({ debitId }) => debitId === row.id)
      .map(({ id, number, customer }) => ({ id, number, name: formatCustomerName(customer) })),
  }));
  return { entries, totalEntries: only(counted).count, pageNumber, pageSize };
}

/** Reads the invoices that these debits pay, without parts that were taken out before the file. */
function readParts(db: Database, partnerId: string, debitIds: string[]) {
  const { customerOrganization, customerPrefix, customerFirstName, customerInfix, customerLastName } = invoices;
  return db
    .select({
      debitId: payments.debitId,
      id: invoices.id,
      number: invoices.externalInvoiceNumber,
      customer: { customerOrganization, customerPrefix, customerFirstName, customerInfix, customerLastName },
    })
    .from(payments)
    .innerJoin(invoices, and(eq(invoices.partnerId, payments.partnerId), eq(invoices.id, payments.invoiceId)))
    .where(
      and(
        eq(payments.partnerId, partnerId),
        inArray(payments.debitId, debitIds),
        isNull(payments.undoneBy),
        ne(payments.status, "cancelled"),
      ),
    )
    .orderBy(asc(payments.id));
}
