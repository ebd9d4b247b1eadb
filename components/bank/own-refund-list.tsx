"use client";

import { useTranslations } from "next-intl";
import { useMay } from "@/components/shell/reader-rights";
import { Button } from "@/components/ui/form/button";
import { OnDemand } from "@/components/ui/overlay/on-demand";
import { Amount } from "@/components/ui/text/amount";
import { FormattedDate } from "@/components/ui/text/formatted-date";
import type { OfferedRefund } from "@/server/bank/payments/offer-invoices";

interface Props {
  refunds: OfferedRefund[];
  currency: string;
  /** Whether the payment came in, so that a refund may have come back. */
  isIncoming: boolean;
  isBusy: boolean;
  onRecognise: (itemId: string) => void;
}

/** The company's own refunds that a payment may be. The bank did not name a refund's id, so a person decides. */
export function OwnRefundList({ refunds, currency, isIncoming, isBusy, onRecognise }: Props) {
  const say = useTranslations("bank.ownRefunds");
  const sayOfBank = useTranslations("bank");
  const mayDecide = useMay("money");
  return (
    <section className="grid gap-2" aria-label={say("title")}>
      <h3 className="text-sm font-semibold">{say("title")}</h3>
      <ul className="grid gap-2">
        {refunds.map(({ id, name, text, amountCents, madeAt, isSameAccount, isOfInvoice, isMarkedAsSent }) => (
          <li
            key={id}
            className="grid items-center gap-3 rounded-md border border-line px-3 py-2.5 text-sm sm:grid-cols-[minmax(0,1fr)_auto]"
          >
            <span className="grid min-w-0 gap-1">
              <span className="wrap-anywhere">
                {say.rich(isIncoming ? "cameBack" : "left", {
                  name: name || sayOfBank("noName"),
                  amount: () => <Amount cents={amountCents} currency={currency} />,
                })}
              </span>
              <span className="text-xs wrap-anywhere text-ink-muted">
                {text} · {say.rich("file", { when: () => <FormattedDate at={madeAt} as="date" /> })}
                {isSameAccount && ` · ${sayOfBank("sameAccount")}`}
                {isMarkedAsSent && !isIncoming && ` · ${say("markedAsSent")}`}
              </span>
            </span>
            {mayDecide && (
              <OnDemand
                load={() => import("./at-bank-dialog")}
                props={{
                  title: sayOfBank(`atBank.${isIncoming ? "cameBack" : "left"}.title`, { name: name || sayOfBank("noName") }),
                  effect: sayOfBank.rich(isIncoming ? "atBank.cameBack.effect" : `atBank.left.${effectOf(isOfInvoice, isMarkedAsSent)}`, {
                    amount: () => <Amount key="amount" cents={amountCents} currency={currency} />,
                  }),
                  confirm: say(isIncoming ? "chooseCameBack" : "chooseLeft"),
                  onConfirm: () => onRecognise(id),
                }}
                popup="dialog"
                trigger={
                  <Button size="sm" className="justify-self-start" busy={isBusy && sayOfBank("booking")}>
                    {say(isIncoming ? "chooseCameBack" : "chooseLeft")}
                  </Button>
                }
              />
            )}
          </li>
        ))}
      </ul>
      {isIncoming && <p className="text-sm text-ink-muted">{say("otherwise")}</p>}
    </section>
  );
}

/** Returns the text of what recognising a refund that left changes. */
function effectOf(isOfInvoice: boolean, isMarkedAsSent: boolean) {
  if (isMarkedAsSent) return "sent";
  return isOfInvoice ? "effect" : "notOurs";
}
