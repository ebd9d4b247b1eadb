import { and, asc, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type OutgoingMessage, outgoingMessages } from "@/db/schema/collections";
import { debits } from "@/db/schema/debits";
import { mandates } from "@/db/schema/mandates";
import { payments } from "@/db/schema/payments";
import type { Actor } from "@/server/actor";
import { describeTransfer } from "@/server/bank/transfers/describe-transfer";
import { dayToPayInstead } from "@/server/billing/collection/day-to-pay";
import { findNamedDays } from "@/server/billing/collection/find-named-days";
import { isAsked, isHeld, nextMessage, plan } from "@/server/billing/collection/plan";
import { runningPlan } from "@/server/billing/collection/planned-instalments";
import { restCents, restDueOn } from "@/server/billing/collection/rest-of-debit";
import { isDebited } from "@/server/billing/collection/to-be-debited";
import { noticeDaysOf } from "@/server/billing/debits/debit-facts";
import { partsOfPlan } from "@/server/billing/debits/debits-of-plan";
import { type AnnouncedDebit, type AnnouncedPart, findAnnouncedDebit } from "@/server/billing/debits/find-announced-debit";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { DAY_MS } from "@/server/domain/formats/time";
import { sumOf } from "@/server/domain/rules/account";
import { isDefaultTitle } from "@/server/domain/words/import-title";
import { beyondDebits, partsInWords } from "./arrangement-words";
import type { Asked } from "./compose-request";
import { endOfMandate } from "./failed-debit";
import { dayOf, findBilledFor, money, numberOf, type Subject, thingOf } from "./message-subject";
import { inOneParagraph, type Said } from "./said";
import { sayInMessage } from "./say-in-message";
import { transferFacts } from "./transfer-facts";

/** Age in ms from which a cancellation is dropped: by then, customers usually see that nothing was debited. */
const NEWS_FOR_MS = 7 * DAY_MS;

type DebitMessage = OutgoingMessage & { kind: "debit_announced" | "debit_cancelled" };

type Writing = Pick<Asked, "found" | "collected" | "now" | "linkTo">;

export function isAboutDebit(message: OutgoingMessage): message is DebitMessage {
  return message.kind === "debit_announced" || message.kind === "debit_cancelled";
}

/** Composes the announcement or cancellation of a direct debit; or returns why it is not sent, as `composeMessage` does. */
export function composeDebit(
  db: Database,
  actor: Actor,
  message: DebitMessage,
  writing: Writing,
): Promise<Said | "soon" | "later" | "never"> {
  return message.kind === "debit_announced" ? sayDebit(db, actor, message, writing) : sayCancelled(db, actor, message, writing);
}

/**
 * Announces a debit once, for all invoices that it collects: the sum, the day, the account and the mandate, and that nothing is to be done. An
 * announcement that no longer leaves the days of notice waits until collection has moved the day (`take-due-steps.ts`). It also waits while
 * another invoice of the debit may leave it, because that invoice's address refused the announcement.
 */
