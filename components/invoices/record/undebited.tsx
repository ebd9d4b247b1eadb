import { useSuspenseQuery } from "@tanstack/react-query";
import { Landmark } from "lucide-react";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { Banner } from "@/components/ui/page/banner";
import { FormattedDate } from "@/components/ui/text/formatted-date";
import type { InvoiceRecord } from "@/server/billing/invoices/invoice-record";

/** States that the invoice is not debited because the payer's mandate expires before the collection. Shows nothing otherwise. */
export function Undebited({ invoice }: { invoice: InvoiceRecord }) {
  const say = useTranslations("repeatedDebits");
  const { data: plan } = useSuspenseQuery(useTRPC().invoice.plan.queryOptions({ invoiceId: invoice.id }));
  const expiredOn = plan?.mandateExpiredOn;
  if (!expiredOn) return null;
  return (
    <Banner tone="quiet" icon={Landmark}>
      {say.rich("mandateExpires", { day: () => <FormattedDate key="day" day={expiredOn} as="long" /> })}
    </Banner>
  );
}
