import { useTranslations } from "next-intl";
import { Banner } from "@/components/ui/page/banner";
import type { InvoiceRecord } from "@/server/billing/invoices/invoice-record";

/** Warning before money is given back: the account number came through the customer's link, and nobody has confirmed it. */
export function AccountNotice({ invoice: { accountChange } }: { invoice: Pick<InvoiceRecord, "accountChange"> }) {
  const say = useTranslations("invoice.recipient");
  if (!accountChange) return null;
  return <Banner tone="attention">{say(accountChange.state === "waiting" ? "accountWaiting" : "accountUnconfirmed")}</Banner>;
}
