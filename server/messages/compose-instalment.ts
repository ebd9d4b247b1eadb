import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import type { OutgoingMessage } from "@/db/schema/collections";
import { type InstalmentPlan, instalmentPlans } from "@/db/schema/instalment-plans";
import { payments } from "@/db/schema/payments";
import type { Actor } from "@/server/actor";
import { describeTransfer } from "@/server/bank/transfers/describe-transfer";
import { codeOf } from "@/server/bank/transfers/transfer-code";
import type { CollectedRow } from "@/server/billing/collection/collected-invoices";
import { quietUntil } from "@/server/billing/collection/earliest-demand";
import { dueOnOf, isCollected, isHeld } from "@/server/billing/collection/plan";
import { payPartBy, type RunningPlan, roundOfPart, runningPlan } from "@/server/billing/collection/planned-instalments";
import { noticeDaysOf } from "@/server/billing/debits/debit-facts";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { accountOf, sumOf } from "@/server/domain/rules/account";
import type { ArrangementEnd } from "@/server/domain/rules/arrangement";
import { PART_DUE, PART_MISSED, PARTS_SPREAD, PLAN_ENDED } from "@/server/domain/rules/collection-messages";
import { formatCustomerName } from "@/server/domain/rules/customer-name";
import type { PartNow } from "@/server/domain/rules/instalment-account";
import { nameAndValue } from "@/server/domain/words/spelling";
import { partsInWords, payBeyond, termsOfArrangement } from "./arrangement-words";
import type { Asked } from "./compose-request";
import { dayOf, money, numberOf, type Subject, thingOf } from "./message-subject";
import { inOneParagraph, type Said } from "./said";
import { sayInMessage } from "./say-in-message";
import { sayReturned } from "./say-paid";
import { transferFacts } from "./transfer-facts";
import { RETURN_FEE, unpaidOf } from "./unpaid-of";

const kinds = ["instalments_agreed", PART_DUE, PART_MISSED, PARTS_SPREAD, PLAN_ENDED] as const;

type InstalmentMessage = OutgoingMessage & { kind: (typeof kinds)[number] };

export function isAboutInstalments(message: OutgoingMessage): message is InstalmentMessage {
  return kinds.some((kind) => kind === message.kind);
}

/**
 * Composes a message about a plan of instalments; or returns why it is not sent, as `composeMessage` does. A message about a part is sent only
 * while that part is the next one.
 */
export async function composeInstalment(
  db: Database,
  actor: Actor,
  message: InstalmentMessage,
  { found, collected, now }: Pick<Asked, "found" | "collected" | "now">,
): Promise<Said | "soon" | "later" | "never"> {
  const { kind, round } = message;
  // A message about an earlier plan of the invoice.
  if (message.aboutId !== collected.instalments?.id) return "never";
  const plan = runningPlan(collected, now);
  if (kind === PLAN_ENDED) return sayEnd(db, actor, message, { found, collected, now });
  if (!plan) return "never";
  const isAgreement = kind === "instalments_agreed";
  if (isAgreement && !collected.instalments?.isArrangement) return sayAgreement(db, message, plan, { found, collected, now });
  if (isAgreement || kind === PARTS_SPREAD) return sayParts(found, message, plan, collected);
  const numberOfMessage = kind === PART_DUE ? plan.next.number : plan.round;
  const isOutOfTime = kind === PART_DUE ? dayAt(now) > plan.dueOn : dayAt(now) <= plan.dueOn;
  if (numberOfMessage !== roundOfPart(round) || isOutOfTime) return "never";
  return whyLater(collected, now) ?? askForPart(db, actor, message, plan, { found, collected, now });
}

/** Returns why a part, or the whole balance after the plan's end, is not asked for yet; undefined if it is. */
function whyLater(collected: CollectedRow, now: Date): "soon" | "later" | undefined {
  if (!collected.isDeskRanked) return "soon";
  const quiet = quietUntil(collected);
  const isQuiet = quiet !== undefined && quiet > now;
  return !isCollected(collected) || isHeld(collected, now) || isQuiet ? "later" : undefined;
}

