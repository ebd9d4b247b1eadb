import type { Database } from "@/db/client";
import type { OutgoingMessage } from "@/db/schema/collections";
import type { Invoice } from "@/db/schema/invoices";
import type { Actor } from "@/server/actor";
import { describeTransfer } from "@/server/bank/transfers/describe-transfer";
import { findCollectedInvoices } from "@/server/billing/collection/collected-invoices";
import { dayToPay } from "@/server/billing/collection/day-to-pay";
import { findNamedDays } from "@/server/billing/collection/find-named-days";
import { dueOnOf, isCreditNote, nextMessage, plan } from "@/server/billing/collection/plan";
import { customerLink } from "@/server/billing/customer-links/customer-link";
import { findHousehold, type Household } from "@/server/billing/households/household";
import { dayAt } from "@/server/domain/formats/calendar";
import { type AnnouncementKind, FEE_NOTE, isAnnouncement } from "@/server/domain/rules/collection-messages";
import { channelsOf } from "@/server/domain/rules/reach";
import { feeWordsIn } from "@/server/domain/words/fee-words";
import { shorten } from "@/server/domain/words/shorten";
import { inSwissSpelling } from "@/server/domain/words/spelling";
import { env } from "@/server/env";
import { DomainError } from "@/server/errors";
import { clock } from "@/server/platform/clock";
import { spellCheckCode } from "@/server/platform/mail/check-code";
import { pictureOf } from "./code-picture";
import { composeAnnouncement } from "./compose-announcement";
import { composeDebit, isAboutDebit, sayNoDebit } from "./compose-debit";
import { composeFeeNote } from "./compose-fee-note";
import { composeInstalment, isAboutInstalments } from "./compose-instalment";
import { composePromise, isAboutPromise } from "./compose-promise";
import { type Asked, composeRequest } from "./compose-request";
import { fateOfReceipt } from "./fate-of-receipt";
import { sayNamedFee } from "./fee-terms";
import { findReceipts, type Receipt } from "./find-receipts";
import { findRelief } from "./find-relief";
import type { IncludedInvoice } from "./included-invoices";
import { inTime } from "./list-together";
import { type MailContent, renderMail } from "./mail";
import { dayOf, findSubject, greetingOf, money, numberOf, type Subject, thingBesideNumber, thingOf } from "./message-subject";
import { listOpenOthers } from "./open-others";
import { type Effects, inOneParagraph, type LinkTo, type Said } from "./said";
import { sayCostsOfFee, sayCostsOfOwed } from "./say-costs";
import { sayInMessage } from "./say-in-message";
import { askedOfPayers, sayPaid, sayReturned } from "./say-paid";
import { transferFacts } from "./transfer-facts";
import type { CustomerMail } from "./transport";
import { LATE_FEE, unpaidOf } from "./unpaid-of";

/** A message that a process has claimed. */
export type ClaimedMessage = OutgoingMessage & { checkCode: string };

/** A mail and the state from which it was written: it is sent only if that state still holds. */
export interface ComposedMessage extends Effects {
  mail: CustomerMail;
  seen: Pick<Invoice, "customerEmail" | "amountTotalCents"> & { isRetracted: boolean };
  /** The partner's clock. */
  writtenAt: Date;
}

/**
 * Composes a message, or returns why it is not sent now. `soon`: another process is deciding what else it covers. `later`: a payment is in
 * progress or has just failed. `never`: it is no longer wanted, such as a request after the due day or while the invoice is held.
 * `linkTo`: the customers' own links, unless the message is only a preview.
 */
