import type { Topic } from "@/server/demo/words/types";
import { DAY_MS, MINUTE_MS } from "@/server/domain/formats/time";
import { converse } from "./conversation";
import type { InvoiceStory } from "./invoice-story";
import { collectingMethod } from "./paying";

/** Events of an invoice after its transmission, in order. */
type Plot = (story: InvoiceStory) => void;

/** Indexes of dialogues about a topic, equal in all languages. */
const FEE_IS_WAIVED = 0;
const FEE_IS_TO_BE_DECIDED = 1;
const WRONG_CATEGORY = 0;
const WRONG_LOCKER = 1;

/** Plots with weights. Most people pay without further events. */
const plots: readonly (readonly [Plot, number])[] = [
  [paysSoon, 46],
  [paysAfterReminder, 16],
  [paysLateWithFee, 8],
  [hasFeeWaived, 2],
  [paysInTwoParts, 5],
  [paysOnlyPart, 4],
  [paysAfterChargeback, 6],
  [owesAfterChargeback, 2],
  [paysInInstalments, 6],
  [neverPays, 5],
  [overpays, 2],
  [paysAfterCredit, 3],
  [resigns, 2],
  [retractedWithoutNotice, 1.5],
  [retractedAfterPayingPart, 1],
  [retractedAmidInstalments, 1],
];

export function happen(story: InvoiceStory): void {
  if (story.billedCents < 0) awaitsRefund(story);
  if (story.billedCents > 0) story.setting.random.weighted(plots)(story);
  mayAskSomething(story);
}

function paysSoon(story: InvoiceStory): void {
  const { random, member } = story.setting;
  const collected = collectingMethod(member.country, member.recipient.directDebitIban);
  if (collected && member.country !== "CH" && random.chance(0.85)) {
    story.pays(story.day(5), undefined, collected);
    return;
  }
  const at = story.day(random.whole(1, 12));
  // Some close the bank's page or have no money, and try again.
  if (random.chance(0.06)) story.triesToPay(new Date(at.getTime() - 10 * MINUTE_MS), random.pick(["failed", "expired"]));
  story.pays(at);
}

function paysAfterReminder(story: InvoiceStory): void {
  const { random } = story.setting;
  if (random.chance(0.1)) converse(story, story.day(15), "alreadyPaid");
  story.pays(story.day(random.whole(15, 27)));
}

function paysLateWithFee(story: InvoiceStory): void {
  story.addLateFee(story.day(30));
  story.pays(story.day(story.setting.random.whole(31, 58)));
}

function hasFeeWaived(story: InvoiceStory): void {
  story.addLateFee(story.day(30));
  const feeCents = story.outstandingCents() - story.billedCents;
  if (!converse(story, story.day(34), "lateFee", { variant: FEE_IS_WAIVED })) return;
  if (feeCents > 0) story.addCredit(story.day(38), feeCents, story.words.credits.goodwill);
  story.pays(story.day(story.setting.random.whole(42, 45)));
}

function paysInTwoParts(story: InvoiceStory): void {
  const { random } = story.setting;
  story.pays(story.day(random.whole(3, 12)), part(story, random.pick([0.5, 0.5, 0.3, 0.6])));
  story.pays(story.day(random.whole(20, 45)));
}

function paysOnlyPart(story: InvoiceStory): void {
  const { random } = story.setting;
  story.pays(story.day(random.whole(5, 25)), part(story, random.pick([0.4, 0.5, 0.75])));
  if (random.chance(0.4)) story.addLateFee(story.day(30));
  if (random.chance(0.25)) converse(story, story.day(33), "instalments");
}

function paysAfterChargeback(story: InvoiceStory): void {
  const { random } = story.setting;
  const returned = collectAndReturn(story);
  if (returned && random.chance(0.5)) converse(story, story.day(13), "chargeback");
  story.pays(story.day(random.whole(18, 40)));
}

function owesAfterChargeback(story: InvoiceStory): void {
  const returned = collectAndReturn(story);
  if (returned && story.setting.random.chance(0.5)) converse(story, story.day(14), "newAccount");
  story.addLateFee(story.day(30));
}

/** Collects by direct debit or card and has the payment returned. Returns false if the member cannot be charged in this way. */
function collectAndReturn(story: InvoiceStory): boolean {
  const { random, member } = story.setting;
  const method = collectingMethod(member.country, member.recipient.directDebitIban);
  if (!method) return false;
  story.pays(story.day(5), undefined, method);
  story.addChargeback(story.day(random.whole(10, 12)));
  return true;
}

