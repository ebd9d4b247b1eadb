import { useSuspenseQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { useRegion } from "@/components/ui/text/region";
import type { InvoiceRecord } from "@/server/billing/invoices/invoice-record";
import { formatDay } from "@/server/domain/formats/dates";

/**
 * The due day, the day to pay by that the newest message to the customer names, and a promised day that is over. Shows nothing if nothing is
 * to be paid, or the customer was not asked.
 */
export function PayBy({ invoice }: { invoice: InvoiceRecord }) {
  const say = useTranslations("invoice.payBy");
  const region = useRegion();
  const { data: plan } = useSuspenseQuery(useTRPC().invoice.plan.queryOptions({ invoiceId: invoice.id }));
  const isPayable = !invoice.retractedAt && !invoice.isNotAsked && invoice.account.outstandingCents > 0;
  if (!plan || !isPayable) return null;
  const due = say("due", { date: formatDay(plan.dueOn, region, "long") });
  const named = plan.payBy && plan.payBy !== plan.dueOn ? say("named", { date: formatDay(plan.payBy, region, "long") }) : undefined;
  const { promise } = plan;
  const missed = promise?.state === "missed" && say("promiseMissed", { date: formatDay(promise.promisedOn, region, "long") });
  return <p className="text-sm text-ink-muted">{[due, named, missed].filter(Boolean).join(" · ")}</p>;
}
