import { and, eq, ne, sql } from "drizzle-orm";
import { plainArray, textArray } from "@/db/array-text";
import type { Database } from "@/db/client";
import { repeatedEntries, statementEntries } from "@/db/schema/bank-statements";
import { bankTransactions } from "@/db/schema/bank-transactions";
import type { Actor } from "@/server/actor";
import { mayBeOwnId } from "@/server/bank/debits/file-ids";
import { newId } from "@/server/platform/id";
import { findAlike, findAlikeMoney } from "./alike-entries";
import type { CheckedStatement } from "./check-statement";
import type { StatementAccount } from "./find-statement-accounts";
import { type IdentifiedEntry, insertEntries, insertKeys, insertPayments } from "./insert-entries";
import {
  countBefore,
  type EntryPlace,
  findKnown,
  findMissingMoney,
  findOtherRows,
  findSurroundings,
  hasOtherRows,
  type KeyedEntry,
  moneyOf,
  numberedKeyOf,
  type Surroundings,
} from "./known-entries";
import { paymentsIn } from "./payments-in-entry";
import { findMoneyOfSheet, findRewritten, hasRowsOf } from "./rewritten-rows";
import type { ReadEntry } from "./statement";
import { tellApart } from "./tell-apart";
import { lockWaits } from "./waiting-statement";

/** Number of entries that are looked up and stored in one step. */
const CHUNK = 1_000;

/** A stored entry to which this kind of file's key is to be added. */
interface EntryToKey extends IdentifiedEntry {
  isItemized: boolean;
}

/** The entries of a statement that no earlier file contained. Amounts in cents. */
export interface KeptEntries {
  newEntries: number;
  /** Sum of the new incoming payments. */
  incomingCents: number;
  /** Sums of the incoming payments that this file details in entries of waiting statements, by the statement's id. */
  openedWaiting: ReadonlyMap<string, number>;
}

/**
 * Stores the entries of one statement in chunks, each entry once. The caller has locked the account.
 * - An entry is recognised by its key.
 * - Each kind of file gives an entry another key. An entry with an unknown key may therefore be one of the same day and amount that came in
 *   another kind of file. Such ambiguous entries are resolved at the end of the statement.
 * - A person is asked about CSV rows that may have come before with another balance (`findRewritten`) or in a file with other columns, and
 *   about entries that an earlier version of an intraday report may have described otherwise.
 */
export class EntryStore {
  /** Number of entries so far with each key, in some cases counted on from the preceding statement (`count`). */
  private readonly counted = new Map<string, number>();
  private chunk: ReadEntry[] = [];
  /** The step that is being stored, while the entries of the next one are read. */
  private keeping: Promise<void> = Promise.resolve();
  /** Ambiguous entries. */
  private readonly putOff: KeyedEntry[] = [];
  /** Whether other kinds of files have contained entries that this kind has not, by day and amount. */
  private readonly isAlike = new Map<string, boolean>();
  private added = 0;
  private incomingCents = 0;
  private readonly openedWaiting = new Map<string, number>();

  private constructor(
    private readonly place: EntryPlace,
    private readonly account: StatementAccount,
    private readonly statementId: string,
    private readonly around: Surroundings,
    /** Key of the CSV file's columns, if earlier rows of the account came in files with other columns; otherwise null. */
    private readonly otherThanSheet: string | null,
    /** Key of the CSV file's columns, if earlier rows of the account came in files with the same columns; otherwise null. */
    private readonly knownSheet: string | null,
  ) {}

  static async begin(
    tx: Database,
    actor: Actor,
    account: StatementAccount,
    statement: CheckedStatement,
    statementId: string,
  ): Promise<EntryStore> {
    const place = { tx, partnerId: actor.partnerId, iban: account.iban, currency: statement.currency, family: statement.family };
    const around = await findSurroundings(place, statement, statementId);
    const sheet = statement.question?.sheet.key;
    const otherThanSheet = sheet && (await hasOtherRows(place, sheet)) ? sheet : null;
    const knownSheet = sheet && (await hasRowsOf(place, sheet)) ? sheet : null;
    return new EntryStore(place, account, statementId, around, otherThanSheet, knownSheet);
  }

