"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { RequiresRight } from "@/components/shell/reader-rights";
import { Button } from "@/components/ui/form/button";
import { OnDemand } from "@/components/ui/overlay/on-demand";
import { Section } from "@/components/ui/page/section";
import { Amount } from "@/components/ui/text/amount";
import { Detail, Details } from "@/components/ui/text/details";
import { useRegion } from "@/components/ui/text/region";
import type { InvoiceRecord } from "@/server/billing/invoices/invoice-record";
import { formatDay } from "@/server/domain/formats/dates";

/** The parts of the plan of instalments by which the invoice is paid, with a button to end an arrangement. Shows nothing without a plan. */
export function Instalments({ invoice }: { invoice: InvoiceRecord }) {
  const say = useTranslations("invoice.instalments");
  const sayArrangement = useTranslations("invoice.arrangement");
  const region = useRegion();
  const { data: plan } = useSuspenseQuery(useTRPC().invoice.plan.queryOptions({ invoiceId: invoice.id }));
  if (!plan?.instalments) return null;
  const { id: planId, parts, next, dueOn, missed, isArrangement, debits } = plan.instalments;
  const isDebited = (number: number) => debits.some(({ instalment }) => instalment.number === number);
  // Nothing is left of a missed part that was spread over the others, or of a part that a credit took back.
  const shown = parts.filter(({ amountCents }) => amountCents > 0);
  return (
    <Section
      title={say("title")}
      actions={
        isArrangement && (
          <RequiresRight right="invoices">
            <OnDemand
              load={() => import("./end-arrangement-dialog")}
              props={{ invoice, planId }}
              popup="dialog"
              trigger={<Button size="sm">{sayArrangement("end.open")}</Button>}
            />
          </RequiresRight>
        )
      }
    >
      <Details>
        {shown.map((part) => (
          <Detail key={part.number} label={say("part", { number: part.number, count: parts.length })}>
            <Amount cents={part.openCents || part.amountCents} />{" "}
            {part.openCents === 0
              ? say("paid")
              : say(isDebited(part.number) ? "debitOn" : "by", {
                  date: formatDay(part.number === next.number ? dueOn : part.dueOn, region, "long"),
                })}
          </Detail>
        ))}
      </Details>
      <p className="text-xs text-ink-faint">
        {isArrangement && say("arranged")} {say("missed", { missed })}
      </p>
    </Section>
  );
}
