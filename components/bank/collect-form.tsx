"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { Trouble } from "@/components/failures/trouble";
import { Button } from "@/components/ui/form/button";
import { Checkbox } from "@/components/ui/form/checkbox";
import { Select } from "@/components/ui/form/select";
import { Amount } from "@/components/ui/text/amount";
import { useRegion } from "@/components/ui/text/region";
import type { DescribedTransaction } from "@/server/bank/payments/describe-transaction";
import type { OfferedBatch } from "@/server/bank/payments/offer-debits";
import { dayAt } from "@/server/domain/formats/calendar";
import { formatDay } from "@/server/domain/formats/dates";
import { formatMoney } from "@/server/domain/formats/money";

interface Props {
  payment: DescribedTransaction;
  isBusy: boolean;
  onCollect: (debitIds: string[]) => void;
  onCancel: () => void;
}

/** Books an incoming payment as the sum of direct debits that the reader chooses from a batch. */
export function CollectForm(props: Props) {
  const say = useTranslations("bank");
  const { data, error, refetch } = useQuery(useTRPC().bank.debits.queryOptions({ transactionId: props.payment.id }));
  if (error) return <Trouble bare title={say("notLoaded")} error={error} onRetry={() => void refetch()} />;
  if (!data) return <p className="text-sm text-ink-faint">{say("looking")}</p>;
  const [first] = data;
  if (first) return <Choose {...props} batches={data} first={first} />;
  return (
    <div className="grid justify-items-start gap-4">
      <p className="text-sm text-ink-muted">{say("collect.none")}</p>
      <Button onClick={props.onCancel}>{say("split.cancel")}</Button>
    </div>
  );
}

const keyOf = ({ fileId, collectOn, scheme, sequenceType }: OfferedBatch) => [fileId, collectOn, scheme, sequenceType].join(" ");
const sumOf = (debits: OfferedBatch["debits"]) => debits.reduce((sum, { amountCents }) => sum + amountCents, 0);

/** Returns the debits that are left out before the reader chooses: rejected ones, unless only all of them add up to the payment. */
function leftOutFirst({ debits }: OfferedBatch, amountCents: number): ReadonlySet<string> {
  return new Set(sumOf(debits) === amountCents ? [] : debits.filter(({ isRejected }) => isRejected).map(({ id }) => id));
}

function Choose({ payment, isBusy, onCollect, onCancel, batches, first }: Props & { batches: OfferedBatch[]; first: OfferedBatch }) {
  const say = useTranslations("bank");
  const region = useRegion();
  // The service may have booked some debits of the sum.
  const { leftCents: amountCents, currency } = payment;
  const [key, setKey] = useState(keyOf(first));
  const batch = batches.find((each) => keyOf(each) === key) ?? first;
  const [leftOut, setLeftOut] = useState(() => leftOutFirst(first, amountCents));
  const chosen = batch.debits.filter(({ id }) => !leftOut.has(id));
  const missingCents = amountCents - sumOf(chosen);
  const isValid = missingCents === 0 && chosen.length > 0;
  const nameOf = (each: OfferedBatch) =>
    say("collect.batch", {
      day: formatDay(each.collectOn, region),
      made: formatDay(dayAt(each.madeAt), region),
      count: each.debits.length,
      amount: formatMoney(sumOf(each.debits), currency, region),
    });
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (isValid && !isBusy) onCollect(chosen.map(({ id }) => id));
      }}
    >
      <h3 className="text-sm font-semibold">{say("collect.title")}</h3>
      <Select
        aria-label={say("collect.choose")}
        value={keyOf(batch)}
        onChange={({ target: { value } }) => {
          setKey(value);
          setLeftOut(leftOutFirst(batches.find((each) => keyOf(each) === value) ?? first, amountCents));
        }}
      >
        {batches.map((each) => (
          <option key={keyOf(each)} value={keyOf(each)}>
            {nameOf(each)}
          </option>
        ))}
      </Select>
      <ul className="grid max-h-96 gap-1 overflow-y-auto" aria-label={say("collect.debits")}>
        {batch.debits.map(({ id, holder, amountCents: cents, isRejected }) => (
          <li key={id} className="flex items-baseline justify-between gap-3 border-b border-line py-1.5 text-sm">
            <Checkbox
              label={holder ?? "–"}
              hint={isRejected ? say("collect.rejected") : undefined}
              checked={!leftOut.has(id)}
              onChange={({ target: { checked } }) =>
                setLeftOut((before) => new Set(checked ? [...before].filter((each) => each !== id) : [...before, id]))
              }
            />
            <Amount cents={cents} currency={currency} />
          </li>
        ))}
      </ul>
      <p className="text-sm text-ink-muted" role="status">
        {isValid
          ? say("collect.fits", { count: chosen.length })
          : say.rich(missingCents > 0 ? "collect.missing" : "collect.tooMuch", {
              amount: () => <Amount cents={Math.abs(missingCents)} currency={currency} />,
            })}
      </p>
      <p className="text-sm text-ink-muted">{say("atBank.final")}</p>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" disabled={!isValid} busy={isBusy && say("booking")}>
          {say("collect.book")}
        </Button>
        <Button onClick={onCancel}>{say("split.cancel")}</Button>
      </div>
    </form>
  );
}
