import type { Database } from "@/db/client";
import type { OutgoingMessage } from "@/db/schema/collections";
import type { Actor } from "@/server/actor";
import { describeTransfer } from "@/server/bank/transfers/describe-transfer";
import { codeOf } from "@/server/bank/transfers/transfer-code";
import type { CollectedInvoice } from "@/server/billing/collection/collected-invoice";
import type { CollectedRow } from "@/server/billing/collection/collected-invoices";
import { owedUnderFeeCents } from "@/server/billing/collection/counted-claim";
import { dueOnOf, hasLateFee, isAsked, isLastReminder, isToldOfFee, nextMessage, plan } from "@/server/billing/collection/plan";
import { type Household, sumOutstanding } from "@/server/billing/households/household";
import { dayAt } from "@/server/domain/formats/calendar";
import { accountOf } from "@/server/domain/rules/account";
import { isReminder, type MessageKind } from "@/server/domain/rules/collection-messages";
import { formatCustomerName } from "@/server/domain/rules/customer-name";
import { type FeePayer, feeTermsOf } from "@/server/domain/rules/late-fee-rules";
import { feeWordsIn } from "@/server/domain/words/fee-words";
import { endBehind } from "@/server/domain/words/spelling";
import { announcementOf, partUnderFee, sayCreditor, sayFeeAhead } from "./fee-terms";
import { type FeesOfMail, feesOfMail, type InvoiceOfMail } from "./fees-of-mail";
import { findRelief, type Relief } from "./find-relief";
import { askedAt, findHouseholdMessage, type HouseholdMessage, type IncludedMember } from "./household-message";
import type { IncludedInvoice, Naming } from "./included-invoices";
import { inTime, type ListedInvoice, listTogether, overdueTogether, sayHowToPay } from "./list-together";
import { dayOf, money, numberOf, type Subject, thingOf } from "./message-subject";
import { alsoOpenOf, listOpenOthers } from "./open-others";
import { inOneParagraph, type LinkTo, type Said } from "./said";
import { costsInList, sayCosts } from "./say-costs";
import { sayInMessage } from "./say-in-message";
import { sayMissedPromises } from "./say-missed-promises";
import { askedOfPayers, overdueSince, sayPaid, sayReturned } from "./say-paid";
import { transferFacts } from "./transfer-facts";
import { LATE_FEE, unpaidOf } from "./unpaid-of";
import { whyNotAsked } from "./why-not-asked";

type Asking = OutgoingMessage & { kind: MessageKind };

/** An invoice that a message is about, and the values from which the message is written. */
export interface Asked {
  found: Subject;
  collected: CollectedRow;
  now: Date;
  linkTo: LinkTo;
  /** Returns the household of the invoice, which is read once for the mail; null without one. */
  household: () => Promise<Household | null>;
}

/**
 * Composes a request or a reminder, including the invoices that are asked for together; or returns why it is not sent, as `composeMessage`
 * does.
 */
