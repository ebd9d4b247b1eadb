"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronDown, CirclePause } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { failureOf, useFailureText } from "@/components/failures/failure";
import { Trouble } from "@/components/failures/trouble";
import { useMay } from "@/components/shell/reader-rights";
import { useShortcuts } from "@/components/shell/shortcuts";
import { Button } from "@/components/ui/form/button";
import { IconButton } from "@/components/ui/form/icon-button";
import { OnDemand } from "@/components/ui/overlay/on-demand";
import { Kbd } from "@/components/ui/text/kbd";
import type { DescribedTransaction } from "@/server/bank/payments/describe-transaction";
import type { TransactionRefusal } from "@/server/bank/payments/lock-transaction";
import type { Offer, Offers } from "@/server/bank/payments/offer-invoices";
import type { PlainCategory } from "@/server/domain/rules/statement-list";
import { refundsHref } from "./bank-address";
import { CollectForm } from "./collect-form";
import { LastDecision } from "./last-decision";
import { MATCHING_POLL_MS } from "./matching-poll";
import { OFFERS_WITH_KEY, OfferList } from "./offer-list";
import { OtherCategory } from "./other-category";
import { OwedList } from "./owed-list";
import { OwnRefundList } from "./own-refund-list";
import { isDecidable } from "./possible-decisions";
import { ProposedBooking } from "./proposed-booking";
import { ProposedCategory } from "./proposed-category";
import { ReturnedList } from "./returned-list";
import { SaidByBank } from "./said-by-bank";
import { SplitForm } from "./split-form";
import type { Decision, Seen } from "./use-decisions";
import { WaitingNotice } from "./waiting-statement";

interface Props {
  transactionId: string;
  isBusy: boolean;
  /** Whether data with this number of decisions is older than the reader's last decision or Undo. */
  isOld: (decisions: number) => boolean;
  /** Id of the company that the list is limited to, which links keep; null if there is none. */
  company: string | null;
  onDecide: (seen: Seen, decision: Decision) => void;
}

