import type { Database } from "@/db/client";
import type { OutgoingMessage } from "@/db/schema/collections";
import type { Actor } from "@/server/actor";
import { describeTransfer } from "@/server/bank/transfers/describe-transfer";
import { codeOf } from "@/server/bank/transfers/transfer-code";
import type { CollectedRow } from "@/server/billing/collection/collected-invoices";
import { type CollectedInvoice, dueOnOf, isAsked, isLastReminder } from "@/server/billing/collection/plan";
import { sumOutstanding } from "@/server/billing/households/household";
import { findFreeDays } from "@/server/billing/payments/find-free-days";
import { dayAt } from "@/server/domain/formats/calendar";
import { isReminder, type MessageKind } from "@/server/domain/rules/collection-messages";
import { formatCustomerName } from "@/server/domain/rules/customer-name";
import { type FeePayer, feeTermsOf } from "@/server/domain/rules/late-fee-rules";
import { lineKinds } from "@/server/domain/rules/line-types";
import { feeWordsIn } from "@/server/domain/words/fee-words";
import { announcementOf, sayCreditor } from "./fee-terms";
import { type FeesOfMail, feesOfMail, type InvoiceOfMail } from "./fees-of-mail";
import { askedAt, findHouseholdMessage, type HouseholdMessage, type IncludedMember } from "./household-message";
import type { IncludedInvoice, Naming } from "./included-invoices";
import { inTime, type ListedInvoice, listTogether, sayHowToPay } from "./list-together";
import { dayOf, money, numberOf, type Subject, thingOf } from "./message-subject";
import { inOneParagraph, type LinkTo, type Said } from "./said";
import { sayInMessage } from "./say-in-message";
import { lastFreeDayOf, overdueSince, sayPaid } from "./say-paid";
import { transferFacts } from "./transfer-facts";
import { whyNotAsked } from "./why-not-asked";

type Asking = OutgoingMessage & { kind: MessageKind };

/**
 * Composes a request or a reminder, including the invoices that are asked for together; or returns why it is not sent, as `composeMessage`
 * does.
 */
