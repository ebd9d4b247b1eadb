import { isBankDay } from "@/server/domain/banking/bank-days";
import { addMonths, dayAt, daysFrom } from "@/server/domain/formats/calendar";
import { type Account, type Books, brokenOf, totalOf } from "./books";
import type { DebitBatch, DebitOrder, WrittenFile } from "./read-debit-file";
import type { Stage } from "./stage";

/** Number of months from the last collection, or the signature, in which a mandate is valid. */
const VALID_MONTHS = 36;
/** Maximum number of calendar days before the collection at which banks take a file. */
const ORDER_DAYS = 14;

type Debit = Books["debits"][number];

/** Returns the faults of the files that the bank was given, as the bank reads them, and of the debits in them. */
export function faultsOfDebits({ bank }: Stage, books: Books): string[] {
  const byId = new Map(books.debits.map((debit) => [debit.endToEndId, debit]));
  const parts = Map.groupBy(
    books.accounts.flatMap((account) => account.payments.map((payment) => ({ account, payment }))).filter(({ payment }) => payment.debitId),
    ({ payment }) => payment.debitId,
  );
  const partsOf = ({ id }: Debit) => parts.get(id) ?? [];
  const orders = bank.files.flatMap((file) => file.batches.flatMap((batch) => batch.debits.map((order) => ({ file, batch, order }))));
  const handedOut = books.debitFiles.filter(({ handedOutAt }) => handedOutAt);
  return [
    ...bank.files.flatMap((file) => faultsOfFile(file)),
    ...orders.flatMap(({ file, batch, order }) => {
      const debit = byId.get(order.endToEndId);
      if (!debit) return [`debit ${order.endToEndId} of a file is not known`];
      return faultsOfOrder(file, batch, order, debit, partsOf(debit), books).map((fault) => `debit ${order.mandateReference}: ${fault}`);
    }),
    ...books.debits.flatMap((debit) => stateFaults(debit, partsOf(debit))),
    ...brokenOf([
      [
        "each debit is in one file of those that the bank was given",
        new Set(orders.map(({ order }) => order.endToEndId)).size === orders.length,
      ],
      [
        "the bank was given each file once",
        bank.files.length === handedOut.length && new Set(bank.files.map(({ messageId }) => messageId)).size === handedOut.length,
      ],
      [
        "the files contain what the service says",
        totalOf(handedOut) === bank.files.reduce((sum, { controlCents }) => sum + controlCents, 0),
      ],
    ]),
  ];
}

function faultsOfFile({ messageId, count, controlCents, batches }: WrittenFile): string[] {
  const sumOf = (orders: readonly DebitOrder[]) => orders.reduce((sum, { cents }) => sum + cents, 0);
  const all = batches.flatMap(({ debits }) => debits);
  return brokenOf([
    [`the control sum of file ${messageId} is that of its debits`, controlCents === sumOf(all) && count === all.length],
    [
      `the control sums of the batches of file ${messageId} are those of their debits`,
      batches.every((batch) => batch.controlCents === sumOf(batch.debits) && batch.count === batch.debits.length),
    ],
    ["each batch has an id of its own", new Set(batches.map(({ id }) => id)).size === batches.length],
  ]);
}

type Part = { account: Account; payment: Account["payments"][number] };

function faultsOfOrder(
  file: WrittenFile,
  batch: DebitBatch,
  order: DebitOrder,
  debit: Debit,
  parts: readonly Part[],
  books: Books,
): string[] {
  const mandate = books.mandates.find(({ id }) => id === debit.mandateId);
  const inFile = parts.filter(({ payment }) => payment.status !== "cancelled");
  const notice = ({ account, payment }: Part) => {
    const told = account.outgoing.find(
      ({ kind, aboutId, round, state }) =>
        state === "sent" &&
        // The mail of the agreement announces the debits of instalments.
        (payment.instalmentPlanId && debit.postponements === 0
          ? kind === "instalments_agreed"
          : kind === "debit_announced" && aboutId === debit.id && round === debit.postponements),
    );
    const at = account.messages.find(({ id }) => id === told?.id)?.createdAt;
    return at ? daysFrom(dayAt(at), batch.collectOn) : -1;
  };
  // In a year, the signature is never older than the validity, so an earlier collection need not be looked for.
  const validUntil = addMonths(mandate?.signedOn ?? "", VALID_MONTHS);
  const isOfPayer = mandate?.reference === order.mandateReference && mandate.iban === order.iban;
  const isEnded = mandate?.endedAt !== null && mandate !== undefined && dayAt(mandate.endedAt) < file.cameOn;
  return brokenOf([
    [
      "the file has the debit's amount, which is the sum of its parts",
      order.cents === debit.fileCents && order.cents === totalOf(inFile.map(({ payment }) => payment)),
    ],
    ["no more is collected than was announced", order.cents <= debit.amountCents],
    ["it is collected on its day, a bank day", batch.collectOn === debit.collectOn && isBankDay(batch.collectOn, "target")],
    [
      "the bank gets the file before the day of the collection, at most 14 days",
      daysFrom(file.cameOn, batch.collectOn) >= 1 && daysFrom(file.cameOn, batch.collectOn) <= ORDER_DAYS,
    ],
    ...inFile.map((part) => {
      const { index, of } = part.account.played;
      const { debitNoticeDays } = of.settings;
      const days = notice(part);
      return [`it is announced ${debitNoticeDays} days before (${days}) for invoice ${index}`, days >= debitNoticeDays] as const;
    }),
    ["the mandate is the payer's, valid and not withdrawn", isOfPayer && !isEnded && validUntil > batch.collectOn],
    ["it pays into the company's account", parts.every(({ account }) => account.played.of.iban === file.iban)],
    ["each invoice of it has the payer of the mandate", parts.every(({ account }) => account.played.email === mandate?.customerKey)],
  ]);
}

/** The states of a debit's parts by the state of the debit: docs/debits.md. */
const statesOfParts: Record<Debit["status"], readonly string[]> = {
  planned: ["scheduled", "cancelled"],
  at_bank: ["pending", "cancelled"],
  booked: ["paid", "cancelled"],
  returned: ["paid", "cancelled"],
  rejected: ["failed", "cancelled"],
  cancelled: ["cancelled"],
};

function stateFaults(debit: Debit, parts: readonly Part[]): string[] {
  const standing = parts.filter(({ payment }) => payment.status !== "cancelled");
  return brokenOf([
    [
      `the parts of a ${debit.status} debit are in its state`,
      parts.every(({ payment }) => statesOfParts[debit.status].includes(payment.status)),
    ],
    [
      `the parts of a ${debit.status} debit went back with it`,
      standing.every(({ payment }) => (payment.chargedBackAt !== null) === (debit.status === "returned")),
    ],
    ["a debit collects something, unless it was cancelled", standing.length > 0 === (debit.status !== "cancelled")],
    [
      "a part is at most what its invoice owes while it is planned",
      debit.status !== "planned" || standing.every(({ account, payment }) => payment.amountCents <= totalOf(account.lines)),
    ],
  ]);
}