export async function composeRequest(
  db: Database,
  actor: Actor,
  message: Asking,
  { found, collected, now, linkTo, household: findOwnHousehold }: Asked,
): Promise<Said | "soon" | "later" | "never"> {
  const { kind } = message;
  const refusal = whyNotAsked(collected, message, now);
  if (refusal) return refusal;
  const asked = askedAt(collected, message, now);
  const dueOn = dueOnOf(asked, now);
  if (!isReminder(kind) && dueOn < dayAt(now)) return "never";
  const household = await findHouseholdMessage(db, message, await findOwnHousehold(), now);
  if (household === "soon") return "soon";
  const together = household && household.members.length > 0 ? household : null;
  const members = together?.members ?? [];
  const own = household?.own ?? { ...collected, invoiceNumber: found.invoice.invoiceNumber, collected };
  const fees = feesOfMail(
    kind,
    { own: { ...own, asked, message, reminder: message }, others: members.map(memberOfMail), apart: household?.apart ?? [] },
    now,
  );
  const { payer } = fees;
  const dates: Dates = { dueOn, payBy: fees.payBy };
  const transfer = await describeTransfer(db, actor, together ? { ...found.invoice, ...asOne(found, together) } : found.invoice);
  const askedFor = [
    { number: found.invoice.externalInvoiceNumber, collected },
    ...members.map((each) => ({ number: each.invoice.externalInvoiceNumber, collected: each.collected })),
  ];
  const hasTransfer = transfer !== null;
  const withFee = askedFor.filter((each) => unpaidOf(each.collected, LATE_FEE) > 0);
  const relief = await findRelief(db, message.partnerId, withFee, { now, hasTransfer });
  const wording = { dates, payer, isFeeAhead: fees.ahead.size > 0, relief };
  const { facts, amount, invoices, ...words } = together
    ? sayTogether(found, message, wording, together)
    : { ...sayAlone(found, message, wording, collected), invoices: [] };
  const say = sayInMessage[found.invoice.locale];
  const isLast = isLastReminder(collected, kind);
  const law = feeWordsIn(payer.country);
  const isNamedFeeDropped = askedFor.length === 1 && fees.ahead.size === 0 && isFeeDropped(collected);
  const costs = [
    sayCosts(
      found,
      askedFor.map((each) => each.collected),
      amount,
      law,
    ),
    ...comingFees(found, askedFor, fees, { payBy: dates.payBy, now, hasTransfer }),
    isLast && isNamedFeeDropped ? say("feeDropped", { law }) : "",
  ];
  const promised = await sayMissedPromises(db, message, found, askedFor);
  const paid = kind === "request1" ? [] : sayPaid(found, isLast ? "last" : askedOfPayers(kind, relief), askedFor, { relief, law });
  const debts = [
    { ...found.invoice, id: message.invoiceId, customerName: formatCustomerName(found.invoice) },
    ...members.map((each) => each.invoice),
  ];
  const creditor = isReminder(kind) ? await sayCreditor(db, actor.partnerId, found, payer, debts) : "";
  const told = members.map(({ invoice }) => invoice.id);
  const inMail = { found, told, now, linkTo, household: await findOwnHousehold(), isOnlyHeld: !isReminder(kind) };
  const others = await listOpenOthers(db, actor, message, inMail);
  // A customer who did pay reads first why the sum is asked for again.
  const returned = kind === "request1" ? [] : sayReturned(found, askedFor, "opening");
  return {
    ...words,
    opening: [...returned, words.opening].join(" "),
    alsoOpen: alsoOpenOf(found, others),
    mentioned: others.mentioned,
    details: [
      ...inOneParagraph(promised),
      ...inOneParagraph(costs),
      ...inOneParagraph([
        isLast ? sayAfterwards(found, dates.payBy) : "",
        isReminder(kind) && !isLast && fees.ahead.size === 0 ? sayNextReminder(found, collected, dates.payBy, now) : "",
        ...paid,
      ]),
      ...inOneParagraph([creditor]),
      ...inOneParagraph([together ? sayHowToPay(found, askedFor.length, amount, hasTransfer) : ""]),
    ],
    label: together
      ? transfer && say("together.pay", { amount, count: askedFor.length, country: found.company.countryCode })
      : say("pay", { amount }),
    listed: await listTogether(db, actor.partnerId, found, invoices, (id) => linkTo(db, actor, id), isReminder(kind) ? "past" : "ahead"),
    facts: [...facts, ...transferFacts(found, transfer)],
    paragraphs: [found.personalNote],
    invitesReply: isLast,
    code: codeOf({
      invoice: { ...found.invoice, customerName: formatCustomerName(found.invoice), companyCountryCode: found.company.countryCode },
      transfer,
    }),
    dueOn: isAsked(collected) || isReminder(kind) ? null : dueOn,
    graceUntil: fees.ahead.get(message.invoiceId)?.graceUntil ?? null,
    feeTerms: fees.ahead.has(message.invoiceId) ? feeTermsOf(collected.payer) : null,
    payBy: dates.payBy,
    included: members.map((each) => asIncluded(each, fees)),
    naming: household && isReminder(kind) ? namingOf(household, fees) : null,
  };
}

