import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { prepared } from "@/db/prepared";
import type { BankTransaction } from "@/db/schema/bank-transactions";
import { customerEmailHash } from "@/db/schema/invoices";
import type { Actor } from "@/server/actor";
import { spellingsWithSeparators } from "@/server/domain/banking/separated-number";
import { nameKey } from "@/server/domain/words/name-key";
import { type ReadPayment, slipsOf, spelledWords } from "./read-payment";

/** A payment on a statement whose invoices are sought, and the part of it that is not booked, in cents. */
export interface SoughtPayment {
  transaction: BankTransaction;
  leftCents: number;
}

export interface ReadSought extends SoughtPayment {
  payment: ReadPayment;
}

/** A payment, with the companies among whose invoices its invoices are sought. */
interface SoughtAmong extends ReadSought {
  companyIds: ReadonlySet<string>;
}

/**
 * Ways in which a payment points at an invoice: by an exact number, by a number with a slip or other separators, or by facts that count only while the invoice has
 * an outstanding amount.
 */
export const POINTERS = { exact: 0, slip: 1, owing: 2 } as const;

/** An invoice to which something in a payment points. */
export interface PointedInvoice {
  id: string;
  /** Value of `POINTERS`; the lowest, if the payment points in several ways. */
  by: number;
  /**
   * Number of invoices beyond the limit that have the same facts. If above 0, a new search finds another invoice instead of this one once this
   * one is paid, and more invoices once `beyond` of them are paid.
   */
  beyond?: number;
}

/** Maximum number of invoices with one number of the partner's. Several may share it. */
const MOST_BY_NUMBER = 120;
/** Maximum number of invoices by an account or an e-mail address. */
const MOST_BY_ADDRESS = 40;
/**
 * Maximum number of invoices by one word of a name, and separately of invoices by such a word that owe exactly what was paid. A person is
 * offered fewer.
 */
const MOST_BY_NAME = 16;
/** Number of invoices that are found if more than `MOST_BY_NAME` have the word: those whose customers the payment names best. */
const MOST_OF_MANY = 4;
/** Maximum number of a payment's words by which the invoices with a word are put in order. */
const MOST_PATTERNS = 8;
/** Maximum number of numbers in a text for which slips are tried. */
const MOST_SLIPPED = 4;
/** Maximum number of numbers in a text for which other separators are tried. */
const MOST_SEPARATED = 8;

/** Returns for each payment the invoices whose exact numbers it contains, the service's or the partner's. */
export async function pointByNumber(
  db: Database,
  { partnerId }: Actor,
  bounds: NumberBounds,
  sought: readonly SoughtAmong[],
): Promise<string[][]> {
  const { each: asked, companies } = groupedByCompanies(sought);
  const isExact = ({ by }: Numbers) => by === POINTERS.exact;
  const numbers = numbersOfEach(asked, (payment) => numbersIn(payment, bounds).filter(isExact));
  const theirs = numbersOfEach(asked, (payment) => theirNumbersIn(payment, bounds).filter(isExact));
  const [row] = await numberQuery(db).execute({ partnerId, ...inJson({ companies, numbers, theirs }) });
  const pointed: string[][] = sought.map(() => []);
  for (const [n, id] of row?.found ?? []) pointed[n]?.push(id);
  return pointed;
}

/**
 * Returns for each payment the invoices to which it points: by a number, exact or with one slip; by the amount together with a name, the
 * account or an e-mail address; by the payer's name. An invoice has a payment's name if the payment contains the longest word of the
 * customer's last name or organization, in any spelling.
 */
export async function pointAtInvoices(
  db: Database,
  { partnerId }: Actor,
  bounds: NumberBounds,
  sought: readonly SoughtAmong[],
): Promise<PointedInvoice[][]> {
  const { each: asked, companies } = groupedByCompanies(sought);
  const numbers = numbersOfEach(asked, (payment) => numbersIn(payment, bounds));
  const theirs = numbersOfEach(asked, (payment) => theirNumbersIn(payment, bounds));
  const amounts = asked.map(({ transaction, payment, leftCents, n, g }) => ({
    n,
    g,
    cents: leftCents,
    iban: transaction.iban,
    emails: payment.emails,
    keys: [...payment.keys],
    patterns: patternsIn(transaction.name, payment),
  }));
  const names = asked.flatMap(({ transaction: { name }, payment, n, g }) => {
    const words = longestWordsIn(name);
    return words ? [{ n, g, patterns: patternsIn(name, payment), ...words }] : [];
  });

  const [row] = await pointerQuery(db).execute({ partnerId, ...inJson({ companies, numbers, theirs, amounts, names }) });
  const pointed: PointedInvoice[][] = sought.map(() => []);
  for (const [n, id, by, beyond] of row?.found ?? []) pointed[n]?.push({ id, by, beyond });
  return pointed;
}

