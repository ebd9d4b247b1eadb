import type { Message } from "@/db/schema/messages";
import type { Occasion } from "@/server/demo/words/types";
import { MINUTE_MS } from "@/server/domain/formats/time";
import { addDays, startOfDay } from "./days";
import type { InvoiceStory } from "./invoice-story";
import { arrivalMs } from "./paying";

const EIGHT_O_CLOCK_MS = 8 * 60 * MINUTE_MS;

/** Reminders, by days after the transmission, that are sent while an amount is outstanding. The third and fourth are letters. */
const reminders = [
  { days: 14, occasion: "reminder1" },
  { days: 28, occasion: "reminder2", byPhoneToo: true },
  { days: 42, occasion: "reminder3", byLetter: true },
  { days: 60, occasion: "lastReminder", byLetter: true },
] as const;

/** Adds the request and the reminders that the account requires. Call it last, after all other events. */
export function sendReminders(story: InvoiceStory): void {
  const { transmittedAt, today, member } = story.setting;
  if (!transmittedAt) return;
  send(story, { createdAt: new Date(transmittedAt.getTime() + 5 * MINUTE_MS), occasion: firstOccasion(story.billedCents) });

  for (const reminder of reminders) {
    const { days, occasion } = reminder;
    const createdAt = new Date(addDays(startOfDay(transmittedAt), days).getTime() + EIGHT_O_CLOCK_MS);
    if (createdAt >= today || !isOwing(story, createdAt)) continue;
    const byLetter = "byLetter" in reminder && member.recipient.customerAddress1 !== null;
    send(story, { createdAt, occasion, type: byLetter ? "LETTER" : undefined });
    if ("byPhoneToo" in reminder && member.recipient.customerPhoneNumber && member.recipient.customerEmail)
      send(story, { createdAt: new Date(createdAt.getTime() + MINUTE_MS), occasion, type: "SMS" });
  }
  story.messages.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
}

function firstOccasion(billedCents: number): Occasion {
  if (billedCents > 0) return "request";
  return billedCents === 0 ? "nothingDue" : "refund";
}

function isOwing(story: InvoiceStory, at: Date): boolean {
  const { retraction, plan } = story;
  if (retraction?.retractedAt && retraction.retractedAt <= at) return false;
  if (plan && plan.from <= at && at < plan.until) return false;
  return story.outstandingCents(at) > 0 && !isMoneyUnderWay(story, at);
}

function isMoneyUnderWay({ payments }: InvoiceStory, at: Date): boolean {
  const sent = payments.filter(({ status }) => status === "paid" || status === "pending");
  return sent.some(({ createdAt, method }) => createdAt <= at && at.getTime() < createdAt.getTime() + arrivalMs(method));
}

interface Sent {
  createdAt: Date;
  occasion: Occasion;
  type?: Message["type"];
}

function send(story: InvoiceStory, { createdAt, occasion, type }: Sent): void {
  story.messages.push({ type: type ?? story.firstChannel(), description: story.words.messages[occasion], createdAt });
}