  async add(entry: ReadEntry): Promise<void> {
    this.chunk.push(entry);
    if (this.chunk.length >= CHUNK) await this.beginStep();
  }

  /** Waits until nothing is being stored, also after an error: a transaction must not end before its queries. */
  async settle(): Promise<void> {
    await this.keeping.catch(() => {});
  }

  async finish(): Promise<KeptEntries> {
    await this.beginStep();
    await this.keeping;
    // Entries of the same day and amount stay in one batch, because they may be matched by count.
    const sorted = this.putOff.toSorted(byMoney);
    let batch: KeyedEntry[] = [];
    for (const [index, each] of sorted.entries()) {
      const before = sorted[index - 1];
      if (batch.length >= CHUNK && before && moneyOf(before) !== moneyOf(each)) {
        await this.tellApart(batch);
        batch = [];
      }
      batch.push(each);
    }
    await this.tellApart(batch);
    return { newEntries: this.added, incomingCents: this.incomingCents, openedWaiting: this.openedWaiting };
  }

  /** Begins to store the entries read so far, after those before them. */
  private async beginStep(): Promise<void> {
    const entries = this.chunk;
    this.chunk = [];
    await this.keeping;
    this.keeping = this.keepChunk(entries);
    // An error is thrown by the next step or by `finish`, and must not count as unhandled until then.
    this.keeping.catch(() => {});
  }

  /** Stores new entries, and the repeats and keys of known entries. Puts ambiguous entries off. */
  private async keepChunk(entries: ReadEntry[]): Promise<void> {
    if (entries.length === 0) return;
    const keyed = await this.count(entries);
    const known = await findKnown(this.place, keyed);
    const unknown: KeyedEntry[] = [];
    const toKey: EntryToKey[] = [];
    for (const each of keyed) {
      const before = known.get(numberedKeyOf(each));
      if (!before) unknown.push(each);
      else if (before.hasKeyOfKind) {
        if (!before.isItemized && each.entry.isItemized) await this.itemize(before.entryId, each.entry);
      } else toKey.push({ each, ...before });
    }
    await this.recordRepeats(keyed.flatMap((each) => withKnownId(each, known.get(numberedKeyOf(each)))));
    await this.addKeys(toKey);
    await this.lookForAlike(unknown);
    const ofSheet = this.knownSheet ? await findMoneyOfSheet(this.place, this.knownSheet, unknown) : new Set<string>();
    // If there are earlier versions of the report or of a row, all entries must be counted before new ones are told apart.
    const isPutOff = (each: KeyedEntry) =>
      this.isAlike.get(moneyOf(each)) === true || ofSheet.has(moneyOf(each)) || this.around.earlierIds.length > 0;
    this.putOff.push(...unknown.filter(isPutOff));
    const added = unknown.filter((each) => !isPutOff(each));
    const doubtful = this.otherThanSheet ? await findOtherRows(this.place, this.otherThanSheet, added) : new Set<string>();
    await this.insert(added.filter((each) => !doubtful.has(moneyOf(each))));
    await this.insert(
      added.filter((each) => doubtful.has(moneyOf(each))),
      true,
    );
  }

  /** Fills `isAlike`. Queries each day and amount once: while the account is locked, no other file adds entries. */
  private async lookForAlike(keyed: KeyedEntry[]): Promise<void> {
    if (!this.around.hasOtherFamilies) return;
    const unasked = keyed.filter((each) => !this.isAlike.has(moneyOf(each)));
    const alike = await findAlikeMoney(this.place, unasked);
    for (const each of unasked) this.isAlike.set(moneyOf(each), alike.has(moneyOf(each)));
  }

  /**
   * Numbers equal entries. Entries without a reference continue the numbering of the preceding statement, because an entry there with the
   * same words and day is another payment.
   */
  private async count(entries: ReadEntry[]): Promise<KeyedEntry[]> {
    const unseen = [...new Set(entries.filter(({ key, isNamed }) => !isNamed && !this.counted.has(key)).map(({ key }) => key))];
    const { precedingIds } = this.around;
    if (unseen.length > 0 && precedingIds.length > 0) {
      for (const [key, last] of await countBefore(this.place, unseen, precedingIds)) this.counted.set(key, last);
    }
    return entries.map(({ entry, key }) => {
      const ordinal = (this.counted.get(key) ?? 0) + 1;
      this.counted.set(key, ordinal);
      return { entry, key, ordinal };
    });
  }

