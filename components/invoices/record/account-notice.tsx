import { useTranslations } from "next-intl";
import { Banner } from "@/components/ui/page/banner";
import type { InvoiceRecord } from "@/server/billing/invoices/invoice-record";

/** Warns, before money is given back, of an account number that came through the customer's link and nobody has confirmed. */
export function AccountNotice({ invoice: { accountChange } }: { invoice: Pick<InvoiceRecord, "accountChange"> }) {
  const say = useTranslations("invoice.recipient");
  if (!accountChange) return null;
  return <Banner tone="attention">{say(accountChange.state === "waiting" ? "accountWaiting" : "accountUnconfirmed")}</Banner>;
}
