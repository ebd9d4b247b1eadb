"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { Section } from "@/components/ui/page/section";
import { Amount } from "@/components/ui/text/amount";
import { Detail, Details } from "@/components/ui/text/details";
import { useRegion } from "@/components/ui/text/region";
import type { InvoiceRecord } from "@/server/billing/invoices/invoice-record";
import { formatDay } from "@/server/domain/formats/dates";

/** The parts of the plan of instalments by which the invoice is paid. Shows nothing without one. */
export function Instalments({ invoice }: { invoice: InvoiceRecord }) {
  const say = useTranslations("invoice.instalments");
  const region = useRegion();
  const { data: plan } = useSuspenseQuery(useTRPC().invoice.plan.queryOptions({ invoiceId: invoice.id }));
  if (!plan?.instalments) return null;
  const { parts, next, dueOn, missed } = plan.instalments;
  // Nothing is left of a missed part that was spread, or of one that a credit took back.
  const shown = parts.filter(({ amountCents }) => amountCents > 0);
  return (
    <Section title={say("title")}>
      <Details>
        {shown.map((part) => (
          <Detail key={part.number} label={say("part", { number: part.number, count: parts.length })}>
            <Amount cents={part.openCents || part.amountCents} />{" "}
            {part.openCents === 0
              ? say("paid")
              : say("by", { date: formatDay(part.number === next.number ? dueOn : part.dueOn, region, "long") })}
          </Detail>
        ))}
      </Details>
      <p className="text-xs text-ink-faint">{say("missed", { missed })}</p>
    </Section>
  );
}