function paysInInstalments(story: InvoiceStory): void {
  const { random } = story.setting;
  if (random.chance(0.4)) converse(story, story.day(2), "instalments");
  story.agreesOnInstalments(story.day(random.whole(6, 12)), random.whole(2, 4));
}

function neverPays(story: InvoiceStory): void {
  story.addLateFee(story.day(30));
  if (story.setting.random.chance(0.3)) converse(story, story.day(35), "lateFee", { variant: FEE_IS_TO_BE_DECIDED });
  if (story.setting.random.chance(0.4)) story.addLateFee(story.day(61));
}

function overpays(story: InvoiceStory): void {
  const { random } = story.setting;
  const paysTwice = random.chance(0.4);
  story.pays(story.day(random.whole(2, 9)), paysTwice ? undefined : nextFifty(story.billedCents));
  if (!paysTwice) return;
  story.pays(story.day(12), story.billedCents);
  converse(story, story.day(16), "overpaid");
}

/** Returns the next higher amount in whole fifties, in cents, as people round up. */
function nextFifty(cents: number): number {
  return Math.floor(cents / 5_000) * 5_000 + 5_000;
}

function paysAfterCredit(story: InvoiceStory): void {
  const { random, items } = story.setting;
  const { credits } = story.words;
  const locker = items.find(({ item }) => item === "locker");
  if (locker || items.some(({ item }) => item === "senior")) {
    if (!converse(story, story.day(3), "wrongAmount", { variant: locker ? WRONG_LOCKER : WRONG_CATEGORY })) return;
    story.addCredit(story.day(9), locker?.amountCents ?? part(story, 0.4), locker ? credits.locker : credits.category);
  } else {
    story.addCredit(story.day(6), part(story, 0.2), random.pick([credits.goodwill, credits.cancelledSessions, credits.joinedLate]));
  }
  story.pays(story.day(random.whole(11, 26)));
}

function resigns(story: InvoiceStory): void {
  if (!converse(story, story.day(4), "resigned")) return;
  const [resigned] = story.words.retractions;
  story.addRetraction(story.day(8), resigned, story.setting.random.chance(0.75));
}

function retractedWithoutNotice(story: InvoiceStory): void {
  const { random } = story.setting;
  const [, ...others] = story.words.retractions;
  const { description, reason } = random.pick(others);
  story.addRetraction(story.day(random.whole(2, 30)), { description, reason: random.chance(0.5) ? reason : null }, false);
}

function retractedAfterPayingPart(story: InvoiceStory): void {
  const { random } = story.setting;
  story.pays(story.day(7), part(story, 0.5));
  story.addLateFee(story.day(30));
  story.addRetraction(story.day(50), random.pick(story.words.retractions), random.chance(0.5));
}

function retractedAmidInstalments(story: InvoiceStory): void {
  const retractedAt = story.day(20);
  story.agreesOnInstalments(story.day(6), 4, retractedAt);
  const [resigned] = story.words.retractions;
  story.addRetraction(retractedAt, resigned, true);
}

function awaitsRefund(story: InvoiceStory): void {
  const { random } = story.setting;
  if (random.chance(0.4)) converse(story, story.day(random.whole(3, 20)), "refund");
  else if (random.chance(0.3)) story.addRetraction(story.day(9), random.pick(story.words.retractions), true);
}

/** May add a question to any plot, more often if the invoice is recent, so that the demo has unanswered questions. */
function mayAskSomething(story: InvoiceStory): void {
  const { random, today, transmittedAt } = story.setting;
  const ageDays = transmittedAt ? Math.floor((today.getTime() - transmittedAt.getTime()) / DAY_MS) : 0;
  // A topic that is listed twice is twice as likely.
  const topics: Topic[] = story.outstandingCents() > 0 ? ["general", "instalments", "newAccount", "general"] : ["general", "newAccount"];
  if (ageDays > 1 && random.chance(ageDays < 60 ? 0.14 : 0.05))
    converse(story, story.day(random.whole(1, Math.min(ageDays, 60))), random.pick(topics));
}

/** Returns a part of the outstanding amount, in whole units of the currency. */
function part(story: InvoiceStory, share: number): number {
  return Math.max(Math.round((story.outstandingCents() * share) / 100) * 100, 100);
}