async function askForPart(
  db: Database,
  actor: Actor,
  message: InstalmentMessage,
  { count, next, dueOn }: RunningPlan,
  { found, collected, now }: Pick<Asked, "found" | "collected" | "now">,
): Promise<Said> {
  const say = sayInMessage[found.invoice.locale];
  const isMissed = message.kind === PART_MISSED;
  const payBy = isMissed ? payPartBy(now) : dueOn;
  const values = { ...valuesOf(found, count, next), due: dayOf(found, dueOn), payBy: dayOf(found, payBy) };
  const isOpenAgain = isMissed && next.reopened > 0;
  const returned = isOpenAgain ? sayReturned(found, [{ number: found.invoice.externalInvoiceNumber, collected }], "opening") : [];
  // A customer whose payment is under way has to do nothing.
  const paid = isMissed
    ? {
        details: [
          sayConsequence(found, collected, next, payBy),
          say("paidAlready", {
            what: unpaidOf(collected, RETURN_FEE) > 0 ? "lately_receipt" : "lately",
            again: returned.length > 0 ? "yes" : "no",
          }),
        ],
      }
    : {};
  const words = wordsOf(found, message, values);
  return {
    ...(await asking(db, actor, message, found, next.openCents, payBy)),
    ...words,
    opening: [...returned, words.opening].join(" "),
    ...paid,
  };
}

/** States what follows if the missed part is still not paid by the day that its reminder names, as `instalmentSteps` plans it. */
function sayConsequence(found: Subject, { instalments }: CollectedRow, { number }: PartNow, payBy: string): string {
  const isLast = number === instalments?.parts.length;
  const ofOthers = instalments?.missed === "spread" ? "spread" : "end";
  const then = isLast ? "last" : ofOthers;
  return sayInMessage[found.invoice.locale]("instalments.ifStillUnpaid", {
    then,
    rest: money(found.invoice.amountTotalCents, found),
    payBy: dayOf(found, payBy),
  });
}

/**
 * Returns the customer's copy: all that they agreed to, as it was shown and is kept. By direct debit, it announces all debits, and waits until
 * collection has moved those of whose day it no longer leaves the days of notice (`take-due-steps.ts`); the list has the days as they are then. If
 * none of them takes place any more, it announces none.
 */
async function sayAgreement(
  db: Database,
  message: InstalmentMessage,
  plan: RunningPlan,
  { found, collected, now }: Pick<Asked, "found" | "collected" | "now">,
): Promise<Said | "later"> {
  const { id, count, next, dueOn, debits } = plan;
  const noticed = addDays(dayAt(now), noticeDaysOf(collected.settings, collected.debit));
  if (debits.some(({ status, isAnnounced, collectOn }) => status === "scheduled" && !isAnnounced && collectOn < noticed)) return "later";
  const { text, feeCents } = only(
    await db
      .select({ text: instalmentPlans.text, feeCents: instalmentPlans.feeCents })
      .from(instalmentPlans)
      .where(and(eq(instalmentPlans.partnerId, message.partnerId), eq(instalmentPlans.id, id))),
  );
  if (debits.length === 0 && (await wasByDebit(db, message.partnerId, id))) {
    return sayNotDebited(found, message, plan, { collected, now, feeCents });
  }
  const by = debits.length > 0 ? "debit" : "transfer";
  const own = isHeld(collected, now) ? [] : payBeyond(found, plan);
  const beyond = own.length > 0 ? "yes" : "no";
  const values = { ...valuesOf(found, count, next), due: dayOf(found, dueOn), payBy: dayOf(found, dueOn), by, beyond } as const;
  return {
    ...wordsOf(found, message, values),
    details: [...inOneParagraph(own), ...withDaysNow(found, text, plan, collected.instalments?.parts ?? []).split("\n\n")],
    facts: numberOf(found, message),
    paragraphs: [],
  };
}

