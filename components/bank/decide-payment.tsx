"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { failureOf } from "@/components/failures/failure";
import { Trouble } from "@/components/failures/trouble";
import { useMay } from "@/components/shell/reader-rights";
import { useShortcuts } from "@/components/shell/shortcuts";
import { Button } from "@/components/ui/form/button";
import { IconButton } from "@/components/ui/form/icon-button";
import { OnDemand } from "@/components/ui/overlay/on-demand";
import { Kbd } from "@/components/ui/text/kbd";
import type { DescribedTransaction } from "@/server/bank/payments/describe-transaction";
import type { Offer, Offers } from "@/server/bank/payments/offer-invoices";
import type { PlainCategory } from "@/server/domain/rules/statement-list";
import { AssignForm } from "./assign-form";
import { GivenBackList } from "./given-back-list";
import { guardDecisions, type Press, SEEN_AFTER_MS } from "./guard-decisions";
import { Guesses } from "./guesses";
import { HeldInvoices } from "./held-invoices";
import { OFFERS_WITH_KEY, OfferList } from "./offer-list";
import { OtherCategory } from "./other-category";
import { OwedToCustomers } from "./owed-to-customers";
import { OwnRefundList } from "./own-refund-list";
import { type AsideState, asideStatesOf } from "./possible-decisions";
import { ProposedCategory } from "./proposed-category";
import { ReturnedList } from "./returned-list";
import { ReturnedQuestion } from "./returned-question";
import { SplitForm } from "./split-form";
import type { Decision } from "./use-decisions";

interface DecideProps {
  payment: DescribedTransaction;
  isBusy: boolean;
  onDecide: (decision: Decision) => void;
}