async function sayDebit(
  db: Database,
  actor: Actor,
  message: DebitMessage,
  { found, collected, now, linkTo }: Writing,
): Promise<Said | "later" | "never"> {
  const debit = await findAnnouncedDebit(db, actor, message.aboutId ?? "");
  const own = debit?.parts.find(({ invoiceId }) => invoiceId === message.invoiceId);
  if (!debit || !own || debit.postponements !== message.round) return "never";
  // The refused invoice may leave the debit, whose sum then changes.
  if (debit.parts.some(({ isRefused }) => isRefused)) return "later";
  if (debit.collectOn < addDays(dayAt(now), noticeDaysOf(collected.settings, collected.debit))) return "later";
  const { company, invoice } = found;
  const feeCents = collected.settings.chargebackFeeCents;
  const say = sayInMessage[invoice.locale];
  const isOfSeveral = debit.parts.length > 1;
  const amount = money(debit.amountCents, found);
  const date = dayOf(found, debit.collectOn);
  const moved = message.round > 0 ? "yes" : "no";
  const leftCents = debit.parts.reduce((sum, part) => sum + restCents(part.outstandingCents, part), 0);
  const values = {
    company: company.name,
    number: invoice.externalInvoiceNumber,
    thing: thingOf(found),
    amount,
    date,
    moved,
    rest: leftCents > 0 ? "yes" : "no",
    count: debit.parts.length,
    what: isOfSeveral ? "several" : "one",
  };
  const rest = { amount: money(leftCents, found), date: dayOf(found, restDueOn(debit.collectOn)) };
  const others = debit.parts.filter(({ invoiceId, isToBeTold }) => invoiceId !== message.invoiceId && isToBeTold);
  return {
    subject: say("subject.debit_announced", values),
    opening: say("opening.debit_announced", values),
    details: [say("debit.account", { holder: debit.holder, iban: debit.iban.slice(-4) })],
    listed: isOfSeveral ? await listParts(db, actor, found, debit, linkTo) : [],
    facts: [...(isOfSeveral ? [] : numberOf(found, message)), ...factsOf(debit, { found, amount, date })],
    paragraphs: [
      ...(debit.repeats ? [say("debit.again", { why: debit.repeats })] : []),
      ...(leftCents > 0 ? [say("debit.rest", rest)] : []),
      ...(feeCents > 0 ? [say("debit.feeIfReturned", { fee: money(feeCents, found) })] : []),
      say("debit.cancel", { company: company.name }),
    ],
    invitesReply: true,
    // Each invoice of several has its own link in the list.
    ...(isOfSeveral && { label: null, isToSeveral: new Set(debit.parts.map(({ customerName }) => customerName)).size > 1 }),
    included: others.map(({ invoiceId, customerEmail, outstandingCents }) => ({
      invoiceId,
      customerEmail,
      outstandingCents,
      about: { kind: "told" as const, paymentId: debit.id },
    })),
    debit: { id: debit.id, collectOn: debit.collectOn, amountCents: debit.amountCents },
  };
}

function factsOf(debit: AnnouncedDebit, { found, amount, date }: { found: Subject; amount: string; date: string }): [string, string][] {
  const say = sayInMessage[found.invoice.locale];
  return [
    [say("debit.facts.amount"), amount],
    [say("debit.facts.day"), date],
    [say("debit.facts.holder"), debit.holder],
    [say("debit.facts.iban"), `… ${debit.iban.slice(-4)}`],
    [say("debit.facts.mandate"), debit.mandateReference],
    [say("debit.facts.creditor"), debit.creditorIdentifier],
  ];
}

async function listParts(
  db: Database,
  actor: Actor,
  found: Subject,
  { parts }: AnnouncedDebit,
  linkTo: Asked["linkTo"],
): Promise<NonNullable<Said["listed"]>> {
  const say = sayInMessage[found.invoice.locale];
  const ids = parts.map(({ invoiceId }) => invoiceId);
  const billed = isDefaultTitle(found.title) ? await findBilledFor(db, actor.partnerId, ids) : new Map<string, string | null>();
  const listOne = async ({ invoiceId, externalInvoiceNumber, customerName, amountCents }: AnnouncedPart) => ({
    thing: thingOf(found, { externalInvoiceNumber, customerName, billedFor: billed.get(invoiceId) ?? null }),
    amount: money(amountCents, found),
    link: { label: say("together.openEach", { number: externalInvoiceNumber }), url: await linkTo(db, actor, invoiceId) },
  });
  return Promise.all(parts.map(listOne));
}

/**
 * States that an announced debit is not collected, whether its mandate has ended, and by when to pay in another way. For an instalment, states
 * instead how the open instalments are paid. Not sent if the customer was never told of the debit, or a debit of the same money is planned again.
 */
