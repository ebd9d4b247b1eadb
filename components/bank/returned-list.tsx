"use client";

import { useTranslations } from "next-intl";
import { useMay } from "@/components/shell/reader-rights";
import { Button } from "@/components/ui/form/button";
import { OnDemand } from "@/components/ui/overlay/on-demand";
import { Amount } from "@/components/ui/text/amount";
import { FormattedDate } from "@/components/ui/text/formatted-date";
import type { ReturnedPayment } from "@/server/bank/payments/take-payment-back";

interface Props {
  returned: ReturnedPayment[];
  currency: string;
  isBusy: boolean;
  onTakeBack: (paymentId: string) => void;
}

/** Customers' earlier payments that an outgoing payment may have returned. */
export function ReturnedList({ returned, currency, isBusy, onTakeBack }: Props) {
  const say = useTranslations("bank");
  const mayDecide = useMay("money");
  if (returned.length === 0) return <p className="text-sm text-ink-muted">{say("nothingReturned")}</p>;
  return (
    <section className="grid gap-2" aria-label={say("returned")}>
      <h3 className="text-sm font-semibold">{say("returned")}</h3>
      <ul className="grid gap-2">
        {returned.map(({ id, customerName, externalInvoiceNumber, amountCents, valueOn, isSameAccount, feeCents }) => (
          <li key={id} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-3 rounded-md border border-line px-3 py-2.5 text-sm">
            <span className="grid min-w-0 gap-1">
              <span className="wrap-anywhere">
                <b className="font-medium">{customerName}</b> <span className="text-ink-muted">{externalInvoiceNumber}</span>
              </span>
              <span className="text-xs text-ink-muted">
                <Amount cents={amountCents} currency={currency} /> · <FormattedDate day={valueOn} />
                {isSameAccount && ` · ${say("sameAccount")}`}
              </span>
            </span>
            {mayDecide && (
              <OnDemand
                load={() => import("./at-bank-dialog")}
                props={{
                  title: say("atBank.takeBack.title", { name: customerName }),
                  effect: say.rich(feeCents > 0 ? "atBank.takeBack.withFee" : "atBank.takeBack.effect", {
                    amount: () => <Amount key="amount" cents={amountCents} currency={currency} />,
                    fee: () => <Amount key="fee" cents={feeCents} currency={currency} />,
                  }),
                  confirm: say("atBank.takeBack.confirm"),
                  onConfirm: () => onTakeBack(id),
                }}
                popup="dialog"
                trigger={
                  <Button size="sm" busy={isBusy && say("booking")}>
                    {say("takeBack")}
                  </Button>
                }
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
