"use client";

import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import { Amount } from "@/components/ui/text/amount";
import { FormattedDate } from "@/components/ui/text/formatted-date";
import { Kbd } from "@/components/ui/text/kbd";
import type { DebitAtBank } from "@/server/bank/payments/find-at-bank";
import type { Offer } from "@/server/bank/payments/offer-invoices";
import { shownReasons } from "./shown-reasons";

interface Props {
  offers: Offer[];
  /** Direct debits at the bank that collect these invoices. */
  atBank: DebitAtBank[];
  /** Index of the chosen offer; −1 if none is chosen. */
  chosenIndex: number;
  onChoose: (index: number) => void;
}

/** Number of offers that a digit key chooses: 1 to 9. */
export const OFFERS_WITH_KEY = 9;

/** Invoices that a payment may be for, most likely first, each with its reasons in words. */
export function OfferList({ offers, atBank, chosenIndex, onChoose }: Props) {
  const say = useTranslations("bank");
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-2 text-sm font-semibold">{say("offers")}</legend>
      {offers.map((offer, index) => (
        <label
          key={offer.parts.map(({ invoice }) => invoice.id).join()}
          className={clsx(
            "grid cursor-pointer grid-cols-[auto_minmax(0,1fr)_auto] gap-x-3 gap-y-1 rounded-md border px-3 py-2.5 text-sm",
            index === chosenIndex ? "border-accent-text bg-selected" : "border-line hover:bg-hover",
          )}
        >
          <input type="radio" name="offer" className="tick-box mt-0.5" checked={index === chosenIndex} onChange={() => onChoose(index)} />
          <span className="grid min-w-0 gap-1">
            {offer.parts.map(({ invoice, amountCents }) => (
              <span key={invoice.id} className="flex flex-wrap items-baseline justify-between gap-x-3">
                <span className="min-w-0 wrap-anywhere">
                  <b className="font-medium">{invoice.customerName}</b>{" "}
                  <span className="text-ink-muted">
                    {invoice.externalInvoiceNumber}
                    {/* The payer wrote our number: without it, the reader could not compare. */}
                    {isByOurNumber(offer) && ` · ${say("ourNumber", { number: String(invoice.invoiceNumber) })}`}
                  </span>
                  {invoice.apart && <span className="block text-xs">{invoice.apart}</span>}
                  <span className="block text-xs text-ink-muted">{invoice.importTitle}</span>
                  {atBank
                    .filter(({ invoiceId }) => invoiceId === invoice.id)
                    .map(({ amountCents: debitedCents, collectOn }) => (
                      <span key={collectOn} className="block text-xs">
                        {say.rich("debitAtBank", {
                          amount: () => <Amount key="amount" cents={debitedCents} currency={invoice.currency} />,
                          when: () => <FormattedDate key="when" day={collectOn} as="date" />,
                        })}
                      </span>
                    ))}
                </span>
                <span className="text-ink-muted tabular-nums">
                  {offer.parts.length > 1 ? (
                    <Amount cents={amountCents} currency={invoice.currency} />
                  ) : (
                    say.rich("outstanding", { amount: () => <Amount cents={invoice.outstandingCents} currency={invoice.currency} /> })
                  )}
                </span>
              </span>
            ))}
            <span className="text-xs text-ink-muted">
              {shownReasons(offer.reasons)
                .map((reason) => say(`reasons.${reason}`))
                .join(" · ")}
            </span>
          </span>
          {index < OFFERS_WITH_KEY && <Kbd>{String(index + 1)}</Kbd>}
        </label>
      ))}
    </fieldset>
  );
}

/** Whether the payment names an invoice by our number, also with a slip or within a reference. */
function isByOurNumber({ reasons }: Offer): boolean {
  return reasons.some((reason) => reason === "our_number" || reason === "reference" || reason.startsWith("number_"));
}
