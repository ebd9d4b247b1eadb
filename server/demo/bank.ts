import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { bankAccountDetails } from "@/db/schema/bank-accounts";
import { bankTransactions } from "@/db/schema/bank-transactions";
import { importSettings } from "@/db/schema/collection-settings";
import { companies } from "@/db/schema/companies";
import { imports } from "@/db/schema/imports";
import { invoices } from "@/db/schema/invoices";
import { type Actor, systemActor } from "@/server/actor";
import { matchNewTransactions } from "@/server/bank/payments/match-new-transactions";
import { setCategory } from "@/server/bank/payments/set-category";
import { receiveFile } from "@/server/bank/statements/receive-file";
import { storeStatementFile } from "@/server/bank/statements/store-statement-file";
import { referenceOf } from "@/server/domain/banking/payment-reference";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { formatCustomerName } from "@/server/domain/rules/customer-name";
import { testIban } from "./iban";
import type { Country } from "./places";
import { type Random, randomFrom } from "./random";
import { seasonWords } from "./words/season";

/** Number of an import's first invoices, which the bank leaves out: some of them get events of their own in `season.ts`. */
const LEFT_OUT = 8;
const OPENING_CENTS = 842_315;
const RENT_CENTS = -38_000;
const FEES_CENTS = -745;

interface Entry {
  cents: number;
  name: string;
  text: string;
}

/**
 * Stores yesterday's bank statement for the account of each import, with payments that are booked automatically, and one of each kind that
 * is left to a person. The service processes it like any statement.
 */
export async function playBank(db: Database, partnerId: string, importIds: string[]): Promise<void> {
  const actor = systemActor({ id: partnerId, clockOffsetMs: 0 });
  for (const [index, importId] of importIds.entries()) {
    const [account] = await findAccount(db, partnerId, importId);
    if (!account) continue;
    const entries = entriesOf(await findOwed(db, partnerId, importId), account.locale);
    const contents = mt940({ ...account, entries, random: randomFrom(index + 1) });
    await receiveFile(inOnePiece(contents), (file) => storeStatementFile(db, actor, { name: `${account.iban}.sta` }, file));
  }
  await matchNewTransactions(db, { scope: { partnerId } });
  await categorize(db, actor);
}

/** Gives rent and fees a category. The coach's pay has none yet. */
async function categorize(db: Database, actor: Actor): Promise<void> {
  const { id, decisions, amountCents } = bankTransactions;
  const noted = await db
    .select({ transactionId: id, seenDecisions: decisions, amountCents })
    .from(bankTransactions)
    .where(and(eq(bankTransactions.partnerId, actor.partnerId), inArray(amountCents, [RENT_CENTS, FEES_CENTS])));
  for (const { amountCents: cents, ...payment } of noted) {
    await setCategory(db, actor, payment, { category: cents === RENT_CENTS ? "rent" : "bank_fees", text: null });
  }
}

function findAccount(db: Database, partnerId: string, importId: string) {
  return db
    .select({ iban: bankAccountDetails.iban, currency: companies.currency, country: companies.countryCode, locale: companies.locale })
    .from(importSettings)
    .innerJoin(
      bankAccountDetails,
      and(eq(bankAccountDetails.partnerId, importSettings.partnerId), eq(bankAccountDetails.bankAccountId, importSettings.bankAccountId)),
    )
    .innerJoin(imports, and(eq(imports.partnerId, importSettings.partnerId), eq(imports.id, importSettings.importId)))
    .innerJoin(companies, and(eq(companies.partnerId, imports.partnerId), eq(companies.id, imports.companyId)))
    .where(and(eq(importSettings.partnerId, partnerId), eq(importSettings.importId, importId)));
}

type Owed = Awaited<ReturnType<typeof findOwed>>[number];