async function sayCancelled(
  db: Database,
  actor: Actor,
  message: DebitMessage,
  { found, collected, now }: Writing,
): Promise<Said | "soon" | "never"> {
  const wantedAt = message.sentAgainAt ?? message.createdAt;
  if (now.getTime() - wantedAt.getTime() > NEWS_FOR_MS) return "never";
  const part = await findCancelledPart(db, message);
  if (!part?.told || (isDebited(collected, now) && !part.isInstalment)) return "never";
  if (part.told === "going") return "soon";
  const { company, invoice } = found;
  const say = sayInMessage[invoice.locale];
  const values = {
    company: company.name,
    number: invoice.externalInvoiceNumber,
    amount: money(part.amountCents, found),
    date: dayOf(found, part.collectOn),
  };
  const divided = part.isInstalment ? runningPlan(collected, now) : undefined;
  if (divided) {
    const { parts, count, debits: coming } = divided;
    const isDebitedOn = coming.some(({ status }) => status === "scheduled");
    const isOnHold = isHeld(collected, now);
    const atBank = isDebitedOn ? [] : coming;
    const isAnyAtBank = atBank.length > 0;
    const whileHeld = isAnyAtBank ? "bank_held" : "held";
    const withoutHold = isAnyAtBank ? "bank" : "paid";
    const withoutDebits = isOnHold ? whileHeld : withoutHold;
    const others = isDebitedOn ? "debited" : withoutDebits;
    const open = parts.filter(({ openCents: cents }) => cents > 0);
    const debited = new Map(coming.map(({ instalment: { number }, amountCents }) => [number, amountCents]));
    const isToBePaid = isDebitedOn || !isOnHold;
    // During a hold, nothing is asked for.
    const listed = isToBePaid ? open : open.filter(({ number }) => debited.has(number));
    const left = money(sumOf(collected.lines), found);
    const stillCents = atBank.reduce((sum, { amountCents }) => sum + amountCents, 0);
    const unpaid = { left, debited: isAnyAtBank ? money(stillCents, found) : "none", held: isToBePaid ? "no" : "yes" };
    const isPaid = parts.some(({ number, openCents: cents }) => number === part.instalmentNumber && cents <= 0);
    const still = atBank.map(({ instalment: { number }, amountCents, collectOn }) =>
      say("instalments.stillCollected", { number, count, amount: money(amountCents, found), date: dayOf(found, collectOn) }),
    );
    return {
      subject: say("subject.debit_of_part_cancelled", { ...values, others }),
      opening: say("opening.debit_of_part_cancelled", { ...values, others, thing: thingOf(found) }),
      details: inOneParagraph([
        isPaid ? say("instalments.alreadyPaid", { number: String(part.instalmentNumber), count }) : endOfMandate({ say }, part),
        ...still,
        say("instalments.unpaid", unpaid),
      ]),
      facts: [
        ...numberOf(found, message),
        ...partsInWords(found, listed, count, debited),
        ...(isToBePaid ? beyondDebits(found, open, debited) : []),
      ],
      paragraphs: [],
    };
  }
  const { details, ...asked } = await sayWhatToDo(db, actor, message, { found, collected, now });
  return {
    subject: say("subject.debit_cancelled", values),
    opening: say("opening.debit_cancelled", { ...values, thing: thingOf(found) }),
    details: inOneParagraph([endOfMandate({ say }, part), ...details]),
    facts: numberOf(found, message),
    paragraphs: [],
    ...asked,
  };
}

type ToDo = { details: string[] } & Partial<Pick<Said, "facts" | "label" | "payBy" | "dueOn">>;

/**
 * States what the customer is to pay in another way and by when, or that nothing is to be done while the invoice is on hold. If the customer was not
 * asked before, that day is the due day from now on, which the first request then names as well.
 */
async function sayWhatToDo(
  db: Database,
  actor: Actor,
  message: DebitMessage,
  { found, collected, now }: Omit<Writing, "linkTo">,
): Promise<ToDo> {
  const { invoice } = found;
  const say = sayInMessage[invoice.locale];
  const openCents = sumOf(collected.lines);
  if (openCents <= 0) return { details: [] };
  const amount = money(openCents, found);
  if (isHeld(collected, now)) {
    const unpaid = say("balance.unpaid", { amount });
    const lastDay = nextMessage(plan(collected, now)) && collected.hold?.until;
    return { details: [unpaid, say("debit.onHold", { until: lastDay ? dayOf(found, addDays(lastDay, 1)) : "none" })] };
  }
  const named = await findNamedDays(db, message.partnerId, [message.invoiceId]);
  const until = dayToPayInstead(collected, named.get(message.invoiceId), now);
  if (!until) return { details: [say("balance.waiting", { amount })] };
  const payBy = dayOf(found, until);
  return {
    details: [say("balance.otherwise", { amount, payBy })],
    facts: [
      ...numberOf(found, message),
      [say("facts.amount"), amount],
      [say("facts.payBy"), payBy],
      ...transferFacts(found, await describeTransfer(db, actor, invoice)),
    ],
    label: say("pay", { amount }),
    payBy: until,
    ...(!isAsked(collected) && { dueOn: until }),
  };
}

