import Link from "next/link";
import { useTranslations } from "next-intl";
import type { Offers } from "@/server/bank/payments/offer-invoices";

/** Number of open invoices with exactly the payment's amount, to which nothing else points; a few are named. */
export function Guesses({ count, guessed }: { count: number; guessed: Offers["guessed"] }) {
  const say = useTranslations("bank");
  return (
    <div className="grid gap-1 text-sm text-ink-muted">
      <p>{say("guesses", { count })}</p>
      {guessed.length > 0 && (
        <ul className="grid gap-1">
          {guessed.map(({ id, externalInvoiceNumber, customerName }) => (
            <li key={id} className="wrap-anywhere">
              <Link href={`/invoices/${id}`} prefetch={false} className="underline">
                {customerName} {externalInvoiceNumber}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
