"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/form/button";
import { Amount } from "@/components/ui/text/amount";
import { FormattedDate } from "@/components/ui/text/formatted-date";
import type { PreviewedEntries, StatementPreview } from "@/server/bank/statements/preview-statement-file";
import type { LeftOutRows } from "@/server/bank/statements/statement";

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
    <div className="mt-1 grid gap-4">
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
  return (
    <section>
      <h3 className="flex flex-wrap justify-between gap-x-4 font-semibold">
        {title}
        {count > 0 && <Amount cents={sumCents} {...inCurrency} className="tabular-nums" />}
      </h3>
      {count > 0 && (
        <ul className="mt-1 grid border-t border-line">
          {samples.map(({ line, bookedOn, amountCents, name, text }) => (
            <li key={line} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-b border-line py-1.5">
              <span className="truncate">{name || text || "–"}</span>
              <Amount cents={amountCents} {...inCurrency} className="text-right tabular-nums" />
              <span className="col-span-2 truncate text-ink-muted">
                <FormattedDate day={bookedOn} as="date" /> {name !== "" && text}
              </span>
            </li>
          ))}
        </ul>
      )}
      {count > samples.length && <p className="mt-1 text-ink-faint">…</p>}
    </section>
  );
}

/** Rows that are no entries: their number, and the first three. */
export function LeftOut({ rows: { count, samples } }: { rows: LeftOutRows }) {
  const say = useTranslations("bank.csv.preview");
  return (
    <section className="mt-1">
      <h3 className="font-semibold text-ink">{say("leftOut", { count })}</h3>
      <p className="text-ink-muted">{say("why")}</p>
      <ul className="mt-1 grid border-t border-line">
        {samples.map(({ line, text }) => (
          <li key={line} className="border-b border-line py-1.5 wrap-anywhere text-ink-muted">
            {say("line", { line, text })}
          </li>
        ))}
      </ul>
      {count > samples.length && <p className="mt-1 text-ink-faint">…</p>}
    </section>
  );
}
