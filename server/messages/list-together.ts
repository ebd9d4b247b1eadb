import type { Database } from "@/db/client";
import type { CollectedInvoice } from "@/server/billing/collection/plan";
import { lastDayInTime } from "@/server/billing/collection/returned-payment";
import type { HouseholdInvoice } from "@/server/billing/households/household";
import { isDefaultTitle } from "@/server/domain/words/import-title";
import type { ListedInMail } from "./mail";
import { dayOf, findBilledFor, money, type Subject, thingOf } from "./message-subject";
import { sayInMessage } from "./say-in-message";

/** An invoice as a household's mail lists it. */
export interface ListedInvoice
  extends Pick<HouseholdInvoice, "id" | "invoiceNumber" | "externalInvoiceNumber" | "customerName" | "outstandingCents"> {
  /** The last day to pay it in time. */
  inTimeUntil: string;
  /** Whether that is later than its due day, because a payment was returned. */
  isMoved: boolean;
  /** How the outstanding amount comes about, by `costsInList`. */
  costs: string;
}

/**
 * Lists everything that a household is asked for, in the order in which it was recorded, each invoice with a link to its own page. The links
 * are only in the mail, never on a page, because a mail goes to the customer's current address. `when`: whether the days to pay in time are
 * ahead or over, or are days to pay by.
 */
export async function listTogether(
  db: Database,
  partnerId: string,
  found: Subject,
  invoices: readonly ListedInvoice[],
  linkTo: (invoiceId: string) => Promise<string>,
  when: "ahead" | "past" | "asked",
): Promise<ListedInMail[]> {
  const say = sayInMessage[found.invoice.locale];
  const ids = invoices.map(({ id }) => id);
  const billed = isDefaultTitle(found.title) ? await findBilledFor(db, partnerId, ids) : new Map<string, string | null>();
  return Promise.all(
    invoices
      .toSorted((one, other) => one.invoiceNumber - other.invoiceNumber)
      .map(async ({ id, externalInvoiceNumber: number, outstandingCents, inTimeUntil, isMoved, costs, customerName }) => ({
        thing: thingOf(found, { externalInvoiceNumber: number, customerName, billedFor: billed.get(id) ?? null }),
        amount: say("together.eachDue", {
          amount: money(outstandingCents, found),
          costs,
          when: when !== "past" ? when : isMoved ? "again" : "was",
          due: dayOf(found, inTimeUntil),
        }),
        link: { label: say("together.openEach", { number }), url: await linkTo(id) },
      })),
  );
}

/** Returns the last day to pay an invoice in time, and whether a returned payment has moved it beyond the due day. */
export function inTime(collected: CollectedInvoice, dueOn: string): Pick<ListedInvoice, "inTimeUntil" | "isMoved"> {
  const inTimeUntil = lastDayInTime(collected, dueOn);
  return { inTimeUntil, isMoved: inTimeUntil > dueOn };
}

/** Returns the day by which all of several invoices were to be paid; `same` is `no` if their days differ, or if a payment was returned. */
export function overdueTogether(found: Subject, invoices: readonly ListedInvoice[]): { same: "yes" | "no"; due: string } {
  const [day = "", ...others] = new Set(invoices.map(({ inTimeUntil }) => inTimeUntil));
  const isSame = others.length === 0 && !invoices.some(({ isMoved }) => isMoved);
  return { same: isSame ? "yes" : "no", due: dayOf(found, day) };
}

/** States how the invoices of a household can be paid: their sum only by transfer, because each page takes other payments for its own invoice. */
export function sayHowToPay({ invoice: { locale } }: Subject, amount: string, hasTransfer: boolean): string {
  return sayInMessage[locale]("together.how", { way: hasTransfer ? "transfer" : "each", amount });
}
