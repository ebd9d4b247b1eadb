import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { prepared } from "@/db/prepared";
import { importSettings } from "@/db/schema/collection-settings";
import type { OutgoingMessage } from "@/db/schema/collections";
import { companies } from "@/db/schema/companies";
import { imports } from "@/db/schema/imports";
import { invoiceLines } from "@/db/schema/invoice-lines";
import { type Invoice, invoices } from "@/db/schema/invoices";
import { tickets } from "@/db/schema/tickets";
import { whereAccountNeeded } from "@/server/billing/refunds/account-needed";
import { formatDay } from "@/server/domain/formats/dates";
import { formatMoney } from "@/server/domain/formats/money";
import { regionalLocale } from "@/server/domain/formats/regional-locale";
import type { CompanyTexts, TextsByLanguage } from "@/server/domain/rules/collection-settings";
import { addresseeOf, formatCustomerName } from "@/server/domain/rules/customer-name";
import { isDefaultTitle } from "@/server/domain/words/import-title";
import { companyNameInMail } from "@/server/domain/words/plain-name";
import { shorten } from "@/server/domain/words/shorten";
import type { MailContent } from "./mail";
import { sayInMessage } from "./say-in-message";

/** The invoice that a message is about, its company, and the texts that the company has set. */
export type Subject = NonNullable<Awaited<ReturnType<typeof findSubject>>>;

/** Returns the subject of a message; undefined if the invoice does not exist. */
export async function findSubject(
  db: Database,
  { partnerId, invoiceId, ticketId }: Pick<OutgoingMessage, "partnerId" | "invoiceId" | "ticketId">,
) {
  const [found] = await subjectOf(db).execute({ partnerId, invoiceId, ticketId: ticketId ?? "" });
  return found && { ...found, ...ownTexts(found), company: { ...found.company, name: companyNameInMail(found.company.name) } };
}

interface Texts {
  invoice: Pick<Invoice, "locale">;
  texts: TextsByLanguage | null;
  salutation: string | null;
  personalNote: string | null;
}

/** Returns the company's own texts in the customer's language. A salutation or note without a language is for languages that have none. */
function ownTexts({ invoice, texts, salutation, personalNote }: Texts): CompanyTexts {
  const own = texts?.[invoice.locale];
  return {
    salutation: own?.salutation || salutation || "",
    personalNote: own?.personalNote || personalNote || "",
    consequence: own?.consequence ?? "",
  };
}

const subjectOf = prepared((db) =>
  db
    .select({
      invoice: {
        importId: invoices.importId,
        retractedAt: invoices.retractedAt,
        externalInvoiceNumber: invoices.externalInvoiceNumber,
        invoiceNumber: invoices.invoiceNumber,
        locale: invoices.locale,
        customerEmail: invoices.customerEmail,
        amountTotalCents: invoices.amountTotalCents,
        directDebitIban: invoices.directDebitIban,
        retractionReason: invoices.retractionReason,
        showRetractionReasonToCustomer: invoices.showRetractionReasonToCustomer,
        customerOrganization: invoices.customerOrganization,
        customerPrefix: invoices.customerPrefix,
        customerFirstName: invoices.customerFirstName,
        customerInfix: invoices.customerInfix,
        customerLastName: invoices.customerLastName,
        customerAddress1: invoices.customerAddress1,
        customerHouseNumber: invoices.customerHouseNumber,
        customerHouseNumberExtension: invoices.customerHouseNumberExtension,
        customerZipcode: invoices.customerZipcode,
        customerCity: invoices.customerCity,
        customerCountryCode: invoices.customerCountryCode,
      },
      company: { name: companies.name, email: companies.email, currency: companies.currency, countryCode: companies.countryCode },
      salutation: importSettings.salutation,
      personalNote: importSettings.personalNote,
      texts: importSettings.texts,
      answer: tickets.message,
      isAccountNeeded: whereAccountNeeded,
      isInHousehold: sql<boolean>`exists (select from household_members m where m.partner_id = ${invoices.partnerId} and m.invoice_id = ${invoices.id})`,
      /** The customer's last message before the answer; null if they wrote none. */
      question: sql<string | null>`(select question.message from tickets question where question.partner_id = ${invoices.partnerId}
        and question.invoice_id = ${invoices.id} and question.sender = 'customer' and question.recorded_order < ${tickets.recordedOrder}
        order by question.recorded_order desc limit 1)`,
      /** Whether the answer ends the customer's objection: it was lifted after their last message. */
      isObjectionOver: sql<boolean>`exists (select from holds objection where objection.partner_id = ${invoices.partnerId}
        and objection.invoice_id = ${invoices.id} and objection.kind = 'objected' and objection.ended_at >= (
          select max(asked.created_at) from tickets asked where asked.partner_id = ${invoices.partnerId}
            and asked.invoice_id = ${invoices.id} and asked.sender = 'customer' and asked.recorded_order < ${tickets.recordedOrder}))`,
      title: imports.title,
      /** Description of the billed line; null if it has none, or if there are several. */
      billedFor: sql<string | null>`(select case when count(*) = 1 then min(billed.description) end from invoice_lines billed
        where billed.partner_id = ${invoices.partnerId} and billed.invoice_id = ${invoices.id} and billed.type = 'INVOICE-LINE')`,
    })
    .from(invoices)
    .innerJoin(companies, and(eq(companies.partnerId, invoices.partnerId), eq(companies.id, invoices.companyId)))
    .innerJoin(imports, and(eq(imports.partnerId, invoices.partnerId), eq(imports.id, invoices.importId)))
    .leftJoin(importSettings, and(eq(importSettings.partnerId, invoices.partnerId), eq(importSettings.importId, invoices.importId)))
    .leftJoin(tickets, and(eq(tickets.partnerId, invoices.partnerId), eq(tickets.id, sql.placeholder("ticketId"))))
    .where(and(eq(invoices.partnerId, sql.placeholder("partnerId")), eq(invoices.id, sql.placeholder("invoiceId"))))
    .prepare("message_subject"),
);

