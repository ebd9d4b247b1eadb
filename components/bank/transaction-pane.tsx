"use client";

import { useQuery } from "@tanstack/react-query";
import { CirclePause, TriangleAlert, Undo2 } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { Trouble } from "@/components/failures/trouble";
import { useMay } from "@/components/shell/reader-rights";
import { useShortcuts } from "@/components/shell/shortcuts";
import { Button } from "@/components/ui/form/button";
import { Amount } from "@/components/ui/text/amount";
import { Detail, Details } from "@/components/ui/text/details";
import { Fact } from "@/components/ui/text/fact";
import { FormattedDate } from "@/components/ui/text/formatted-date";
import { Kbd } from "@/components/ui/text/kbd";
import type { DescribedTransaction } from "@/server/bank/payments/describe-transaction";
import type { Offer } from "@/server/bank/payments/offer-invoices";
import { groupIban } from "@/server/domain/banking/group-iban";
import { OfferList } from "./offer-list";
import { ProposedBooking } from "./proposed-booking";
import { ReturnedList } from "./returned-list";
import { SplitForm } from "./split-form";
import type { Decision, Seen } from "./use-decisions";
import { WaitingNotice } from "./waiting-statement";

interface Props {
  transactionId: string;
  isBusy: boolean;
  onDecide: (seen: Seen, decision: Decision, name: string) => void;
}

/** One payment: the facts from the bank, and its booking. */
export function TransactionPane({ transactionId, isBusy, onDecide }: Props) {
  const say = useTranslations("bank");
  const { data, error, refetch } = useQuery({
    ...useTRPC().bank.get.queryOptions({ transactionId }),
    refetchInterval: ({ state }) => (state.data?.state === "new" ? LOOKED_AT_MS : false),
  });
  if (error) return <Trouble bare title={say("notLoaded")} error={error} onRetry={() => void refetch()} />;
  if (!data) return <p className="text-sm text-ink-faint">{say("loading")}</p>;
  const seen = { transactionId, seenDecisions: data.decisions };
  return (
    <div className="grid max-w-3xl gap-6">
      <Said payment={data} />
      <Made payment={data} isBusy={isBusy} onUndo={() => onDecide(seen, { kind: "undo" }, data.name)} />
      {data.state === "new" && <p className="text-sm text-ink-faint">{say("states.new")}</p>}
      {data.state === "waiting" && data.wait && <WaitingNotice statement={data.wait} />}
      {data.state === "waiting" && data.holds.length > 0 && <Holding holds={data.holds} />}
      {data.proposal && <ProposedBooking proposal={data.proposal} currency={data.currency} />}
      {data.proposal && data.holds.length > 0 && <Holding holds={data.holds} />}
      {!data.proposal && data.state !== "booked" && data.state !== "new" && data.state !== "waiting" && (
        <Decide
          key={`${transactionId} ${data.decisions}`}
          payment={data}
          isBusy={isBusy}
          onDecide={(decision) => onDecide(seen, decision, data.name)}
        />
      )}
    </div>
  );
}

/** Refetch interval in ms while a payment is new: matching takes a second or two. */
export const LOOKED_AT_MS = 1_500;

/** The payment as the bank describes it. */
function Said({ payment }: { payment: DescribedTransaction }) {
  const say = useTranslations("bank");
  const { name, iban, text, references, amountCents, currency, bookedOn, valueOn, instructed, endToEndId, statement, companyName } =
    payment;
  return (
    <section className="grid gap-3" aria-label={say("said")}>
      <h2 className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <span className="min-w-0 wrap-anywhere">{name || say("noName")}</span>
        <Amount cents={amountCents} currency={currency} className="tabular-nums" />
      </h2>
      {text && <p className="wrap-anywhere">{text}</p>}
      <Details>
        <Detail label={say("facts.company")}>{companyName}</Detail>
        {references.length > 0 && <Detail label={say("facts.reference")}>{references.join(", ")}</Detail>}
        {iban && <Detail label={say("facts.account")}>{groupIban(iban)}</Detail>}
        <Detail label={say("facts.day")}>
          <FormattedDate day={valueOn} />
          {valueOn !== bookedOn && (
            <span className="text-ink-muted"> {say.rich("facts.bookedOn", { day: () => <FormattedDate day={bookedOn} /> })}</span>
          )}
        </Detail>
        {instructed && <Detail label={say("facts.instructed")}>{instructed}</Detail>}
        {endToEndId && <Detail label={say("facts.endToEndId")}>{endToEndId}</Detail>}
        <Detail label={say("facts.statement")}>
          {say("facts.place", { number: statement.number || "–", line: statement.line, file: statement.fileName })}
        </Detail>
      </Details>
      {payment.mayBeDuplicate && <Warning>{say("mayBeDuplicate")}</Warning>}
      {payment.isReversal && <Warning>{say("isReversal")}</Warning>}
    </section>
  );
}

function Warning({ children }: { children: ReactNode }) {
  return (
    <Fact tone="ourTurn" icon={TriangleAlert} className="whitespace-normal!">
      {children}
    </Fact>
  );
}

