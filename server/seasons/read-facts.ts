import { and, eq, gt, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { companies } from "@/db/schema/companies";
import { debitFiles } from "@/db/schema/debit-files";
import { debits } from "@/db/schema/debits";
import { imports } from "@/db/schema/imports";
import { invoices } from "@/db/schema/invoices";
import type { Actor } from "@/server/actor";
import { batchIdOf } from "@/server/bank/debit-files/batch-id";
import { whereFileStands } from "@/server/bank/debit-files/find-debit-file";
import { findTransferTarget } from "@/server/bank/transfers/describe-transfer";
import { invoiceDueOn } from "@/server/billing/imports/import-due-on";
import { bankCalendarOf } from "@/server/domain/banking/bank-days";
import { painIdOf } from "@/server/domain/banking/pain-elements";
import { referenceOf } from "@/server/domain/banking/payment-reference";
import { addDays } from "@/server/domain/formats/calendar";
import { messageKinds } from "@/server/domain/rules/collection-messages";
import { formatCustomerName } from "@/server/domain/rules/customer-name";
import { dayInSql } from "@/server/platform/day-in-sql";
import type { SeasonAccount, SeasonDebit, SeasonFacts, SeasonInvoice } from "./season-facts";

/** Days after a debit was collected in which it can still go back: the bank returns it within nine days and a weekend. */
const RETURNED_WITHIN_DAYS = 20;
/** Days that a customer has to pay after a payment that went back. */
const TO_PAY_AGAIN_DAYS = 14;

/** Reads the facts of a sandbox on which a day's files and questions depend. `day`: the day in question. */
export async function readFacts(db: Database, actor: Actor, day: string): Promise<SeasonFacts> {
  const accounts = new Map<string, SeasonAccount>();
  const asked = await readInvoices(db, actor, accounts);
  const collected = await readDebits(db, actor, day, accounts);
  return { accounts: [...accounts.values()], invoices: asked, debits: collected };
}

/** Returns the closing balance of the newest statement of each account, in cents, by IBAN. */
export async function readBalances(db: Database, { partnerId }: Actor): Promise<Map<string, number>> {
  const rows = await db.execute<{ iban: string; closingCents: string }>(sql`
    select distinct on (iban) iban, closing_cents::text as "closingCents" from bank_statements
    where partner_id = ${partnerId} and closing_cents is not null and withdrawal_id is null and family <> 'camt052'
    order by iban, closing_on desc, id desc`);
  return new Map(rows.map(({ iban, closingCents }) => [iban, Number(closingCents)]));
}

/** Reads the invoices that customers were asked to pay, and enters the accounts that they pay into. */
async function readInvoices(db: Database, actor: Actor, accounts: Map<string, SeasonAccount>): Promise<SeasonInvoice[]> {
  const { customerOrganization, customerPrefix, customerFirstName, customerInfix, customerLastName } = invoices;
  const rows = await db
    .select({
      id: invoices.id,
      number: invoices.externalInvoiceNumber,
      invoiceNumber: invoices.invoiceNumber,
      importId: invoices.importId,
      owedCents: invoices.amountTotalCents,
      ownLocale: invoices.locale,
      locale: companies.locale,
      customer: { customerOrganization, customerPrefix, customerFirstName, customerInfix, customerLastName },
      payerKey: sql<string>`customer_key(${invoices.customerEmail}, ${invoices.externalInvoiceNumber})`,
      askedOn,
      paidBackOn,
      dueOn: sql<string>`(${invoiceDueOn})::text`,
      billedCents,
      isDebited,
    })
    .from(invoices)
    .innerJoin(imports, and(eq(imports.partnerId, invoices.partnerId), eq(imports.id, invoices.importId)))
    .innerJoin(companies, and(eq(companies.partnerId, invoices.partnerId), eq(companies.id, invoices.companyId)))
    .where(and(eq(invoices.partnerId, actor.partnerId), isNotNull(imports.transmittedAt), isNull(invoices.retractedAt)))
    .orderBy(invoices.invoiceNumber);
  const targets = await findTargets(db, actor, rows, accounts);
  const counts = new Map<string, number>();
  return rows.flatMap(({ number, importId, customer, ownLocale, ...row }) => {
    const count = (counts.get(number) ?? 0) + 1;
    counts.set(number, count);
    if (row.askedOn === null) return [];
    const target = targets.get(importId) ?? null;
    const againOn = row.paidBackOn !== null && row.paidBackOn > row.askedOn ? row.paidBackOn : null;
    return [
      {
        id: row.id,
        key: count === 1 ? number : `${number} ${count}`,
        payerKey: row.payerKey,
        payerName: formatCustomerName(customer),
        locale: ownLocale ?? row.locale,
        invoiceNumber: row.invoiceNumber,
        owedCents: row.owedCents,
        billedCents: row.billedCents,
        reference: target ? referenceOf(row.invoiceNumber, target.kind).code : "",
        iban: target?.iban ?? "",
        askedOn: againOn ?? row.askedOn,
        dueOn: againOn ? addDays(againOn, TO_PAY_AGAIN_DAYS) : row.dueOn,
        isTransferred: target !== null && !row.isDebited,
      },
    ];
  });
}

const ofInvoice = sql`partner_id = ${invoices.partnerId} and invoice_id = ${invoices.id}`;

/** SQL: day on which the customer was first asked to pay; null: not yet. */
const askedOn = sql<string | null>`(select min(${dayInSql(sql`created_at`)})::text from outgoing_messages
  where ${ofInvoice} and kind in (${sql.raw(messageKinds.map((kind) => `'${kind}'`).join(", "))}) and state in ('sent', 'unknown'))`;

/** SQL: day on which a payment last went back, or a debit was rejected; null: none. */
const paidBackOn = sql<string | null>`(select max(${dayInSql(sql`coalesce(charged_back_at, ended_at)`)})::text from payments
  where ${ofInvoice} and (charged_back_at is not null or method = 'sdd' and status = 'failed'))`;

const billedCents = sql`(select coalesce(sum(amount_cents), 0) from invoice_lines where ${ofInvoice} and type = 'INVOICE-LINE')`.mapWith(
  Number,
);

/** SQL: whether a direct debit collects the invoice, or has collected it. */
const isDebited = sql<boolean>`exists (select from payments where ${ofInvoice} and debit_id is not null
  and status in ('scheduled', 'pending', 'paid') and charged_back_at is null)`;

/** Finds the accounts of imports, and the kinds of reference there. */
async function findTargets(
  db: Database,
  actor: Actor,
  rows: readonly { importId: string; invoiceNumber: number }[],
  accounts: Map<string, SeasonAccount>,
) {
  const targets = new Map<string, Pick<SeasonAccount, "iban"> & { kind: "creditor" | "belgian" | "qr" }>();
  for (const [importId, { invoiceNumber }] of new Map(rows.map((row) => [row.importId, row]))) {
    const target = await findTransferTarget(db, actor, { importId, invoiceNumber });
    if (!target) continue;
    const { company, facts, reference } = target;
    accounts.set(facts.iban, { iban: facts.iban, currency: company.currency, holder: facts.holder, calendar: bankCalendarOf(company) });
    targets.set(importId, { iban: facts.iban, kind: reference.kind });
  }
  return targets;
}

/** Reads the debits that the bank has, and those that may still go back, and enters the accounts that they are collected into. */
async function readDebits(db: Database, { partnerId }: Actor, day: string, accounts: Map<string, SeasonAccount>): Promise<SeasonDebit[]> {
  const { status, collectOn, fileCents, endToEndId, scheme, sequenceType, reportedAt } = debits;
  const rows = await db
    .select({
      status,
      collectOn,
      fileCents,
      endToEndId,
      scheme,
      sequenceType,
      reportedAt,
      fileId: debitFiles.id,
      holder: debits.holder,
      payerIban: debits.iban,
      iban: debitFiles.iban,
      accountHolder: debitFiles.holder,
      handedOutOn: sql<string>`${dayInSql(debitFiles.handedOutAt)}::text`,
      key: sql<string>`(select string_agg(i.external_invoice_number, ' ' order by i.external_invoice_number) from payments p
        join invoices i on i.partner_id = p.partner_id and i.id = p.invoice_id
        where p.partner_id = ${debits.partnerId} and p.debit_id = ${debits.id} and p.status <> 'cancelled')`,
    })
    .from(debits)
    .innerJoin(debitFiles, and(eq(debitFiles.partnerId, debits.partnerId), eq(debitFiles.id, debits.fileId)))
    .where(
      and(
        eq(debits.partnerId, partnerId),
        inArray(status, ["at_bank", "booked"]),
        gt(collectOn, addDays(day, -RETURNED_WITHIN_DAYS)),
        isNotNull(debitFiles.handedOutAt),
        whereFileStands,
      ),
    );
  return rows.flatMap(({ accountHolder, reportedAt: answeredAt, ...row }) => {
    const { fileId, fileCents: amountCents, scheme: schemeInFile, sequenceType: typeInFile, status: state } = row;
    if (state !== "at_bank" && state !== "booked") return [];
    if (amountCents === null || schemeInFile === null || typeInFile === null) return [];
    if (!accounts.has(row.iban)) accounts.set(row.iban, { iban: row.iban, currency: "EUR", holder: accountHolder, calendar: "target" });
    return [
      {
        key: row.key ?? row.endToEndId,
        fileId,
        handedOutOn: row.handedOutOn,
        isReported: answeredAt !== null,
        status: state,
        collectOn: row.collectOn,
        amountCents,
        endToEndId: row.endToEndId,
        iban: row.iban,
        batchId: batchIdOf(painIdOf(fileId), { collectOn: row.collectOn, scheme: schemeInFile, sequenceType: typeInFile }),
        holder: row.holder ?? "",
        payerIban: row.payerIban ?? "",
      },
    ];
  });
}