  /**
   * Resolves ambiguous entries: adds this kind of file's keys to those that came before, and stores the others. Entries that cannot be decided
   * are marked for a person.
   */
  private async tellApart(keyed: KeyedEntry[]): Promise<void> {
    if (keyed.length === 0) return;
    const { same, fresh, doubtful } = await tellApart(keyed, await findAlike(this.place, keyed));
    await this.recordRepeats(same.map(({ each, other }) => ({ each, entryId: other.entryId })));
    await this.addKeys(same.map(({ each, other }) => ({ each, ...other })));
    const { earlierIds, precedingIds } = this.around;
    // An entry that is missing now may be in this version with another description.
    const missing = earlierIds.length > 0 ? await findMissingMoney(this.place, fresh, earlierIds, this.counted) : new Set<string>();
    const ofOthers = this.otherThanSheet ? await findOtherRows(this.place, this.otherThanSheet, fresh) : new Set<string>();
    const rewritten = this.knownSheet
      ? await findRewritten(this.place, this.knownSheet, fresh, { counted: this.counted, precedingIds })
      : new Set<KeyedEntry>();
    const mayHaveCome = (each: KeyedEntry) => missing.has(moneyOf(each)) || ofOthers.has(moneyOf(each)) || rewritten.has(each);
    await this.insert(fresh.filter((each) => !mayHaveCome(each)));
    await this.insert([...doubtful, ...fresh.filter(mayHaveCome)], true);
  }

  /** Records that the statement contains entries of earlier statements, with their lines in this file. */
  private async recordRepeats(repeats: readonly IdentifiedEntry[]): Promise<void> {
    if (repeats.length === 0) return;
    const { tx, partnerId } = this.place;
    const ids = repeats.map(({ entryId }) => entryId);
    const earlier = await tx
      .select({ id: statementEntries.id })
      .from(statementEntries)
      .where(
        and(
          eq(statementEntries.partnerId, partnerId),
          ne(statementEntries.statementId, this.statementId),
          sql`${statementEntries.id} = any(${textArray(ids)}::text[])`,
        ),
      );
    const idsOfEarlier = new Set(earlier.map(({ id }) => id));
    const found = repeats.filter(({ entryId }) => idsOfEarlier.has(entryId));
    await tx.execute(sql`insert into ${repeatedEntries} (partner_id, statement_id, entry_id, line)
      select ${partnerId}, ${this.statementId}, id, line
      from unnest(${textArray(found.map(({ entryId }) => entryId))}::text[], ${plainArray(found.map(({ each }) => each.entry.line))}::int[]) r(id, line)
      on conflict do nothing`);
  }

  /** Records this kind of file's keys for entries of another kind, and splits batches whose payments are now known. */
  private async addKeys(toKey: EntryToKey[]): Promise<void> {
    for (let start = 0; start < toKey.length; start += CHUNK) await insertKeys(this.place, toKey.slice(start, start + CHUNK));
    for (const { each, entryId, isItemized } of toKey) {
      if (!each.entry.isItemized) continue;
      if (!isItemized || (await this.isNamedFirst(entryId, each.entry))) await this.itemize(entryId, each.entry);
    }
  }

  /** Whether this kind of file is the first to name the direct debit of an entry, or to tell banks' charges from it. */
  private async isNamedFirst(entryId: string, entry: ReadEntry["entry"]): Promise<boolean> {
    if (!entry.transactions.some(({ endToEndId }) => mayBeOwnId(endToEndId))) return false;
    const stored = await this.place.tx
      .select({ endToEndId: bankTransactions.endToEndId })
      .from(bankTransactions)
      .where(and(eq(bankTransactions.partnerId, this.place.partnerId), eq(bankTransactions.entryId, entryId)));
    return stored.length < paymentsIn(entry).length || !stored.some(({ endToEndId }) => mayBeOwnId(endToEndId));
  }