/** Returns the numbers of each payment with the payment's place and its set of companies. */
function numbersOfEach(asked: ReturnType<typeof groupedByCompanies>["each"], of: (payment: ReadPayment) => Numbers[]) {
  return asked.flatMap(({ payment, n, g }) => of(payment).map((each) => ({ n, g, ...each })));
}

/** Passes each list as one parameter. */
function inJson<Name extends string>(lists: Record<Name, readonly object[]>): Record<Name, string> {
  const entries = Object.entries<readonly object[]>(lists).map(([name, list]) => [name, JSON.stringify(list)]);
  return Object.fromEntries(entries);
}

/** Gives each payment its place `n`, and the number `g` of the set of companies among whose invoices its invoices are sought. */
function groupedByCompanies(sought: readonly SoughtAmong[]) {
  const groups = [...new Set(sought.map(({ companyIds }) => companyIds))];
  return {
    each: sought.map((each, n) => ({ ...each, n, g: groups.indexOf(each.companyIds) })),
    companies: groups.flatMap((companyIds, group) => [...companyIds].map((company_id) => ({ g: group, company_id }))),
  };
}

const partner = sql.placeholder("partnerId");
const given = (name: string) => sql.placeholder(name);
/** The companies of each set `g`. */
const mine = sql`mine as materialized (
  select g, company_id from json_to_recordset(${given("companies")}::json) m (g int, company_id text))`;

/** Invoices with one of the service's numbers or of the partner's own. Numbers outside the range of the partner's own are not looked up. */
const byNumbers = sql`select q.n, i.id, q.by, 0 as beyond
  from json_to_recordset(${given("numbers")}::json) q (n int, g int, numbers bigint[], by int)
  cross join unnest(q.numbers) number
  cross join lateral (select i.id, i.company_id from invoices i where i.partner_id = ${partner} and i.invoice_number = number limit 1) i
  where exists (select from mine m where m.g = q.g and m.company_id = i.company_id)
  union all select q.n, i.id, q.by, 0
  from json_to_recordset(${given("theirs")}::json) q (n int, g int, numbers text[], by int)
  cross join unnest(q.numbers) number
  cross join lateral (
    select i.id from invoices i where i.partner_id = ${partner} and i.external_invoice_number = number
      and exists (select from mine m where m.g = q.g and m.company_id = i.company_id)
    order by i.id limit ${sql.raw(String(MOST_BY_NUMBER))}
  ) i
  where number between (select min(external_invoice_number) from invoices where partner_id = ${partner})
    and (select max(external_invoice_number) from invoices where partner_id = ${partner})`;

const ofCompany = sql`i.partner_id = ${partner} and i.company_id = m.company_id`;
const owing = sql`i.amount_total_cents > 0 and i.retracted_at is null`;
const lastName = sql`name_key(fold_for_search(i.customer_last_name))`;
const organization = sql`name_key(fold_for_search(i.customer_organization))`;
const hasBoth = sql`i.search_text like any(q.one) and i.search_text like any(q.other)`;

const owingPointer = sql.raw(String(POINTERS.owing));
const oldest = sql`i.invoice_number`;
/** Order of invoices: those first whose customers the payment names with the most words. */
const namedBest = sql`(select count(*) from unnest(q.patterns) pattern where i.search_text like pattern) desc, ${oldest}`;

/** The first `most` invoices in this order, or the first `ofMany` if there are more than `most`. */
interface Limit {
  order: SQL;
  most: number;
  ofMany: number;
}

