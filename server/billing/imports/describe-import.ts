import { and, count, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import type { CollectionSettings } from "@/db/schema/collection-settings";
import { companies } from "@/db/schema/companies";
import { imports } from "@/db/schema/imports";
import { invoiceLines } from "@/db/schema/invoice-lines";
import { invoices } from "@/db/schema/invoices";
import { mandates } from "@/db/schema/mandates";
import { type Actor, visibleTo } from "@/server/actor";
import { findExpectedDebitDay } from "@/server/billing/collection-settings/find-expected-debit-day";
import { whereMandateMissing, whereMandateOfInvoice, whereMandateValid } from "@/server/billing/mandates/valid-mandate";
import { dayAt } from "@/server/domain/formats/calendar";
import type { Reach } from "@/server/domain/rules/reach";
import { DomainError } from "@/server/errors";
import { clock } from "@/server/platform/clock";
import { versionOf } from "@/server/platform/row-version";
import { accountOfImport } from "@/server/tenancy/bank-accounts/account-of-import";
import { countCreditNotes, countRequests } from "./count-mails";
import { whereImport } from "./find-import";
import { getImportSettings } from "./get-import-settings";
import type { ExpectedDebits, ImportContents, ImportDescription, TransmissionPreview } from "./import";
import { sumOwing, whereOwing } from "./outstanding";
import { hasDoubtfulPhoneNumber, reachedBy } from "./reach";
import { findRepeatedNumbers } from "./repeated-numbers";

/** Returns an import's contents and how its customers are reached. Throws `invalid_import_id`. */
export async function describeImport(db: Database, actor: Actor, importId: string): Promise<ImportDescription> {
  const [summary, linesCount, repeatedNumbers, ways] = await Promise.all([
    summarizeImport(db, actor, importId),
    countLines(db, actor, importId),
    findRepeatedNumbers(db, actor, importId),
    findWaysToPay(db, actor, importId),
  ]);
  return { ...summary, linesCount, repeatedNumbers, ...ways };
}

/** Returns the effects of transmitting the import now. Throws `invalid_import_id` and `import_already_transmitted`. */
export async function previewTransmission(db: Database, actor: Actor, importId: string): Promise<TransmissionPreview> {
  const [summary, { debits }] = await Promise.all([summarizeImport(db, actor, importId), findWaysToPay(db, actor, importId)]);
  if (summary.transmittedAt) throw new DomainError("import_already_transmitted");
  return { ...summary, debits };
}

/** Uses one statement, so that the numbers add up. */
async function summarizeImport(db: Database, actor: Actor, importId: string): Promise<Omit<TransmissionPreview, "debits">> {
  const today = dayAt(clock.now(actor));
  const [found] = await db
    .select({
      row: imports,
      companyName: companies.name,
      currency: companies.currency,
      countryCode: companies.countryCode,
      groups: groupsOn(today),
      mails,
    })
    .from(imports)
    .innerJoin(companies, and(eq(companies.partnerId, imports.partnerId), eq(companies.id, imports.companyId)))
    .where(whereImport(actor, importId));
  if (!found) throw new DomainError("invalid_import_id");
  const { row, groups: byReach, mails: mailsCount, companyName, currency, countryCode } = found;

  const sum = (name: keyof Omit<Group, "reach">) => byReach.reduce((total, group) => total + group[name], 0);
  const reached = (reach: Reach): ImportContents => {
    const { invoicesCount = 0, amountCents = 0 } = byReach.find((group) => group.reach === reach) ?? {};
    return { invoicesCount, amountCents };
  };
  return {
    ...row,
    companyName,
    currency,
    countryCode,
    version: versionOf(row),
    contents: { invoicesCount: sum("invoicesCount"), amountCents: sum("amountCents") },
    billedCents: sum("billedCents"),
    outstandingCents: sum("outstandingCents"),
    mailsCount,
    reach: { email: reached("email"), sms: reached("sms"), letter: reached("letter"), nobody: reached("nobody") },
    isExpectedCountReached: sum("invoicesCount") >= (row.expectedInvoicesCount ?? 0),
    withoutIbanCount: sum("withoutIbanCount"),
    withoutMandateCount: sum("withoutMandateCount"),
    doubtfulPhoneNumbersCount: sum("doubtfulPhoneNumbersCount"),
  };
}

/** Invoices whose customers are reached by the same channel. */
interface Group extends ImportContents {
  reach: Reach;
  billedCents: number;
  outstandingCents: number;
  withoutIbanCount: number;
  withoutMandateCount: number;
  doubtfulPhoneNumbersCount: number;
}

const keyOfImport = [sql`${imports.partnerId}`, sql`${imports.id}`] as const;
const mails = sql`${countRequests(...keyOfImport)} + ${countCreditNotes(...keyOfImport)}`.mapWith(Number);

function groupsOn(today: string) {
  return sql<Group[]>`(
    select coalesce(json_agg(channel), '[]'::json) from (
      select ${reachedBy} as reach, count(*) as "invoicesCount", sum(${invoices.amountTotalCents}) as "amountCents",
        sum(${invoices.amountBilledCents}) as "billedCents",
        ${sumOwing} as "outstandingCents",
        count(*) filter (where ${invoices.directDebitIban} is null) as "withoutIbanCount",
        count(*) filter (where ${whereMandateMissing(today)}) as "withoutMandateCount",
        count(*) filter (where ${reachedBy} = 'sms' and ${hasDoubtfulPhoneNumber}) as "doubtfulPhoneNumbersCount"
      from ${invoices} where ${invoices.partnerId} = ${imports.partnerId} and ${invoices.importId} = ${imports.id}
      group by 1
    ) channel
  )`;
}

async function countLines(db: Database, actor: Actor, importId: string): Promise<number> {
  const counted = await db
    .select({ lines: count() })
    .from(invoices)
    .innerJoin(invoiceLines, and(eq(invoiceLines.partnerId, invoices.partnerId), eq(invoiceLines.invoiceId, invoices.id)))
    .where(and(visibleTo(actor, invoices), eq(invoices.importId, importId)));
  return only(counted).lines;
}

async function findWaysToPay(
  db: Database,
  actor: Actor,
  importId: string,
): Promise<Pick<ImportDescription, "canTransfer" | "takesDirectDebit" | "debits">> {
  const stored = await getImportSettings(db, actor, importId);
  const methods = stored?.settings.paymentMethods ?? [];
  const offersTransfer = methods.includes("bank_transfer");
  return {
    canTransfer: offersTransfer ? (await accountOfImport(db, actor, importId)) !== undefined : null,
    takesDirectDebit: methods.includes("sdd") || methods.includes("bacs") || stored?.settings.directDebit === true,
    debits: stored?.settings.directDebit ? await sumDebits(db, actor, importId, stored.settings) : null,
  };
}

/**
 * Sums the invoices that can be collected by direct debit. Their customers have an e-mail address, to which the debit is announced, and a mandate
 * that is valid on the day of the debit. Counts separately the invoices whose mandate is valid now and expires before the debit,
 * and all that are asked by e-mail.
 */
async function sumDebits(db: Database, actor: Actor, importId: string, settings: CollectionSettings): Promise<ExpectedDebits> {
  const now = clock.now(actor);
  const [found] = await db.select({ transmittedAt: imports.transmittedAt }).from(imports).where(whereImport(actor, importId));
  const day = await findExpectedDebitDay(db, actor, settings, found?.transmittedAt ?? now);
  const whereMandateOn = (on: string | null) =>
    on ? sql`exists (select from ${mandates} where ${and(whereMandateOfInvoice, whereMandateValid(on))} offset 0)` : sql`false`;
  const isCollected = whereMandateOn(day);
  const isExpiring = day && day > dayAt(now) ? sql`(${whereMandateOn(dayAt(now))} and not ${isCollected})` : sql`false`;
  return only(
    await db
      .select({
        invoicesCount: sql`count(*) filter (where ${isCollected})`.mapWith(Number),
        amountCents: sql`coalesce(sum(${invoices.amountTotalCents}) filter (where ${isCollected}), 0)`.mapWith(Number),
        expiringCount: sql`count(*) filter (where ${isExpiring})`.mapWith(Number),
        askedCount: sql`count(*) filter (where not ${isCollected})`.mapWith(Number),
      })
      .from(invoices)
      .where(and(visibleTo(actor, invoices), eq(invoices.importId, importId), whereOwing, sql`${reachedBy} = 'email'`)),
  );
}
