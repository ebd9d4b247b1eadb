import { sql } from "drizzle-orm";
import { plainArray, textArray } from "@/db/array-text";
import type { BankTransaction } from "@/db/schema/bank-transactions";
import { newId } from "@/server/platform/id";
import type { StatementAccount } from "./find-statement-accounts";
import type { EntryPlace, KeyedEntry } from "./known-entries";
import type { PaymentFacts } from "./payments-in-entry";

// Rows go to Postgres as one array per column: building a parameter for each value took most of the time of keeping a file. The columns
// `is_opened` and `may_be_repeated` hold `isItemized` and `mayBeDuplicate`.

/** An entry with the id of its row. */
export interface IdentifiedEntry {
  each: KeyedEntry;
  entryId: string;
}

/** A payment of an entry. */
export interface NewPayment extends PaymentFacts, Pick<BankTransaction, "entryId" | "bookedOn" | "valueOn"> {}

/** Stores entries that no earlier file contained, with the keys of this kind of file. */
export async function insertEntries(place: EntryPlace, statementId: string, entries: readonly IdentifiedEntry[]): Promise<void> {
  const column = <Cell>(cellOf: (entry: IdentifiedEntry["each"]["entry"]) => Cell) => entries.map(({ each }) => cellOf(each.entry));
  await place.tx.execute(sql`insert into statement_entries (partner_id, id, statement_id, line, amount_cents, booked_on, bank_reference, is_opened)
    select ${place.partnerId}, id, ${statementId}, line, amount_cents, booked_on, bank_reference, is_opened
    from unnest(
      ${plainArray(entries.map(({ entryId }) => entryId))}::text[],
      ${plainArray(column(({ line }) => line))}::int[],
      ${plainArray(column(({ amountCents }) => amountCents))}::bigint[],
      ${plainArray(column(({ bookedOn }) => bookedOn))}::date[],
      ${textArray(column(({ bankReference }) => bankReference.slice(0, LONGEST_REFERENCE)))}::text[],
      ${plainArray(column(({ isItemized }) => isItemized))}::boolean[]
    ) as added (id, line, amount_cents, booked_on, bank_reference, is_opened)`);
  await insertKeys(place, entries);
}

/** Maximum length of a stored reference of the bank, in characters. */
const LONGEST_REFERENCE = 200;

/** Stores the keys that this kind of file gives to stored entries. */
export async function insertKeys(place: EntryPlace, entries: readonly IdentifiedEntry[]): Promise<void> {
  const { tx, partnerId, iban, currency, family } = place;
  const column = <Cell>(cellOf: (each: KeyedEntry) => Cell) => entries.map(({ each }) => cellOf(each));
  await tx.execute(sql`insert into statement_entry_keys (partner_id, entry_id, iban, currency, family, booked_on, amount_cents, key, ordinal)
    select ${partnerId}, entry_id, ${iban}, ${currency}, ${family}::statement_family, booked_on, amount_cents, key, ordinal
    from unnest(
      ${plainArray(entries.map(({ entryId }) => entryId))}::text[],
      ${plainArray(column(({ entry }) => entry.bookedOn))}::date[],
      ${plainArray(column(({ entry }) => entry.amountCents))}::bigint[],
      ${textArray(column(({ key }) => key))}::text[],
      ${plainArray(column(({ ordinal }) => ordinal))}::int[]
    ) as added (entry_id, booked_on, amount_cents, key, ordinal)`);
}

/** Stores payments in the given order, which is the order of matching. */
export async function insertPayments(
  { tx, partnerId, currency }: EntryPlace,
  { companyId, bankAccountId }: StatementAccount,
  payments: readonly NewPayment[],
  { mayBeDuplicate, state }: { mayBeDuplicate: boolean; state: "new" | "waiting" },
): Promise<void> {
  const column = <Cell>(cellOf: (payment: NewPayment) => Cell) => payments.map(cellOf);
  await tx.execute(sql`insert into bank_transactions (partner_id, id, entry_id, company_id, bank_account_id, amount_cents, currency, booked_on, value_on,
      is_reversal, name, iban, text, "references", end_to_end_id, return_reason, instructed, creditor_identifiers, may_be_repeated, state)
    select ${partnerId}, id, entry_id, ${companyId}, ${bankAccountId}, amount_cents, ${currency}, booked_on, value_on,
      is_reversal, name, iban, text, "references"::text[], end_to_end_id, return_reason, instructed, creditor_identifiers::text[], ${mayBeDuplicate}, ${state}::bank_transaction_state
    from unnest(
      ${plainArray(column(() => newId()))}::text[],
      ${plainArray(column(({ entryId }) => entryId))}::text[],
      ${plainArray(column(({ amountCents }) => amountCents))}::bigint[],
      ${plainArray(column(({ bookedOn }) => bookedOn))}::date[],
      ${plainArray(column(({ valueOn }) => valueOn))}::date[],
      ${plainArray(column(({ isReversal }) => isReversal))}::boolean[],
      ${textArray(column(({ name }) => name))}::text[],
      ${textArray(column(({ iban }) => iban))}::text[],
      ${textArray(column(({ text }) => text))}::text[],
      ${textArray(column(({ references }) => textArray(references)))}::text[],
      ${textArray(column(({ endToEndId }) => endToEndId))}::text[],
      ${textArray(column(({ returnReason }) => returnReason))}::text[],
      ${textArray(column(({ instructed }) => instructed))}::text[],
      ${textArray(column(({ creditorIdentifiers }) => textArray(creditorIdentifiers)))}::text[]
    ) as added (id, entry_id, amount_cents, booked_on, value_on, is_reversal, name, iban, text, "references", end_to_end_id, return_reason, instructed,
      creditor_identifiers)`);
}
