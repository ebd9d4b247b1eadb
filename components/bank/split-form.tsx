"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Plus, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useId, useRef, useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { Button } from "@/components/ui/form/button";
import { IconButton } from "@/components/ui/form/icon-button";
import { Input } from "@/components/ui/form/input";
import { SearchField } from "@/components/ui/form/search-field";
import { Amount } from "@/components/ui/text/amount";
import { useRegion } from "@/components/ui/text/region";
import type { OfferedInvoice } from "@/server/bank/payments/offered-invoice";
import { formatAmount } from "@/server/domain/formats/money";
import { readAmount } from "@/server/domain/formats/read-amount";
import { booksSplit } from "./books-split";
import type { ChosenPart } from "./use-decisions";

interface Part {
  invoice: OfferedInvoice;
  /** Typed amount, as text. */
  amount: string;
}

interface Props {
  transactionId: string;
  currency: string;
  /** Amount to divide, in cents. */
  leftCents: number;
  /** Initial parts. */
  parts: { invoice: OfferedInvoice; amountCents: number }[];
  /** Other invoices that the payment may be for. */
  others: OfferedInvoice[];
  isBusy: boolean;
  onBook: (parts: ChosenPart[]) => void;
  onCancel: () => void;
}

/**
 * Splits a payment among invoices that the reader searches for. A rest may stay unbooked, and an invoice may get more than its outstanding
 * amount.
 */
