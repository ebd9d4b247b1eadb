import { and, asc, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type DebitFile, debitFiles } from "@/db/schema/debit-files";
import { debits } from "@/db/schema/debits";
import type { Actor } from "@/server/actor";
import { batchIdOf } from "@/server/bank/debit-files/batch-id";
import { whereDebitFile } from "@/server/bank/debit-files/find-debit-file";
import { painIdOf } from "@/server/domain/banking/pain-elements";
import { dayAt } from "@/server/domain/formats/calendar";
import { DomainError } from "@/server/errors";
import { findSandbox } from "@/server/sandbox/find-sandbox";
import { digest } from "./draw";
import { readBalances } from "./read-facts";
import { type CamtEntry, writeCamt } from "./write-camt";
import { writeReport } from "./write-report";

/**
 * Kinds of answers of a bank to a file of direct debits:
 * - `accepted`, `refused`: a report (pain.002) about the whole file;
 * - `rejected`: a report that rejects one debit for want of money (AM04), and accepts the others;
 * - `booked`: a statement (camt.053) with the debits whose day has come, as the file asks for them: as sums or one by one;
 * - `returned`: a statement by which one booked debit goes back for want of money.
 */
type ExampleAnswerKind = "accepted" | "rejected" | "refused" | "booked" | "returned";

/** An answer of an invented bank to a file, to try out an upload. */
export interface ExampleAnswer {
  kind: ExampleAnswerKind;
  /** Name of the file. */
  name: string;
  contents: string;
}

/** Reason of an example: not enough money on the account. */
const NO_MONEY = "AM04";
/** Reason of an example: the bank could not read the file. */
const NOT_READ = "FF01";

/**
 * Returns the answers that a bank could give to a sandbox's file of direct debits today; none before somebody downloaded the file, and after it was
 * withdrawn, and none outside sandboxes. Changes nothing. Each has the sandbox's present day, and is the same until something changes. Throws
 * `invalid_debit_file_id`.
 */
export async function makeExampleAnswers(db: Database, actor: Actor, fileId: string): Promise<ExampleAnswer[]> {
  const [file] = await db.select().from(debitFiles).where(whereDebitFile(actor, fileId));
  if (!file) throw new DomainError("invalid_debit_file_id");
  const sandbox = await findSandbox(db, actor);
  if (!sandbox || file.handedOutAt === null || (file.withdrawnAt !== null && file.foundAt === null)) return [];
  const today = dayAt(sandbox.now);
  const contained = await readContained(db, file);
  const openingCents = (await readBalances(db, actor)).get(file.iban) ?? 0;
  const atBank = contained.filter(({ status, reportStatus }) => status === "at_bank" && reportStatus !== "rejected");
  const [first] = atBank;
  const [booked] = contained.filter(({ status }) => status === "booked");
  const due = atBank.filter(({ collectOn }) => collectOn <= today);

  const idOf = (...about: string[]) =>
    digest(file.id, today, ...about)
      .slice(0, LENGTH_OF_ID)
      .toUpperCase();
  const report = (
    kind: ExampleAnswerKind,
    said: Pick<Parameters<typeof writeReport>[0], "acceptedCount" | "refusedBecause" | "rejected">,
  ) => ({
    kind,
    name: `${today}_pain.002_${file.iban}_${kind}.xml`,
    contents: writeReport({ messageId: idOf(kind), day: today, fileMessageId: painIdOf(file.id), ...said }),
  });
  const statement = (kind: ExampleAnswerKind, entries: CamtEntry[]) => ({
    kind,
    name: `${today}_camt.053_${file.iban}_${kind}.xml`,
    contents: writeCamt({
      ...{ kind: "camt053", messageId: idOf(kind, ...entries.map(({ bankReference }) => bankReference)), day: today, currency: "EUR" },
      ...{ iban: file.iban, holder: file.holder, openingCents, entries },
    }),
  });
  return [
    ...(atBank.length > 0 ? [report("accepted", { acceptedCount: atBank.length, rejected: [] })] : []),
    ...(first ? [report("rejected", { acceptedCount: atBank.length - 1, rejected: [{ ...first, code: NO_MONEY }] })] : []),
    ...(first && atBank.length === contained.length
      ? [report("refused", { acceptedCount: 0, refusedBecause: NOT_READ, rejected: [] })]
      : []),
    ...(due.length > 0 ? [statement("booked", entriesOf(due, file, idOf))] : []),
    ...(booked ? [statement("returned", [entryOf(booked, idOf("returned", booked.endToEndId), NO_MONEY)])] : []),
  ];
}

const LENGTH_OF_ID = 20;

type Contained = Awaited<ReturnType<typeof readContained>>[number];

async function readContained(db: Database, { partnerId, id: fileId }: DebitFile) {
  const rows = await db
    .select()
    .from(debits)
    .where(and(eq(debits.partnerId, partnerId), eq(debits.fileId, fileId)))
    .orderBy(asc(debits.collectOn), asc(debits.id));
  return rows.flatMap(({ fileCents: amountCents, scheme, sequenceType, ...debit }) => {
    if (amountCents === null || scheme === null || sequenceType === null) return [];
    const { collectOn, status, reportStatus, endToEndId, holder, iban } = debit;
    const batchId = batchIdOf(painIdOf(fileId), { collectOn, scheme, sequenceType });
    return [{ collectOn, status, reportStatus, endToEndId, amountCents, batchId, holder: holder ?? "", iban: iban ?? "" }];
  });
}

/** Returns the entries by which the bank books debits: one for each batch or one for each debit. */
function entriesOf(due: readonly Contained[], { batchBooking }: DebitFile, idOf: (...about: string[]) => string): CamtEntry[] {
  if (!batchBooking) return due.map((debit) => entryOf(debit, idOf("booked", debit.endToEndId), null));
  return [...Map.groupBy(due, ({ batchId }) => batchId)].map(([batchId, ofBatch]) => ({
    ...{ bankReference: idOf("booked", batchId), batchId, party: null, endToEndId: null, reference: null, text: "", returnCode: null },
    amountCents: ofBatch.reduce((sum, { amountCents }) => sum + amountCents, 0),
  }));
}

/** Returns the entry that books one debit, or with a code the one by which it goes back. */
function entryOf({ amountCents, holder, iban, endToEndId }: Contained, bankReference: string, returnCode: string | null): CamtEntry {
  return {
    ...{ bankReference, endToEndId, returnCode, party: { name: holder, iban }, reference: null, text: "", batchId: null },
    amountCents: returnCode === null ? amountCents : -amountCents,
  };
}
