import type { CollectedInvoice, SentMessage } from "@/server/billing/collection/collected-invoice";
import { payBy } from "@/server/billing/collection/plan";
import {
  type AskedInvoice,
  type FeesOfReminder,
  feesOfReminder,
  type PayersInvoice,
  payerOfTerms,
  standsFor,
  underTermsOf,
} from "@/server/billing/collection/share-fee";
import { earlierDay } from "@/server/domain/formats/calendar";
import { isReminder, type MessageKind } from "@/server/domain/rules/collection-messages";
import type { FeePayer } from "@/server/domain/rules/late-fee-rules";

/** An invoice that a request or reminder asks for. */
export interface InvoiceOfMail extends AskedInvoice {
  /** Its state with the payment period of a customer who is told by this message. */
  asked: CollectedInvoice;
  /** Its own request or reminder that the mail carries; undefined: there is none. */
  message: Pick<SentMessage, "kind" | "round"> | undefined;
}

export interface FeesOfMail extends FeesOfReminder {
  /** Payer whose law decides the words and terms. */
  payer: FeePayer;
  /** The day to pay by: the earliest of all invoices. */
  payBy: string;
}

interface AskedTogether {
  /** The invoice that the mail's message belongs to. */
  own: InvoiceOfMail;
  /** The others that it asks for. */
  others: readonly InvoiceOfMail[];
  /** The payer's other invoices, also those that were paid since: a fee may stand on them already. */
  apart: readonly PayersInvoice[];
}

/** Returns the late-payment fees that a mail names, if it is a reminder, and the day to pay by. */
export function feesOfMail(kind: MessageKind, { own, others, apart }: AskedTogether, now: Date): FeesOfMail {
  const all: [InvoiceOfMail, ...InvoiceOfMail[]] = [own, ...others];
  const payer = payerOfTerms(own, others);
  const fees: FeesOfReminder = isReminder(kind) ? feesUnderOneLaw(all, apart, now) : { ahead: new Map(), shares: [] };
  const days = all.map(({ id, asked, message }) => {
    const before = asked.sharedFee?.isElsewhere ? asked.sharedFee.bearer?.id : undefined;
    const place = fees.shares.find((share) => share.invoiceId === id)?.onInvoiceId ?? before;
    if (place === undefined) return payBy(asked, now, message);
    // Paying by the last free day avoids the fee, on whichever invoice it stands.
    return fees.ahead.get(place)?.graceUntil ?? payBy({ ...asked, sharedFee: { isElsewhere: true, bearer: null } }, now, message);
  });
  return { ...fees, payer, payBy: days.reduce(earlierDay) };
}

/** Returns the fees of a reminder. A fee that stands on another invoice already keeps one of another law from being named. */
function feesUnderOneLaw(
  [own, ...others]: [InvoiceOfMail, ...InvoiceOfMail[]],
  apart: readonly PayersInvoice[],
  now: Date,
): FeesOfReminder {
  const bearing = apart.filter((bearer) => [own, ...others].some((each) => standsFor(bearer, each, now)));
  const payer = payerOfTerms(own, [...others, ...bearing]);
  return feesOfReminder(underTermsOf(payer, [own, ...others]), underTermsOf(payer, bearing), now);
}
