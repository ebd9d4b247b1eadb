import { CirclePause } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { DescribedTransaction } from "@/server/bank/payments/describe-transaction";

/** Invoices that are on hold while the payment waits. */
export function HeldInvoices({ holds }: Pick<DescribedTransaction, "holds">) {
  const say = useTranslations("bank");
  return (
    <ul className="grid gap-1 text-sm">
      {holds.map(({ invoiceId, externalInvoiceNumber }) => (
        <li key={invoiceId} className="flex items-baseline gap-2">
          <CirclePause className="size-3.5 flex-none translate-y-0.5 stroke-2 text-ink-muted" aria-hidden="true" />
          <span className="min-w-0 wrap-anywhere text-ink-muted">
            {say.rich("holds", {
              number: () => (
                <Link href={`/invoices/${invoiceId}`} className="underline">
                  {externalInvoiceNumber}
                </Link>
              ),
            })}
          </span>
        </li>
      ))}
    </ul>
  );
}