export async function composeMessage(
  db: Database,
  actor: Actor,
  message: ClaimedMessage,
  linkTo: LinkTo = customerLink,
): Promise<ComposedMessage | "soon" | "later" | "never"> {
  const found = await findSubject(db, message);
  if (!found || !channelsOf(found.invoice).email) return "never";
  const now = clock.now(actor);
  const { invoice, company, salutation } = found;
  const say = sayInMessage[invoice.locale];
  const common = {
    locale: invoice.locale,
    regards: invoice.locale === "de" && company.countryCode === "CH" ? inSwissSpelling(say("regards")) : say("regards"),
    company: company.name,
    check: { words: say("isItReal", { code: spellCheckCode(message.checkCode) }), url: `${env().PUBLIC_URL}/genuine` },
  };

  const household = oncePerMail(async () => (found.isInHousehold ? findHousehold(db, actor, message.invoiceId) : null));
  const said = await wordsOf(db, actor, message, { found, now, linkTo, household });
  if (typeof said === "string") return said;
  const {
    subject,
    label,
    listed = [],
    opening,
    details = [],
    isToSeveral,
    facts,
    alsoOpen,
    paragraphs,
    invitesReply,
    code,
    pageOf,
    isOfCreditNote,
    ...effects
  } = said;
  const what = isOfCreditNote ? "credit_note" : message.kind;
  const greeting = salutation || greetingOf(found, isToSeveral || isPayerOfSeveral(await household()));
  const picture = code && { id: pictureId(message), png: pictureOf(code) };
  const content: MailContent = {
    ...common,
    greeting,
    link:
      label === null ? null : await linkFor(() => linkTo(db, actor, pageOf ?? message.invoiceId), label ?? say("openInvoice", { what })),
    listed,
    opening: afterGreeting(greeting, opening),
    details,
    facts,
    alsoOpen,
    picture: picture && { src: `cid:${picture.id}`, words: say("scan") },
    paragraphs: [...paragraphs, invitesReply ? "" : say("questions", { company: company.name })].filter(Boolean),
    footer: footerOf(found, what, effects.included ?? []),
  };
  const { customerEmail, amountTotalCents, locale } = invoice;
  return {
    mail: {
      id: message.id,
      locale,
      recipient: customerEmail?.trim() ?? "",
      sender: company.name,
      replyTo: company.email,
      subject: oneLine(subject),
      ...renderMail(content),
      picture,
    },
    seen: { customerEmail, amountTotalCents, isRetracted: invoice.retractedAt !== null },
    writtenAt: now,
    dueOn: null,
    graceUntil: null,
    feeTerms: null,
    payBy: null,
    included: [],
    mentioned: [],
    naming: null,
    debit: null,
    ...effects,
  };
}

/** States why the customer gets the mail, and the organisation that sends it. */
function footerOf({ invoice, company }: Subject, kind: OutgoingMessage["kind"], included: readonly IncludedInvoice[]): string {
  const say = sayInMessage[invoice.locale];
  const service = env().SERVICE_NAME;
  const why = say("footer", { company: company.name, what: included.length > 0 ? "several" : kind });
  return service ? `${why} ${say("sentBy", { service, company: company.name })}` : why;
}

/**
 * Whether the payer has had invoices of several people, paid ones included: no mail to them greets one of these people by name, so that each
 * mail greets as the one before.
 */
function isPayerOfSeveral(household: Household | null): boolean {
  const ofPayer = household?.invoices.filter(({ isOfSamePayer }) => isOfSamePayer) ?? [];
  return new Set(ofPayer.map(({ customerName }) => customerName)).size > 1;
}

/** Returns a function that loads a value once, when it is first needed. */
function oncePerMail<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loading: Promise<Value> | undefined;
  return () => {
    loading ??= load();
    return loading;
  };
}

/** Raises the first letter of an opening, unless the greeting ends in a comma, behind which German and Italian go on with a small letter. */
function afterGreeting(greeting: string, opening: string): string {
  return /,\s*$/.test(greeting) ? opening : opening.charAt(0).toUpperCase() + opening.slice(1);
}

async function wordsOf(db: Database, actor: Actor, message: OutgoingMessage, { found, now, linkTo, household }: Omit<Asked, "collected">) {
  const { kind } = message;
  const [collected] = await findCollectedInvoices(db, message.partnerId, [message.invoiceId]);
  if (kind === "answer") return sayAnswer(found, message, collected && (await sayStillOpen(db, actor, message, { found, collected, now })));
  if (!collected) return "never";
  if (isAboutInstalments(message)) return composeInstalment(db, actor, message, { found, collected, now });
  if (isAboutDebit(message)) return composeDebit(db, actor, message, { found, collected, now, linkTo });
  if (isAboutPromise(message)) return composePromise(db, actor, message, { found, collected, now });
  if (kind === FEE_NOTE) return composeFeeNote(db, actor, message, { found, collected, now, linkTo, household });
  if (isAnnouncement(kind)) return sayAnnouncement(db, actor, { ...message, kind }, { found, collected, now, linkTo, household });
  return composeRequest(db, actor, { ...message, kind }, { found, collected, now, linkTo, household });
}

