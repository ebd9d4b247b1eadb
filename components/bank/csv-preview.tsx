"use client";

import { useTranslations } from "next-intl";
import { useEffect, useId, useRef } from "react";
import { Button } from "@/components/ui/form/button";
import { Amount } from "@/components/ui/text/amount";
import { FormattedDate } from "@/components/ui/text/formatted-date";
import type { PreviewedEntries, StatementPreview } from "@/server/bank/statements/preview-statement-file";
import { FileRows, LeftOut } from "./left-out";

/** Contents of a CSV file with the chosen columns, for a person to confirm before anything is stored. */
export function CsvPreview({
  preview: { currency, came, went, leftOut },
  problem,
  isBusy,
  onConfirm,
  onChange,
}: {
  preview: StatementPreview;
  problem: string | undefined;
  isBusy: boolean;
  onConfirm: () => void;
  onChange: () => void;
}) {
  const say = useTranslations("bank.csv");
  const intro = useRef<HTMLParagraphElement>(null);
  // The button that opened the preview is gone.
  useEffect(() => intro.current?.focus({ preventScroll: true }), []);
  return (
    <div className="mt-1 grid grid-cols-[minmax(0,1fr)] gap-4">
      <p ref={intro} tabIndex={-1} className="text-ink-muted outline-none">
        {say("preview.intro")}
      </p>
      <Entries title={say("preview.came", { count: came.count })} entries={came} currency={currency} />
      <Entries title={say("preview.went", { count: went.count })} entries={went} currency={currency} />
      {leftOut.count > 0 && <LeftOut rows={leftOut} />}
      {problem && (
        <p role="alert" className="text-late">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" busy={isBusy && say("busy")} onClick={onConfirm}>
          {say("read")}
        </Button>
        <Button disabled={isBusy} onClick={onChange}>
          {say("preview.change")}
        </Button>
      </div>
    </div>
  );
}

function Entries({
  title,
  entries: { count, sumCents, samples },
  currency,
}: {
  title: string;
  entries: PreviewedEntries;
  currency: string;
}) {
  const inCurrency = currency === "" ? {} : { currency };
  const heading = useId();
  return (
    <section className="min-w-0">
      <h3 id={heading} className="flex flex-wrap justify-between gap-x-4 font-semibold">
        <span className="wrap-anywhere">{title}</span>
        {count > 0 && <Amount cents={sumCents} {...inCurrency} className="ml-auto tabular-nums" />}
      </h3>
      <FileRows
        heading={heading}
        count={count}
        rows={samples.map(({ line, bookedOn, amountCents, name, text }) => (
          <li key={line} className="flex flex-wrap gap-x-4 border-b border-line py-1.5">
            <span className="min-w-0 flex-1 basis-32 truncate">{name || text || "–"}</span>
            <Amount cents={amountCents} {...inCurrency} className="ml-auto text-right tabular-nums" />
            <span className="min-w-0 basis-full truncate text-ink-muted">
              <FormattedDate day={bookedOn} as="date" /> {name !== "" && text}
            </span>
          </li>
        ))}
      />
    </section>
  );
}