const limitByAddress: Limit = { order: oldest, most: MOST_BY_ADDRESS, ofMany: MOST_BY_ADDRESS };
const limitByName: Limit = { order: namedBest, most: MOST_BY_NAME, ofMany: MOST_OF_MANY };

/** Ids of a company's invoices that meet the condition, within the limit. `beyond`: the number of invoices above `most`. */
function firstOf(where: SQL, { order, most, ofMany }: Limit): SQL {
  const [limit, lower] = [sql.raw(String(most)), sql.raw(String(ofMany))];
  return sql`(select placed.id, greatest(placed.total - ${limit}, 0) as beyond from (
      select i.id, count(*) over () as total, row_number() over (order by ${order}) as place from invoices i
      where ${ofCompany} and ${owing} and ${where}
    ) placed where placed.place <= case when placed.total > ${limit} then ${lower} else ${limit} end)`;
}

/** Invoices of the payment's amount, by a word of a name. */
function byNameAndAmount(where: SQL): SQL {
  return byAmount(sql`cross join unnest(q.keys) k (key)`, where, limitByName);
}

/** Invoices of the payment's amount, up to a limit. `join` adds the values to which `where` compares the invoices. */
function byAmount(join: SQL, where: SQL, limit = limitByAddress): SQL {
  return sql`union all select q.n, i.id, ${owingPointer}, i.beyond from amounts q join mine m on m.g = q.g ${join}
    cross join lateral ${firstOf(sql`i.amount_total_cents = q.cents and ${where}`, limit)} i`;
}

/** Invoices of any amount, up to a limit per word of the payer's name. `ofNames`: condition of the names that are looked up. */
function byName(ofNames: SQL, where: SQL): SQL {
  return sql`union all select q.n, i.id, ${owingPointer}, i.beyond from names q join mine m on m.g = q.g cross join unnest(q.keys) k (key)
    cross join lateral ${firstOf(where, limitByName)} i where ${ofNames}`;
}

/** All found rows (place of the payment, id, pointer, `beyond`) as one value, because reading them row by row takes longer than finding them. */
const columns = { found: sql<[number, string, number, number][] | null>`json_agg(json_build_array(n, id, by, beyond))` };

// Prepared, because planning these queries takes as long as running them for a hundred payments.
const numberQuery = prepared((db) =>
  db.select(columns).from(sql`(with ${mine} select distinct n, id, by, beyond from (${byNumbers}) found) found`).prepare("point_by_number"),
);

const pointerQuery = prepared((db) =>
  db
    .select(columns)
    .from(sql`(
    with ${mine},
    amounts as materialized (
      select * from json_to_recordset(${given("amounts")}::json) q (n int, g int, cents bigint, iban text, emails text[], keys text[], patterns text[])
    ),
    names as materialized (
      select * from json_to_recordset(${given("names")}::json) q (n int, g int, patterns text[], keys text[], one text[], other text[])
    )
    select n, id, min(by) as by, max(beyond) as beyond from (
      ${byNumbers}
      ${byNameAndAmount(sql`${lastName} = k.key`)}
      ${byNameAndAmount(sql`i.customer_organization <> '' and ${organization} = k.key`)}
      ${byAmount(sql``, sql`i.direct_debit_iban <> '' and i.direct_debit_iban = q.iban`)}
      ${byAmount(
        sql`cross join unnest(q.emails) e (email)`,
        sql`i.customer_email <> '' and ${customerEmailHash({ customerEmail: sql`i.customer_email` })} = hashtextextended(e.email, 0)
          and customer_key(i.customer_email, '') = e.email`,
      )}
      ${byName(sql`q.other is null`, sql`${lastName} = k.key`)}
      ${byName(sql`q.other is null`, sql`i.customer_organization <> '' and ${organization} = k.key`)}
      ${byName(sql`q.other is not null`, sql`${lastName} = k.key and ${hasBoth}`)}
      ${byName(sql`q.other is not null`, sql`i.customer_organization <> '' and ${organization} = k.key and ${hasBoth}`)}
    ) found group by n, id) found`)
    .prepare("point_at_invoices"),
);

/** The numbers of a partner's invoices. */
export interface NumberBounds {
  /** Our lowest and highest number. Only numbers between them are looked up. */
  lowest: number;
  highest: number;
  /** Whether numbers of the partner's own may begin with a digit. */
  hasDigits: boolean;
}