/** Loads the offers for a payment, and asks the reader to decide. */
export function DecidePayment(props: DecideProps) {
  const say = useTranslations("bank");
  const offers = useQuery(useTRPC().bank.offers.queryOptions({ transactionId: props.payment.id }));
  const { data, error, refetch } = offers;
  // A decision mounts this component again. The offers loaded before the decision may contain invoices that it paid.
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
  const [chosenKey, setChosenKey] = useState(() => (data.hasNoBestOffer ? "" : keyOf(offers[0])));
  const [isSplitting, setSplitting] = useState(false);
  const [isAssigning, setAssigning] = useState(false);
  const [isNamingCategory, setNamingCategory] = useState(false);
  // If the chosen offer's amount has changed since, no offer has its key, and the reader must choose again.
  const chosenIndex = offers.findIndex((each) => keyOf(each) === chosenKey);
  const offer = offers[chosenIndex];
  const isIncoming = payment.amountCents > 0;
  const isInOtherCurrency = offer?.reasons.includes("other_currency") ?? false;
  /** Chooses an offer. Returns false if there is none, so that the pressed key keeps its ordinary effect. */
  const choose = (index: number) => (offers[index] ? setChosenKey(keyOf(offers[index])) : false);
  const { shownAt, isSeen } = useShownAt();
  const [isTooSoon, setTooSoon] = useState(false);
  // Every key and button that decides at once is guarded. Menus, forms and dialogs need no guard: the reader opens them for this payment.
  const decideOn = guardDecisions({ shownAt, isBusy, onDecide, onTooSoon: () => setTooSoon(true) });
  // While this is false, the buttons would ignore a click, and look so.
  const isReady = isSeen && !isBusy;
  const book = (press: Press) => offer && !isInOtherCurrency && decideOn(press, { kind: "book", parts: partsOf(offer) });
  /** Returns the handler of a key or button. */
  const settingAside = (state: AsideState) => (press: Press) => decideOn(press, { kind: "setAside", state });
  const asideStates = asideStatesOf(payment);
  useShortcuts(
    mayDecide && !isSplitting && !isAssigning
      ? {
          Enter: once((event) => (hasOwnEnter(event) ? false : book(event))),
          s: () => (isIncoming ? setSplitting(true) : false),
          d: () => (data.mayAssignToDebits ? setAssigning(true) : false),
          ...Object.fromEntries(asideStates.map((state) => [ASIDE_KEYS[state], once(settingAside(state))])),
          ...Object.fromEntries(Array.from({ length: OFFERS_WITH_KEY }, (_, index) => [String(index + 1), () => choose(index)])),
        }
      : {},
  );
  const returnedList = (
    <ReturnedList
      returned={data.returned}
      currency={payment.currency}
      isBusy={isBusy}
      onTakeBack={(paymentIds, chargesCents) => onDecide({ kind: "takeBack", paymentIds, chargesCents })}
    />
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
  if (isAssigning) {
    return (
      <AssignForm
        payment={payment}
        isBusy={isBusy}
        onAssign={(debitIds) => onDecide({ kind: "assign", debitIds })}
        onCancel={() => setAssigning(false)}
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
      {isIncoming && offers.length > 0 && <OfferList offers={offers} atBank={data.atBank} chosenIndex={chosenIndex} onChoose={choose} />}
      {isIncoming && offers.length > 0 && !offer && (
        <p role="status" className="text-sm text-ink-muted">
          {say(chosenKey === "" && data.hasNoBestOffer ? "undecided" : "changed")}
        </p>
      )}
      {data.guesses > 0 && !offer && <Guesses count={data.guesses} guessed={data.guessed} />}
      {isIncoming && offers.length === 0 && data.guesses === 0 && data.refunds.length === 0 && (
        <p className="text-sm text-ink-muted">{say("nothingFits", { state: payment.state })}</p>
      )}
      {data.givenBack.length > 0 && (
        <GivenBackList
          givenBack={data.givenBack}
          currency={payment.currency}
          isReady={isReady}
          onChoose={mayDecide ? (press, givenBackId) => decideOn(press, { kind: "recogniseGivenBack", givenBackId }) : null}
        />
      )}
      {data.owedToCustomers.length > 0 && (
        <OwedToCustomers owed={data.owedToCustomers} isRefundOffered={data.refunds.length > 0} isNoted={payment.state === "noted"} />
      )}
      {!isIncoming &&
        data.returned.length > 0 &&
        (data.isCalledReturn ? returnedList : <ReturnedQuestion>{returnedList}</ReturnedQuestion>)}
      {!isIncoming && data.returned.length === 0 && showsNothingReturned(payment, data) && returnedList}
      {payment.category === null && (
        <ProposedCategory
          offers={data}
          isReady={isReady}
          onChoose={
            mayDecide
              ? (press, { category, text }) =>
                  decideOn(press, { kind: "setAside", state: "noted", category, ...(text !== null && { text }) })
              : null
          }
        />
      )}
      {offer && <Consequence offer={offer} />}
      {payment.holds.length > 0 && <HeldInvoices holds={payment.holds} />}
      {mayDecide && (
        <div className="flex flex-wrap gap-2">
          {isIncoming && offers.length > 0 && (
            <Button variant="primary" disabled={!isSeen || isInOtherCurrency || !offer} busy={isBusy && say("booking")} onClick={book}>
              {say("book")} <Kbd>↵</Kbd>
            </Button>
          )}
          {isIncoming && (
            <Button onClick={() => setSplitting(true)}>
              {say(offers.length > 0 ? "split.open" : "split.search")} <Kbd>s</Kbd>
            </Button>
          )}
          {data.mayAssignToDebits && (
            <Button onClick={() => setAssigning(true)}>
              {say("assign.open")} <Kbd>d</Kbd>
            </Button>
          )}
          {asideStates.includes("later") && (
            <Button disabled={!isReady} onClick={settingAside("later")}>
              {say("later")} <Kbd>{ASIDE_KEYS.later}</Kbd>
            </Button>
          )}
          {asideStates.includes("to_return") && (
            <Button disabled={!isReady} onClick={settingAside("to_return")}>
              {say("toReturn")} <Kbd>{ASIDE_KEYS.to_return}</Kbd>
            </Button>
          )}
          {asideStates.includes("noted") && (
            <span className="inline-flex">
              <Button disabled={!isReady} onClick={settingAside("noted")} className="rounded-r-none!">
                {say("noted")} <Kbd>{ASIDE_KEYS.noted}</Kbd>
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
      {isTooSoon && (
        <p role="status" className="text-sm text-ink-muted">
          {say("tooSoon")}
        </p>
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

/** Whether to say that no booked payment fits: the bank calls the payment a return, and no refund and no category explains it. */
function showsNothingReturned({ category }: DescribedTransaction, { isCalledReturn, refunds, givenBack }: Offers): boolean {
  const isExplained = refunds.length > 0 || givenBack.length > 0 || category !== null;
  return isCalledReturn && !isExplained;
}

/** Note on the chosen offer: it cannot be booked, the invoice is cancelled, or the amount is not the outstanding one. */
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

/**
 * Returns a function for the time at which the payment became visible, as `performance.now()`, infinity before; and whether it has been
 * visible for so long that a press counts.
 */
function useShownAt(): { shownAt: () => number; isSeen: boolean } {
  const shownAt = useRef(Number.POSITIVE_INFINITY);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    shownAt.current = performance.now();
    // Browsers may call up to a millisecond early.
    const timer = setTimeout(() => setSeen(true), SEEN_AFTER_MS + 1);
    return () => clearTimeout(timer);
  }, []);
  return { shownAt: () => shownAt.current, isSeen };
}

const ASIDE_KEYS: Record<AsideState, string> = { later: "l", to_return: "x", noted: "n" };

/** Lets a key that is held down act only once, because it would decide about the payments that follow. */
function once(act: (event: KeyboardEvent) => unknown) {
  return (event: KeyboardEvent) => (event.repeat ? undefined : act(event));
}

/**
 * Whether Enter already has an effect at the focused element: on a button, a summary, or a link other than a payment's in the list and the
 * current tab, which has the focus after a click.
 */
function hasOwnEnter({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest("button, a:not([id^=payment-], [id^=desk-tab-][aria-current]), summary") !== null;
}