/** The bookings so far, with their authors. */
function Made({ payment, isBusy, onUndo }: { payment: DescribedTransaction; isBusy: boolean; onUndo: () => void }) {
  const say = useTranslations("bank");
  const mayDecide = useMay("money");
  const { booked, state, decidedByName, decidedAt, currency, amountCents } = payment;
  if (!decidedAt) return null;
  const isTakenBack = amountCents < 0 && booked.length > 0;
  return (
    <section className="grid gap-3" aria-label={say("made")}>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
        <span>
          {say(`states.${state}`)}{" "}
          <span className="text-ink-muted">
            {decidedByName ?? say("byItself")} · <FormattedDate at={decidedAt} />
          </span>
        </span>
        {mayDecide && state !== "open" && !isTakenBack && !payment.proposal && (
          <Button size="sm" disabled={isBusy} onClick={onUndo}>
            <Undo2 />
            {say("undo")}
          </Button>
        )}
      </p>
      {booked.length > 0 && (
        <ul className="grid gap-1 text-sm">
          {booked.map(({ paymentId, invoiceId, externalInvoiceNumber, customerName, amountCents: cents, isUndone }) => (
            <li key={paymentId} className="flex flex-wrap items-baseline justify-between gap-x-3 border-b border-line py-1.5">
              <Link href={`/invoices/${invoiceId}`} prefetch={false} className="wrap-anywhere">
                {customerName} {externalInvoiceNumber}
              </Link>
              <span className="tabular-nums">
                {isUndone && <span className="text-ink-muted">{say("undone")} </span>}
                <Amount cents={cents} currency={currency} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface DecideProps {
  payment: DescribedTransaction;
  isBusy: boolean;
  onDecide: (decision: Decision) => void;
}

function Decide({ payment, isBusy, onDecide }: DecideProps) {
  const say = useTranslations("bank");
  const mayDecide = useMay("money");
  const { data, error, refetch } = useQuery(useTRPC().bank.offers.queryOptions({ transactionId: payment.id }));
  const [chosen, setChosen] = useState(0);
  const [isSplitting, setSplitting] = useState(false);
  const offers = data?.offers ?? [];
  const offer = offers[chosen];
  const isIncoming = payment.amountCents > 0;
  const blocked = offer?.reasons.includes("other_currency") ?? false;
  const book = () => offer && !blocked && onDecide({ kind: "book", parts: partsOf(offer) });
  const bookHere = (event: KeyboardEvent) => (isElsewhere(event) ? false : book());
  const choose = (index: number) => (offers[index] ? setChosen(index) : false);
  useShortcuts(
    mayDecide && !isSplitting
      ? {
          Enter: once(bookHere),
          s: () => (isIncoming ? setSplitting(true) : false),
          l: once(() => onDecide({ kind: "say", saying: "later" })),
          x: once(() => (isIncoming ? onDecide({ kind: "say", saying: "to_return" }) : false)),
          n: once(() => onDecide({ kind: "say", saying: "noted" })),
          ...Object.fromEntries(Array.from({ length: 9 }, (_, index) => [String(index + 1), () => choose(index)])),
        }
      : {},
  );
  if (error) return <Trouble bare title={say("notLoaded")} error={error} onRetry={() => void refetch()} />;
  if (!data) return <p className="text-sm text-ink-faint">{say("looking")}</p>;
  if (isSplitting) {
    return (
      <SplitForm
        transactionId={payment.id}
        currency={payment.currency}
        leftCents={payment.leftCents}
        parts={offer && !blocked ? offer.parts : []}
        others={offers
          .filter(({ reasons }) => !reasons.includes("other_currency"))
          .flatMap(({ parts }) => parts.map(({ invoice }) => invoice))}
        isBusy={isBusy}
        onBook={(parts) => onDecide({ kind: "book", parts })}
        onCancel={() => setSplitting(false)}
      />
    );
  }
  return (
    <div className="grid gap-4">
      {isIncoming && payment.leftCents !== payment.amountCents && (
        <p className="text-sm">{say.rich("left", { amount: () => <Amount cents={payment.leftCents} currency={payment.currency} /> })}</p>
      )}
      {isIncoming && offers.length > 0 && <OfferList offers={offers} chosen={chosen} onChoose={setChosen} />}
      {isIncoming && offers.length === 0 && <p className="text-sm text-ink-muted">{say("nothingFits")}</p>}
      {!isIncoming && (
        <ReturnedList
          returned={data.returned}
          currency={payment.currency}
          isBusy={isBusy}
          onTakeBack={(paymentId) => onDecide({ kind: "takeBack", paymentId })}
        />
      )}
      {offer && <Consequence offer={offer} />}
      {payment.holds.length > 0 && <Holding holds={payment.holds} />}
      {mayDecide && (
        <div className="flex flex-wrap gap-2">
          {isIncoming && offer && (
            <Button variant="primary" disabled={blocked} busy={isBusy && say("booking")} onClick={book}>
              {say("book")} <Kbd>↵</Kbd>
            </Button>
          )}
          {isIncoming && (
            <Button onClick={() => setSplitting(true)}>
              {say("split.open")} <Kbd>s</Kbd>
            </Button>
          )}
          {payment.state !== "later" && (
            <Button onClick={() => onDecide({ kind: "say", saying: "later" })}>
              {say("later")} <Kbd>l</Kbd>
            </Button>
          )}
          {isIncoming && payment.state !== "to_return" && (
            <Button onClick={() => onDecide({ kind: "say", saying: "to_return" })}>
              {say("toReturn")} <Kbd>x</Kbd>
            </Button>
          )}
          {payment.state !== "noted" && (
            <Button onClick={() => onDecide({ kind: "say", saying: "noted" })}>
              {say("noted")} <Kbd>n</Kbd>
            </Button>
          )}
        </div>
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

/** Lets a key that is held down act only once, because it would decide about the payments that follow. */
function once(act: (event: KeyboardEvent) => unknown) {
  return (event: KeyboardEvent) => (event.repeat ? undefined : act(event));
}

/** Whether Enter already has a meaning here: on a button, or on a link outside the list. */
function isElsewhere({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest("button, a:not([id^=payment-]), summary") !== null;
}
