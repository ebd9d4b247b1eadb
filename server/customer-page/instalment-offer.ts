import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { CollectionSettings } from "@/db/schema/collection-settings";
import { companies } from "@/db/schema/companies";
import { householdMembers } from "@/db/schema/households";
import { type Invoice, invoices } from "@/db/schema/invoices";
import { findCollectedInvoices } from "@/server/billing/collection/collected-invoices";
import { dueOnOf, isCollected, isHeld } from "@/server/billing/collection/plan";
import { chargebacksOf } from "@/server/billing/collection/returned-payment";
import { isDebited } from "@/server/billing/collection/to-be-debited";
import { findInstalmentPayer } from "@/server/billing/instalments/instalment-payer";
import { dayAt } from "@/server/domain/formats/calendar";
import { sumOf } from "@/server/domain/rules/account";
import { formatCustomerName } from "@/server/domain/rules/customer-name";
import { type NoParts, type OfferedPlan, offerParts } from "@/server/domain/rules/instalment-parts";
import { nameAndValue } from "@/server/domain/words/spelling";
import { DomainError } from "@/server/errors";
import { clock } from "@/server/platform/clock";
import { versionOf } from "@/server/platform/row-version";
import type { Customer } from "./find-customer";
import { type InstalmentsByDebit, offerByDebit, wholeDebitOf } from "./instalments-by-debit";

/** The plans that a customer can choose from, and what they are told with each. */
export interface InstalmentTerms {
  locale: Invoice["locale"];
  companyName: string;
  customerName: string;
  number: string;
  missed: CollectionSettings["instalmentsMissed"];
  /** Plans whose parts the customer pays. None if the whole amount is to be collected by direct debit. */
  plans: OfferedPlan[];
  /** Plans whose parts are collected by direct debit; null: none can be. */
  debit: InstalmentsByDebit | null;
}

/** How the parts of a plan are paid: collected by `debit`, or paid by the customer. */
export type InstalmentWay = "transfer" | "debit";

/** Returns the plan with so many parts that are paid in this way; undefined if none is offered. */
export function planOf({ plans, debit }: InstalmentTerms, count: number, way: InstalmentWay): OfferedPlan | undefined {
  return (way === "debit" ? (debit?.plans ?? []) : plans).find(({ parts }) => parts.length === count);
}

/**
 * Reason for offering no plan. `not_offered`: the import offers none, or nothing can be divided now. `agreed`: there was a plan already.
 * `overdue`: the due day is over, or a payment was returned. `household`: the invoice is asked for together with others.
 */
export type NoInstalments =
  | Exclude<NoParts, "off">
  | "not_offered"
  | "agreed"
  | "overdue"
  | "household"
  | "payment_in_progress"
  | "on_hold";

/** Words and facts of a plan as they are shown, in the language of the terms. */
export interface InstalmentWords {
  title: string;
  parts: [label: string, value: string][];
  paragraphs: string[];
}

/** Returns the words as one text, for the proof and for the copy by mail. */
export function textOfInstalments({ title, parts, paragraphs }: InstalmentWords, locale: Invoice["locale"]): string {
  return [title, parts.map((part) => nameAndValue(part, locale)).join("\n"), ...paragraphs].join("\n\n");
}

/** Returns the version of what is shown, and of its language, by which a sent form is known to be about the same. */
export function versionOfInstalments({ locale }: Pick<InstalmentTerms, "locale">, plan: OfferedPlan, words: InstalmentWords): string {
  return versionOf({ locale, plan, text: textOfInstalments(words, locale) });
}

/**
 * Returns the plans that the customer may agree to, or why there are none. The plans divide the outstanding amount, from the due day on, as the
 * import's settings and the laws of the company's and the payer's countries permit. A country that the customer set on the page makes no law
 * milder.
 *
 * Beside a direct debit of the whole amount that is in no file yet, or is to be announced, only plans by direct debit are offered, which replace
 * it. Nothing is offered if that debit was in a file, even in a withdrawn one. Throws `invalid_invoice_id`.
 */
export async function findInstalmentOffer(db: Database, actor: Customer): Promise<InstalmentTerms | { reason: NoInstalments }> {
  const { partnerId, invoiceId } = actor;
  const [[collected], facts] = await Promise.all([findCollectedInvoices(db, partnerId, [invoiceId]), findFacts(db, actor)]);
  if (!collected || collected.settings.instalmentsFromCents === null) return { reason: "not_offered" };
  const now = clock.now(actor);
  if (collected.instalments) return { reason: "agreed" };
  if (collected.isPaymentInProgress) return { reason: "payment_in_progress" };
  const isToBeDebited = isDebited(collected, now);
  const whole = wholeDebitOf(collected);
  // The bank may still collect the debit by a file that was withdrawn.
  if (whole?.wasInFile) return { reason: "payment_in_progress" };
  const undebited = whole && collected.debit ? { ...collected, debit: { ...collected.debit, part: null, parts: [] } } : collected;
  if (!isCollected(undebited)) return { reason: "not_offered" };
  if (isHeld(collected, now)) return { reason: "on_hold" };
  const agreedOn = dayAt(now);
  const dueOn = dueOnOf(collected, now);
  if (dueOn < agreedOn || chargebacksOf(collected).length > 0) return { reason: "overdue" };
  if (facts.isInHousehold) return { reason: "household" };
  const { settings, payer, lines, transmittedAt } = collected;
  const claim = {
    settings,
    balanceCents: sumOf(lines),
    firstOn: dueOn,
    agreedOn,
    transmittedOn: dayAt(transmittedAt),
    payer: await findInstalmentPayer(db, { partnerId, id: invoiceId }, payer),
  };
  const byDebit = await offerByDebit(db, actor, collected, claim);
  const debit = typeof byDebit === "string" ? null : byDebit;
  const offered = offerParts(claim);
  const plans = isToBeDebited || typeof offered === "string" ? [] : offered;
  const { locale, companyName, customerName, number } = facts;
  if (debit || plans.length > 0) return { locale, companyName, customerName, number, missed: settings.instalmentsMissed, plans, debit };
  const reason = typeof offered === "string" ? offered : byDebit;
  return { reason: typeof reason === "string" && reason !== "off" ? reason : "not_offered" };
}

async function findFacts(db: Database, { partnerId, invoiceId }: Customer) {
  const [found] = await db
    .select({
      locale: invoices.locale,
      companyName: companies.name,
      number: invoices.externalInvoiceNumber,
      household: householdMembers.leadInvoiceId,
      customerOrganization: invoices.customerOrganization,
      customerPrefix: invoices.customerPrefix,
      customerFirstName: invoices.customerFirstName,
      customerInfix: invoices.customerInfix,
      customerLastName: invoices.customerLastName,
    })
    .from(invoices)
    .innerJoin(companies, and(eq(companies.partnerId, invoices.partnerId), eq(companies.id, invoices.companyId)))
    .leftJoin(householdMembers, and(eq(householdMembers.partnerId, invoices.partnerId), eq(householdMembers.invoiceId, invoices.id)))
    .where(and(eq(invoices.partnerId, partnerId), eq(invoices.id, invoiceId)));
  if (!found) throw new DomainError("invalid_invoice_id");
  const { household, ...facts } = found;
  return { ...facts, customerName: formatCustomerName(found), isInHousehold: household !== null };
}
