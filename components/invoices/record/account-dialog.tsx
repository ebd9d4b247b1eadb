"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { toastDone } from "@/components/ui/overlay/toast";
import { useRegion } from "@/components/ui/text/region";
import type { InvoiceRecord } from "@/server/billing/invoices/invoice-record";
import { dayAt } from "@/server/domain/formats/calendar";
import { formatMoney } from "@/server/domain/formats/money";
import { AmountForm, type OutcomeHandlers } from "./amount-form";

/** Acts by hand on a transmitted invoice's account. */
export type AccountAct = "recordPayment" | "addAmount";

interface Props {
  act: AccountAct;
  invoice: InvoiceRecord;
  onClose: () => void;
}

/** Records a payment or adds an amount. */
export default function AccountDialog({ act, invoice, onClose }: Props) {
  const say = useTranslations("invoice.acts");
  const region = useRegion();
  const { isPending, perform } = useAccountAct(act, invoice);
  return (
    <AmountForm
      words={{
        title: say(`${act}.title`, { number: invoice.invoiceNumber }),
        consequence: say(`${act}.consequence`, { name: invoice.customerName }),
        reason: say(`${act}.reason`),
        reasonHint: say(`${act}.reasonHint`),
        change: say(`${act}.line`),
        confirm: say(`${act}.confirm`),
        exceeds: act === "recordPayment" ? say("recordPayment.exceeds", { name: invoice.customerName }) : undefined,
      }}
      currency={invoice.currency}
      outstandingCents={invoice.account.outstandingCents}
      raises={act === "addAmount"}
      paidOn={act === "recordPayment" ? dayAt(invoice.now) : undefined}
      isPending={isPending}
      onSubmit={perform}
      onDone={(amountCents) => toastDone(say(`${act}.done`, { amount: formatMoney(amountCents, invoice.currency, region) }))}
      onClose={onClose}
    />
  );
}

/**
 * Returns the mutation of the act. The reason for an added amount becomes the line's description, which the customer reads; the reason for
 * a payment is stored with the payment.
 */
function useAccountAct(act: AccountAct, { id: invoiceId, lines }: InvoiceRecord) {
  const { invoice } = useTRPC();
  const recordPayment = useMutation(invoice.recordPayment.mutationOptions());
  const addAmount = useMutation(invoice.addAmount.mutationOptions());
  const onAccount = { invoiceId, seenLines: lines.length };
  return {
    isPending: recordPayment.isPending || addAmount.isPending,
    perform(
      { amountCents, reason, ...payment }: { amountCents: number; reason: string; mayExceed: boolean; paidOn: string },
      outcome: OutcomeHandlers,
    ) {
      if (act === "recordPayment") return recordPayment.mutate({ ...onAccount, payment: { amountCents, reason, ...payment } }, outcome);
      return addAmount.mutate({ ...onAccount, adjustment: { amountCents, description: reason } }, outcome);
    },
  };
}