function memberOfMail({ invoice, collected, asked, reminder }: IncludedMember): InvoiceOfMail {
  return { ...invoice, collected, asked, reminder, message: reminder ?? undefined };
}

/** Returns the facts about late-payment fees that must still hold when the reminder is sent, and the shares that it then fixes. */
function namingOf({ ofPayer, namings }: HouseholdMessage, { shares }: FeesOfMail): Naming {
  return { invoiceIds: ofPayer, seen: namings.map(({ messageId }) => messageId), shares };
}

interface Dates {
  /** The due day of the message's own invoice. */
  dueOn: string;
  /** The day to pay by: the earliest of all invoices asked for. */
  payBy: string;
}

function asIncluded({ invoice, collected, round, dueOn, isNew }: IncludedMember, { ahead }: FeesOfMail): IncludedInvoice {
  const { id: invoiceId, customerEmail, outstandingCents } = invoice;
  const graceUntil = ahead.get(invoiceId)?.graceUntil ?? null;
  const feeTerms = graceUntil === null ? null : feeTermsOf(collected.payer);
  const about = { kind: "asked", round, dueOn: isNew ? dueOn : null, graceUntil, feeTerms, hasEmail: collected.hasEmail } as const;
  return { invoiceId, customerEmail, outstandingCents, about };
}

interface Wording extends Pick<Said, "subject" | "opening" | "facts"> {
  /** The sum, formatted. */
  amount: string;
}

interface WordingOfSeveral extends Wording {
  invoices: ListedInvoice[];
}

interface Wordings {
  dates: Dates;
  payer: FeePayer;
  /** Whether the mail names a late-payment fee to come. */
  isFeeAhead: boolean;
  /** A charged fee that falls away if the rest was paid in time; undefined: none. */
  relief: Relief | undefined;
}

function sayAlone(found: Subject, message: Asking, { dates, payer, isFeeAhead, relief }: Wordings, collected: CollectedInvoice): Wording {
  const { invoice, company } = found;
  const say = sayInMessage[invoice.locale];
  const amount = money(invoice.amountTotalCents, found);
  const values = {
    company: company.name,
    number: invoice.externalInvoiceNumber,
    thing: thingOf(found),
    amount,
    ...overdueSince(found, collected, dates.dueOn, relief),
    payBy: dayOf(found, dates.payBy),
    law: lawInSubject(payer, isFeeAhead),
    part: isPaidInPart(collected) ? "yes" : "no",
  };
  return {
    subject: say(`subject.${message.kind}`, values),
    opening: say(`opening.${message.kind}`, values),
    facts: [...numberOf(found, message), [say("facts.amount"), amount], [say("facts.payBy"), values.payBy]],
    amount,
  };
}

function sayTogether(
  found: Subject,
  { kind, invoiceId: id }: Asking,
  { dates, payer, isFeeAhead }: Wordings,
  { own: { collected }, members }: HouseholdMessage,
): WordingOfSeveral {
  const { invoice, company } = found;
  const say = sayInMessage[invoice.locale];
  const own = { ...invoice, id, customerName: formatCustomerName(invoice), outstandingCents: invoice.amountTotalCents };
  const costsOf = (each: CollectedInvoice) => costsInList(found, each, feeWordsIn(payer.country));
  const all = [
    { ...own, ...inTime(collected, dates.dueOn), costs: costsOf(collected) },
    ...members.map((member) => ({ ...member.invoice, ...inTime(member.collected, member.dueOn), costs: costsOf(member.collected) })),
  ];
  const amount = money(sumOutstanding(all), found);
  const values = {
    company: company.name,
    count: String(all.length),
    amount,
    payBy: dayOf(found, dates.payBy),
    law: lawInSubject(payer, isFeeAhead),
    part: isPaidInPart(collected) || members.some((member) => isPaidInPart(member.collected)) ? "yes" : "no",
    ...overdueTogether(found, all),
  };
  return {
    subject: say(`together.subject.${kind}`, values),
    opening: say(`together.opening.${kind}`, values),
    invoices: all,
    facts: [
      [say("together.sum"), amount],
      [say("facts.payBy"), values.payBy],
    ],
    amount,
  };
}

