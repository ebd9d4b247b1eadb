import { and, asc, eq, inArray } from "drizzle-orm";
import type { Database } from "@/db/client";
import { outgoingMessages } from "@/db/schema/collections";
import { companies } from "@/db/schema/companies";
import { invoices } from "@/db/schema/invoices";
import { mails } from "@/db/schema/mails";
import { messages } from "@/db/schema/messages";
import type { Actor } from "@/server/actor";
import { requireInvoice, whereInvoice } from "@/server/billing/invoices/find-invoice";
import { emptyRecipient } from "@/server/billing/invoices/recipient-fields";
import type { Locale } from "@/server/domain/formats/locales";
import { isPlannedKind } from "@/server/domain/rules/collection-messages";
import { formatCustomerName } from "@/server/domain/rules/customer-name";
import { DomainError } from "@/server/errors";
import { withPicture } from "@/server/messages/hand-over";
import type { CustomerMail } from "@/server/messages/transport";
import { newId } from "@/server/platform/id";
import { getCompany } from "@/server/tenancy/companies/find-company";
import { exampleCustomer } from "./add-example";
import { importOf, type PreviewOf, previewLink, rehearsePreview } from "./preview-of";
import { type RehearsedMessage, whereOfPlan } from "./rehearse-plan";

/** A mail to a customer, whose links open only the preview. */
interface PreviewedMail extends Pick<CustomerMail, "sender" | "replyTo" | "recipient" | "subject" | "locale"> {
  /** Contains the mail's picture. */
  html: string;
  /** The plain-text part. */
  text: string;
}

/** A message of an invoice's plan. */
export interface PreviewedMessage extends Pick<RehearsedMessage, "kind" | "round"> {
  /** When it left or will leave, by the partner's clock. */
  at: Date;
  hasLeft: boolean;
  subject: string;
  /** Null for a message that has left, unless its words are kept, as in a sandbox or the development mailbox. */
  mail: PreviewedMail | null;
  /** Number of invoices that the mail asks for; null for a message that has left. */
  invoicesCount: number | null;
}

/** All messages of an invoice's plan if nobody pays, in order. */
export interface Preview {
  customerName: string;
  externalInvoiceNumber: string;
  /** The customer's own language. */
  locale: Locale;
  /** The company's country, for formats. */
  countryCode: string;
  messages: PreviewedMessage[];
}

/** Lists the messages of an invoice's plan. Changes nothing. Throws the errors of `rehearsePreview`. */
export async function listPreviews(db: Database, actor: Actor, of: PreviewOf, locale: Locale | null): Promise<Preview> {
  // Listed outside the rehearsal, within which its own messages would seem to have left as well.
  const [about, left] = await Promise.all([
    "companyId" in of ? describeExample(db, actor, of.companyId) : describeInvoice(db, actor, of.invoiceId),
    "companyId" in of ? [] : listLeft(db, actor, of.invoiceId),
  ]);
  return rehearsePreview(db, actor, { of, locale }, async (coming) => ({ ...about, messages: [...left, ...coming.map(present)] }));
}

/** Returns one of the messages that `listPreviews` lists, as it is sent. Throws also `invalid_message_id`. */
export async function findPreview(
  db: Database,
  actor: Actor,
  of: PreviewOf,
  locale: Locale | null,
  { kind, round }: Pick<PreviewedMessage, "kind" | "round">,
): Promise<CustomerMail> {
  const isWanted = (each: Pick<PreviewedMessage, "kind" | "round">) => each.kind === kind && each.round === round;
  const kept = "companyId" in of ? undefined : (await listLeft(db, actor, of.invoiceId)).find(isWanted)?.mail;
  if (kept) return { ...kept, id: newId(), picture: undefined };
  const coming = await rehearsePreview(db, actor, { of, locale }, async (rehearsed) => rehearsed.find(isWanted));
  if (!coming) throw new DomainError("invalid_message_id");
  return coming.mail;
}

function present({ kind, round, at, mail, invoicesCount }: RehearsedMessage): PreviewedMessage {
  const { sender, replyTo, recipient, subject, locale, text } = mail;
  const shown = { sender, replyTo, recipient, subject, locale, text, html: withPicture(mail) };
  return { kind, round, at, hasLeft: false, subject, mail: shown, invoicesCount };
}

type About = Omit<Preview, "messages">;

async function describeInvoice(db: Database, actor: Actor, invoiceId: string): Promise<About> {
  const [found] = await db
    .select({ invoice: invoices, countryCode: companies.countryCode })
    .from(invoices)
    .innerJoin(companies, and(eq(companies.partnerId, invoices.partnerId), eq(companies.id, invoices.companyId)))
    .where(whereInvoice(actor, invoiceId));
  if (!found) throw new DomainError("invalid_invoice_id");
  const { externalInvoiceNumber, locale } = found.invoice;
  return { customerName: formatCustomerName(found.invoice), externalInvoiceNumber, locale, countryCode: found.countryCode };
}

async function describeExample(db: Database, actor: Actor, companyId: string): Promise<About> {
  const { locale, countryCode } = await getCompany(db, actor, companyId);
  const { externalInvoiceNumber, ...customer } = exampleCustomer;
  return { customerName: formatCustomerName({ ...emptyRecipient, ...customer }), externalInvoiceNumber, locale, countryCode };
}

async function listLeft(db: Database, actor: Actor, invoiceId: string): Promise<PreviewedMessage[]> {
  await requireInvoice(db, actor, invoiceId);
  const { partnerId } = actor;
  const link = previewLink({ invoiceId, importId: await importOf(db, actor, invoiceId) });
  const found = await db
    .select({ message: outgoingMessages, at: messages.createdAt, mail: mails, company: { name: companies.name, email: companies.email } })
    .from(outgoingMessages)
    .innerJoin(messages, and(eq(messages.partnerId, outgoingMessages.partnerId), eq(messages.id, outgoingMessages.id)))
    .innerJoin(invoices, and(eq(invoices.partnerId, outgoingMessages.partnerId), eq(invoices.id, outgoingMessages.invoiceId)))
    .innerJoin(companies, and(eq(companies.partnerId, invoices.partnerId), eq(companies.id, invoices.companyId)))
    .leftJoin(mails, eq(mails.id, outgoingMessages.id))
    .where(
      and(
        eq(outgoingMessages.partnerId, partnerId),
        eq(outgoingMessages.invoiceId, invoiceId),
        whereOfPlan,
        inArray(outgoingMessages.state, ["sent", "unknown"]),
      ),
    )
    .orderBy(asc(messages.recordedOrder));
  return found.flatMap(({ message, at, mail, company }): PreviewedMessage[] => {
    const { kind, round, subject } = message;
    if (!isPlannedKind(kind)) return [];
    const left = { kind, round, at, hasLeft: true, subject: subject ?? "", invoicesCount: null };
    if (!mail?.html || !mail.body) return [{ ...left, mail: null }];
    const { sender, recipient, locale } = mail;
    const shown = { sender: sender ?? company.name, replyTo: company.email, recipient, subject: subject ?? "", locale };
    return [{ ...left, mail: { ...shown, html: withoutLinks(mail.html, link), text: withoutLinks(mail.body, link) } }];
  });
}

/** Address of a customer's page, whose last part is the secret. */
const CUSTOMER_LINK = /https?:\/\/[^\s"<>]+\/i\/[\w-]{32}/g;

function withoutLinks(words: string, link: string): string {
  return words.replace(CUSTOMER_LINK, () => link);
}