/** Returns the text of an agreement, in whose list each debit that was put off has its day as it is now, and the one that was agreed on. */
function withDaysNow(found: Subject, text: string, { count, debits }: RunningPlan, agreed: readonly { dueOn: string }[]): string {
  const { locale } = found.invoice;
  const say = sayInMessage[locale];
  const [title = "", list = "", ...paragraphs] = text.split("\n\n");
  const lines = list.split("\n").map((line, index) => {
    const number = index + 1;
    const debit = debits.find(({ instalment }) => instalment.number === number);
    const agreedOn = agreed[index]?.dueOn;
    if (!debit || agreedOn === undefined || debit.collectOn === agreedOn) return line;
    const days = { date: dayOf(found, debit.collectOn), agreed: dayOf(found, agreedOn) };
    const value = say("instalments.eachMoved", { amount: money(debit.amountCents, found), ...days });
    return nameAndValue([say("instalments.each", { number, count }), value], locale);
  });
  return [title, lines.join("\n"), ...paragraphs].join("\n\n");
}

/** Returns the copy of an agreement on debits of which none takes place: the parts, which the customer pays, and the terms; no debit and no mandate. */
function sayNotDebited(
  found: Subject,
  message: InstalmentMessage,
  { parts, count, next, dueOn }: RunningPlan,
  { collected, now, feeCents }: Pick<Asked, "collected" | "now"> & { feeCents: number },
): Said {
  const { invoice, company } = found;
  const say = sayInMessage[invoice.locale];
  const isOnHold = isHeld(collected, now);
  const by = isOnHold ? "held" : "not_debited";
  const values = { ...valuesOf(found, count, next), due: dayOf(found, dueOn), payBy: dayOf(found, dueOn), by } as const;
  const fee = feeCents > 0 ? money(feeCents, found) : "none";
  const missed = collected.instalments?.missed ?? "all_due";
  const open = parts.filter(({ openCents }) => openCents > 0);
  return {
    ...wordsOf(found, message, values),
    details: [say("instalments.terms", { fee, company: company.name }), ...(isOnHold ? [] : [say("instalments.missed", { missed })])],
    facts: [...numberOf(found, message), ...(isOnHold ? agreedInWords(found, collected) : partsInWords(found, open, count))],
    paragraphs: [],
  };
}

/** Returns a name and a value for each part as it was agreed on, with no word that asks for it. */
function agreedInWords(found: Subject, { instalments }: CollectedRow): [string, string][] {
  const say = sayInMessage[found.invoice.locale];
  const agreed = instalments?.parts ?? [];
  return agreed.map(({ amountCents, dueOn }, index) => [
    say("instalments.each", { number: index + 1, count: agreed.length }),
    say("instalments.eachAgreed", { amount: money(amountCents, found), date: dayOf(found, dueOn) }),
  ]);
}

/** Whether debits of the plan's parts were planned. */
async function wasByDebit(db: Database, partnerId: string, planId: string): Promise<boolean> {
  const found = await db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.partnerId, partnerId), eq(payments.instalmentPlanId, planId)))
    .limit(1);
  return found.length > 0;
}

/** States all parts: of an arrangement when it is agreed on, with its terms, and after a missed part was spread. */
function sayParts(
  found: Subject,
  message: InstalmentMessage,
  { parts, count, next, dueOn }: RunningPlan,
  { instalments, lines }: CollectedRow,
): Said {
  const say = sayInMessage[found.invoice.locale];
  const missed = String(instalments?.spreads.at(-1)?.number ?? "");
  const values = { ...valuesOf(found, count, next), due: dayOf(found, dueOn), payBy: dayOf(found, dueOn), missed };
  const open = parts.filter(({ openCents }) => openCents > 0);
  const isNewArrangement = message.kind === "instalments_agreed" && instalments?.isArrangement;
  return {
    ...wordsOf(found, message, values),
    details: [
      ...(isNewArrangement ? termsOfArrangement(found, instalments.missed) : [sayLeft(found, lines)]),
      say("instalments.onTime", { company: found.company.name }),
    ],
    facts: [...numberOf(found, message), ...partsInWords(found, open, count)],
    paragraphs: [],
    ...(isNewArrangement && { invitesReply: true }),
  };
}

/** States how much of the invoice is left to pay, and what was paid, so that the instalments that follow add up. */
function sayLeft(found: Subject, lines: CollectedRow["lines"]): string {
  const { paidCents } = accountOf(lines);
  const values = { left: money(sumOf(lines), found), paid: paidCents > 0 ? money(paidCents, found) : "none" };
  return sayInMessage[found.invoice.locale]("instalments.left", values);
}

