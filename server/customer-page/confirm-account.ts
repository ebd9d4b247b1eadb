import { randomBytes } from "node:crypto";
import { and, asc, eq, gt, isNotNull, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { companies } from "@/db/schema/companies";
import { type ContactChange, contactChanges } from "@/db/schema/contact-changes";
import { type Invoice, invoices } from "@/db/schema/invoices";
import { partners } from "@/db/schema/partners";
import { type Actor, systemActor } from "@/server/actor";
import { mailCustomer } from "@/server/billing/customer-mails/mail-customer";
import { CONFIRMED_WITHIN_MS, endAccountChange } from "@/server/billing/invoices/account-changes";
import { lockInvoice } from "@/server/billing/invoices/find-invoice";
import type { InvoiceRecord } from "@/server/billing/invoices/invoice-record";
import { updateInvoice } from "@/server/billing/invoices/update-invoice";
import { maskIban } from "@/server/domain/banking/mask-iban";
import { DAY_MS } from "@/server/domain/formats/time";
import { env } from "@/server/env";
import { recordEvent } from "@/server/platform/audit/record-event";
import { clock } from "@/server/platform/clock";
import { hashSecret } from "@/server/platform/hash-secret";
import { newId } from "@/server/platform/id";
import { transact } from "@/server/platform/transact";
import type { Customer } from "./find-customer";

/**
 * Period in ms after a change of the e-mail address on the customer's page, during which the former address must confirm account numbers.
 * Otherwise a person who has the link could first change the address and then confirm an account.
 */
const FORMER_OWNER_MS = 30 * DAY_MS;
/** Length of the token in a confirmation link, which is written as 32 characters in base64url. */
const TOKEN_BYTES = 24;

/**
 * Returns the address that must confirm a new account number; undefined if nobody can be asked. Customers of a sandbox are invented, so
 * nobody reads their mail.
 */
export async function addressToAsk(tx: Database, actor: Customer, { customerEmail }: InvoiceRecord): Promise<string | undefined> {
  const [partner] = await tx.select({ isSandbox: partners.isSandbox }).from(partners).where(eq(partners.id, actor.partnerId));
  if (partner?.isSandbox) return undefined;
  const since = new Date(clock.now(actor).getTime() - FORMER_OWNER_MS);
  const [former] = await tx
    .select({ email: contactChanges.formerEmail })
    .from(contactChanges)
    .where(
      and(
        eq(contactChanges.partnerId, actor.partnerId),
        eq(contactChanges.invoiceId, actor.invoiceId),
        isNotNull(contactChanges.formerEmail),
        gt(contactChanges.createdAt, since),
      ),
    )
    // The oldest of them: later ones may belong to the person who changed the address.
    .orderBy(asc(contactChanges.createdAt))
    .limit(1);
  return former?.email ?? customerEmail ?? undefined;
}

/** Mails the link that confirms the account number. Earlier links stop working. */
export async function askToConfirm(tx: Database, actor: Customer, invoice: InvoiceRecord, iban: string, address: string): Promise<void> {
  await endAccountChange(tx, actor, actor.invoiceId);
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  await noteChange(tx, actor, { kind: "account", iban, tokenHash: hashSecret(token) });
  await recordEvent(tx, actor, "iban_proposed", { about: `invoice:${actor.invoiceId}` });
  const values = { iban: maskIban(iban), link: `${env().PUBLIC_URL}/i/account/${token}` };
  await mailCustomer(tx, invoice, address, "customerAccountToConfirm", values);
}

/** Records a change of the e-mail address, country or account number that the customer has made or requested. */
export async function noteChange(
  tx: Database,
  actor: Customer,
  change: Pick<ContactChange, "kind"> & Partial<Pick<ContactChange, "formerEmail" | "formerCountry" | "iban" | "tokenHash">>,
): Promise<void> {
  const { partnerId, invoiceId } = actor;
  await tx.insert(contactChanges).values({ ...change, id: newId(), partnerId, invoiceId, createdAt: clock.now(actor) });
}

/** An account number that waits for its customer's confirmation. */
export interface AccountToConfirm extends Pick<Invoice, "externalInvoiceNumber" | "locale"> {
  company: string;
  /** Masked: only part of the number is shown. */
  iban: string;
}

/** Finds the account number behind a link; undefined if the link is unknown, used, or older than a week. */
export async function findAccountToConfirm(db: Database, token: string): Promise<AccountToConfirm | undefined> {
  const found = await findByToken(db, token);
  return (
    found && {
      company: found.company,
      iban: maskIban(found.iban),
      externalInvoiceNumber: found.externalInvoiceNumber,
      locale: found.locale,
    }
  );
}

/** Puts the account number in use. Returns false if the link is no longer valid. */
export async function confirmAccount(db: Database, token: string, requestId: string | null): Promise<boolean> {
  const found = await findByToken(db, token);
  if (!found) return false;
  const actor: Actor = { ...found.actor, requestId };
  return transact(db, actor, async (tx) => {
    const { externalInvoiceNumber } = await lockInvoice(tx, actor, found.invoiceId);
    // Checked again in the transaction, so that of two simultaneous confirmations only one succeeds.
    if (!(await findByToken(tx, token))) return false;
    await endAccountChange(tx, actor, found.invoiceId);
    await updateInvoice(tx, actor, found.invoiceId, { externalInvoiceNumber, directDebitIban: found.iban });
    await recordEvent(tx, actor, "iban_changed", { about: `invoice:${found.invoiceId}`, after: { confirmed: true } });
    return true;
  });
}

async function findByToken(db: Database, token: string) {
  if (!/^[\w-]{32}$/.test(token)) return undefined;
  const [found] = await db
    .select({
      invoiceId: invoices.id,
      externalInvoiceNumber: invoices.externalInvoiceNumber,
      locale: invoices.locale,
      company: companies.name,
      iban: contactChanges.iban,
      createdAt: contactChanges.createdAt,
      partner: { id: partners.id, clockOffsetMs: partners.clockOffsetMs },
    })
    .from(contactChanges)
    .innerJoin(partners, eq(partners.id, contactChanges.partnerId))
    .innerJoin(invoices, and(eq(invoices.partnerId, contactChanges.partnerId), eq(invoices.id, contactChanges.invoiceId)))
    .innerJoin(companies, and(eq(companies.partnerId, invoices.partnerId), eq(companies.id, invoices.companyId)))
    .where(and(eq(contactChanges.tokenHash, hashSecret(token)), isNull(contactChanges.endedAt)));
  if (!found?.iban) return undefined;
  const { partner, iban, createdAt, ...rest } = found;
  const actor = systemActor(partner);
  return clock.now(actor).getTime() - createdAt.getTime() < CONFIRMED_WITHIN_MS ? { ...rest, iban, actor } : undefined;
}
