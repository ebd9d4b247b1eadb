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
import { type ChosenBatch, chosenOrFirst, keyOfBatch, sumOfDebits } from "./chosen-debits";

interface Props {
  payment: DescribedTransaction;
  isBusy: boolean;
  onAssign: (debitIds: string[]) => void;
  onCancel: () => void;
}

/** Books an incoming payment as the sum of direct debits that the reader chooses from a batch. */
export function AssignForm(props: Props) {
  const say = useTranslations("bank");
  const { data, error, refetch } = useQuery(useTRPC().bank.debits.queryOptions({ transactionId: props.payment.id }));
  // If a later request fails, the batches of before and the reader's ticks stay.
  if (error && !data) return <Trouble bare title={say("notLoaded")} error={error} onRetry={() => void refetch()} />;
  if (!data) return <p className="text-sm text-ink-faint">{say("looking")}</p>;
  const [first, ...others] = data;
  if (first) return <Choose {...props} batches={[first, ...others]} />;
  return (
    <div className="grid justify-items-start gap-4">
      <p className="text-sm text-ink-muted">{say("assign.none")}</p>
      <Button onClick={props.onCancel}>{say("split.cancel")}</Button>
    </div>
  );
}

function Choose({ payment, isBusy, onAssign, onCancel, batches }: Props & { batches: [OfferedBatch, ...OfferedBatch[]] }) {
  const say = useTranslations("bank");
  const region = useRegion();
  // The service may have booked some debits of the sum.
  const { leftCents: amountCents, currency } = payment;
  const [chosen, setChosen] = useState<ChosenBatch>(() => ({ key: keyOfBatch(batches[0]), leftOut: null }));
  const { batch, leftOut } = chosenOrFirst(batches, chosen, amountCents);
  const key = keyOfBatch(batch);
  const ticked = batch.debits.filter(({ id }) => !leftOut.has(id));
  const missingCents = amountCents - sumOfDebits(ticked);
  const isValid = missingCents === 0 && ticked.length > 0;
  const nameOf = (each: OfferedBatch) =>
    say("assign.batch", {
      day: formatDay(each.collectOn, region),
      made: formatDay(dayAt(each.madeAt), region),
      count: each.debits.length,
      amount: formatMoney(sumOfDebits(each.debits), currency, region),
    });
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (isValid && !isBusy) onAssign(ticked.map(({ id }) => id));
      }}
    >
      <h3 className="text-sm font-semibold">{say("assign.title")}</h3>
      <Select aria-label={say("assign.choose")} value={key} onChange={({ target: { value } }) => setChosen({ key: value, leftOut: null })}>
        {batches.map((each) => (
          <option key={keyOfBatch(each)} value={keyOfBatch(each)}>
            {nameOf(each)}
          </option>
        ))}
      </Select>
      <ul className="grid max-h-96 gap-1 overflow-y-auto" aria-label={say("assign.debits")}>
        {batch.debits.map(({ id, holder, amountCents: cents, isRejected }) => (
          <li key={id} className="flex items-baseline justify-between gap-3 border-b border-line py-1.5 text-sm">
            <Checkbox
              label={holder ?? "–"}
              hint={isRejected ? say("assign.rejected") : undefined}
              checked={!leftOut.has(id)}
              onChange={({ target: { checked } }) =>
                setChosen({ key, leftOut: new Set(checked ? [...leftOut].filter((each) => each !== id) : [...leftOut, id]) })
              }
            />
            <Amount cents={cents} currency={currency} />
          </li>
        ))}
      </ul>
      <p className="text-sm text-ink-muted" role="status">
        {isValid
          ? say("assign.fits", { count: ticked.length })
          : say.rich(missingCents > 0 ? "assign.missing" : "assign.tooMuch", {
              amount: () => <Amount cents={Math.abs(missingCents)} currency={currency} />,
            })}
      </p>
      <p className="text-sm text-ink-muted">{say("atBank.final")}</p>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" disabled={!isValid} busy={isBusy && say("booking")}>
          {say("assign.book")}
        </Button>
        <Button onClick={onCancel}>{say("split.cancel")}</Button>
      </div>
    </form>
  );
}
