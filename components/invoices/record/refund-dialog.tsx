"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactElement, useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { Field } from "@/components/ui/form/field";
import { Select } from "@/components/ui/form/select";
import type { TriggerProps } from "@/components/ui/overlay/on-demand";
import { toastDone } from "@/components/ui/overlay/toast";
import { useOpenTrigger } from "@/components/ui/overlay/use-open-trigger";
import { useRegion } from "@/components/ui/text/region";
import type { InvoiceRecord } from "@/server/billing/invoices/invoice-record";
import type { InvoiceMoney } from "@/server/billing/payments/list-money";
import { dayAt } from "@/server/domain/formats/calendar";
import { formatAmount, formatMoney } from "@/server/domain/formats/money";
import { AccountNotice } from "./account-notice";
import { AmountForm, type OutcomeHandlers } from "./amount-form";

interface Props {
  invoice: InvoiceRecord;
  money: InvoiceMoney;
  trigger: ReactElement<TriggerProps>;
}

/** Value of the select for a refund by hand, which is not made through any payment. */
const BY_HAND = "";

/** Refunds money owed to the customer through a payment's provider, or records a refund that the company has paid itself. */
export default function RefundDialog({ invoice, money, trigger }: Props) {
  const say = useTranslations("invoice.money");
  const sayMethod = useTranslations("invoice.methods");
  const region = useRegion();
  const { open, setOpen, opener } = useOpenTrigger(trigger);
  const { invoice: procedures } = useTRPC();
  const throughProvider = useMutation(procedures.refundPayment.mutationOptions());
  const byHand = useMutation(procedures.recordRefund.mutationOptions());
  const refundable = money.payments.filter(({ refundableCents }) => refundableCents > 0);
  // The newest refundable payment, because payments are listed oldest first.
  const [paymentId, setPaymentId] = useState(refundable.at(-1)?.id ?? BY_HAND);
  const inMoney = (cents: number) => formatMoney(cents, invoice.currency, region);

  function perform({ amountCents, reason, paidOn }: { amountCents: number; reason: string; paidOn: string }, outcome: OutcomeHandlers) {
    const seen = { lines: invoice.lines.length, refunds: money.refunds.length };
    const refund = { invoiceId: invoice.id, seen, refund: { amountCents, reason } };
    if (paymentId === BY_HAND) return byHand.mutate({ ...refund, refund: { ...refund.refund, paidOn } }, outcome);
    return throughProvider.mutate({ ...refund, paymentId }, outcome);
  }

  return (
    <>
      {opener}
      {open && (
        <AmountForm
          words={{
            title: say("refund.title", { number: invoice.invoiceNumber }),
            consequence: say(paymentId === BY_HAND ? "refund.consequenceByHand" : "refund.consequence", { name: invoice.customerName }),
            reason: say("refund.reason"),
            reasonHint: say("refund.reasonHint"),
            paidOnHint: say("refund.paidOnHint"),
            change: say("refund.line"),
            confirm: say(paymentId === BY_HAND ? "refund.confirmByHand" : "refund.confirm"),
          }}
          currency={invoice.currency}
          outstandingCents={invoice.account.outstandingCents}
          raises
          amount={formatAmount(money.owedCents, region)}
          paidOn={dayAt(invoice.now)}
          paidFrom={firstPaidOn(money)}
          asksDay={paymentId === BY_HAND}
          isPending={throughProvider.isPending || byHand.isPending}
          onSubmit={perform}
          onDone={(cents) => toastDone(say(paymentId === BY_HAND ? "refund.doneByHand" : "refund.done", { amount: inMoney(cents) }))}
          onClose={() => setOpen(false)}
        >
          <AccountNotice invoice={invoice} />
          <Field label={say("refund.how")}>
            <Select value={paymentId} onChange={(event) => setPaymentId(event.target.value)}>
              {refundable.map(({ id, method, refundableCents }) => (
                <option key={id} value={id}>
                  {say("refund.through", { method: sayMethod(method), amount: inMoney(refundableCents) })}
                </option>
              ))}
              <option value={BY_HAND}>{say("refund.byHand")}</option>
            </Select>
          </Field>
        </AmountForm>
      )}
    </>
  );
}

/** Returns the day of the invoice's first payment; undefined if there is none. */
function firstPaidOn({ payments }: InvoiceMoney): string | undefined {
  return payments
    .filter(({ status }) => status === "paid")
    .map(({ at }) => dayAt(at))
    .sort()[0];
}