async function sayEnd(
  db: Database,
  actor: Actor,
  message: InstalmentMessage,
  { found, collected, now }: Pick<Asked, "found" | "collected" | "now">,
): Promise<Said | "soon" | "later" | "never"> {
  // Counted from now, so that it moves on while the mail waits.
  const payBy = dueOnOf(collected, now);
  const isOpen = !collected.retractedAt && found.invoice.amountTotalCents > 0;
  if (!collected.instalments?.isEnded || !isOpen) return "never";
  const later = whyLater(collected, now);
  if (later) return later;
  const { amountTotalCents } = found.invoice;
  const amount = money(amountTotalCents, found);
  const { id, parts, isArrangement, isEndedByStaff } = collected.instalments;
  const { endedBecause, missedPart } = await findEnd(db, message.partnerId, id);
  // Plans that ended before `missedPart` was recorded name no part.
  const ofMissing = missedPart === null ? "unknown" : "missed";
  const why = isEndedByStaff ? (endedBecause ?? "staff") : ofMissing;
  const values = {
    ...common(found),
    amount,
    payBy: dayOf(found, payBy),
    why,
    number: String(missedPart ?? ""),
    count: String(parts.length),
    due: "",
  } satisfies Values;
  const free = isArrangement ? "yes" : "no";
  return {
    ...(await asking(db, actor, message, found, amountTotalCents, payBy)),
    ...wordsOf(found, message, values),
    details: [sayInMessage[found.invoice.locale]("instalments.afterEnd", { free, company: found.company.name })],
    invitesReply: true,
    dueOn: payBy,
  };
}

async function findEnd(db: Database, partnerId: string, id: string): Promise<Pick<InstalmentPlan, "endedBecause" | "missedPart">> {
  const { endedBecause, missedPart } = instalmentPlans;
  return only(
    await db
      .select({ endedBecause, missedPart })
      .from(instalmentPlans)
      .where(and(eq(instalmentPlans.partnerId, partnerId), eq(instalmentPlans.id, id))),
  );
}

/** Returns the parts of a mail that asks for `cents`: the facts, the link's label, and the picture for a bank's app. */
async function asking(
  db: Database,
  actor: Actor,
  message: InstalmentMessage,
  found: Subject,
  cents: number,
  payBy: string,
): Promise<Pick<Said, "facts" | "label" | "code" | "payBy" | "paragraphs">> {
  const { invoice, company } = found;
  const say = sayInMessage[invoice.locale];
  const amount = money(cents, found);
  const transfer = await describeTransfer(db, actor, { ...invoice, amountTotalCents: cents });
  return {
    facts: [
      ...numberOf(found, message),
      [say("facts.amount"), amount],
      [say("facts.payBy"), dayOf(found, payBy)],
      ...transferFacts(found, transfer),
    ],
    label: say("pay", { amount }),
    code: codeOf({ invoice: { ...invoice, customerName: formatCustomerName(invoice), companyCountryCode: company.countryCode }, transfer }),
    payBy,
    paragraphs: [],
  };
}

const common = (found: Subject) => ({
  company: found.company.name,
  invoice: found.invoice.externalInvoiceNumber,
  thing: thingOf(found),
});

function valuesOf(found: Subject, count: number, next: PartNow) {
  const amount = money(next.openCents, found);
  return { ...common(found), amount, number: String(next.number), count: String(count) };
}

/**
 * `why`: why the plan has ended. `by`: how its parts are paid; `not_debited`: by the customer, although direct debits were agreed on; `held`: so, and
 * not for now. `beyond`: whether an amount is not part of the direct debits. `missed`: number of the missed part that was spread.
 */
type Values = ReturnType<typeof valuesOf> & {
  due: string;
  payBy: string;
  why?: ArrangementEnd | "staff" | "missed" | "unknown";
  by?: "debit" | "transfer" | "not_debited" | "held";
  beyond?: "yes" | "no";
  missed?: string;
};

function wordsOf({ invoice }: Subject, { kind }: InstalmentMessage, values: Values): Pick<Said, "subject" | "opening"> {
  const say = sayInMessage[invoice.locale];
  const all = { by: "transfer", beyond: "no", missed: "", ...values } as const;
  return { subject: say(`subject.${kind}`, all), opening: say(`opening.${kind}`, all) };
}
