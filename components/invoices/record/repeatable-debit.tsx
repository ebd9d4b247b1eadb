import { useSuspenseQuery } from "@tanstack/react-query";
import { Landmark } from "lucide-react";
import { useTranslations } from "next-intl";
import { RepeatButton } from "@/components/companies/debits/repeat-button";
import { useTRPC } from "@/components/data/trpc";
import { RequiresRight } from "@/components/shell/reader-rights";
import { Banner } from "@/components/ui/page/banner";
import { FormattedDate } from "@/components/ui/text/formatted-date";
import type { InvoiceRecord } from "@/server/billing/invoices/invoice-record";

/** States that the invoice's debit was not collected, and can be collected once more. Shows nothing otherwise. */
export function RepeatableDebit({ invoice }: { invoice: InvoiceRecord }) {
  const say = useTranslations("repeatedDebits");
  const { data: offer } = useSuspenseQuery(useTRPC().debits.repetitionOfInvoice.queryOptions({ invoiceId: invoice.id }));
  const collectOn = offer?.collectOn;
  if (!offer || !collectOn) return null;
  return (
    <RequiresRight right="money">
      <Banner tone="quiet" icon={Landmark} action={<RepeatButton debitId={offer.debitId} holder={invoice.customerName} />}>
        {say.rich("notice", { day: () => <FormattedDate key="day" day={collectOn} as="long" /> })}
      </Banner>
    </RequiresRight>
  );
}