/** Maximum number of characters of an import's title, or of a line, that a mail shows. */
const MOST_OF_THING = 100;

/** An invoice of the import. */
interface Billed {
  externalInvoiceNumber: string;
  customerName: string;
  /** Description of its only billed line; null if it has none, or if there are several lines. */
  billedFor: string | null;
}

/**
 * Returns the thing to be paid for, and the customer's name. The thing is the import's title, else the billed line, else the invoice's number.
 * `of`: another invoice of the same import.
 */
export function thingOf(found: Subject, of: Billed = billedOf(found)): string {
  const say = sayInMessage[found.invoice.locale];
  return say("thing", { what: titleOf(found, of) || say("invoiceOf", { number: of.externalInvoiceNumber }), name: of.customerName });
}

/** As `thingOf`, for sentences that also name the invoice's number: only the customer's name if there is neither a title nor a billed line. */
export function thingBesideNumber(found: Subject): string {
  const of = billedOf(found);
  const what = titleOf(found, of);
  return what ? sayInMessage[found.invoice.locale]("thing", { what, name: of.customerName }) : of.customerName;
}

function titleOf({ title }: Subject, { billedFor }: Billed): string {
  return shorten(isDefaultTitle(title) ? (billedFor ?? "") : title, MOST_OF_THING);
}

function billedOf({ invoice, billedFor }: Subject): Billed {
  return { externalInvoiceNumber: invoice.externalInvoiceNumber, customerName: formatCustomerName(invoice), billedFor };
}

/** Returns the description of the only billed line, by invoice; null if the line has none, or if there are several lines. */
export async function findBilledFor(db: Database, partnerId: string, ids: string[]): Promise<Map<string, string | null>> {
  const rows = await db
    .select({
      id: invoiceLines.invoiceId,
      billedFor: sql<string | null>`case when count(*) = 1 then min(${invoiceLines.description}) end`,
    })
    .from(invoiceLines)
    .where(and(eq(invoiceLines.partnerId, partnerId), inArray(invoiceLines.invoiceId, ids), eq(invoiceLines.type, "INVOICE-LINE")))
    .groupBy(invoiceLines.invoiceId);
  return new Map(rows.map(({ id, billedFor }) => [id, billedFor]));
}

/** Returns the greeting: with the person's name, or without one if there is none or the mail is about invoices of several people. */
export function greetingOf({ invoice }: Subject, isToSeveral: boolean): string {
  const say = sayInMessage[invoice.locale];
  const { kind, name } = addresseeOf(invoice);
  return say("greeting", { kind: isToSeveral ? "several" : kind, name });
}

/** Returns the company's own number, by which the customer knows the invoice. */
export function numberOf({ invoice }: Subject, { kind }: Pick<OutgoingMessage, "kind">): MailContent["facts"] {
  return [[sayInMessage[invoice.locale]("facts.number", { what: kind }), invoice.externalInvoiceNumber]];
}

/** Formats a day such as `2026-11-20` in the company's regional style. */
export function dayOf({ invoice, company }: Pick<Subject, "invoice" | "company">, on: string): string {
  return formatDay(on, regionalLocale(invoice.locale, company.countryCode), "long");
}

/** As `dayOf`, with the day of the week. */
export function wholeDayOf({ invoice, company }: Pick<Subject, "invoice" | "company">, on: string): string {
  return formatDay(on, regionalLocale(invoice.locale, company.countryCode), "whole");
}

/** Formats integer cents in the company's currency and regional style. */
export function money(cents: number, { invoice, company }: Pick<Subject, "invoice" | "company">): string {
  return formatMoney(cents, company.currency, invoice.locale, company.countryCode);
}