/**
 * Returns the part of a debit that was cancelled, whether its mandate has ended, and whether the customer was `told` of the debit. `left`: the
 * announcement was sent, or may have been. `going`: it waits or is being sent.
 */
async function findCancelledPart(db: Database, { partnerId, invoiceId, aboutId }: DebitMessage) {
  const announced = (
    states: string,
  ) => sql`exists (select from ${outgoingMessages} where ${outgoingMessages.partnerId} = ${debits.partnerId}
    and ${outgoingMessages.invoiceId} = ${payments.invoiceId} and ${outgoingMessages.state} in (${sql.raw(states)})
    and (${outgoingMessages.kind} = 'debit_announced' and ${outgoingMessages.aboutId} = ${debits.id}
      or ${outgoingMessages.kind} = 'instalments_agreed' and ${outgoingMessages.aboutId} = ${payments.instalmentPlanId}))`;
  const [part] = await db
    .select({
      amountCents: payments.amountCents,
      collectOn: debits.collectOn,
      isInstalment: sql<boolean>`${payments.instalmentPlanId} is not null`,
      instalmentNumber: payments.instalmentNumber,
      mandateReference: mandates.reference,
      isMandateEnded: sql<boolean>`${mandates.endedAt} is not null`,
      told: sql<
        "left" | "going" | null
      >`case when ${announced("'sent', 'unknown'")} then 'left' when ${announced("'waiting', 'handing_over'")} then 'going' end`,
    })
    .from(payments)
    .innerJoin(debits, and(eq(debits.partnerId, payments.partnerId), eq(debits.id, payments.debitId)))
    .leftJoin(mandates, and(eq(mandates.partnerId, debits.partnerId), eq(mandates.id, debits.mandateId)))
    .where(
      and(
        eq(payments.partnerId, partnerId),
        eq(payments.invoiceId, invoiceId),
        eq(debits.id, aboutId ?? ""),
        eq(payments.status, "cancelled"),
      ),
    );
  return part;
}

/**
 * States in another message what becomes of announced debits, because nothing is left to pay; otherwise empty: those that the bank has may still be
 * collected, and the others are not, until their day is over.
 */
export async function sayNoDebit(db: Database, partnerId: string, { found, collected, now }: Omit<Writing, "linkTo">): Promise<string> {
  const { id, debit, lines } = collected;
  if (!debit?.wasDebited || sumOf(lines) > 0) return "";
  const say = sayInMessage[found.invoice.locale];
  const each = ({ amountCents, collectOn }: { amountCents: number; collectOn: string }) => ({
    amount: money(amountCents, found),
    date: dayOf(found, collectOn),
  });
  const still = debit.parts.filter(({ status }) => status === "pending").map((part) => say("debit.mayHappen", each(part)));
  const isWholeAtBank = debit.parts.some(({ status, instalment }) => status === "pending" && !instalment);
  if (isWholeAtBank) return still.join(" ");
  // Collection takes planned ones out in a moment.
  const ended = await db
    .select({ collectOn: debits.collectOn, amountCents: payments.amountCents, planId: payments.instalmentPlanId })
    .from(payments)
    .innerJoin(debits, and(eq(debits.partnerId, payments.partnerId), eq(debits.id, payments.debitId)))
    .where(and(eq(payments.partnerId, partnerId), eq(payments.invoiceId, id), eq(payments.status, "cancelled")))
    .orderBy(sql`${payments.createdAt} desc`, asc(debits.collectOn));
  const [last = debit.part] = ended;
  const planId = collected.instalments?.id;
  const unfinished = partsOfPlan(collected);
  const ofPlan = [...ended.filter((each) => planId !== undefined && each.planId === planId), ...unfinished];
  const newest = last ? [last] : [];
  const known = ofPlan.length > 0 ? ofPlan : newest;
  const atBank = new Set<object>(unfinished.filter(({ status }) => status === "pending"));
  const coming = known.filter((each) => each.collectOn >= dayAt(now) && !atBank.has(each));
  return [...still, ...coming.map((part) => say("debit.doesNotHappen", each(part)))].join(" ");
}