/** Maximum number of characters of the customer's question that the answer quotes. */
const MOST_QUOTED = 300;

/**
 * Quotes the customer's question below the answer, and states what is still to be paid, which the answer may leave open. Staff may write
 * first, without a question.
 */
function sayAnswer(found: Subject, message: OutgoingMessage, stillOpen?: StillOpen): Said {
  const { invoice, company, answer, question } = found;
  const say = sayInMessage[invoice.locale];
  const about = { company: company.name, number: invoice.externalInvoiceNumber };
  const answered = question === null ? "message" : "answer";
  return {
    subject: say(`subject.${answered}`, about),
    opening: `${say(`opening.${answered}`, about)}\n\n${answer ?? ""}`,
    details: [...(question === null ? [] : [say("youAsked", { question: shorten(question, MOST_QUOTED) })]), ...(stillOpen?.details ?? [])],
    facts: [...numberOf(found, message), ...(stillOpen?.facts ?? [])],
    ...(stillOpen && { label: stillOpen.label }),
    paragraphs: [],
  };
}

type StillOpen = Required<Pick<Said, "details" | "facts" | "label">>;

/** States what is to be paid and by when, and after an objection that reminders follow again. Undefined while nothing can be asked for. */
async function sayStillOpen(
  db: Database,
  actor: Actor,
  message: OutgoingMessage,
  { found, collected, now }: Pick<Asked, "found" | "collected" | "now">,
): Promise<StillOpen | undefined> {
  const named = (await findNamedDays(db, message.partnerId, [message.invoiceId])).get(message.invoiceId);
  const until = dayToPay(collected, named, now);
  if (!until) return undefined;
  // The days that an answer names are not stored, so it names only the due day, or the day that the newest message named.
  const isKnown = until === dueOnOf(collected, now) || until === named;
  const say = sayInMessage[found.invoice.locale];
  const isGoingOn = found.isObjectionOver && nextMessage(plan(collected, now)) !== undefined;
  const amount = money(found.invoice.amountTotalCents, found);
  const payBy = isKnown ? dayOf(found, until) : "none";
  const transfer = await describeTransfer(db, actor, found.invoice);
  const hasTransfer = transfer !== null;
  const own = { number: found.invoice.externalInvoiceNumber, collected };
  const isCharged = unpaidOf(collected, LATE_FEE) > 0;
  const relief = await findRelief(db, message.partnerId, isCharged ? [own] : [], { now, hasTransfer });
  const isOverdue = inTime(collected, dueOnOf(collected, now)).inTimeUntil < dayAt(now);
  const asked = isOverdue ? askedOfPayers(isCharged ? "reminder2" : "reminder1", relief) : "none";
  return {
    details: [
      ...inOneParagraph([
        say("balance.answered", { amount, payBy }),
        sayCostsOfFee(found, collected, amount),
        ...sayNamedFee(found, collected, { now, hasTransfer }),
      ]),
      ...inOneParagraph([
        isGoingOn ? say("balance.goesOn", { amount }) : "",
        ...sayReturned(found, [own], "within"),
        ...sayPaid(found, asked, [own], { relief, law: feeWordsIn(collected.payer.country) }),
      ]),
    ],
    label: say("pay", { amount }),
    facts: [
      [say("facts.amount"), amount],
      ...(isKnown ? [[say("facts.payBy"), payBy] as [string, string]] : []),
      ...transferFacts(found, transfer),
    ],
  };
}

