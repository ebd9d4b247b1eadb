import type { Database } from "@/db/client";
import { type Actor, withinCompany } from "@/server/actor";
import { dayAt } from "@/server/domain/formats/calendar";
import { debitCutOff, debitFileFrom } from "@/server/domain/rules/debit-cut-off";
import { clock } from "@/server/platform/clock";
import type { BankAccount } from "@/server/tenancy/bank-accounts/bank-account";
import { type DebitSettings, findDebitSettings } from "@/server/tenancy/bank-accounts/debit-settings";
import { listBankAccounts } from "@/server/tenancy/bank-accounts/find-bank-accounts";
import { laterDaysOf } from "./postpone-debits";
import { type ComingDebit, readComing } from "./read-coming";
import { type FileBlocker, type PossibleDebit, readyDebits } from "./ready-debits";

/** Planned debits of one account, by day. Amounts in cents. */
export interface ComingAccount {
  bankAccountId: string;
  holder: string;
  iban: string;
  /** Whether files can be made for the account: it is open, and its details in force have a creditor identifier. */
  takesDebits: boolean;
  days: ComingDay[];
  /** Days on which the debits that are too late for their day would be collected if they were put off now. */
  laterDays: LaterDay[];
}

/** Debits of an account that would be collected on one later day. */
interface LaterDay {
  collectOn: string;
  count: number;
  amountCents: number;
}

/** Planned debits of one account that are collected on one day. */
interface ComingDay {
  collectOn: string;
  /** First day on which a file can be made of them. */
  fileFrom: string;
  /** Moment by which the bank must have the file. */
  cutOffAt: Date;
  count: number;
  amountCents: number;
  /** Debits that a file made now would contain. */
  ready: { count: number; amountCents: number };
  /** Whether it is too early for a file. */
  isEarly: boolean;
  /** Whether the bank must have had the file by now. */
  isLate: boolean;
  /** Number of debits that are too late for their day and can be put off. Debits of a withdrawn file that the bank has named cannot. */
  toPutOff: number;
}

/** A planned debit in the list. Amounts in cents. */
export interface ListedComing extends Pick<ComingDebit, "id" | "bankAccountId" | "collectOn"> {
  holder: string | null;
  iban: string | null;
  /** Amount that a file made now would collect; if it cannot contain the debit, the announced one. */
  amountCents: number;
  blocker: FileBlocker | null;
  /**
   * Whether a person may state that the announcement did not arrive: the announcement has left, and the bank cannot collect the debit by a
   * withdrawn file.
   */
  isAnnounced: boolean;
  invoices: { id: string; number: string; name: string }[];
}

/** Planned debits of a company. */
export interface ComingDebits {
  accounts: ComingAccount[];
  /** The next debits by day; at most 200. */
  listed: ListedComing[];
  /** Number of all planned debits: none is in a file. */
  count: number;
  /** Number of those for which it is too early for a file. */
  earlyCount: number;
}

/** Maximum number of debits that the list shows. */
const MOST_LISTED = 200;