/** One payment: the facts from the bank, and its booking. */
export function TransactionPane({ transactionId, isBusy, isOld, company, onDecide }: Props) {
  const say = useTranslations("bank");
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
  const name = data.name || data.shownText;
  const seen = { transactionId, seenDecisions, name, amountCents: leftCents, bookedCents: data.amountCents - leftCents, currency };
  return (
    <div className="grid max-w-3xl gap-6">
      <SaidByBank payment={data} company={company} />
      <LastDecision payment={data} isBusy={isBusy} onUndo={() => onDecide({ ...seen, amountCents: undoneCents(data) }, { kind: "undo" })} />
      {data.state === "new" && <p className="text-sm text-ink-faint">{say("states.new")}</p>}
      {data.state === "waiting" && data.wait && <WaitingNotice statement={data.wait} />}
      {data.state === "waiting" && data.holds.length > 0 && <Holding holds={data.holds} />}
      {data.proposal && <ProposedBooking proposal={data.proposal} currency={data.currency} />}
      {data.proposal && data.holds.length > 0 && <Holding holds={data.holds} />}
      {data.refusal && <Refusal refusal={data.refusal} company={company} />}
      {isDecidable(data) && (
        <Decide
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

/** Returns the amount that Undo takes back, in cents: the booked part, or, if the rest was set aside afterwards, only the rest. */
function undoneCents({ state, leftCents, booked }: DescribedTransaction): number {
  const bookedCents = booked
    .filter(({ isUndone, isOfDebit }) => !isUndone && !isOfDebit)
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
  const undoesBooking = state === "booked" || state === "open";
  return bookedCents > 0 && undoesBooking ? bookedCents : leftCents;
}

/** Whether the reader is told that no booked payment fits an outgoing one that may be a return. */
function lacksReturned({ category }: DescribedTransaction, { isCalledReturn, refunds }: Offers): boolean {
  return isCalledReturn && refunds.length === 0 && category === null;
}

interface DecideProps {
  payment: DescribedTransaction;
  isBusy: boolean;
  onDecide: (decision: Decision) => void;
}

/** Loads the offers for a payment. */
function Decide(props: DecideProps) {
  const say = useTranslations("bank");
  const offers = useQuery(useTRPC().bank.offers.queryOptions({ transactionId: props.payment.id }));
  const { data, error, refetch } = offers;
  // After a decision, this is mounted again: offers from before it may have been paid by it.
  const isOld = props.payment.decisions > 0 && offers.isFetching && !offers.isFetchedAfterMount;
  // A payment whose statement was withdrawn is gone: its data of before would show buttons that the service refuses.
  const isGone = error !== null && failureOf(error).code === "invalid_bank_transaction_id";
  if (error && (!data || isGone)) return <Trouble bare title={say("notLoaded")} error={error} onRetry={() => void refetch()} />;
  if (!data || isOld) return <p className="text-sm text-ink-faint">{say("looking")}</p>;
  return <Choose {...props} data={data} />;
}

/** The offers for a payment, and the buttons and keys to decide about it. */
function Choose({ payment, isBusy, onDecide, data }: DecideProps & { data: Offers }) {
  const say = useTranslations("bank");
  const mayDecide = useMay("money");
  const { offers } = data;
  const [chosenKey, setChosenKey] = useState(() => (data.isUndecided ? "" : keyOf(offers[0])));
  const [isSplitting, setSplitting] = useState(false);
  const [isCollecting, setCollecting] = useState(false);
  const [isNamingCategory, setNamingCategory] = useState(false);
  const hasBeenSeen = useSeenLongEnough();
  // If the chosen offer's amount has changed since, no offer has its key, and the reader must choose again.
  const chosenIndex = offers.findIndex((each) => keyOf(each) === chosenKey);
  const offer = offers[chosenIndex];
  const isIncoming = payment.amountCents > 0;
  const isInOtherCurrency = offer?.reasons.includes("other_currency") ?? false;
  /** Chooses an offer. Returns false if there is none, so that the pressed key keeps its ordinary effect. */
  const choose = (index: number) => (offers[index] ? setChosenKey(keyOf(offers[index])) : false);
  const decideOn = (press: Press, decision: Decision) => !isBusy && hasBeenSeen(press) && onDecide(decision);
  const book = (press: Press) => offer && !isInOtherCurrency && decideOn(press, { kind: "book", parts: partsOf(offer) });
  /** Returns the handler of a key or button. */
  const settingAside = (state: "later" | "to_return" | "noted") => (press: Press) => decideOn(press, { kind: "setAside", state });
  useShortcuts(
    mayDecide && !isSplitting && !isCollecting
      ? {
          Enter: once((event) => (hasOwnEnter(event) ? false : book(event))),
          s: () => (isIncoming ? setSplitting(true) : false),
          d: () => (data.mayCollectDebits ? setCollecting(true) : false),
          l: once(settingAside("later")),
          x: once((event) => isIncoming && settingAside("to_return")(event)),
          n: once(settingAside("noted")),
          ...Object.fromEntries(Array.from({ length: OFFERS_WITH_KEY }, (_, index) => [String(index + 1), () => choose(index)])),
        }
      : {},
  );
  if (isSplitting) {
    return (
      <SplitForm
        transactionId={payment.id}
        currency={payment.currency}
        leftCents={payment.leftCents}
        parts={offer && !isInOtherCurrency ? offer.parts : []}
        others={offers
          .filter(({ reasons }) => !reasons.includes("other_currency"))
          .flatMap(({ parts }) => parts.map(({ invoice }) => invoice))}
        isBusy={isBusy}
        onBook={(parts) => onDecide({ kind: "book", parts })}
        onCancel={() => setSplitting(false)}
      />
    );
  }
  if (isCollecting) {
    return (
      <CollectForm
        payment={payment}
        isBusy={isBusy}
        onCollect={(debitIds) => onDecide({ kind: "collect", debitIds })}
        onCancel={() => setCollecting(false)}
      />
    );
  }
  return (
    <div className="grid gap-4">
      {payment.debitDoubt && <p className="text-sm text-ink-muted">{say(`debitDoubts.${payment.debitDoubt}`)}</p>}
      {data.refunds.length > 0 && (
        <OwnRefundList
          refunds={data.refunds}
          currency={payment.currency}
          isIncoming={isIncoming}
          isBusy={isBusy}
          onRecognise={(itemId) => onDecide({ kind: "recogniseRefund", itemId })}
        />
      )}
      {isIncoming && offers.length > 0 && <OfferList offers={offers} chosenIndex={chosenIndex} onChoose={choose} />}
      {isIncoming && offers.length > 0 && !offer && (
        <p role="status" className="text-sm text-ink-muted">
          {say(chosenKey === "" && data.isUndecided ? "undecided" : "changed")}
        </p>
      )}
      {isIncoming && offers.length === 0 && data.refunds.length === 0 && <p className="text-sm text-ink-muted">{say("nothingFits")}</p>}
      {!isIncoming && (data.returned.length > 0 || lacksReturned(payment, data)) && (
        <ReturnedList
          returned={data.returned}
          currency={payment.currency}
          isBusy={isBusy}
          onTakeBack={(paymentIds, chargesCents) => onDecide({ kind: "takeBack", paymentIds, chargesCents })}
        />
      )}
      {data.owed.length > 0 && <OwedList owed={data.owed} />}
      {payment.category === null && (
        <ProposedCategory
          offers={data}
          isBusy={isBusy}
          onChoose={mayDecide ? (category) => onDecide({ kind: "setAside", state: "noted", category }) : null}
        />
      )}
      {offer && <Consequence offer={offer} />}
      {payment.holds.length > 0 && <Holding holds={payment.holds} />}
      {mayDecide && (
        <div className="flex flex-wrap gap-2">
          {isIncoming && offers.length > 0 && (
            <Button variant="primary" disabled={isInOtherCurrency || !offer} busy={isBusy && say("booking")} onClick={book}>
              {say("book")} <Kbd>↵</Kbd>
            </Button>
          )}
          {isIncoming && (
            <Button onClick={() => setSplitting(true)}>
              {say(offers.length > 0 ? "split.open" : "split.search")} <Kbd>s</Kbd>
            </Button>
          )}
          {data.mayCollectDebits && (
            <Button onClick={() => setCollecting(true)}>
              {say("collect.open")} <Kbd>d</Kbd>
            </Button>
          )}
          {payment.state !== "later" && (
            <Button onClick={settingAside("later")}>
              {say("later")} <Kbd>l</Kbd>
            </Button>
          )}
          {isIncoming && payment.state !== "to_return" && (
            <Button onClick={settingAside("to_return")}>
              {say("toReturn")} <Kbd>x</Kbd>
            </Button>
          )}
          {payment.state !== "noted" && (
            <span className="inline-flex">
              <Button onClick={settingAside("noted")} className="rounded-r-none!">
                {say("noted")} <Kbd>n</Kbd>
              </Button>
              <OnDemand
                load={() => import("./category-menu")}
                props={{
                  onChoose: (category: PlainCategory) => onDecide({ kind: "setAside", state: "noted", category }),
                  onOther: () => setNamingCategory(true),
                }}
                popup="menu"
                trigger={
                  <IconButton name={say("notedAs")} disabled={isBusy} className="-ml-px rounded-l-none!">
                    <ChevronDown />
                  </IconButton>
                }
              />
            </span>
          )}
        </div>
      )}
      {mayDecide && isNamingCategory && (
        <OtherCategory
          isBusy={isBusy}
          onChoose={(text) => onDecide({ kind: "setAside", state: "noted", category: "other", text })}
          onCancel={() => setNamingCategory(false)}
        />
      )}
    </div>
  );
}

/** Invoices that are on hold while the payment waits. */
function Holding({ holds }: Pick<DescribedTransaction, "holds">) {
  const say = useTranslations("bank");
  return (
    <ul className="grid gap-1 text-sm">
      {holds.map(({ invoiceId, externalInvoiceNumber }) => (
        <li key={invoiceId} className="flex items-baseline gap-2">
          <CirclePause className="size-3.5 flex-none translate-y-0.5 stroke-2 text-ink-muted" aria-hidden="true" />
          <span className="min-w-0 wrap-anywhere text-ink-muted">
            {say.rich("holds", {
              number: () => (
                <Link href={`/invoices/${invoiceId}`} className="underline">
                  {externalInvoiceNumber}
                </Link>
              ),
            })}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Effect of booking an amount other than the outstanding one. */
function Consequence({ offer }: { offer: Offer }) {
  const say = useTranslations("bank");
  const kind = (["other_currency", "retracted", "nothing_outstanding", "more", "less"] as const).find((reason) =>
    offer.reasons.includes(reason),
  );
  return kind ? <p className="text-sm text-ink-muted">{say(`consequences.${kind}`)}</p> : null;
}

function partsOf({ parts }: Offer) {
  return parts.map(({ invoice, amountCents }) => ({
    invoiceId: invoice.id,
    amountCents,
    seenOutstandingCents: invoice.outstandingCents,
  }));
}

/** Identifies an offer by its invoices and by the amounts that the reader sees. */
function keyOf(offer: Offer | undefined): string {
  return (offer?.parts ?? []).map(({ invoice, amountCents }) => [invoice.id, invoice.outstandingCents, amountCents].join(" ")).join();
}

/** A key pressed or a button clicked. */
type Press = Pick<Event, "timeStamp">;

/** Time in ms that a payment must be visible before a decision about it counts: longer than between the clicks of a double click. */
const SEEN_AFTER_MS = 500;

/**
 * Returns a function that tells whether the payment had been visible long enough when a key or button was pressed. The second press of a
 * double click, or one made before the page changed, must not decide about a payment that nobody has seen.
 */
function useSeenLongEnough(): (press: Press) => boolean {
  const shownAt = useRef(Number.POSITIVE_INFINITY);
  useEffect(() => {
    shownAt.current = performance.now();
  }, []);
  return ({ timeStamp }) => timeStamp - shownAt.current >= SEEN_AFTER_MS;
}

/** Lets a key that is held down act only once, because it would decide about the payments that follow. */
function once(act: (event: KeyboardEvent) => unknown) {
  return (event: KeyboardEvent) => (event.repeat ? undefined : act(event));
}

/** Whether Enter already has an effect at the focused element: on a button, or on a link outside the list of payments. */
function hasOwnEnter({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest("button, a:not([id^=payment-]), summary") !== null;
}
