import { Undo2 } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useMay } from "@/components/shell/reader-rights";
import { Button } from "@/components/ui/form/button";
import { Amount } from "@/components/ui/text/amount";
import { FormattedDate } from "@/components/ui/text/formatted-date";
import type { DescribedTransaction } from "@/server/bank/payments/describe-transaction";
import { bankHref } from "./bank-address";
import { isUndoable } from "./possible-decisions";
import { RestOfPayment } from "./rest-of-payment";

interface Props {
  payment: DescribedTransaction;
  /** Id of the company that the list is limited to, which links keep; null if there is none. */
  company: string | null;
  isBusy: boolean;
  onUndo: () => void;
}

/** The last decision with its author, a button to undo it, and the bookings so far. */
export function LastDecision({ payment, company, isBusy, onUndo }: Props) {
  const say = useTranslations("bank");
  const mayDecide = useMay("money");
  const { booked, state, decidedByName, decidedAt, currency, amountCents, givingBack } = payment;
  if (!decidedAt) return null;
  const isIncoming = amountCents > 0;
  return (
    <section className="grid gap-3" aria-label={say("made")}>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
        <span>
          {say(`states.${state}`)} ·{" "}
          <span className="text-ink-muted">
            {decidedByName ?? say("byItself")} · <FormattedDate at={decidedAt} />
          </span>
        </span>
        {mayDecide && isUndoable(payment) && (
          <Button size="sm" disabled={isBusy} onClick={onUndo}>
            <Undo2 />
            {say("undo")}
          </Button>
        )}
      </p>
      {booked.length > 0 && (
        <ul className="grid gap-1 text-sm">
          {booked.map(({ paymentId, invoiceId, externalInvoiceNumber, customerName, amountCents: cents, isUndone, isReturned }) => (
            <li key={paymentId} className="flex flex-wrap items-baseline justify-between gap-x-3 border-b border-line py-1.5">
              <Link href={`/invoices/${invoiceId}`} prefetch={false} className="wrap-anywhere">
                {customerName} {externalInvoiceNumber}
              </Link>
              <span className="tabular-nums">
                {isUndone && <span className="text-ink-muted">{say("undone")} </span>}
                {isReturned && isIncoming && <span className="text-ink-muted">{say("cameAndWent")} </span>}
                <Amount cents={cents} currency={currency} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {givingBack && (
        <p className="text-sm">
          <Link href={bankHref({ company, payment: givingBack.id })} prefetch={false}>
            {say.rich(isIncoming ? "givenBack.by" : "givenBack.of", {
              when: () => <FormattedDate key="when" day={givingBack.bookedOn} />,
            })}
          </Link>
        </p>
      )}
      {payment.chargesCents > 0 && (
        <p className="text-sm">
          {say.rich("tookCharges", { charges: () => <Amount key="charges" cents={payment.chargesCents} currency={currency} /> })}
        </p>
      )}
      <RestOfPayment payment={payment} />
    </section>
  );
}
