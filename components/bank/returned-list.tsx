"use client";

import { useTranslations } from "next-intl";
import { useRef } from "react";
import { useMay } from "@/components/shell/reader-rights";
import { useShortcuts } from "@/components/shell/shortcuts";
import { Button } from "@/components/ui/form/button";
import { OnDemand } from "@/components/ui/overlay/on-demand";
import { Amount } from "@/components/ui/text/amount";
import { FormattedDate } from "@/components/ui/text/formatted-date";
import { Kbd } from "@/components/ui/text/kbd";
import type { ReturnedTransfer } from "@/server/bank/payments/find-returned";
import { OFFERS_WITH_KEY } from "./offer-list";

interface Props {
  returned: ReturnedTransfer[];
  currency: string;
  isBusy: boolean;
  onTakeBack: (paymentIds: string[], chargesCents: number) => void;
}

/** Customers' earlier transfers that an outgoing payment may have returned. */
export function ReturnedList({ returned, currency, isBusy, onTakeBack }: Props) {
  const say = useTranslations("bank");
  const list = useRef<HTMLUListElement>(null);
  /** Opens the confirmation of an offer, as its button does. Returns false if it has none. */
  const press = (index: number) => {
    const button = list.current?.children[index]?.querySelector("button");
    button?.click();
    return button ? undefined : false;
  };
  useShortcuts(
    Object.fromEntries(
      Array.from({ length: OFFERS_WITH_KEY }, (_, index) => [String(index + 1), (event: KeyboardEvent) => !event.repeat && press(index)]),
    ),
  );
  if (returned.length === 0) return <p className="text-sm text-ink-muted">{say("nothingReturned")}</p>;
  return (
    <section className="grid gap-2" aria-label={say("returned")}>
      <h3 className="text-sm font-semibold">{say("returned")}</h3>
      <ul ref={list} className="grid gap-2">
        {returned.map((transfer, index) => (
          <li
            key={transfer.parts.map(({ id }) => id).join()}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-3 rounded-md border border-line px-3 py-2.5 text-sm"
          >
            <span className="grid min-w-0 gap-1">
              {transfer.parts.map(({ id, customerName, externalInvoiceNumber, amountCents }) => (
                <span key={id} className="wrap-anywhere">
                  <b className="font-medium">{customerName}</b> <span className="text-ink-muted">{externalInvoiceNumber}</span>
                  {transfer.parts.length > 1 && (
                    <>
                      {" "}
                      <Amount cents={amountCents} currency={currency} />
                    </>
                  )}
                </span>
              ))}
              <span className="text-xs text-ink-muted">
                <Amount cents={transfer.amountCents} currency={currency} /> · <FormattedDate day={transfer.valueOn} />
                {transfer.isSameAccount && ` · ${say("sameAccount")}`}
              </span>
              {transfer.chargesCents > 0 && (
                <span className="text-xs text-ink-muted">
                  {say.rich("returnedWithCharges", {
                    charges: () => <Amount key="charges" cents={transfer.chargesCents} currency={currency} />,
                  })}
                </span>
              )}
              {!transfer.isExact && <span className="text-xs text-ink-muted">{say("returnedInPart")}</span>}
            </span>
            {transfer.isExact && (
              <TakeBack transfer={transfer} place={index + 1} currency={currency} isBusy={isBusy} onTakeBack={onTakeBack} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A button that takes a transfer back on all of its invoices, after a confirmation. */
function TakeBack({
  transfer,
  place,
  currency,
  isBusy,
  onTakeBack,
}: { transfer: ReturnedTransfer /** Place in the list, from 1. */; place: number } & Omit<Props, "returned">) {
  const say = useTranslations("bank");
  const mayDecide = useMay("money");
  const { parts, amountCents, feeCents, chargesCents } = transfer;
  if (!mayDecide) return null;
  return (
    <OnDemand
      load={() => import("./at-bank-dialog")}
      props={{
        title: say("atBank.takeBack.title", { name: parts[0]?.customerName ?? "", count: parts.length }),
        effect: (
          <>
            {say.rich(feeCents > 0 ? "atBank.takeBack.withFee" : "atBank.takeBack.effect", {
              count: parts.length,
              amount: () => <Amount key="amount" cents={amountCents} currency={currency} />,
              fee: () => <Amount key="fee" cents={feeCents} currency={currency} />,
            })}{" "}
            {chargesCents > 0 &&
              say.rich("atBank.takeBack.charges", { charges: () => <Amount key="charges" cents={chargesCents} currency={currency} /> })}
          </>
        ),
        confirm: say("atBank.takeBack.confirm"),
        onConfirm: () =>
          onTakeBack(
            parts.map(({ id }) => id),
            chargesCents,
          ),
      }}
      popup="dialog"
      trigger={
        <Button size="sm" busy={isBusy && say("booking")}>
          {say("takeBack")} {place <= OFFERS_WITH_KEY && <Kbd>{String(place)}</Kbd>}
        </Button>
      }
    />
  );
}