/** Lists a company's planned debits summed up by account and day, and the next debits singly. Throws `invalid_company_id`. */
export async function listComing(db: Database, actor: Actor, companyId: string): Promise<ComingDebits> {
  const accounts = await listBankAccounts(db, actor, companyId);
  const settingsOf = await findDebitSettings(
    db,
    actor,
    accounts.map(({ id }) => id),
  );
  const planned = await readComing(db, withinCompany(actor, companyId), { companyId });
  const now = clock.now(actor);
  const byAccount = accounts.map((account) => {
    const settings = settingsOf(account.id);
    const ofAccount = planned.filter(({ bankAccountId }) => bankAccountId === account.id);
    return { account, settings, possible: readyDebits(ofAccount, settings, now) };
  });
  const lateIds = byAccount.flatMap(({ possible }) => possible.filter(isLate).map(({ id }) => id));
  const laterDayOf = await laterDaysOf(db, actor, lateIds);
  const listedAccounts = byAccount
    .filter(({ possible }) => possible.length > 0)
    .map(({ account, settings, possible }) => ({
      ...nameOf(account),
      days: [...Map.groupBy(possible, ({ collectOn }) => collectOn)].map(([collectOn, ofDay]) => ({
        ...summaryOf(ofDay),
        collectOn,
        ...cutOffOf(collectOn, settings, now),
        toPutOff: ofDay.filter(isLate).length,
      })),
      laterDays: laterDaysIn(possible, laterDayOf),
    }));
  const inOrder = byAccount
    .flatMap(({ possible }) => possible)
    .sort((one, other) => one.collectOn.localeCompare(other.collectOn) || one.id.localeCompare(other.id));
  return {
    accounts: listedAccounts,
    listed: inOrder.slice(0, MOST_LISTED).map(asListed),
    count: planned.length,
    earlyCount: inOrder.filter(({ blocker }) => blocker === "early").length,
  };
}

function nameOf({ id, current, waiting, closedAt }: BankAccount): Omit<ComingAccount, "days" | "laterDays"> {
  const { holder = "", iban = "" } = current ?? waiting ?? {};
  return { bankAccountId: id, holder, iban, takesDebits: !closedAt && Boolean(current?.creditorIdentifier) };
}

function cutOffOf(collectOn: string, settings: DebitSettings, now: Date): Pick<ComingDay, "fileFrom" | "cutOffAt" | "isEarly" | "isLate"> {
  const cutOffAt = debitCutOff(collectOn, settings);
  const fileFrom = debitFileFrom(collectOn);
  return { fileFrom, cutOffAt, isEarly: dayAt(now) < fileFrom, isLate: now >= cutOffAt };
}

function summaryOf(ofDay: readonly PossibleDebit[]): Pick<ComingDay, "count" | "amountCents" | "ready"> {
  const readyCents = ofDay.flatMap((debit) => (debit.blocker === null ? debit.cents : []));
  return {
    count: ofDay.length,
    amountCents: sumOf(ofDay),
    ready: { count: readyCents.length, amountCents: readyCents.reduce((sum, cents) => sum + cents, 0) },
  };
}

/** Groups debits that are put off by their later day, the earliest first. */
function laterDaysIn(possible: readonly PossibleDebit[], laterDayOf: ReadonlyMap<string, string>): LaterDay[] {
  const putOff = possible.filter(({ id }) => laterDayOf.has(id));
  return [...Map.groupBy(putOff, ({ id }) => laterDayOf.get(id) ?? "")]
    .map(([collectOn, ofDay]) => ({ collectOn, count: ofDay.length, amountCents: sumOf(ofDay) }))
    .sort((one, other) => one.collectOn.localeCompare(other.collectOn));
}

/** Whether a debit is too late for its day, and can be put off. */
const isLate = ({ blocker }: PossibleDebit) => blocker === "late";

const sumOf = (debits: readonly PossibleDebit[]) => debits.reduce((sum, debit) => sum + amountOf(debit), 0);

/** Returns the amount that a file made now would collect; if it cannot contain the debit, the announced amount. */
function amountOf(debit: PossibleDebit): number {
  return debit.blocker === null ? debit.cents : debit.amountCents;
}

function asListed(debit: PossibleDebit): ListedComing {
  const { id, bankAccountId, collectOn, mandate, blocker, parts } = debit;
  return {
    id,
    bankAccountId,
    collectOn,
    blocker,
    holder: mandate?.holder ?? null,
    iban: mandate?.iban ?? null,
    amountCents: amountOf(debit),
    isAnnounced: blocker !== "bank_has_file" && parts.some((part) => part.isAnnounced),
    invoices: parts.map(({ invoiceId, number, name }) => ({ id: invoiceId, number, name })),
  };
}
