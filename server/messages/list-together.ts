import type { Database } from "@/db/client";
import type { CollectedInvoice } from "@/server/billing/collection/collected-invoice";
import { lastDayInTime } from "@/server/billing/collection/returned-payment";
import { type StatedHold, wordsOfHold } from "@/server/billing/collection/stated-hold";
import type { HouseholdInvoice } from "@/server/billing/households/household";
import { addDays } from "@/server/domain/formats/calendar";
import { overduePartCents } from "@/server/domain/rules/overdue-part";
import { isDefaultTitle } from "@/server/domain/words/import-title";
import type { ListedInMail } from "./mail";
import { dayOf, findBilledFor, money, type Subject, thingOf } from "./message-subject";
import { sayInMessage } from "./say-in-message";

/** An invoice as a household's mail lists it. */
export interface ListedInvoice
  extends Pick<HouseholdInvoice, "id" | "invoiceNumber" | "externalInvoiceNumber" | "customerName" | "outstandingCents"> {
  /** The last day to pay it in time. */
  inTimeUntil: string;
  /** Whether `inTimeUntil` is later than the due day, because a payment was returned. */
  isMoved: boolean;
  /** Part of the sum that was to be paid by then, in cents; null: all that was billed. */
  overdueCents: number | null;
  /** Whether the day is one to pay by, in a list where each has its own. */
  isAsked?: boolean;
  /** How the outstanding amount comes about, by `costsInList`. */
  costs: string;
  /** The hold, which is stated instead of the day; null or absent: none. */
  hold?: StatedHold | null;
}

/**
 * Lists everything that a household is asked for, in the order in which it was recorded, each invoice with a link to its own page. The links
 * are only in the mail, never on a page, because a mail goes to the customer's current address. `when`: whether the last days to pay in time are
 * `ahead` or `past`; `each`: it depends on the invoice's `isAsked`.
 */
export async function listTogether(
  db: Database,
  partnerId: string,
  found: Subject,
  invoices: readonly ListedInvoice[],
  linkTo: (invoiceId: string) => Promise<string>,
  when: "ahead" | "past" | "each",
): Promise<ListedInMail[]> {
  const say = sayInMessage[found.invoice.locale];
  const ids = invoices.map(({ id }) => id);
  const billed = isDefaultTitle(found.title) ? await findBilledFor(db, partnerId, ids) : new Map<string, string | null>();
  return Promise.all(
    invoices
      .toSorted((one, other) => one.invoiceNumber - other.invoiceNumber)
      .map(async ({ id, externalInvoiceNumber: number, customerName, outstandingCents, costs, hold, ...days }) => ({
        thing: thingOf(found, { externalInvoiceNumber: number, customerName, billedFor: billed.get(id) ?? null }),
        amount: hold
          ? sayHeld(found, money(outstandingCents, found), costs, hold)
          : say("together.eachDue", {
              amount: money(outstandingCents, found),
              costs,
              when: when === "ahead" ? when : askedOrOverdue(days),
              due: dayOf(found, days.inTimeUntil),
              earlier: money(days.overdueCents ?? 0, found),
            }),
        link: { label: say("together.openEach", { number }), url: await linkTo(id) },
      })),
  );
}

/** Returns the words for the day in a list where days may be ahead or over. */
function askedOrOverdue(days: InTime & Pick<ListedInvoice, "isAsked">): "asked" | ReturnType<typeof sinceWhen> {
  return days.isAsked ? "asked" : sinceWhen(days);
}

/** States that an open invoice is not asked for at the moment, and why, in the words of its page. */
function sayHeld(found: Subject, amount: string, costs: string, hold: StatedHold): string {
  const date = hold.until ? dayOf(found, addDays(hold.until, 1)) : "";
  return sayInMessage[found.invoice.locale]("together.heldDue", { amount, costs, kind: wordsOfHold(hold), date });
}

/** The last day to pay in time, and what was to be paid by then. */
type InTime = Pick<ListedInvoice, "inTimeUntil" | "isMoved" | "overdueCents">;

/** Returns the last day to pay an invoice in time, whether a returned payment has moved it beyond the due day, and what was due by then. */
export function inTime(collected: CollectedInvoice, dueOn: string): InTime {
  const inTimeUntil = lastDayInTime(collected, dueOn);
  return { inTimeUntil, isMoved: inTimeUntil > dueOn, overdueCents: overduePartCents(collected.lines, inTimeUntil) };
}

/**
 * Returns the words for an overdue amount. `part`: some of it was billed later. `none`: all of it was. `moved`: a returned payment has moved the
 * day. `was`: the due day holds.
 */
export function sinceWhen({ isMoved, overdueCents }: InTime): "was" | "moved" | "part" | "none" {
  if (overdueCents !== null) return overdueCents > 0 ? "part" : "none";
  return isMoved ? "moved" : "was";
}

/** Returns the day by which all of several invoices were to be paid; `same` is `no` if not all of them were due on one day. */
export function overdueTogether(found: Subject, invoices: readonly ListedInvoice[]): { same: "yes" | "no"; due: string } {
  const [day = "", ...others] = new Set(invoices.map(({ inTimeUntil }) => inTimeUntil));
  const isSame = others.length === 0 && invoices.every((invoice) => sinceWhen(invoice) === "was");
  return { same: isSame ? "yes" : "no", due: dayOf(found, day) };
}

/** States how the invoices of a household can be paid: their sum only by transfer, because each page takes other payments for its own invoice. */
export function sayHowToPay({ invoice: { locale } }: Subject, count: number, amount: string, hasTransfer: boolean): string {
  return sayInMessage[locale]("together.how", { way: hasTransfer ? "transfer" : "each", count, amount });
}
