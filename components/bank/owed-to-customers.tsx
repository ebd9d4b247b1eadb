"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import type { OwedInvoice } from "@/server/bank/payments/find-owed";

interface Props {
  owed: OwedInvoice[];
  /** Whether the payment can be recognised as a refund of a file. */
  isRefundOffered: boolean;
  /** Whether the payment is under “Not an invoice” already. */
  isNoted: boolean;
}

/** Customers to whom exactly an outgoing payment's amount is owed, so that a person does not refund it twice. */
export function OwedToCustomers({ owed, isRefundOffered, isNoted }: Props) {
  const say = useTranslations("bank");
  return (
    <ul className="grid gap-1 text-sm">
      {owed.map(({ id, externalInvoiceNumber, customerName, isInFile }) => (
        <li key={id} className="wrap-anywhere">
          {say.rich(wordsFor(isInFile, isRefundOffered), {
            isNoted: isNoted ? "yes" : "no",
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
