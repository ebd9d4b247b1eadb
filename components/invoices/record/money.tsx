"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { CircleCheck, CornerUpLeft } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { bankHref } from "@/components/bank/bank-address";
import { DebitReason } from "@/components/companies/debits/debit-reason";
import { useTRPC } from "@/components/data/trpc";
import { useMay } from "@/components/shell/reader-rights";
import { Button } from "@/components/ui/form/button";
import { OnDemand } from "@/components/ui/overlay/on-demand";
import { Section } from "@/components/ui/page/section";
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from "@/components/ui/table/table";
import { Amount } from "@/components/ui/text/amount";
import { Chip, type ChipTone } from "@/components/ui/text/chip";
import { FormattedDate } from "@/components/ui/text/formatted-date";
import type { InvoiceRecord } from "@/server/billing/invoices/invoice-record";
import type { ListedPayment, ListedRefund } from "@/server/billing/payments/list-money";

/** All attempts to pay and all refunds, including failed ones, which have no lines. */
export function Money({ invoice }: { invoice: InvoiceRecord }) {
  const say = useTranslations("invoice.money");
  const { data: money } = useSuspenseQuery(useTRPC().invoice.money.queryOptions({ invoiceId: invoice.id }));
  const { payments, refunds, owedCents } = money;
  const canRefund = useMay("money") && owedCents > 0 && invoice.transmittedAt !== null;
  if (payments.length + refunds.length === 0 && !canRefund) return null;
  return (
    <Section
      title={say("title")}
      actions={
        canRefund && (
          <OnDemand
            load={() => import("./refund-dialog")}
            props={{ invoice, money }}
            popup="dialog"
            trigger={
              <Button size="sm">
                <CornerUpLeft aria-hidden="true" />
                {say("refund.open")}
              </Button>
            }
          />
        )
      }
    >
      {payments.length + refunds.length > 0 && (
        <Table caption={say("title")} flush cards>
          <TableHead>
            <HeadCell>{say("date")}</HeadCell>
            <HeadCell>{say("what")}</HeadCell>
            <HeadCell>{say("state")}</HeadCell>
            <HeadCell numeric>{say("amount", { currency: invoice.currency })}</HeadCell>
          </TableHead>
          <TableBody>
            {payments.map((payment) => (
              <PaymentRow key={payment.id} payment={payment} isOwed={owedCents > 0} />
            ))}
            {refunds.map((refund) => (
              <RefundRow key={refund.id} refund={refund} />
            ))}
          </TableBody>
        </Table>
      )}
    </Section>
  );
}

/** `isOwed`: whether the customer is owed a refund. Only then does a surplus need action. */
function PaymentRow({ payment, isOwed }: { payment: ListedPayment; isOwed: boolean }) {
  const say = useTranslations("invoice");
  const { method, chargedBackAt, surplusCents, bankTransactionId, debitReason, plannedFor } = payment;
  const state = stateOf(payment);
  const words = say(`methods.${method}`);
  const what = bankTransactionId ? (
    <Link href={bankHref({ tab: "booked", payment: bankTransactionId })} prefetch={false} title={say("money.onStatement")}>
      {words}
    </Link>
  ) : (
    words
  );
  return (
    <MoneyRow of={payment} what={what} cents={payment.amountCents}>
      <Chip tone={paymentTones[state]} icon={state === "paid" ? CircleCheck : undefined}>
        {say(`money.states.${state}`)}
      </Chip>{" "}
      {debitReason && (
        <span className="text-sm text-ink-muted">
          <DebitReason {...debitReason} />
        </span>
      )}
      {plannedFor && (
        <span className="text-sm text-ink-muted">
          {say.rich("money.plannedFor", { day: () => <FormattedDate key="day" day={plannedFor} as="date" /> })}
        </span>
      )}
      {payment.isEndedByPerson && <span className="text-sm text-ink-muted">{say("money.endedByPerson")}</span>}
      {surplusCents > 0 && !chargedBackAt && <Chip tone={isOwed ? "attention" : "off"}>{say("money.surplus")}</Chip>}
    </MoneyRow>
  );
}

type PaymentState = ListedPayment["status"] | "charged_back" | "undone";

/** Returns the payment's status, or what has happened to its money since. */
function stateOf({ isUndone, chargedBackAt, status }: ListedPayment): PaymentState {
  if (isUndone) return "undone";
  return chargedBackAt ? "charged_back" : status;
}

function RefundRow({ refund }: { refund: ListedRefund }) {
  const say = useTranslations("invoice.money");
  return (
    <MoneyRow of={refund} what={say("refunded")} cents={0 - refund.amountCents}>
      <Chip tone={refundTones[refund.status]} icon={refund.status === "paid" ? CircleCheck : undefined}>
        {say(`refundStates.${refund.status}`)}
      </Chip>
    </MoneyRow>
  );
}

interface MoneyRowProps {
  of: Pick<ListedPayment | ListedRefund, "at" | "reason">;
  what: ReactNode;
  cents: number;
  /** State of the payment or refund. */
  children: ReactNode;
}

function MoneyRow({ of: { at, reason }, what, cents, children }: MoneyRowProps) {
  return (
    <Row>
      <Cell card={3} className="whitespace-nowrap text-ink-muted">
        <FormattedDate at={at} as="date" />
      </Cell>
      <Cell card={1} className="wrap-anywhere">
        {what} {reason && <span className="text-ink-muted">{reason}</span>}
      </Cell>
      <Cell card={4}>{children}</Cell>
      <Cell numeric card={2}>
        <Amount cents={cents} />
      </Cell>
    </Row>
  );
}

const paymentTones: Record<PaymentState, ChipTone> = {
  scheduled: "draft",
  pending: "inProgress",
  paid: "done",
  failed: "off",
  cancelled: "off",
  expired: "off",
  charged_back: "bad",
  undone: "off",
};

const refundTones: Record<ListedRefund["status"], ChipTone> = { pending: "inProgress", paid: "done", failed: "bad" };
