"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { failureOf, useFailureText } from "@/components/failures/failure";
import { Trouble } from "@/components/failures/trouble";
import type { DescribedTransaction } from "@/server/bank/payments/describe-transaction";
import type { TransactionRefusal } from "@/server/bank/payments/lock-transaction";
import { refundsHref } from "./bank-address";
import { DecidePayment } from "./decide-payment";
import { HeldInvoices } from "./held-invoices";
import { LastDecision } from "./last-decision";
import { MATCHING_POLL_MS } from "./matching-poll";
import { isDecidable } from "./possible-decisions";
import { ProposedBooking } from "./proposed-booking";
import { SaidByBank } from "./said-by-bank";
import { useBankText } from "./use-bank-text";
import type { Decision, Seen } from "./use-decisions";
import { WaitingNotice } from "./waiting-statement";

interface Props {
  transactionId: string;
  isBusy: boolean;
  /** Whether data is outdated: the number of decisions in it is smaller than after the reader's last decision or Undo. */
  isOld: (decisions: number) => boolean;
  /** Id of the company that the list is limited to, which links keep; null if there is none. */
  company: string | null;
  onDecide: (seen: Seen, decision: Decision) => void;
}

/** One payment: the facts from the bank, and its booking. */
export function TransactionPane({ transactionId, isBusy, isOld, company, onDecide }: Props) {
  const say = useTranslations("bank");
  const wordText = useBankText();
  const { data, error, refetch } = useQuery({
    ...useTRPC().bank.get.queryOptions({ transactionId }),
    refetchInterval: ({ state: { data: last } }) => (last && (last.state === "new" || isOld(last.decisions)) ? MATCHING_POLL_MS : false),
  });
  // A payment whose statement was withdrawn is gone: its data of before would show buttons that the service refuses.
  const isGone = error !== null && failureOf(error).code === "invalid_bank_transaction_id";
  if (error && (!data || isGone)) return <Trouble bare title={say("notLoaded")} error={error} onRetry={() => void refetch()} />;
  if (!data) return <p className="text-sm text-ink-faint">{say("loading")}</p>;
  // Until the reader's decision or Undo is in the data, the buttons would decide about a state that is gone.
  if (isOld(data.decisions)) {
    return (
      <div className="grid max-w-3xl gap-6">
        <SaidByBank payment={data} company={company} />
        <p className="text-sm text-ink-faint">{say("loading")}</p>
      </div>
    );
  }
  const { decisions: seenDecisions, currency, leftCents } = data;
  const name = data.name || wordText(data.shownText);
  // A decision is about the part that is not booked yet.
  const seen = { transactionId, seenDecisions, name, amountCents: leftCents, bookedCents: data.amountCents - leftCents, currency };
  return (
    <div className="grid max-w-3xl gap-6">
      <SaidByBank payment={data} company={company} />
      <LastDecision
        payment={data}
        company={company}
        isBusy={isBusy}
        onUndo={() => onDecide({ ...seen, amountCents: undoneCents(data) }, { kind: "undo" })}
      />
      {data.state === "new" && <p className="text-sm text-ink-faint">{say("states.new")}</p>}
      {data.state === "waiting" && data.wait && <WaitingNotice statement={data.wait} />}
      {data.state === "waiting" && data.holds.length > 0 && <HeldInvoices holds={data.holds} />}
      {data.proposal && <ProposedBooking proposal={data.proposal} currency={data.currency} />}
      {data.proposal && data.holds.length > 0 && <HeldInvoices holds={data.holds} />}
      {data.refusal && <Refusal refusal={data.refusal} company={company} />}
      {isDecidable(data) && (
        <DecidePayment
          key={`${transactionId} ${data.decisions}`}
          payment={data}
          isBusy={isBusy}
          onDecide={(decision) => onDecide(seen, decision)}
        />
      )}
    </div>
  );
}

/** Why nothing can be decided, unless the rest of the pane says so. */
function Refusal({ refusal, company }: { refusal: TransactionRefusal; company: string | null }) {
  const refunds = useTranslations("bank.refunds");
  const textOf = useFailureText();
  if (refusal !== "bank_transaction_in_payout" && refusal !== "bank_transaction_settled_by_bank") return null;
  return (
    <p className="text-sm text-ink-muted">
      {textOf(refusal)}{" "}
      {refusal === "bank_transaction_in_payout" && (
        <Link href={refundsHref(company)} prefetch={false}>
          {refunds("title")}
        </Link>
      )}
    </p>
  );
}

/**
 * Returns the amount that Undo takes back, in cents: what is booked on invoices, or what is not booked if that was put off or set aside
 * later.
 */
function undoneCents({ state, leftCents, booked }: DescribedTransaction): number {
  const bookedCents = booked
    .filter(({ isUndone, isOfDebit }) => !isUndone && !isOfDebit)
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
  const undoesBooking = state === "booked" || state === "open";
  return bookedCents > 0 && undoesBooking ? bookedCents : leftCents;
}
