import type { Ticket } from "@/db/schema/tickets";
import type { Locale, Topic } from "@/server/demo/words/types";
import { formatMoney } from "@/server/domain/formats/money";
import { regionalLocale } from "@/server/domain/formats/regional-locale";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/server/domain/formats/time";
import { OFFICE_HOURS, onDay, WAKING_HOURS } from "./days";
import type { InvoiceStory } from "./invoice-story";

/** Questions older than this number of days are answered. */
const PATIENCE_DAYS = 12;

interface Choice {
  /** Index of a dialogue on the topic; absent: any dialogue. */
  variant?: number;
}

/**
 * Writes a conversation: the customer asks, the company or support answers, and the conversation may continue and be archived. Returns
 * whether there was an answer, on which some stories depend.
 */
export function converse(story: InvoiceStory, askedAt: Date, topic: Topic, { variant }: Choice = {}): boolean {
  const { random, today } = story.setting;
  if (askedAt >= today || story.tickets.length > 0) return false;

  const dialogues = story.words.dialogues[topic];
  const dialogue = dialogues[variant ?? random.whole(0, dialogues.length - 1)] ?? dialogues[0];
  const isWithSupport = random.chance(0.18);
  const answerer = isWithSupport ? "support" : "company";
  if (isWithSupport) story.assignedToSupportAt = new Date(Math.min(askedAt.getTime() + 3 * HOUR_MS, today.getTime() - MINUTE_MS));
  // Some recent questions are unanswered.
  const isAnswered = !isRecent(askedAt, today) || random.chance(0.45);

  let at = askedAt;
  for (const [turn, text] of (dialogue ?? []).entries()) {
    const byCustomer = turn % 2 === 0;
    if (turn > 0) at = onDay(random, at, random.whole(1, byCustomer ? 2 : 3), byCustomer ? WAKING_HOURS : OFFICE_HOURS);
    if (at >= today || (!byCustomer && !isAnswered)) break;
    say(story, { at, sender: byCustomer ? "customer" : answerer, text, askedAt });
  }
  const archivedAt = onDay(random, at, random.whole(2, 20), OFFICE_HOURS);
  const isTidiedUp = random.chance(0.7);
  // A conversation whose last message is the customer's is archived once it is old.
  const isDone = isCustomerWaiting(story) ? !isRecent(at, today) : isTidiedUp;
  finish(story, isDone && archivedAt < today);
  return story.tickets.length > 1;
}

function isRecent(moment: Date, today: Date): boolean {
  return today.getTime() - moment.getTime() < PATIENCE_DAYS * DAY_MS;
}

/**
 * Sets the final state. Archived conversations need no action; in others, the last author determines who must act. Of these, conversations
 * that are recent, or in which the customer waits, stay with support.
 */
function finish(story: InvoiceStory, isArchived: boolean): void {
  const lastAnswer = story.tickets.findLastIndex((ticket) => ticket.sender !== "customer");
  for (const [index, ticket] of story.tickets.entries()) {
    const openStatus = index <= lastAnswer ? "answered" : "unanswered";
    ticket.status = isArchived ? "archived" : openStatus;
  }

  const lastSaidAt = story.tickets.at(-1)?.createdAt;
  const isHandedBack = !isCustomerWaiting(story) && lastSaidAt && !isRecent(lastSaidAt, story.setting.today);
  if (isArchived || isHandedBack) story.assignedToSupportAt = undefined;
}

function isCustomerWaiting(story: InvoiceStory): boolean {
  return story.tickets.at(-1)?.sender === "customer";
}

interface Turn {
  at: Date;
  sender: Ticket["sender"];
  text: string;
  askedAt: Date;
}

function say(story: InvoiceStory, { at, sender, text, askedAt }: Turn): void {
  const message = fill(story, sender === "customer" ? asCustomer(story, text) : asCompany(story, sender, text), askedAt);
  story.tickets.push({ sender, status: sender === "customer" ? "unanswered" : "answered", message, createdAt: at });
}

/** Adds a greeting and a closing to some messages; others stay as short as text messages. */
function asCustomer({ setting: { random }, words, tickets }: InvoiceStory, text: string): string {
  const begins = tickets.length === 0;
  const greeting = begins && random.chance(0.75) ? `${random.pick(words.greetings)}\n\n` : "";
  const closing = begins && random.chance(0.7) ? `\n\n${random.pick(words.closings)}` : "";
  return `${greeting === "" ? capitalised(text) : greeting + text}${closing}`;
}

function asCompany({ words }: InvoiceStory, sender: Ticket["sender"], text: string): string {
  return `${words.companyGreeting}\n\n${text}\n\n${sender === "support" ? words.supportClosing : words.companyClosing}`;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function fill(story: InvoiceStory, text: string, askedAt: Date): string {
  const { transmittedAt, member, club, externalInvoiceNumber } = story.setting;
  const { locale, customerFirstName, customerInfix, customerLastName } = member.recipient;
  const values: Record<string, string> = {
    // An infix that ends with an apostrophe is joined to the last name: "d’Angelo".
    name: [customerFirstName, customerInfix, customerLastName].filter(Boolean).join(" ").replace("’ ", "’"),
    club: club.company.name,
    number: externalInvoiceNumber,
    amount: formatMoney(story.outstandingCents(askedAt), club.company.currency, locale),
    day: dayFormatOf(locale).format(transmittedAt ?? askedAt),
  };
  return text.replace(/\{(\w+)\}/g, (placeholder, name) => values[name] ?? placeholder);
}

const dayFormats = new Map<string, Intl.DateTimeFormat>();

/** Returns the format of a day without its year, as customers write it. Cached, because creating a formatter is slow. */
function dayFormatOf(locale: Locale): Intl.DateTimeFormat {
  const known = dayFormats.get(locale);
  if (known) return known;
  const made = new Intl.DateTimeFormat(regionalLocale(locale), { day: "numeric", month: "long", timeZone: "UTC" });
  dayFormats.set(locale, made);
  return made;
}