export async function composeRequest(
  db: Database,
  actor: Actor,
  message: Asking,
  { found, collected, now, linkTo }: { found: Subject; collected: CollectedRow; now: Date; linkTo: LinkTo },
): Promise<Said | "soon" | "later" | "never"> {
  const { kind } = message;
  const refusal = whyNotAsked(collected, message.round, now);
  if (refusal) return refusal;
  const asked = askedAt(collected, message, now);
  const dueOn = dueOnOf(asked, now);
  if (!isReminder(kind) && dueOn < dayAt(now)) return "never";
  const household = found.isInHousehold ? await findHouseholdMessage(db, actor, message, now) : null;
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
  const { facts, amount, invoices, ...words } = together
    ? sayTogether(found, message, dates, payer, together)
    : { ...sayAlone(found, message, dates, collected, payer), invoices: [] };
  const transfer = await describeTransfer(db, actor, together ? { ...found.invoice, ...asOne(found, together) } : found.invoice);
  const say = sayInMessage[found.invoice.locale];
  const askedFor = [
    { number: found.invoice.externalInvoiceNumber, collected },
    ...members.map((each) => ({ number: each.invoice.externalInvoiceNumber, collected: each.collected })),
  ];
  const charged = askedFor.flatMap((each) => (unpaidOf(each.collected, LATE_FEE) > 0 ? [each.collected.id] : []));
  const freeDays = charged.length === 1 ? await findFreeDays(db, message.partnerId, charged) : undefined;
  const details = [
    ...feesOf(
      found,
      askedFor.map((each) => each.collected),
      fees,
      { ...dates, amount },
      { freeDays, now },
    ),
    together && fees.ahead.size > 0 ? say("feeOnce") : "",
    isLastReminder(collected, kind)
      ? found.consequence || say("afterwards", { company: found.company.name, payBy: dayOf(found, dates.payBy) })
      : "",
    ...(kind === "request1" ? [] : sayPaid(found, kind, askedFor)),
  ];
  const debts = [
    { ...found.invoice, id: message.invoiceId, customerName: formatCustomerName(found.invoice) },
    ...members.map((each) => each.invoice),
  ];
  const creditor = isReminder(kind) ? await sayCreditor(db, actor.partnerId, found, payer, debts) : "";
  return {
    ...words,
    details: [
      ...inOneParagraph(details),
      ...inOneParagraph([creditor]),
      ...inOneParagraph([together ? sayHowToPay(found, amount, transfer !== null) : ""]),
    ],
    label: together ? transfer && say("together.pay", { amount }) : say("pay", { amount }),
    listed: await listTogether(db, actor.partnerId, found, invoices, (id) => linkTo(db, actor, id), {
      law: feeWordsIn(payer.country),
      isPast: isReminder(kind),
    }),
    facts: [...facts, ...transferFacts(found, transfer)],
    paragraphs: [found.personalNote],
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

/** Returns what must still hold about late-payment fees when the reminder is sent, and what it then determines. */
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

interface Wording extends Pick<Said, "subject" | "opening" | "facts" | "isToSeveral"> {
  /** The sum, formatted. */
  amount: string;
}

interface WordingOfSeveral extends Wording {
  invoices: ListedInvoice[];
}

function sayAlone(found: Subject, message: Asking, dates: Dates, collected: CollectedInvoice, payer: FeePayer): Wording {
  const { invoice, company } = found;
  const say = sayInMessage[invoice.locale];
  const amount = money(invoice.amountTotalCents, found);
  const values = {
    ...{ company: company.name, number: invoice.externalInvoiceNumber, thing: thingOf(found), amount },
    ...overdueSince(found, collected, dates.dueOn),
    ...{ payBy: dayOf(found, dates.payBy), law: feeWordsIn(payer.country) },
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
  dates: Dates,
  payer: FeePayer,
  { own: { collected }, members }: HouseholdMessage,
): WordingOfSeveral {
  const { invoice, company } = found;
  const say = sayInMessage[invoice.locale];
  const own = { ...invoice, id, customerName: formatCustomerName(invoice), outstandingCents: invoice.amountTotalCents };
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
    law: feeWordsIn(payer.country),
  };
  return {
    subject: say(`together.subject.${kind}`, values),
    opening: say(`together.opening.${kind}`, values),
    invoices: all,
    facts: [
      [say("together.sum"), amount],
      [say("facts.payBy"), values.payBy],
    ],
    isToSeveral: new Set(all.map(({ customerName }) => customerName)).size > 1,
    amount,
  };
}

/** Returns the household's sum under its one reference. */
export function asOne({ invoice }: Subject, { leadNumber, members }: Pick<HouseholdMessage, "leadNumber" | "members">) {
  const cents = invoice.amountTotalCents + sumOutstanding(members.map((member) => member.invoice));
  return { invoiceNumber: leadNumber, amountTotalCents: cents };
}

/**
 * Returns the fees charged, and the late-payment fees coming, over all invoices asked for, in the words of the payer's law. Paying by the day
 * to pay by avoids the coming ones; where the law prescribes terms, the fee's own last day is named, which may be later. `freeDays`: by
 * `findFreeDays`, if one invoice was charged a late-payment fee; undefined otherwise.
 */
function feesOf(
  found: Subject,
  collected: CollectedRow[],
  { ahead, payer }: FeesOfMail,
  { payBy, amount }: Dates & Pick<Wording, "amount">,
  { freeDays, now }: { freeDays: Map<string, string[]> | undefined; now: Date },
): string[] {
  const say = sayInMessage[found.invoice.locale];
  const coming = [...ahead.values()];
  const withFee = collected.filter((each) => unpaidOf(each, LATE_FEE) > 0);
  const charged = withFee.map((each) => unpaidOf(each, LATE_FEE));
  const freeUntil = withFee.map((each) => lastFreeDayOf(each, freeDays?.get(each.id) ?? []))[0];
  const law = feeWordsIn(payer.country);
  const returnCents = sum(collected.map((each) => unpaidOf(each, RETURN_FEE)));
  const feesIn = (fees: number[]) => ({ count: fees.length, fee: money(sum(fees), found) });
  const first = coming.toSorted((one, other) => (one.graceUntil < other.graceUntil ? -1 : 1))[0];
  const words = first ? announcementOf(payer, first, now) : "other";
  const date = dayOf(found, first && feeTermsOf(payer) !== null ? first.graceUntil : payBy);
  return [
    returnCents > 0 ? say("returnFees", { amount, fee: money(returnCents, found) }) : "",
    charged.length > 0 ? say("lateFee", { ...feesIn(charged), amount, law }) : "",
    freeUntil ? say("feeFallsAway", { date: dayOf(found, freeUntil), law }) : "",
    first ? say("feeAhead", { ...feesIn(coming.map(({ amountCents }) => amountCents)), law: words, date }) : "",
  ];
}

const sum = (amounts: number[]) => amounts.reduce((total, cents) => total + cents, 0);

const LATE_FEE = "LATE-PAYMENT-FEE-LINE";
const RETURN_FEE = "CHARGEBACK-FEE-LINE";

/** Returns the unpaid part of all fees. */
function costsOf(collected: CollectedInvoice): ListedInvoice["costs"] {
  const lateCents = unpaidOf(collected, LATE_FEE);
  const returnCents = unpaidOf(collected, RETURN_FEE);
  return { cents: lateCents + returnCents, kind: returnCents <= 0 ? "late" : lateCents <= 0 ? "returned" : "both" };
}

/** Returns the unpaid part of the fees of a type, in cents. */
function unpaidOf({ lines }: CollectedInvoice, fee: typeof LATE_FEE | typeof RETURN_FEE): number {
  return sum(lines.flatMap(({ type, amountCents }) => (type === fee || type === lineKinds[fee].paidBy ? [amountCents] : [])));
}
