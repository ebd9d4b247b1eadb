"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import type { OwedInvoice } from "@/server/bank/payments/offer-invoices";

/**
 * Customers to whom exactly an outgoing payment's amount is owed, so that a person does not refund it twice. `isRefundOffered`: the payment
 * can be recognised as a refund of a file.
 */
export function OwedToCustomers({ owed, isRefundOffered }: { owed: OwedInvoice[]; isRefundOffered: boolean }) {
  const say = useTranslations("bank");
  return (
    <ul className="grid gap-1 text-sm">
      {owed.map(({ id, externalInvoiceNumber, customerName, isInFile }) => (
        <li key={id} className="wrap-anywhere">
          {say.rich(wordsFor(isInFile, isRefundOffered), {
            name: customerName,
            number: () => (
              <Link href={`/invoices/${id}`} prefetch={false} className="underline">
                {externalInvoiceNumber}
              </Link>
            ),
          })}
        </li>
      ))}
    </ul>
  );
}

function wordsFor(isInFile: boolean, isRefundOffered: boolean) {
  if (!isInFile) return "owed";
  return isRefundOffered ? "owedInOfferedFile" : "owedInFile";
}