/** Returns the household's sum under its one reference. */
export function asOne({ invoice }: Subject, { leadNumber, members }: Pick<HouseholdMessage, "leadNumber" | "members">) {
  const cents = invoice.amountTotalCents + sumOutstanding(members.map((member) => member.invoice));
  return { invoiceNumber: leadNumber, amountTotalCents: cents };
}

/** A Belgian reminder is called free of charge only if a fee can follow. */
const lawInSubject = ({ country }: FeePayer, isFeeAhead: boolean) => (isFeeAhead ? feeWordsIn(country) : "other");

const isPaidInPart = ({ lines }: CollectedInvoice) => accountOf(lines).paidCents > 0;

/**
 * States the late-payment fees coming, over all invoices asked for, in the words of the payer's law. Paying by the day to pay by avoids them;
 * where the law prescribes terms, the fee's own last day is named, which may be later.
 */
function comingFees(
  found: Subject,
  askedFor: readonly { number: string; collected: CollectedRow }[],
  { ahead, shares, payer }: FeesOfMail,
  { payBy, now, hasTransfer }: { payBy: string; now: Date; hasTransfer: boolean },
): string[] {
  const fees = askedFor.flatMap(({ number, collected }) => {
    const fee = ahead.get(collected.id);
    return fee ? [{ ...fee, number, bearerId: collected.id }] : [];
  });
  const [first] = fees.toSorted((one, other) => (one.graceUntil < other.graceUntil ? -1 : 1));
  if (!first) return [];
  const single = askedFor.length === 1 ? askedFor[0] : undefined;
  const placeOf = ({ id, sharedFee }: CollectedRow) =>
    shares.find((share) => share.invoiceId === id)?.onInvoiceId ?? (sharedFee?.isElsewhere ? sharedFee.bearer?.id : undefined);
  return sayFeeAhead(found, fees, {
    words: announcementOf(payer, first, now),
    law: feeWordsIn(payer.country),
    until: feeTermsOf(payer) !== null ? first.graceUntil : payBy,
    hasTransfer,
    ...(single && { part: partUnderFee(found, single.collected) }),
    asked: askedFor.length,
    sharing: askedFor.filter(({ collected }) => placeOf(collected) === first.bearerId).length,
  });
}

/** Whether a reminder named a fee on the unpaid amount that was not charged, such as after a pause. No fee follows the last reminder. */
function isFeeDropped(collected: CollectedInvoice): boolean {
  const isUncharged = !hasLateFee(collected.lines) && owedUnderFeeCents(collected) > 0;
  return !collected.sharedFee && isToldOfFee(collected) && isUncharged;
}

/** States what follows if nobody pays: in the company's own words, if it has any, behind the day. */
function sayAfterwards(found: Subject, payBy: string): string {
  const { invoice, company, consequence: words } = found;
  const what = words ? "own" : "decides";
  const values = { what, words, end: endBehind(words), company: company.name, payBy: dayOf(found, payBy) };
  return sayInMessage[invoice.locale]("afterwards", values);
}

/** States that another reminder follows if nobody pays by the day to pay by; empty if none is planned after that day. */
function sayNextReminder(found: Subject, collected: CollectedInvoice, payBy: string, now: Date): string {
  const next = nextMessage(plan(collected, now));
  if (!next || dayAt(next.at) <= payBy) return "";
  return sayInMessage[found.invoice.locale]("nextReminder", { number: next.kind.slice(-1), payBy: dayOf(found, payBy) });
}
