import { Undo2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { Banner } from "@/components/ui/page/banner";
import { FormattedDate } from "@/components/ui/text/formatted-date";
import type { InvoiceRecord } from "@/server/billing/invoices/invoice-record";

/** When and why the invoice was retracted, and whether the customer sees the reason. */
export function Retraction({ invoice }: { invoice: InvoiceRecord }) {
  const say = useTranslations("invoice.retracted");
  const { retractedAt, creditNoteNumber, retractionReason, showRetractionReasonToCustomer } = invoice;
  return (
    <Banner tone="quiet" icon={Undo2}>
      <p>
        {say.rich("when", {
          date: () => retractedAt && <FormattedDate key="date" at={retractedAt} as="long" />,
          number: creditNoteNumber ?? "–",
        })}
      </p>
      {retractionReason && (
        <p className="wrap-anywhere whitespace-pre-line">
          {retractionReason} <span className="text-ink-faint">{say(showRetractionReasonToCustomer ? "shown" : "notShown")}</span>
        </p>
      )}
    </Banner>
  );
}
