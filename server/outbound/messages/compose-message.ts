import { and, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { prepared } from "@/db/prepared";
import { importSettings } from "@/db/schema/collection-settings";
import type { OutgoingMessage } from "@/db/schema/collections";
import { companies } from "@/db/schema/companies";
import { type Invoice, invoices } from "@/db/schema/invoices";
import { tickets } from "@/db/schema/tickets";
import type { Actor } from "@/server/actor";
import { findCollectedInvoices } from "@/server/billing/collection/collected-invoices";
import { type CollectedInvoice, dueOnOf, feeAhead, isAsked, isCollected, isHeld, quietUntil } from "@/server/billing/collection/plan";
import { sumOutstanding } from "@/server/billing/households/household";
import { describeTransfer, type Transfer } from "@/server/billing/transfers/describe-transfer";
import { customerLink } from "@/server/customer-page/customer-link";
import { dayAt } from "@/server/domain/calendar";
import { isAnnouncement, isReminder, type MessageKind } from "@/server/domain/collection-messages";
import { formatCustomerName } from "@/server/domain/customer-name";
import { groupIban } from "@/server/domain/group-iban";
import { lineKinds } from "@/server/domain/line-types";
import { channelsOf } from "@/server/domain/reach";
import { inSwissSpelling } from "@/server/domain/spelling";
import { env } from "@/server/env";
import { DomainError } from "@/server/errors";
import { sayInMessage } from "@/server/outbound/translations/translators";
import { clock } from "@/server/platform/clock";
import type { Carried } from "./carry";
import { spellCheckCode } from "./check-code";
import { composeAnnouncement } from "./compose-announcement";
import { askedAt, type Companion, type Companions, findCompanions } from "./find-companions";
import { findReceipts, type Receipt } from "./find-receipts";
import { dayFormat, moneyFormat } from "./formats";
import { type MailContent, renderMail } from "./mail";
import type { CustomerMail } from "./transport";

/** A message that a process has claimed. */
export type ClaimedMessage = OutgoingMessage & { checkCode: string };

/** A mail, and what it says as of now: it leaves only if that is still so. */
export interface ComposedMessage {
  mail: CustomerMail;
  seen: Pick<Invoice, "customerEmail" | "amountTotalCents">;
  /** By the partner's clock. */
  writtenAt: Date;
  /** The due day that it tells the customer, who hears of none before it; null: what was told, or is the import's, stands. */
  dueOn: string | null;
  /** The last day without a late-payment fee, as it says; null: it names no fee. */
  graceUntil: string | null;
  /** The other invoices of which it speaks. */
  carried: Carried[];
}

/**
 * What a message says, or why it is not to be sent: soon, while it is being decided what else it says; later, while a payment is on its way or has just failed; or never, such as a request once the
 * due day is over, or while the invoice is held.
 */
export async function composeMessage(
  db: Database,
  actor: Actor,
  message: ClaimedMessage,
): Promise<ComposedMessage | "soon" | "later" | "never"> {
  const found = await findSubject(db, message);
  if (!found || !channelsOf(found.invoice).email) return "never";
  const now = clock.now(actor);
  const { invoice, company, answer, salutation, personalNote } = found;
  const say = sayInMessage[invoice.locale];
  const about = { company: company.name, number: invoice.externalInvoiceNumber };
  const common = {
    locale: invoice.locale,
    greeting: salutation || say("greeting", { name: formatCustomerName(invoice) }),
    regards: invoice.locale === "de" && company.countryCode === "CH" ? inSwissSpelling(say("regards")) : say("regards"),
    company: company.name,
    check: { words: say("isItReal", { code: spellCheckCode(message.checkCode) }), url: `${env().PUBLIC_URL}/genuine` },
    footer: say("footer", { company: company.name, what: message.kind }),
  };
  const questions = say("questions", { company: company.name });

  if (message.kind === "answer") {
    const link = await linkFor(db, actor, message.invoiceId, say("openInvoice", { what: message.kind }));
    // Staff may be the first to write.
    const answered = found.wasAsked ? "answer" : "message";
    const content = {
      ...common,
      link,
      opening: `${say(`opening.${answered}`, about)}\n\n${answer ?? ""}`,
      facts: [],
      paragraphs: [questions],
    };
    return compose(found, message, now, say(`subject.${answered}`, about), content);
  }

  const [collected] = await findCollectedInvoices(db, message.partnerId, [message.invoiceId]);
  if (!collected) return "never";
  const day = (on: string) => dayOf(found, on);
  const { kind } = message;
  if (isAnnouncement(kind)) {
    const writing = {
      say,
      company: company.name,
      invoice,
      collected,
      money: (cents: number) => money(cents, found),
      day,
      now,
    };
    const receipts = kind === "payment_received" ? await findReceipts(db, message) : [];
    const announced = await composeAnnouncement(db, { ...message, kind }, { ...writing, receipts });
    if (!announced) return "never";
    const { subject, opening, paragraphs } = announced;
    const facts = announced.facts ?? numbersOf(found, message, say);
    const link = await linkFor(db, actor, message.invoiceId, say("openInvoice", { what: message.kind }));
    const content = { ...common, link, opening, facts, paragraphs: [...paragraphs, questions] };
    return { ...(await compose(found, message, now, subject, content)), carried: receipts.map(carriedReceipt) };
  }
  if (isHeld(collected, now)) return "never";
  if (!isCollected(collected)) return isCollected({ ...collected, isPaymentInProgress: false }) ? "later" : "never";
  const quiet = quietUntil(collected);
  if (quiet && quiet > now) return "later";
  const dueOn = dueOnOf(askedAt(collected, message, now), now);
  if (!isReminder(kind) && dueOn < dayAt(now)) return "never";
  const together = found.isInHousehold ? await findCompanions(db, actor, { ...message, kind }, now) : null;
  if (together === "soon") return "soon";
  const ahead = isReminder(kind) ? feeAhead(collected, { kind, round: message.round }, now) : undefined;
  const companions = together?.companions ?? [];
  const aheads = [ahead, ...companions.map((companion) => companion.feeAhead)].filter((each) => each !== undefined);
  const feeCents = [collected, ...companions.map((companion) => companion.collected)].reduce((sum, each) => sum + feeOf(each), 0);
  const aheadCents = aheads.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const [firstAhead] = aheads;
  const { subject, opening, facts, label } = together
    ? sayTogether(found, { ...message, kind }, dueOn, together)
    : sayAlone(found, { ...message, kind }, dueOn);
  const transfer = await describeTransfer(db, actor, together ? { ...invoice, ...asOne(invoice, together) } : invoice);
  const content = {
    ...common,
    link: await linkFor(db, actor, message.invoiceId, label),
    opening,
    facts: [...facts, ...transferOf(transfer, say)],
    paragraphs: [
      feeCents > 0 ? say("lateFee", { fee: money(feeCents, found) }) : "",
      firstAhead ? say("feeAhead", { fee: money(aheadCents, found), date: day(firstAhead.graceUntil) }) : "",
      personalNote ?? "",
      questions,
    ].filter(Boolean),
  };
  const composed = await compose(found, message, now, subject, content);
  return {
    ...composed,
    dueOn: isAsked(collected) || isReminder(kind) ? null : dueOn,
    graceUntil: ahead?.graceUntil ?? null,
    carried: companions.map(carriedCompanion),
  };
}

function carriedReceipt({ invoiceId, customerEmail, outstandingCents, aboutId }: Receipt): Carried {
  return { invoiceId, customerEmail, outstandingCents, about: { kind: "told", paymentId: aboutId } };
}

function carriedCompanion({ invoice, collected, round, dueOn, isNew, feeAhead }: Companion): Carried {
  const { id: invoiceId, customerEmail, outstandingCents } = invoice;
  const graceUntil = feeAhead?.graceUntil ?? null;
  const about = { kind: "asked", round, dueOn: isNew ? dueOn : null, graceUntil, hasEmail: collected.hasEmail } as const;
  return { invoiceId, customerEmail, outstandingCents, about };
}

type Asking = OutgoingMessage & { kind: MessageKind };

interface Wording {
  subject: string;
  opening: string;
  facts: MailContent["facts"];
  label: string;
}

function sayAlone(found: Subject, message: Asking, dueOn: string): Wording {
  const say = sayInMessage[found.invoice.locale];
  const owed = owedOf(found, dueOn);
  return {
    subject: say(`subject.${message.kind}`, owed),
    opening: say(`opening.${message.kind}`, owed),
    facts: [...numbersOf(found, message, say), [say("facts.amount"), owed.amount], [say("facts.due"), owed.due]],
    label: say("openInvoice", { what: message.kind }),
  };
}

/** All that a household is asked for, in the order in which it was recorded. */
function sayTogether(found: Subject, { kind }: Asking, dueOn: string, { companions }: Companions): Wording {
  const { invoice, company } = found;
  const say = sayInMessage[invoice.locale];
  const own = { ...invoice, customerName: formatCustomerName(invoice), outstandingCents: invoice.amountTotalCents, dueOn };
  const all = [own, ...companions.map((companion) => ({ ...companion.invoice, dueOn: companion.dueOn }))];
  const amount = money(sumOutstanding(all), found);
  const about = { company: company.name, count: String(all.length), amount };
  const listed = all
    .sort((one, other) => one.invoiceNumber - other.invoiceNumber)
    .map((each): [string, string] => [
      say("together.each", { number: each.externalInvoiceNumber, name: each.customerName }),
      say("together.eachDue", { amount: money(each.outstandingCents, found), due: dayOf(found, each.dueOn) }),
    ]);
  return {
    subject: say(`together.subject.${kind}`, about),
    opening: say(`together.opening.${kind}`, about),
    facts: [...listed, [say("together.sum"), amount]],
    label: say("together.open"),
  };
}

/** The household's sum under its one reference. */
function asOne({ amountTotalCents }: Subject["invoice"], { leadNumber, companions }: Companions) {
  const cents = amountTotalCents + sumOutstanding(companions.map((companion) => companion.invoice));
  return { invoiceNumber: leadNumber, amountTotalCents: cents };
}

/** The company's number, by which the customer knows the invoice, and ours beside it. */
function numbersOf({ invoice }: Subject, { kind }: OutgoingMessage, say: (typeof sayInMessage)["en"]): MailContent["facts"] {
  return [
    [say("facts.number", { what: kind }), invoice.externalInvoiceNumber],
    [say("facts.reference"), String(invoice.invoiceNumber)],
  ];
}

/** Where it can be transferred to, and what the transfer is to say. */
function transferOf(transfer: Transfer | null, say: (typeof sayInMessage)["en"]): MailContent["facts"] {
  if (!transfer) return [];
  return [
    [say("facts.transferTo"), transfer.holder],
    ["IBAN", groupIban(transfer.iban)],
    [say("facts.transferReference"), transfer.reference.shown],
  ];
}

/** Customers have a page once their invoice was transmitted. */
async function linkFor(db: Database, actor: Actor, invoiceId: string, label: string): Promise<MailContent["link"]> {
  try {
    return { label, url: await customerLink(db, actor, invoiceId) };
  } catch (error) {
    if (error instanceof DomainError && error.code === "invoice_not_transmitted") return null;
    throw error;
  }
}

type Subject = NonNullable<Awaited<ReturnType<typeof findSubject>>>;

async function findSubject(db: Database, { partnerId, invoiceId, ticketId }: OutgoingMessage) {
  const [found] = await subjectOf(db).execute({ partnerId, invoiceId, ticketId: ticketId ?? "" });
  return found;
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

async function compose(
  { invoice, company }: Subject,
  { id }: OutgoingMessage,
  now: Date,
  subject: string,
  content: MailContent,
): Promise<ComposedMessage> {
  const { customerEmail, amountTotalCents, locale } = invoice;
  const rendered = await renderMail(content);
  return {
    mail: {
      id,
      locale,
      recipient: customerEmail?.trim() ?? "",
      sender: company.name,
      replyTo: company.email,
      subject: oneLine(subject),
      ...rendered,
    },
    seen: { customerEmail, amountTotalCents },
    writtenAt: now,
    dueOn: null,
    graceUntil: null,
    carried: [],
  };
}

/** What a request or a reminder fills in. */
function owedOf({ invoice, company }: Subject, dueOn: string) {
  return {
    company: company.name,
    number: invoice.externalInvoiceNumber,
    amount: money(invoice.amountTotalCents, { invoice, company }),
    due: dayOf({ invoice, company }, dueOn),
  };
}

function dayOf(subject: Pick<Subject, "invoice" | "company">, on: string): string {
  return dayFormat(regionOf(subject)).format(new Date(on));
}

const LATE_FEE = "LATE-PAYMENT-FEE-LINE";

/** What is still open of the late-payment fee, in cents. */
function feeOf({ lines }: CollectedInvoice): number {
  return lines
    .filter(({ type }) => type === LATE_FEE || type === lineKinds[LATE_FEE].paidBy)
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
}

function money(cents: number, subject: Pick<Subject, "invoice" | "company">): string {
  return moneyFormat(regionOf(subject), subject.company.currency).format(cents / 100);
}

/** How the language is written where the company is. */
function regionOf({ invoice, company }: Pick<Subject, "invoice" | "company">): string {
  return `${invoice.locale}-${company.countryCode}`;
}

/** A number or a name of a partner's may hold anything; a subject is one line. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