/** Reads the bounds of a partner's numbers, which spare look-ups. */
export async function readNumberBounds(db: Database, partnerId: string): Promise<NumberBounds> {
  const [row] = await db.execute<Record<"lowest" | "highest" | "theirs", string | null>>(sql`
    select min(invoice_number)::text as lowest, max(invoice_number)::text as highest, min(external_invoice_number) as theirs
    from invoices where partner_id = ${partnerId}`);
  const { lowest, highest, theirs } = row ?? {};
  // Letters follow digits in every collation: if the first number begins with a letter, none begins with a digit.
  return { lowest: Number(lowest ?? 0), highest: Number(highest ?? 0), hasDigits: !/^\p{L}/u.test(theirs ?? "") };
}

/** Numbers that a payment may mean, by one pointer. */
interface Numbers {
  by: number;
  numbers: (number | string)[];
}

/** Returns the service's invoice numbers that a payment may mean, first as written, then with a slip. */
function numbersIn({ referenced, belgian, numbers }: ReadPayment, { lowest, highest }: NumberBounds): Numbers[] {
  const asNumbers = (texts: string[]) => texts.filter((text) => !text.startsWith("0")).map(Number);
  const lengths = { shortest: String(lowest).length, longest: String(highest).length };
  const slips = numbers.slice(0, MOST_SLIPPED).flatMap((number) => slipsOf(number, lengths));
  const isBetween = (number: number) => number >= lowest && number <= highest;
  return [
    { by: POINTERS.exact, numbers: [...referenced, ...belgian, ...asNumbers(numbers)].filter(isBetween) },
    { by: POINTERS.slip, numbers: asNumbers(slips).filter(isBetween) },
  ].filter((each) => each.numbers.length > 0);
}

/**
 * Returns the partner's own numbers that a payment may mean: in small and in capital letters, because the look-up is exact; with a slip; and
 * with other separators, which also need a wide search.
 */
function theirNumbersIn({ tokens, separated }: ReadPayment, { hasDigits }: NumberBounds): Numbers[] {
  const exact = tokens.flatMap((token) => [token, token.toUpperCase()]);
  const digits = tokens.filter((token) => hasDigits && /^\d{6,14}$/.test(token)).slice(0, MOST_SLIPPED);
  return [
    { by: POINTERS.exact, numbers: exact },
    { by: POINTERS.slip, numbers: digits.flatMap((token) => slipsOf(token)) },
    { by: POINTERS.slip, numbers: hasDigits ? separated.slice(0, MOST_SEPARATED).flatMap(spellingsWithSeparators) : [] },
  ].filter((each) => each.numbers.length > 0);
}

/**
 * Returns patterns for the words of a payment, those of the payer's name first, and for a customer's name that begins with one of the payer's
 * initials: `search_text` begins with the customer's name.
 */
function patternsIn(name: string, { words, initials }: ReadPayment): string[] {
  const isWord = (word: string) => /^\p{L}{2,}$/u.test(word);
  const longest = [...words].sort((one, other) => other.length - one.length);
  const ordered = new Set([...spelledWords(name).flat(), ...longest].filter(isWord));
  return [...[...ordered].slice(0, MOST_PATTERNS).map((word) => `%${word}%`), ...[...initials].map((initial) => `${initial}%`)];
}

/**
 * Returns the keys of a payer's name, and patterns for its two longest words. Undefined unless the name has a word of at least four letters, or
 * two words of at least three.
 */
function longestWordsIn(name: string) {
  const spelled = new Map(spelledWords(name).map((spellings) => [spellings.join(" "), spellings]));
  const lengthOf = ([word = ""]: string[]) => word.length;
  const [one, other] = [...spelled.values()]
    .filter((word) => lengthOf(word) >= 3)
    .sort((first, second) => lengthOf(second) - lengthOf(first));
  if (!one || (!other && lengthOf(one) < 4)) return undefined;
  const patterns = (word: string[]) => word.map((spelling) => `%${spelling}%`);
  const keys = [...new Set([...spelled.values()].flat().map(nameKey))];
  return { keys, one: patterns(one), other: other ? patterns(other) : null };
}
