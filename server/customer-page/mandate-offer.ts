import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { importSettings } from "@/db/schema/collection-settings";
import { type Company, companies } from "@/db/schema/companies";
import { type Invoice, invoices } from "@/db/schema/invoices";
import { mandates } from "@/db/schema/mandates";
import { provenEmail } from "@/server/billing/contact-changes/proven-contact";
import { type Debited, type FailedDebit, findFailedDebit, findFailedDebitOfInvoice } from "@/server/billing/mandates/find-failed-debit";
import { asMandate, type Mandate } from "@/server/billing/mandates/mandate";
import { dayAt } from "@/server/domain/formats/calendar";
import { addressLines } from "@/server/domain/formats/postal-address";
import { customerKey } from "@/server/domain/rules/customer-key";
import { nameAndValue } from "@/server/domain/words/spelling";
import { DomainError } from "@/server/errors";
import { clock } from "@/server/platform/clock";
import { versionOf } from "@/server/platform/row-version";
import { getBankAccount } from "@/server/tenancy/bank-accounts/find-bank-accounts";
import { asSystem, type Customer } from "./find-customer";

/** The facts that a payer is asked to agree to. Always a CORE mandate for any number of debits: others are given on paper. */
export interface MandateTerms {
  locale: Invoice["locale"];
  companyName: string;
  /** Name of the creditor, as files of debits have it. */
  creditorName: string;
  creditorIdentifier: string;
  /** On one line; empty: not known. */
  creditorAddress: string;
  /** Reference that the mandate gets, or has. */
  reference: string;
  /** Days before a debit by which the payer is told of it. */
  noticeDays: number;
}

export interface MandateOffer {
  terms: MandateTerms;
  /** The payer's valid mandate, which gets another account; null: a new mandate is given. */
  held: Mandate | null;
  payer: Debited;
}

/** Why nothing can be agreed to on the page. */
export type NotOffered = "mandates_need_euros" | "mandate_exists" | "mandate_not_offered";

/** Words and facts of a mandate as they are shown, in the language of the terms. */
export interface MandateWords {
  title: string;
  facts: [label: string, value: string][];
  paragraphs: string[];
  /** Beside the box that the payer ticks. */
  agreement: string;
}

/** Returns the words as one text, for the proof and for the copy by mail. */
export function textOfMandate({ title, facts, paragraphs, agreement }: MandateWords, locale: Invoice["locale"]): string {
  return [title, facts.map((fact) => nameAndValue(fact, locale)).join("\n"), ...paragraphs, agreement].join("\n\n");
}

/** Returns the version of what is shown, by which a sent form is known to be about the same. */
export function versionOfMandate({ terms, held }: Pick<MandateOffer, "terms" | "held">, words: MandateWords): string {
  const account = held && { id: held.id, holder: held.holder, iban: held.iban };
  return versionOf({ terms, account, text: textOfMandate(words, terms.locale) });
}

/** Words of the page about direct debits. */
export interface MandateOfCustomer {
  /** The payer's valid mandate; null: there is none, it is from paper and the import takes no debits, or it does not fit the invoice. */
  mandate: Mandate | null;
  /** Whether the payer may give a mandate, or name another account for theirs. */
  isOffered: boolean;
  /** The newest debit if it failed: the payer's, if it ended the only mandate because of the account; otherwise the invoice's. Null: none. */
  failedDebit: FailedDebit | null;
}

/** Returns what the page says about direct debits. Throws `invalid_invoice_id`. */
export async function findMandateOfCustomer(db: Database, actor: Customer): Promise<MandateOfCustomer> {
  const facts = await findFacts(db, actor);
  const held = await findHeld(db, actor, facts);
  const failedDebit = await findFailedDebitToTell(db, actor, facts, held);
  const isShown = held && (held.source === "page" || facts.directDebit) && (held.scheme === "CORE" || facts.organization);
  return { mandate: isShown ? held : null, isOffered: !("reason" in (await findOffer(db, actor, facts, held))), failedDebit };
}

async function findFailedDebitToTell(db: Database, actor: Customer, facts: Facts, held: Mandate | null): Promise<FailedDebit | null> {
  const payer = payerOf(actor, facts);
  const last = held ? null : await findFailedDebit(db, payer);
  return last?.isAboutAccount ? last : findFailedDebitOfInvoice(db, payer, actor.invoiceId);
}

function payerOf({ invoiceId }: Customer, { partnerId, companyId, email }: Facts): Debited {
  return { partnerId, companyId, customerKey: customerKey(email, invoiceId) };
}

/**
 * Returns what the payer may agree to: a mandate, or another account for their valid one. Otherwise returns why they cannot. Throws
 * `invalid_invoice_id`.
 */
