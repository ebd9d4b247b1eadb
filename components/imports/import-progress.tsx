"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useTRPC } from "@/components/data/trpc";
import { listHref } from "@/components/invoices/list/list-address";
import { Section } from "@/components/ui/page/section";
import { Skeleton } from "@/components/ui/page/skeleton";
import { Meter } from "@/components/ui/table/meter";
import type { ImportDescription } from "@/server/billing/imports/import";
import { progressSteps } from "@/server/domain/rules/reach";
import { ConcernLink } from "./concern-link";

/** Facts about the invoices' accounts, in the order shown. Each is also a tab of the list of invoices. */
const countedFacts = ["paid", "outstanding", "overdue", "not_asked", "on_hold", "to_refund", "retracted"] as const;
/** Steps and facts that are left out if their number is 0. */
const hiddenAtZero: readonly string[] = ["not_arrived", "overdue", "not_asked", "on_hold", "to_refund", "retracted"];

/** Progress of a transmitted import's customers: messages sent, pages opened, invoices paid. Each figure links to its invoices. */
export function ImportProgress({ record }: { record: Pick<ImportDescription, "id" | "contents"> }) {
  const say = useTranslations("imports.progress");
  const { data } = useQuery(useTRPC().imports.progress.queryOptions({ importId: record.id }));
  const total = record.contents.invoicesCount;
  if (!data) {
    return (
      <Section title={say("title")}>
        <Skeleton className="h-40" />
      </Section>
    );
  }
  const steps = progressSteps.map((step) => ({
    name: step,
    count: data.steps[step],
    link: (words: string) => <ConcernLink importId={record.id} concern={step} words={words} />,
  }));
  const facts = countedFacts.map((fact) => ({
    name: fact,
    count: data.counts[fact],
    link: (words: string) => <Link href={listHref({ import: record.id, fact })}>{words}</Link>,
  }));
  return (
    <Section title={say("title")} note={say("of", { count: total })}>
      <ul className="border-t border-line-strong">
        {[...steps, ...facts]
          .filter(({ name, count }) => count > 0 || !hiddenAtZero.includes(name))
          .map(({ name, count, link }) => (
            <ProgressRow key={name} name={say(name)} count={count} total={total}>
              {link(say("number", { count }))}
            </ProgressRow>
          ))}
      </ul>
    </Section>
  );
}

interface ProgressRowProps {
  name: string;
  count: number;
  total: number;
  children: ReactNode;
}

/** A figure with its share of all invoices. `children`: the number, as a link. */
function ProgressRow({ name, count, total, children }: ProgressRowProps) {
  const share = (total > 0 ? count / total : 0).toLocaleString(useLocale(), { style: "percent" });
  return (
    <li className="grid grid-cols-[9rem_minmax(0,1fr)_3rem_3.5rem] items-center gap-3 border-b border-line py-2 max-sm:grid-cols-[minmax(0,1fr)_3rem_3.5rem]">
      <span>{name}</span>
      <span className="max-sm:hidden">
        <Meter name={name} value={count} max={total} text={share} />
      </span>
      <span className="text-right">{children}</span>
      <span className="text-right text-sm text-ink-faint">{share}</span>
    </li>
  );
}
