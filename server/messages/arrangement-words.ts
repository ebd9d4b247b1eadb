import { beyondDebits as beyondDebitsOf } from "@/server/billing/collection/beyond-debits";
import type { MissedPartRule } from "@/server/domain/rules/instalment-settings";
import { nameAndValue } from "@/server/domain/words/spelling";
import { dayOf, money, type Subject } from "./message-subject";
import { sayInMessage } from "./say-in-message";

/** A part of a plan of instalments in a list. */
interface ListedPart {
  /** From 1. */
  number: number;
  dueOn: string;
  /** Amount to pay, in cents. */
  openCents: number;
}

/**
 * Returns a name and a value for each part, in the customer's language. `count`: number of parts of the plan. `debited`: the amounts that direct
 * debits collect, in cents, by the numbers of the parts. The customer pays the other parts.
 */
export function partsInWords(
  found: Subject,
  parts: readonly ListedPart[],
  count: number,
  debited: ReadonlyMap<number, number> = new Map(),
): [string, string][] {
  const say = sayInMessage[found.invoice.locale];
  return parts.map(({ number, openCents, dueOn }) => {
    const debitedCents = debited.get(number);
    const values = { amount: money(debitedCents ?? openCents, found), date: dayOf(found, dueOn) };
    return [
      say("instalments.each", { number, count }),
      say(debitedCents === undefined ? "instalments.eachBy" : "instalments.eachOn", values),
    ];
  });
}

/**
 * Returns a name and a value for what is open of parts beyond what direct debits collect of them, such as an amount that was added: the customer
 * pays it. None if there is nothing. Shapes as of `partsInWords`.
 */
export function beyondDebits(found: Subject, parts: readonly ListedPart[], debited: ReadonlyMap<number, number>): [string, string][] {
  const say = sayInMessage[found.invoice.locale];
  return parts.flatMap(({ number, openCents, dueOn }): [string, string][] => {
    const cents = openCents - (debited.get(number) ?? openCents);
    if (cents <= 0) return [];
    return [[say("instalments.beyond"), say("instalments.eachBy", { amount: money(cents, found), date: dayOf(found, dueOn) })]];
  });
}

/** Asks for what is open of instalments beyond what direct debits collect; none if there is nothing. */
export function payBeyond(found: Subject, plan: Parameters<typeof beyondDebitsOf>[0]): string[] {
  const say = sayInMessage[found.invoice.locale];
  return beyondDebitsOf(plan).map(({ cents, dueOn }) =>
    say("instalments.payBeyond", { amount: money(cents, found), date: dayOf(found, dueOn) }),
  );
}

/** Returns what an arrangement means for the customer, beside its parts: that it is free, and what follows a missed part. */
export function termsOfArrangement({ invoice, company }: Subject, missed: MissedPartRule): string[] {
  const say = sayInMessage[invoice.locale];
  return [say("instalments.arranged", { company: company.name }), say("instalments.missed", { missed })];
}

/** Returns the text about an arrangement that the customer gets. It is kept as the proof of the agreement. */
export function textOfArrangement(
  found: Subject,
  parts: readonly { amountCents: number; dueOn: string }[],
  missed: MissedPartRule,
): string {
  const say = sayInMessage[found.invoice.locale];
  const count = parts.length;
  const title = say("subject.instalments_agreed", {
    invoice: found.invoice.externalInvoiceNumber,
    company: found.company.name,
    count: String(count),
  });
  const listed = parts.map(({ amountCents, dueOn }, index) => ({ number: index + 1, openCents: amountCents, dueOn }));
  const lines = partsInWords(found, listed, count).map((part) => nameAndValue(part, found.invoice.locale));
  return [title, lines.join("\n"), ...termsOfArrangement(found, missed)].join("\n\n");
}