export function SplitForm({ transactionId, currency, leftCents, parts: given, others, isBusy, onBook, onCancel }: Props) {
  const say = useTranslations("bank");
  const region = useRegion();
  const asTyped = (cents: number) => formatAmount(cents, region);
  const [parts, setParts] = useState<Part[]>(() =>
    loweredParts(given, leftCents).map(({ invoice, amountCents }) => ({ invoice, amount: asTyped(amountCents) })),
  );
  const amounts = parts.map(({ amount }) => readAmount(amount, currency));
  const sumCents = amounts.reduce<number>((sum, cents) => sum + (cents ?? 0), 0);
  const restCents = leftCents - sumCents;
  const isValid = parts.length > 0 && amounts.every((cents) => cents !== undefined && cents > 0) && restCents >= 0;

  const add = (invoice: OfferedInvoice) => {
    if (parts.some((part) => part.invoice.id === invoice.id)) return;
    // The invoice's outstanding amount, or all of the rest if nothing is outstanding; at most the rest.
    const wantedCents = invoice.outstandingCents > 0 ? invoice.outstandingCents : restCents;
    const amountCents = Math.max(Math.min(wantedCents, restCents), 0);
    setParts([...parts, { invoice, amount: asTyped(amountCents) }]);
  };

  const form = useBookingKeys({ isValid: isValid && !isBusy, restCents });

  return (
    <form
      ref={form}
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isValid || isBusy) return;
        onBook(
          parts.map(({ invoice: { id, outstandingCents } }, index) => ({
            invoiceId: id,
            amountCents: amounts[index] ?? 0,
            seenOutstandingCents: outstandingCents,
          })),
        );
      }}
    >
      <h3 className="text-sm font-semibold">{say("split.title")}</h3>
      <FindInvoice transactionId={transactionId} onFound={add} />
      <Suggested transactionId={transactionId} others={others} chosen={parts.map(({ invoice }) => invoice.id)} onFound={add} />
      {parts.length > 0 && (
        <ul className="grid gap-2">
          {parts.map(({ invoice, amount }, index) => (
            <li key={invoice.id} className="grid grid-cols-[minmax(0,1fr)_8rem_auto] items-center gap-2 text-sm">
              <span className="min-w-0 wrap-anywhere">
                {invoice.customerName} <span className="text-ink-muted">{invoice.externalInvoiceNumber}</span>
                <span className="block text-xs text-ink-muted">
                  {[invoice.apart, invoice.importTitle].filter(Boolean).join(" · ")}
                  {" · "}
                  {say.rich("outstanding", { amount: () => <Amount cents={invoice.outstandingCents} currency={invoice.currency} /> })}
                </span>
              </span>
              <Input
                aria-label={say("split.amountOf", { number: invoice.externalInvoiceNumber })}
                inputMode="decimal"
                className="text-right tabular-nums"
                value={amount}
                aria-invalid={amounts[index] === undefined || undefined}
                onChange={(event) => setParts(parts.map((part, at) => (at === index ? { ...part, amount: event.target.value } : part)))}
              />
              <IconButton
                name={say("split.remove", { number: invoice.externalInvoiceNumber })}
                onClick={() => setParts(parts.filter((_, at) => at !== index))}
              >
                <X />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <p className="text-sm text-ink-muted" role="status">
        {restCents < 0
          ? say.rich("split.tooMuch", { amount: () => <Amount cents={-restCents} currency={currency} /> })
          : say.rich("split.rest", { amount: () => <Amount cents={restCents} currency={currency} /> })}
        {!isValid && restCents >= 0 && ` ${say(parts.length === 0 ? "split.noInvoice" : "split.noAmount")}`}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" disabled={!isValid} busy={isBusy && say("booking")}>
          {say("split.book")}
        </Button>
        <Button onClick={onCancel}>{say("split.cancel")}</Button>
      </div>
    </form>
  );
}

/** Submits the form by the keys of `booksSplit`. Returns the form's ref. */
function useBookingKeys(state: { isValid: boolean; restCents: number }) {
  const form = useRef<HTMLFormElement>(null);
  const latest = useRef(state);
  useEffect(() => {
    latest.current = state;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.altKey) return;
      const { target } = event;
      const isInForm = target instanceof Node && form.current?.contains(target);
      if (!isInForm && target !== document.body) return;
      const field = target instanceof HTMLInputElement ? target : null;
      const focus = focusAt(target);
      if (!booksSplit(event, { ...latest.current, focus, isSearching: field?.value.trim() !== "" })) return;
      event.preventDefault();
      event.stopPropagation();
      form.current?.requestSubmit();
    };
    // Captured, because the search field keeps Enter from submitting the form.
    document.addEventListener("keydown", listen, { capture: true });
    return () => document.removeEventListener("keydown", listen, { capture: true });
  }, []);
  return form;
}

function focusAt(target: EventTarget | null) {
  if (target instanceof HTMLInputElement) return target.type === "search" ? "search" : "amount";
  return target === document.body ? "page" : "other";
}

/**
 * Lowers each part to the outstanding amount of its invoice, if that is above 0, and to what is left of the payment. Only the initial
 * proposal; the reader may raise it.
 */
function loweredParts(parts: Props["parts"], leftCents: number): Props["parts"] {
  let restCents = leftCents;
  return parts.map(({ invoice, amountCents }) => {
    const wantedCents = invoice.outstandingCents > 0 ? Math.min(amountCents, invoice.outstandingCents) : amountCents;
    const loweredCents = Math.min(wantedCents, restCents);
    restCents -= loweredCents;
    return { invoice, amountCents: loweredCents };
  });
}

function FindInvoice({ transactionId, onFound }: { transactionId: string; onFound: (invoice: OfferedInvoice) => void }) {
  const say = useTranslations("bank");
  const listId = useId();
  const [search, setSearch] = useState("");
  const sought = search.trim();
  const { data = [], isPending } = useQuery({
    ...useTRPC().bank.search.queryOptions({ transactionId, search: sought }, { placeholderData: keepPreviousData }),
    enabled: sought.length >= SHORTEST_SEARCH,
  });
  const found = sought.length >= SHORTEST_SEARCH ? data : [];
  return (
    <div className="grid gap-2">
      <SearchField
        name={say("split.search")}
        placeholder={say("split.searchBy")}
        value={search}
        autoFocus
        aria-controls={listId}
        onChange={(event) => setSearch(event.target.value)}
        onClear={() => setSearch("")}
        onKeyDown={(event) => {
          const [first] = found;
          if (event.key !== "Enter") return;
          // Picks the first match instead of submitting the form.
          event.preventDefault();
          if (!first) return;
          onFound(first);
          setSearch("");
        }}
      />
      <AddableInvoices
        id={listId}
        invoices={found}
        onAdd={(invoice) => {
          onFound(invoice);
          setSearch("");
        }}
      />
      {sought.length >= SHORTEST_SEARCH && !isPending && found.length === 0 && (
        <p className="text-sm text-ink-muted">{say("split.nothing")}</p>
      )}
    </div>
  );
}

/** Minimum number of characters of a search. */
const SHORTEST_SEARCH = 2;

interface SuggestedProps {
  transactionId: string;
  others: OfferedInvoice[];
  /** Ids of the invoices that have a part. */
  chosen: string[];
  onFound: (invoice: OfferedInvoice) => void;
}

/** Invoices that the payment may also be for: those whose customers it names, then the other offers. */
function Suggested({ transactionId, others, chosen, onFound }: SuggestedProps) {
  const say = useTranslations("bank");
  const { data: named = [] } = useQuery(useTRPC().bank.named.queryOptions({ transactionId }));
  const byId = new Map([...named, ...others].map((invoice) => [invoice.id, invoice]));
  const suggested = [...byId.values()].filter(({ id }) => !chosen.includes(id)).slice(0, MOST_SUGGESTED);
  if (suggested.length === 0) return null;
  return (
    <section aria-label={say("split.suggested")} className="grid gap-1">
      <h4 className="text-xs text-ink-muted">{say("split.suggested")}</h4>
      <AddableInvoices invoices={suggested} onAdd={onFound} />
    </section>
  );
}

/** Maximum number of suggested invoices. */
const MOST_SUGGESTED = 8;

function AddableInvoices({ id, invoices, onAdd }: { id?: string; invoices: OfferedInvoice[]; onAdd: (invoice: OfferedInvoice) => void }) {
  return (
    <ul id={id} className="grid gap-1">
      {invoices.map((invoice) => (
        <li key={invoice.id}>
          <Button
            size="sm"
            variant="quiet"
            className="h-auto! w-full justify-between! py-1 text-left whitespace-normal!"
            onClick={() => onAdd(invoice)}
          >
            <span className="flex min-w-0 items-center gap-1.5">
              <Plus className="flex-none" />
              <span className="wrap-anywhere">
                {invoice.customerName} {invoice.externalInvoiceNumber}
                <span className="block text-xs text-ink-muted">{[invoice.apart, invoice.importTitle].filter(Boolean).join(" · ")}</span>
              </span>
            </span>
            <Amount cents={invoice.outstandingCents} currency={invoice.currency} />
          </Button>
        </li>
      ))}
    </ul>
  );
}
