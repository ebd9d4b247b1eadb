import { MailQuestionMark } from "lucide-react";
import { useTranslations } from "next-intl";
import { Banner } from "@/components/ui/page/banner";
import type { InvoiceRecord } from "@/server/billing/invoices/invoice-record";
import { channelsOf } from "@/server/domain/rules/reach";

/** Explains why the due day does not count yet, and what would start the requests. */
export function NotAsked({ invoice }: { invoice: InvoiceRecord }) {
  const say = useTranslations("invoice.notAsked");
  const { customerName: name } = invoice;
  return (
    <Banner tone="attention" icon={MailQuestionMark}>
      <p>{say(channelsOf(invoice).email ? "refused" : "withoutEmail", { name })}</p>
    </Banner>
  );
}
