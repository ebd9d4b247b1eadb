import { and, eq, isNotNull, or } from "drizzle-orm";
import type { Database } from "@/db/client";
import { outgoingMessages } from "@/db/schema/collections";
import { companies } from "@/db/schema/companies";
import { invoices } from "@/db/schema/invoices";
import { mailCheckCodes } from "@/db/schema/mail-check-codes";
import { mails } from "@/db/schema/mails";
import { messages } from "@/db/schema/messages";
import { partners } from "@/db/schema/partners";
import { DomainError } from "@/server/errors";
import { clock } from "@/server/platform/clock";
import { readCheckCode } from "@/server/platform/mail/check-code";
import { consume, rateLimiter } from "@/server/platform/rate-limit";

/** Facts that a check code reveals about its message: neither the recipient nor the subject. */
export interface GenuineMessage {
  company: string;
  /** The company's own number of the invoice. */
  number: string;
  /** Moment by the partner's clock; for a mail about the customer's own details, by ours. */
  sentAt: Date;
}

/** Maximum number of wrong codes from an address in `WINDOW_SECONDS`. */
const MOST_FAILURES = 30;
const WINDOW_SECONDS = 60;

/**
 * Returns the message with this check code; undefined if there is none, or it was not sent. `address`: the requester's IP address. Codes cannot
 * be guessed, so right ones are always answered, even to addresses that many people share. Throws `too_many_attempts` after 30 wrong codes a
 * minute from an address.
 */
export async function checkMessage(db: Database, address: string, typed: string): Promise<GenuineMessage | undefined> {
  const code = readCheckCode(typed);
  const genuine = code && ((await findSent(db, code)) ?? (await findMail(db, code)));
  if (genuine) return genuine;
  const { allowed } = await consume(rateLimiter("check-codes", MOST_FAILURES, WINDOW_SECONDS), address);
  if (!allowed) throw new DomainError("too_many_attempts");
}

async function findSent(db: Database, checkCode: string): Promise<GenuineMessage | undefined> {
  const [found] = await db
    .select({
      company: companies.name,
      number: invoices.externalInvoiceNumber,
      recordedAt: messages.createdAt,
      clockOffsetMs: partners.clockOffsetMs,
    })
    .from(outgoingMessages)
    .innerJoin(partners, eq(partners.id, outgoingMessages.partnerId))
    .innerJoin(invoices, and(eq(invoices.partnerId, outgoingMessages.partnerId), eq(invoices.id, outgoingMessages.invoiceId)))
    .innerJoin(companies, and(eq(companies.partnerId, invoices.partnerId), eq(companies.id, invoices.companyId)))
    .leftJoin(messages, and(eq(messages.partnerId, outgoingMessages.partnerId), eq(messages.id, outgoingMessages.id)))
    // A message that is being handed over counts as sent. So does one with a row in `messages`, even if sending it again failed.
    .where(and(eq(outgoingMessages.checkCode, checkCode), or(eq(outgoingMessages.state, "handing_over"), isNotNull(messages.id))));
  return found && { company: found.company, number: found.number, sentAt: found.recordedAt ?? clock.now(found) };
}

/**
 * Finds a mail to a customer about their own details. Only the mail contains its code, so a known code proves that the mail was sent. The
 * moment is that of sending while the mail is kept, and afterwards that of queuing.
 */
async function findMail(db: Database, checkCode: string): Promise<GenuineMessage | undefined> {
  const [found] = await db
    .select({
      company: companies.name,
      number: invoices.externalInvoiceNumber,
      sentAt: mails.sentAt,
      queuedAt: mailCheckCodes.createdAt,
    })
    .from(mailCheckCodes)
    .innerJoin(invoices, and(eq(invoices.partnerId, mailCheckCodes.partnerId), eq(invoices.id, mailCheckCodes.invoiceId)))
    .innerJoin(companies, and(eq(companies.partnerId, invoices.partnerId), eq(companies.id, invoices.companyId)))
    .leftJoin(mails, eq(mails.id, mailCheckCodes.mailId))
    .where(eq(mailCheckCodes.checkCode, checkCode));
  return found && { company: found.company, number: found.number, sentAt: found.sentAt ?? found.queuedAt };
}
