import { and, desc, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { mandateConsents } from "@/db/schema/mandate-consents";
import { mandates } from "@/db/schema/mandates";
import { identityOf } from "@/server/actor";
import { customerLink } from "@/server/billing/customer-links/customer-link";
import { mailCustomer } from "@/server/billing/customer-mails/mail-customer";
import { getInvoice, lockInvoice } from "@/server/billing/invoices/find-invoice";
import type { InvoiceDetails } from "@/server/billing/invoices/invoice";
import { addPageMandate } from "@/server/billing/mandates/add-page-mandate";
import { amendLocked, setBic } from "@/server/billing/mandates/amend-mandate";
import { findRefusedAccount } from "@/server/billing/mandates/find-failed-debit";
import { asMandate, type Mandate } from "@/server/billing/mandates/mandate";
import { type AccountFaults, type PayersAccount, readPayersAccount } from "@/server/billing/mandates/mandate-fields";
import { maskIban } from "@/server/domain/banking/mask-iban";
import { isInEea } from "@/server/domain/banking/pain-elements";
import { dayAt } from "@/server/domain/formats/calendar";
import { companyNameInMail } from "@/server/domain/words/plain-name";
import { UNKNOWN_ADDRESS } from "@/server/platform/client-address";
import { clock } from "@/server/platform/clock";
import { newId } from "@/server/platform/id";
import { sendMailsSoon } from "@/server/platform/mail/send-mails-soon";
import { addressOfRequest } from "@/server/platform/request-origin";
import { transact } from "@/server/platform/transact";
import { lockCompany } from "@/server/tenancy/bank-accounts/lock-accounts";
import { takeAttempt } from "@/server/tenancy/people/attempts";
import { asSystem, type Customer } from "./find-customer";
import { findInvoiceLeft } from "./find-invoice-left";
import { findMandateOffer, type MandateTerms, type MandateWords, type NotOffered, textOfMandate, versionOfMandate } from "./mandate-offer";

/** A form as it was sent. */
export interface GivenConsent {
  holder: string;
  iban: string;
  /** Asked for if the account is outside the EEA; absent or empty: not given. */
  bic?: string;
  /** Whether the box was ticked. */
  agrees: boolean;
  /** Version of what was shown. */
  version: string;
}

export type ConsentFaults = Omit<AccountFaults, "bic" | "iban"> & {
  iban?: AccountFaults["iban"] | "account_refused";
  bic?: "invalid_bic" | "bic_missing";
  agrees?: "agreement_missing";
};

/** `changed_meanwhile`: the text that was shown is not the present one, or the mandate that was given with it has ended or changed. */
export type ConsentOutcome = { mandate: Mandate } | { faults: ConsentFaults } | { refusal: NotOffered | "changed_meanwhile" };

/**
 * Records a mandate that the payer gives on their page, or another account for their present mandate. Keeps what was shown as the proof, and mails
 * a copy. If the account is the present one, records only another BIC. An account that the bank has refused for good (`findRefusedAccount`) is
 * a fault, unless the present mandate is for it, because staff have recorded it then. `word` returns the present words.
 *
 * A form that is sent twice gives one mandate. Locks the company, as recording from paper does. Throws `invalid_invoice_id`, and
 * `too_many_attempts` after five in 15 minutes.
 */
export async function giveMandate(
  db: Database,
  actor: Customer,
  given: GivenConsent,
  word: (terms: MandateTerms) => MandateWords,
): Promise<ConsentOutcome> {
  const reading = readPayersAccount(given);
  const isBicMissing = "account" in reading && reading.account.bic === null && !isInEea(reading.account.iban);
  const faults: ConsentFaults = {
    ...("faults" in reading && reading.faults),
    ...(isBicMissing && { bic: "bic_missing" }),
    ...(!given.agrees && { agrees: "agreement_missing" }),
  };
  if ("faults" in reading || Object.keys(faults).length > 0) return { faults };
  await takeAttempt(db, "mandate", { account: actor.invoiceId, address: UNKNOWN_ADDRESS });
  const outcome = await transact(db, actor, (tx) => agree(tx, actor, { ...reading.account, version: given.version }, word));
  sendMailsSoon(db);
  return outcome;
}

type Agreed = PayersAccount & Pick<GivenConsent, "version">;

async function agree(
  tx: Database,
  actor: Customer,
  { version, ...account }: Agreed,
  word: (terms: MandateTerms) => MandateWords,
): Promise<ConsentOutcome> {
  await lockCompanyOf(tx, actor);
  const invoice = await lockInvoice(tx, actor, actor.invoiceId);
  const before = await findByVersion(tx, actor, version);
  if (before) return before.state === "valid" && isSame(before, account) ? { mandate: before } : { refusal: "changed_meanwhile" };
  const offer = await findMandateOffer(tx, actor);
  if ("reason" in offer) return { refusal: offer.reason };
  const { terms, held, payer } = offer;
  const words = word(terms);
  if (version !== versionOfMandate(offer, words)) return { refusal: "changed_meanwhile" };
  if (held && isSame(held, account)) return { mandate: await setBic(tx, actor, held, account.bic ?? held.bic, "page") };
  if (held?.iban !== account.iban && (await findRefusedAccount(tx, payer, account.iban))) return { faults: { iban: "account_refused" } };

  const mandate = held
    ? await amendLocked(tx, actor, held, account, "page")
    : await addPageMandate(tx, actor, invoice, { ...account, reference: terms.reference });
  const { companyName: _, reference, ...shown } = terms;
  const now = clock.now(actor);
  const text = textOfMandate(words, terms.locale);
  await tx.insert(mandateConsents).values({
    partnerId: actor.partnerId,
    id: newId(),
    mandateId: mandate.id,
    invoiceId: invoice.id,
    givenBy: identityOf(actor),
    givenAt: now,
    address: addressOfRequest(),
    ...shown,
    holder: account.holder,
    iban: account.iban,
    text,
    version,
  });
  if (invoice.customerEmail) {
    const values = { holder: companyNameInMail(account.holder), iban: maskIban(account.iban), reference, when: now.toISOString(), text };
    const left = {
      invoice: await findInvoiceLeft(tx, actor, invoice.externalInvoiceNumber),
      page: await customerLink(tx, asSystem(actor), invoice.id),
    };
    await mailCustomer(tx, invoice, invoice.customerEmail, "customerMandateGiven", { ...values, ...left });
  }
  return { mandate };
}

/** Locks the company, so that changes of its mandates follow one another. Returns the invoice, which is not locked. */
export async function lockCompanyOf(tx: Database, actor: Customer): Promise<InvoiceDetails> {
  const invoice = await getInvoice(tx, actor, actor.invoiceId);
  await lockCompany(tx, asSystem(actor), invoice.companyId);
  return invoice;
}

/** Returns the mandate that was given or amended by a form of this version. */
async function findByVersion(tx: Database, actor: Customer, version: string): Promise<Mandate | undefined> {
  const { partnerId, invoiceId } = actor;
  const [found] = await tx
    .select({ mandate: mandates })
    .from(mandateConsents)
    .innerJoin(mandates, and(eq(mandates.partnerId, mandateConsents.partnerId), eq(mandates.id, mandateConsents.mandateId)))
    .where(and(eq(mandateConsents.partnerId, partnerId), eq(mandateConsents.invoiceId, invoiceId), eq(mandateConsents.version, version)))
    .orderBy(desc(mandateConsents.givenAt))
    .limit(1);
  return found && asMandate(found.mandate, dayAt(clock.now(actor)));
}

function isSame(mandate: Pick<PayersAccount, "holder" | "iban">, { holder, iban }: PayersAccount): boolean {
  return mandate.holder === holder && mandate.iban === iban;
}
