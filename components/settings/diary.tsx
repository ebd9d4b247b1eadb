"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { Amount } from "@/components/ui/text/amount";
import { FormattedDate } from "@/components/ui/text/formatted-date";
import type { DiaryEntry } from "@/server/desk/timeline/sandbox-diary";
import { Part } from "./part";

/** Events in the sandbox, day by day, each with a link to its invoice or import. */
export function Diary() {
  const say = useTranslations("settings.sandbox.diary");
  const { data: entries } = useQuery(useTRPC().sandbox.diary.queryOptions());
  if (!entries) return null;
  const days = [...new Set(entries.map(({ day }) => day))];
  return (
    <Part title={say("title")} about={say("about")}>
      {days.length === 0 && <p className="text-sm text-ink-muted">{say("nothing")}</p>}
      <ol className="grid gap-3">
        {days.map((day) => (
          <li key={day} className="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-3 border-t border-line pt-2 text-sm max-sm:grid-cols-1">
            <FormattedDate day={day} as="date" className="text-ink-muted" />
            <ul className="grid gap-1">
              {entries
                .filter((entry) => entry.day === day)
                .map((entry) => (
                  <Entry key={`${entry.what} ${entry.importId}`} entry={entry} />
                ))}
            </ul>
          </li>
        ))}
      </ol>
    </Part>
  );
}

function Entry({ entry }: { entry: DiaryEntry }) {
  const say = useTranslations("settings.sandbox.diary");
  const sayItem = useTranslations("collection.items");
  const { what, invoices, amountCents, currency, importId, importTitle, invoiceId } = entry;
  const words = isOtherEvent(what) ? say(`what.${what}`, { count: invoices }) : say("sent", { count: invoices, what: sayItem(what) });
  return (
    <li className="flex flex-wrap items-baseline gap-x-2">
      <Link href={invoiceId ? `/invoices/${invoiceId}` : `/imports/${importId}`} prefetch={false}>
        {words}
      </Link>
      <span className="text-xs text-ink-faint">{importTitle}</span>
      {amountCents !== null && <Amount cents={amountCents} currency={currency} className="ml-auto" />}
    </li>
  );
}

/** Events that are not a message to a customer. */
const otherEvents = ["not_arrived", "paid", "charged_back", "fee", "asked"] as const;

function isOtherEvent(what: DiaryEntry["what"]): what is (typeof otherEvents)[number] {
  return otherEvents.some((known) => known === what);
}