export async function findMandateOffer(db: Database, actor: Customer): Promise<MandateOffer | { reason: NotOffered }> {
  const facts = await findFacts(db, actor);
  const held = await findHeld(db, actor, facts);
  const offer = await findOffer(db, actor, facts, held);
  if ("reason" in offer) return offer;
  const reference = held?.reference ?? (await findUnusedReference(db, facts));
  return { terms: { ...offer, reference }, held, payer: payerOf(actor, facts) };
}

interface Facts {
  partnerId: string;
  companyId: string;
  invoiceNumber: number;
  locale: Invoice["locale"];
  /** The address by which the payer is known (`provenEmail`); null: the payer has only mandates for this invoice alone. */
  email: string | null;
  /** Null or empty: a person. */
  organization: string | null;
  /** Whether the customer may still agree to something: the invoice is neither cancelled nor a credit note. */
  isOpen: boolean;
  company: Company;
  /** Settings of the import; null: it has none. */
  directDebit: boolean | null;
  noticeDays: number | null;
  bankAccountId: string | null;
}

async function findFacts(db: Database, { partnerId, invoiceId }: Customer): Promise<Facts> {
  const [facts] = await db
    .select({
      partnerId: invoices.partnerId,
      companyId: invoices.companyId,
      invoiceNumber: invoices.invoiceNumber,
      locale: invoices.locale,
      email: provenEmail,
      organization: invoices.customerOrganization,
      isOpen: sql<boolean>`${invoices.retractedAt} is null and ${invoices.erasedAt} is null and ${invoices.amountBilledCents} >= 0`,
      company: companies,
      directDebit: importSettings.directDebit,
      noticeDays: importSettings.debitNoticeDays,
      bankAccountId: importSettings.bankAccountId,
    })
    .from(invoices)
    .innerJoin(companies, and(eq(companies.partnerId, invoices.partnerId), eq(companies.id, invoices.companyId)))
    .leftJoin(importSettings, and(eq(importSettings.partnerId, invoices.partnerId), eq(importSettings.importId, invoices.importId)))
    .where(and(eq(invoices.partnerId, partnerId), eq(invoices.id, invoiceId)));
  if (!facts) throw new DomainError("invalid_invoice_id");
  return facts;
}

/** Returns the payer's valid mandate; null without one. */
async function findHeld(db: Database, actor: Customer, { partnerId, companyId, email }: Facts): Promise<Mandate | null> {
  const ofPayer = eq(mandates.customerKey, customerKey(email, actor.invoiceId));
  const [row] = await db
    .select()
    .from(mandates)
    .where(and(eq(mandates.partnerId, partnerId), eq(mandates.companyId, companyId), ofPayer, isNull(mandates.endedAt)));
  const held = row && asMandate(row, dayAt(clock.now(actor)));
  return held?.state === "valid" ? held : null;
}

/** Returns the terms without the reference, or why nothing is offered. */
async function findOffer(
  db: Database,
  actor: Customer,
  facts: Facts,
  held: Mandate | null,
): Promise<Omit<MandateTerms, "reference"> | { reason: NotOffered }> {
  const { company, directDebit, bankAccountId, noticeDays, isOpen, locale, email } = facts;
  if (company.currency !== "EUR") return { reason: "mandates_need_euros" };
  if (held && (held.scheme !== "CORE" || held.sequence !== "recurrent")) return { reason: "mandate_exists" };
  // Without an e-mail address, no debit can be announced. One that the customer set on the page may be somebody else's.
  if (!isOpen || !email) return { reason: "mandate_not_offered" };
  if (!directDebit || bankAccountId === null || noticeDays === null) return { reason: "mandate_not_offered" };
  const { current, closedAt } = await getBankAccount(db, asSystem(actor), bankAccountId);
  if (closedAt || !current?.creditorIdentifier) return { reason: "mandate_not_offered" };
  return {
    locale,
    noticeDays,
    companyName: company.name,
    creditorName: current.holder,
    creditorIdentifier: current.creditorIdentifier,
    creditorAddress: addressOf(company),
  };
}

function addressOf({ address1: street, address2: second, houseNumber, zipcode, city, countryCode: country }: Company): string {
  const lines = addressLines({ street, second, houseNumber, zipcode, city, country });
  return lines.length > 0 ? [...lines, country].join(", ") : "";
}

/** Returns the first reference, of the invoice's number and a count, that the company has never used. */
async function findUnusedReference(db: Database, { partnerId, companyId, invoiceNumber }: Facts): Promise<string> {
  const beginning = `M${invoiceNumber}-`;
  const isAlike = sql`upper(reference) like ${`${beginning}%`}`;
  const rows = await db
    .select({ key: sql<string>`upper(reference)` })
    .from(mandates)
    .where(and(eq(mandates.partnerId, partnerId), eq(mandates.companyId, companyId), isAlike));
  const used = new Set(rows.map(({ key }) => key));
  let count = 1;
  while (used.has(`${beginning}${count}`)) count += 1;
  return `${beginning}${count}`;
}
