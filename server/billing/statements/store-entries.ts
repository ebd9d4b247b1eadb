import { and, eq, inArray, lte, ne, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { bankStatements, statementEntries, statementEntryKeys } from "@/db/schema/bank-statements";
import { bankTransactions } from "@/db/schema/bank-transactions";
import type { Actor } from "@/server/actor";
import { newId } from "@/server/platform/id";
import type { CheckedStatement } from "./check-statement";
import { type DescribedEntry, entryKey, likeness } from "./entry-key";
import type { StatementAccount } from "./find-statement-accounts";
import { paymentsIn } from "./payments-in-entry";
import type { StatementEntry } from "./statement";

/** Entries that are looked up and kept at once. */
const CHUNK = 250;

interface KeyedEntry {
  entry: StatementEntry;
  key: string;
  ordinal: number;
}

/** An entry that came before, in another kind of file, and that this kind has not named yet. */
interface AlikeEntry extends DescribedEntry {
  entryId: string;
  bookedOn: string;
  amountCents: number;
  isOpened: boolean;
}

/** An entry that this kind of file names from now on. */
interface NamedEntry {
  each: KeyedEntry;
  entryId: string;
  isOpened: boolean;
}

/**
 * Keeps the entries of one statement, chunk by chunk, each once. The caller holds the account's lock.
 *
 * An entry is known by its key, in whatever kind of file. Kinds of files name entries differently, so one that is not known by its key may still be one that came in another kind of file: of the same day and amount.
 * Those are put off until the statement's end, when it is clear which are left to be told apart.
 */
export class EntryStore {
  private readonly counted = new Map<string, number>();
  private chunk: StatementEntry[] = [];
  private readonly putOff: KeyedEntry[] = [];
  private added = 0;

  private constructor(
    private readonly tx: Database,
    private readonly actor: Actor,
    private readonly account: StatementAccount,
    private readonly statement: CheckedStatement,
    private readonly statementId: string,
    /** The statements that end where this one begins. */
    private readonly precedingIds: string[],
    private readonly hasOtherFamilies: boolean,
  ) {}

  static async begin(
    tx: Database,
    actor: Actor,
    account: StatementAccount,
    statement: CheckedStatement,
    statementId: string,
  ): Promise<EntryStore> {
    const { family, currency, openingCents, openingOn } = statement;
    const ofAccount = and(
      eq(bankStatements.partnerId, actor.partnerId),
      eq(bankStatements.companyId, account.companyId),
      eq(bankStatements.iban, account.iban),
      eq(bankStatements.currency, currency),
      ne(bankStatements.id, statementId),
    );
    const preceding =
      openingCents === null || openingOn === null
        ? []
        : await tx
            .select({ id: bankStatements.id })
            .from(bankStatements)
            .where(
              and(
                ofAccount,
                eq(bankStatements.family, family),
                eq(bankStatements.closingCents, openingCents),
                lte(bankStatements.closingOn, openingOn),
              ),
            );
    const [other] = await tx
      .select({ id: bankStatements.id })
      .from(bankStatements)
      .where(and(ofAccount, ne(bankStatements.family, family)))
      .limit(1);
    const precedingIds = preceding.map(({ id }) => id);
    return new EntryStore(tx, actor, account, statement, statementId, precedingIds, other !== undefined);
  }

  async add(entry: StatementEntry): Promise<void> {
    this.chunk.push(entry);
    if (this.chunk.length >= CHUNK) await this.keepChunk();
  }

  /** Returns how many entries are new. */
  async finish(): Promise<number> {
    await this.keepChunk();
    // Those of the same day and amount stay together: it counts how many they are.
    const sorted = this.putOff.toSorted((one, other) => (moneyOf(one) < moneyOf(other) ? -1 : moneyOf(one) > moneyOf(other) ? 1 : 0));
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
    return this.added;
  }

  private async keepChunk(): Promise<void> {
    const entries = this.chunk;
    this.chunk = [];
    if (entries.length === 0) return;
    const keyed = await this.count(entries);
    const known = await this.findKnown(keyed);
    const unknown: KeyedEntry[] = [];
    const named: NamedEntry[] = [];
    for (const each of keyed) {
      const before = known.get(`${each.key} ${each.ordinal}`);
      if (!before) unknown.push(each);
      else if (before.isNamed) {
        if (!before.isOpened && each.entry.isOpened) await this.open(before.entryId, each.entry);
      } else named.push({ each, ...before });
    }
    await this.name(named);
    const alike = this.hasOtherFamilies ? await this.findAlikeMoney(unknown) : new Set<string>();
    this.putOff.push(...unknown.filter((each) => alike.has(moneyOf(each))));
    await this.insert(unknown.filter((each) => !alike.has(moneyOf(each))));
  }

  /** Which of several alike each entry is. Those that the bank has not named go on counting where the statement before ended: the same words on the same day are another payment there. */
  private async count(entries: StatementEntry[]): Promise<KeyedEntry[]> {
    const keyed = entries.map((entry) => ({ entry, ...entryKey(entry) }));
    const unseen = [...new Set(keyed.filter(({ key, isNamed }) => !isNamed && !this.counted.has(key)).map(({ key }) => key))];
    if (unseen.length > 0 && this.precedingIds.length > 0) {
      const { entryId, key, ordinal, partnerId, family } = statementEntryKeys;
      const counted = await this.tx
        .select({ key, last: sql`max(${ordinal})`.mapWith(Number) })
        .from(statementEntryKeys)
        .innerJoin(statementEntries, and(eq(statementEntries.partnerId, partnerId), eq(statementEntries.id, entryId)))
        .where(
          and(
            eq(partnerId, this.actor.partnerId),
            eq(statementEntryKeys.iban, this.account.iban),
            eq(statementEntryKeys.currency, this.statement.currency),
            eq(family, this.statement.family),
            inArray(key, unseen),
            inArray(statementEntries.statementId, this.precedingIds),
          ),
        )
        .groupBy(key);
      for (const { key: each, last } of counted) this.counted.set(each, last);
    }
    return keyed.map(({ entry, key }) => {
      const ordinal = (this.counted.get(key) ?? 0) + 1;
      this.counted.set(key, ordinal);
      return { entry, key, ordinal };
    });
  }

  /** By key and ordinal. `isNamed`: this kind of file has named it before. */
  private async findKnown(keyed: KeyedEntry[]): Promise<Map<string, Omit<NamedEntry, "each"> & { isNamed: boolean }>> {
    const { key, ordinal, entryId, partnerId, iban, currency, family } = statementEntryKeys;
    const found = await this.tx
      .select({
        key,
        ordinal,
        entryId,
        isOpened: statementEntries.isOpened,
        isNamed: sql<boolean>`bool_or(${family} = ${this.statement.family})`,
      })
      .from(statementEntryKeys)
      .innerJoin(statementEntries, and(eq(statementEntries.partnerId, partnerId), eq(statementEntries.id, entryId)))
      .where(
        and(
          eq(partnerId, this.actor.partnerId),
          eq(iban, this.account.iban),
          eq(currency, this.statement.currency),
          inArray(key, [...new Set(keyed.map((each) => each.key))]),
        ),
      )
      .groupBy(key, ordinal, entryId, statementEntries.isOpened);
    // One that this kind has named stands before one that another kind calls the same.
    return new Map(
      found.sort((one, other) => Number(one.isNamed) - Number(other.isNamed)).map((each) => [`${each.key} ${each.ordinal}`, each]),
    );
  }

  /** Days and amounts of entries of other kinds of files that this kind has not named. */
  private async findAlikeMoney(keyed: KeyedEntry[]): Promise<Set<string>> {
    if (keyed.length === 0) return new Set();
    const { bookedOn, amountCents } = statementEntryKeys;
    const found = await this.tx
      .select({ bookedOn, amountCents })
      .from(statementEntryKeys)
      .where(this.whereAlike(keyed))
      .groupBy(bookedOn, amountCents);
    return new Set(found.map((each) => `${each.bookedOn} ${each.amountCents}`));
  }

  private whereAlike(keyed: KeyedEntry[]): SQL | undefined {
    const { partnerId, entryId, iban, currency, family, bookedOn, amountCents } = statementEntryKeys;
    const namedByThisKind = sql`exists (select from ${statementEntryKeys} named where named.partner_id = ${partnerId}
      and named.entry_id = ${entryId} and named.family = ${this.statement.family})`;
    return and(
      eq(partnerId, this.actor.partnerId),
      eq(iban, this.account.iban),
      eq(currency, this.statement.currency),
      ne(family, this.statement.family),
      inArray(bookedOn, [...new Set(keyed.map(({ entry }) => entry.bookedOn))]),
      inArray(amountCents, [...new Set(keyed.map(({ entry }) => entry.amountCents))]),
      sql`not ${namedByThisKind}`,
    );
  }

  private async findAlike(keyed: KeyedEntry[]): Promise<AlikeEntry[]> {
    const { partnerId, entryId, bookedOn, amountCents } = statementEntryKeys;
    const { name, iban, text, references, endToEndId, recordedOrder } = bankTransactions;
    const found = await this.tx
      .select({ entryId, bookedOn, amountCents, isOpened: statementEntries.isOpened, name, iban, text, references, endToEndId })
      .from(statementEntryKeys)
      .innerJoin(statementEntries, and(eq(statementEntries.partnerId, partnerId), eq(statementEntries.id, entryId)))
      .innerJoin(bankTransactions, and(eq(bankTransactions.partnerId, partnerId), eq(bankTransactions.entryId, entryId)))
      .where(this.whereAlike(keyed))
      .orderBy(recordedOrder);
    // An entry of several payments, or that several kinds have named, is one.
    return [...new Map(found.map((each) => [each.entryId, each])).values()];
  }

  /**
   * Of those put off, the one that is most like an entry of another kind of file is that entry. Those of which as many are left on both sides are the same. Of the
   * others nobody can tell: they are kept, and a person is asked whether they came before.
   */
  private async tellApart(keyed: KeyedEntry[]): Promise<void> {
    if (keyed.length === 0) return;
    const alike = await this.findAlike(keyed);
    const left = new Set(keyed);
    const named: NamedEntry[] = [];
    const take = (each: KeyedEntry, other: AlikeEntry) => {
      left.delete(each);
      alike.splice(alike.indexOf(other), 1);
      named.push({ each, ...other });
    };
    const pairs = keyed.length * alike.length > MOST_COMPARED ? [] : likePairs(keyed, alike);
    for (const { each, other } of pairs) if (left.has(each) && alike.includes(other)) take(each, other);
    for (const each of [...left]) {
      const same = [...left].filter(({ entry }) => sameMoney(entry, each.entry));
      const others = alike.filter((other) => sameMoney(other, each.entry));
      const [other] = others;
      if (other && same.length <= others.length) take(each, other);
    }
    await this.name(named);
    const isDoubtful = ({ entry }: KeyedEntry) => alike.some((other) => sameMoney(other, entry));
    await this.insert([...left].filter((each) => !isDoubtful(each)));
    await this.insert([...left].filter(isDoubtful), true);
  }

  /** This kind of file names entries that came in another one, and may open them. */
  private async name(named: NamedEntry[]): Promise<void> {
    for (let start = 0; start < named.length; start += CHUNK) {
      const chunk = named.slice(start, start + CHUNK);
      await this.tx.insert(statementEntryKeys).values(chunk.map(({ each, entryId }) => this.keyRow(each, entryId)));
    }
    for (const { each, entryId, isOpened } of named) if (!isOpened && each.entry.isOpened) await this.open(entryId, each.entry);
  }

  /** Takes the payments of an entry that was known as a whole, unless something was decided about it. */
  private async open(entryId: string, entry: StatementEntry): Promise<void> {
    const { partnerId } = this.actor;
    const ofEntry = and(eq(bankTransactions.partnerId, partnerId), eq(bankTransactions.entryId, entryId));
    const whole = await this.tx.select({ decisions: bankTransactions.decisions }).from(bankTransactions).where(ofEntry).for("update");
    if (whole.some(({ decisions }) => decisions > 0)) return;
    await this.tx.delete(bankTransactions).where(ofEntry);
    await this.insertPayments([{ entryId, entry }], false);
    await this.tx
      .update(statementEntries)
      .set({ isOpened: true })
      .where(and(eq(statementEntries.partnerId, partnerId), eq(statementEntries.id, entryId)));
  }

  private async insert(keyed: KeyedEntry[], mayBeRepeated = false): Promise<void> {
    if (keyed.length === 0) return;
    const added = keyed.map((each) => ({ ...each, entryId: newId() }));
    await this.tx.insert(statementEntries).values(
      added.map(({ entryId, entry: { line, amountCents, bookedOn, bankReference, isOpened } }) => ({
        partnerId: this.actor.partnerId,
        id: entryId,
        statementId: this.statementId,
        line,
        amountCents,
        bookedOn,
        bankReference: bankReference.slice(0, LONGEST_REFERENCE),
        isOpened,
      })),
    );
    await this.tx.insert(statementEntryKeys).values(added.map((each) => this.keyRow(each, each.entryId)));
    await this.insertPayments(added, mayBeRepeated);
    this.added += added.length;
  }

  private async insertPayments(entries: { entryId: string; entry: StatementEntry }[], mayBeRepeated: boolean): Promise<void> {
    const { companyId, bankAccountId } = this.account;
    const rows = entries.flatMap(({ entryId, entry }) =>
      paymentsIn(entry).map((payment) => ({
        ...payment,
        partnerId: this.actor.partnerId,
        id: newId(),
        entryId,
        companyId,
        bankAccountId,
        currency: this.statement.currency,
        bookedOn: entry.bookedOn,
        valueOn: entry.valueOn,
        isReversal: entry.isReversal,
        mayBeRepeated,
      })),
    );
    for (let start = 0; start < rows.length; start += CHUNK) {
      await this.tx.insert(bankTransactions).values(rows.slice(start, start + CHUNK));
    }
  }

  private keyRow({ entry: { bookedOn, amountCents }, key, ordinal }: KeyedEntry, entryId: string) {
    const { currency, family } = this.statement;
    return { partnerId: this.actor.partnerId, entryId, iban: this.account.iban, currency, family, bookedOn, amountCents, key, ordinal };
  }
}

const LONGEST_REFERENCE = 200;

function moneyOf({ entry: { bookedOn, amountCents } }: KeyedEntry): string {
  return `${bookedOn} ${amountCents}`;
}

function sameMoney(
  one: Pick<StatementEntry, "bookedOn" | "amountCents">,
  other: Pick<StatementEntry, "bookedOn" | "amountCents">,
): boolean {
  return one.bookedOn === other.bookedOn && one.amountCents === other.amountCents;
}

/** The most alike first. */
function likePairs(keyed: KeyedEntry[], alike: AlikeEntry[]): { each: KeyedEntry; other: AlikeEntry }[] {
  return keyed
    .flatMap((each) =>
      alike.filter((other) => sameMoney(other, each.entry)).map((other) => ({ each, other, likeness: likenessOf(each.entry, other) })),
    )
    .filter((pair) => pair.likeness > 0)
    .sort((one, other) => other.likeness - one.likeness);
}

/** Where a bank names thousands of the same amount on one day in two kinds of files, only their number is compared. */
const MOST_COMPARED = 100_000;

function likenessOf(entry: StatementEntry, other: DescribedEntry): number {
  const [payment] = paymentsIn(entry);
  return payment ? likeness(payment, other) : 0;
}
