import { and, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { prepared } from "@/db/prepared";
import { importSettings } from "@/db/schema/collection-settings";
import type { OutgoingMessage } from "@/db/schema/collections";
import { companies } from "@/db/schema/companies";
import { invoices } from "@/db/schema/invoices";
import { tickets } from "@/db/schema/tickets";
import { formatDay } from "@/server/domain/formats/dates";
import { formatMoney } from "@/server/domain/formats/money";
import { regionalLocale } from "@/server/domain/formats/regional-locale";
import { companyNameInMail } from "@/server/domain/words/plain-name";
import type { MailContent } from "./mail";
import { sayInMessage } from "./say-in-message";

/** The invoice that a message is about, its company, and the texts that the company has set. */
export type Subject = NonNullable<Awaited<ReturnType<typeof findSubject>>>;

export async function findSubject(db: Database, { partnerId, invoiceId, ticketId }: OutgoingMessage) {
  const [found] = await subjectOf(db).execute({ partnerId, invoiceId, ticketId: ticketId ?? "" });
  return found && { ...found, company: { ...found.company, name: companyNameInMail(found.company.name) } };
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
      answer: tickets.message,
      isInHousehold: sql<boolean>`exists (select from household_members m where m.partner_id = ${invoices.partnerId} and m.invoice_id = ${invoices.id})`,
      wasAsked: sql<boolean>`exists (select from tickets question where question.partner_id = ${invoices.partnerId}
        and question.invoice_id = ${invoices.id} and question.sender = 'customer' and question.recorded_order < ${tickets.recordedOrder})`,
    })
    .from(invoices)
    .innerJoin(companies, and(eq(companies.partnerId, invoices.partnerId), eq(companies.id, invoices.companyId)))
    .leftJoin(importSettings, and(eq(importSettings.partnerId, invoices.partnerId), eq(importSettings.importId, invoices.importId)))
    .leftJoin(tickets, and(eq(tickets.partnerId, invoices.partnerId), eq(tickets.id, sql.placeholder("ticketId"))))
    .where(and(eq(invoices.partnerId, sql.placeholder("partnerId")), eq(invoices.id, sql.placeholder("invoiceId"))))
    .prepare("message_subject"),
);

/** Returns the company's number, by which the customer knows the invoice, and our number as the reference. */
export function numbersOf({ invoice }: Subject, { kind }: OutgoingMessage): MailContent["facts"] {
  const say = sayInMessage[invoice.locale];
  return [
    [say("facts.number", { what: kind }), invoice.externalInvoiceNumber],
    [say("facts.reference"), String(invoice.invoiceNumber)],
  ];
}

/** Formats a day such as `2026-11-20` in the company's regional style. */
export function dayOf({ invoice, company }: Pick<Subject, "invoice" | "company">, on: string): string {
  return formatDay(on, regionalLocale(invoice.locale, company.countryCode), "long");
}

/** Formats integer cents in the company's currency and regional style. */
export function money(cents: number, { invoice, company }: Pick<Subject, "invoice" | "company">): string {
  return formatMoney(cents, company.currency, invoice.locale, company.countryCode);
}