async function findOwed(db: Database, partnerId: string, importId: string) {
  const found = await db
    .select({
      invoiceNumber: invoices.invoiceNumber,
      number: invoices.externalInvoiceNumber,
      cents: invoices.amountTotalCents,
      billedCents: invoices.amountBilledCents,
      customerOrganization: invoices.customerOrganization,
      customerPrefix: invoices.customerPrefix,
      customerFirstName: invoices.customerFirstName,
      customerInfix: invoices.customerInfix,
      customerLastName: invoices.customerLastName,
      isInHousehold: sql<boolean>`exists (select from household_members m where m.partner_id = ${invoices.partnerId} and m.invoice_id = ${invoices.id})`,
    })
    .from(invoices)
    .where(and(eq(invoices.partnerId, partnerId), eq(invoices.importId, importId), isNull(invoices.retractedAt)))
    .orderBy(asc(invoices.invoiceNumber));
  return found.slice(LEFT_OUT);
}

function entriesOf(all: Owed[], locale: keyof typeof seasonWords): Entry[] {
  const say = seasonWords[locale].bank;
  const open = all.filter(({ cents }) => cents > 0);
  const household = open.filter(({ isInHousehold }) => isInHousehold);
  const [first, second, third, fourth] = open.filter(({ isInHousehold }) => !isInHousehold);
  const paid = all.find(({ cents, billedCents }) => cents === 0 && billedCents > 0);
  const withReference = (owed: Owed, cents = owed.cents) => ({
    cents,
    name: nameOf(owed),
    text: referenceOf(owed.invoiceNumber, "creditor").code,
  });
  const [head] = household;
  return [
    first && withReference(first),
    second && withReference(second),
    // With two digits of the invoice's number swapped.
    third && { cents: third.cents, name: nameOf(third), text: `${say.dues} ${swapped(third.number)}` },
    // Half of the amount, without a reference.
    fourth && { cents: Math.round(fourth.cents / 2), name: nameOf(fourth), text: say.part },
    // One transfer for a whole household.
    head && { cents: household.reduce((sum, { cents }) => sum + cents, 0), name: nameOf(head), text: say.household },
    // A second payment of a paid invoice.
    paid && withReference(paid, paid.billedCents),
    // Unrelated to invoices.
    { cents: 6_450, name: say.stranger, text: say.coffee },
    { cents: RENT_CENTS, name: say.landlord, text: say.rent },
    { cents: -24_000, name: say.coach, text: say.wages },
    { cents: FEES_CENTS, name: "Bank", text: say.fees },
  ].filter((entry) => entry !== undefined);
}

/** Returns the customer's name without slashes, which would separate the fields of a statement. */
const nameOf = (owed: Owed) => formatCustomerName(owed).replaceAll("/", " ");

/** Swaps the last two neighbouring digits that differ, as in a typing error. */
function swapped(number: string): string {
  for (let at = number.length - 1; at > 0; at -= 1) {
    const [one = "", other = ""] = number.slice(at - 1, at + 1);
    if (/\d\d/.test(one + other) && one !== other) return number.slice(0, at - 1) + other + one + number.slice(at + 1);
  }
  return number;
}

interface StatementContents {
  iban: string;
  currency: string;
  country: string;
  entries: Entry[];
  random: Random;
}

/** Returns a statement in MT940, in the dialect of Dutch banks. */
function mt940({ iban, currency, country, entries, random }: StatementContents): string {
  const today = dayAt(new Date());
  const yesterday = shortDay(addDays(today, -1));
  const closing = entries.reduce((sum, { cents }) => sum + cents, OPENING_CENTS);
  return [
    ":20:STATEMENT",
    `:25:${iban}`,
    ":28C:231/1",
    `:60F:C${shortDay(addDays(today, -2))}${currency}${amountOf(OPENING_CENTS)}`,
    ...entries.flatMap(({ cents, name, text }, index) => [
      `:61:${yesterday}${yesterday.slice(2)}${cents < 0 ? "D" : "C"}${amountOf(cents)}NTRFNONREF//${yesterday}${String(index + 1).padStart(3, "0")}`,
      `:86:/TRTP/TRANSFER/IBAN/${testIban(random, country as Country)}/NAME/${name}/REMI/${text}/EREF/NOTPROVIDED`,
    ]),
    `:62F:C${yesterday}${currency}${amountOf(closing)}`,
    "-",
  ].join("\r\n");
}

const shortDay = (day: string) => day.replaceAll("-", "").slice(2);
const amountOf = (cents: number) => (Math.abs(cents) / 100).toFixed(2).replace(".", ",");

async function* inOnePiece(contents: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(contents);
}