async function sayAnnouncement(
  db: Database,
  actor: Actor,
  message: OutgoingMessage & { kind: AnnouncementKind },
  { found, collected, now, linkTo, household }: Asked,
): Promise<Said | "soon" | "never"> {
  const { invoice, company } = found;
  if (message.kind === "booking_undone") {
    const fate = await fateOfReceipt(db, message);
    if (fate !== "left") return fate;
  }
  const tellsOfSeveral = message.kind === "payment_received" || message.kind === "booking_undone";
  const receipts = tellsOfSeveral ? await findReceipts(db, message) : [];
  const isAsking = asksAgain.includes(message.kind);
  const transfer = isAsking ? await describeTransfer(db, actor, invoice) : null;
  const announced = await composeAnnouncement(db, message, {
    say: sayInMessage[invoice.locale],
    company: company.name,
    invoice,
    isAccountNeeded: found.isAccountNeeded,
    collected,
    money: (cents) => money(cents, found),
    day: (on) => dayOf(found, on),
    now,
    receipts,
    thing: thingOf(found),
    about: thingBesideNumber(found),
    costs: sayCostsOfFee(found, collected, money(found.invoice.amountTotalCents, found)),
    costsOfOwed: sayCostsOfOwed(found, collected),
    currency: company.currency,
    feeAhead: sayNamedFee(found, collected, { now, hasTransfer: transfer !== null }),
    noDebit: await sayNoDebit(db, message.partnerId, { found, collected, now }),
  });
  if (!announced) return "never";
  const told = receipts.map(({ invoiceId }) => invoiceId);
  const { listed, mentioned } = listsOthers.includes(message.kind)
    ? await listOpenOthers(db, actor, message, { found, told, now, linkTo, household: await household() })
    : { listed: [], mentioned: [] };
  const say = sayInMessage[invoice.locale];
  const held = mentioned.some(({ hold }) => hold) ? "yes" : "no";
  const alsoOpen = listed.length > 0 ? { words: say("together.othersOpen", { held, count: listed.length }), listed } : undefined;
  // The day to pay by of an announcement that asks for payment. The others only say what happened.
  const asked = announced.payBy && isAsking ? announced.payBy : undefined;
  const isOfCreditNote = isCreditNote(collected);
  const facts: Said["facts"] = [
    ...numberOf(found, isOfCreditNote ? { kind: "credit_note" } : message),
    ...(asked ? askedFacts(found, asked) : []),
    ...transferFacts(found, asked ? transfer : null),
  ];
  return { facts, ...announced, isOfCreditNote, alsoOpen, mentioned, included: receipts.map(receiptAsIncluded) };
}

function askedFacts(found: Subject, payBy: string): Said["facts"] {
  const say = sayInMessage[found.invoice.locale];
  return [
    [say("facts.amount"), money(found.invoice.amountTotalCents, found)],
    [say("facts.payBy"), dayOf(found, payBy)],
  ];
}

/** Announcements after which the customer pays again, pays more, or pays the rest. */
const asksAgain: readonly AnnouncementKind[] = ["payment_failed", "payment_returned", "amount_added", "payment_received", "credited"];

/** Announcements after which the customer may pay other invoices as well. */
const listsOthers: readonly AnnouncementKind[] = ["payment_received", "payment_returned", "amount_added"];

function receiptAsIncluded({ invoiceId, customerEmail, outstandingCents, aboutId }: Receipt): IncludedInvoice {
  return { invoiceId, customerEmail, outstandingCents, about: { kind: "told", paymentId: aboutId } };
}

/** Returns the Content-ID of the picture, unique to this mail. */
function pictureId({ id }: OutgoingMessage): string {
  return `${id}@${new URL(env().PUBLIC_URL).hostname}`;
}

/** Returns the link to the customer's page; null before the invoice is transmitted. */
async function linkFor(find: () => Promise<string>, label: string): Promise<MailContent["link"]> {
  try {
    return { label, url: await find() };
  } catch (error) {
    if (error instanceof DomainError && error.code === "invoice_not_transmitted") return null;
    throw error;
  }
}

/** A partner's numbers and names may contain line breaks; a subject is one line. Spaces that never break stay, such as those of amounts. */
function oneLine(text: string): string {
  return text.replace(/[^\S\u00a0]+/g, " ").trim();
}