  /**
   * Replaces the payments stored for an entry by the single payments that this file names, unless a decision about one of the stored payments was
   * made or proposed, or one is booked in part. Payments of a waiting statement wait as well.
   */
  private async itemize(entryId: string, entry: ReadEntry["entry"]): Promise<void> {
    const { partnerId } = this.place;
    const ofEntry = and(eq(bankTransactions.partnerId, partnerId), eq(bankTransactions.entryId, entryId));
    const waitingId = await this.lockWaiting(entryId);
    const whole = await this.place.tx
      .select({ decisions: bankTransactions.decisions, wasProposed, isBookedInPart })
      .from(bankTransactions)
      .where(ofEntry)
      .for("update");
    if (whole.some((payment) => payment.decisions > 0 || payment.wasProposed || payment.isBookedInPart)) return;
    await this.place.tx.delete(bankTransactions).where(ofEntry);
    const openedCents = await this.insertPayments([{ entryId, entry }], {
      mayBeDuplicate: false,
      state: waitingId ? "waiting" : "new",
    });
    if (waitingId && openedCents > 0) this.openedWaiting.set(waitingId, (this.openedWaiting.get(waitingId) ?? 0) + openedCents);
    await this.place.tx
      .update(statementEntries)
      .set({ isItemized: true })
      .where(and(eq(statementEntries.partnerId, partnerId), eq(statementEntries.id, entryId)));
  }

  /** Locks the entry's statement if it waits, so that nobody accepts it until the transaction ends. Returns its id. */
  private async lockWaiting(entryId: string): Promise<string | undefined> {
    const { tx, partnerId } = this.place;
    const [entry] = await tx
      .select({ statementId: statementEntries.statementId })
      .from(statementEntries)
      .where(and(eq(statementEntries.partnerId, partnerId), eq(statementEntries.id, entryId)));
    if (!entry) return undefined;
    const [wait] = await lockWaits(tx, partnerId, [entry.statementId]);
    return wait?.statementId;
  }

  /** Stores new entries. `mayBeDuplicate`: a person is asked whether they came before. */
  private async insert(keyed: KeyedEntry[], mayBeDuplicate = false): Promise<void> {
    for (let start = 0; start < keyed.length; start += CHUNK) await this.insertChunk(keyed.slice(start, start + CHUNK), mayBeDuplicate);
  }

  private async insertChunk(keyed: KeyedEntry[], mayBeDuplicate: boolean): Promise<void> {
    const added = keyed.map((each) => ({ each, entryId: newId() }));
    await insertEntries(this.place, this.statementId, added);
    this.incomingCents += await this.insertPayments(
      added.map(({ each: { entry }, entryId }) => ({ entry, entryId })),
      { mayBeDuplicate, state: "new" },
    );
    this.added += added.length;
  }

  /** Stores the payments of entries. Returns the sum of incoming money, in cents. */
  private async insertPayments(
    entries: { entryId: string; entry: ReadEntry["entry"] }[],
    how: { mayBeDuplicate: boolean; state: "new" | "waiting" },
  ): Promise<number> {
    const added = entries.flatMap(({ entryId, entry }) => {
      const { bookedOn, valueOn } = entry;
      return paymentsIn(entry).map((payment) => ({ ...payment, entryId, bookedOn, valueOn }));
    });
    for (let start = 0; start < added.length; start += CHUNK) {
      await insertPayments(this.place, this.account, added.slice(start, start + CHUNK), how);
    }
    return added.reduce((sum, { amountCents }) => sum + Math.max(amountCents, 0), 0);
  }
}

/** Compares entries by day and amount; equal ones stay in their order. */
function byMoney(one: KeyedEntry, other: KeyedEntry): number {
  const [money, otherMoney] = [moneyOf(one), moneyOf(other)];
  if (money === otherMoney) return 0;
  return money < otherMoney ? -1 : 1;
}

function withKnownId(each: KeyedEntry, known: { entryId: string } | undefined): IdentifiedEntry[] {
  return known ? [{ each, entryId: known.entryId }] : [];
}

/** Whether direct debits that the payment collected are booked already, while the others are being booked. */
const isBookedInPart = sql<boolean>`exists (select from payments p where p.partner_id = bank_transactions.partner_id
  and p.bank_transaction_id = bank_transactions.id)`;

/** Whether a booking of the payment was ever proposed, even if the proposal was declined. */
const wasProposed = sql<boolean>`exists (select from proposals p where p.partner_id = bank_transactions.partner_id
  and p.bank_transaction_id = bank_transactions.id)`;
