import Link from "next/link";
import { WaitingProposal } from "@/components/proposals/waiting-proposal";
import { Amount } from "@/components/ui/text/amount";
import type { DescribedTransaction } from "@/server/bank/payments/describe-transaction";

interface Props {
  proposal: NonNullable<DescribedTransaction["proposal"]>;
  currency: string;
}

/** A booking that waits for a second person: its author and its invoices. */
export function ProposedBooking({ proposal, currency }: Props) {
  const { proposedByName, parts } = proposal;
  const waiting = { ...proposal, currency, kind: "book_transaction", proposedBy: proposedByName ?? "–" } as const;
  return (
    <WaitingProposal proposal={waiting} seen={null}>
      <ul className="my-1 grid gap-1">
        {parts.map(({ invoiceId, externalInvoiceNumber, customerName, amountCents }) => (
          <li key={invoiceId} className="flex flex-wrap items-baseline justify-between gap-x-3">
            <Link href={`/invoices/${invoiceId}`} prefetch={false} className="underline wrap-anywhere">
              {customerName} {externalInvoiceNumber}
            </Link>
            <Amount cents={amountCents} currency={currency} className="tabular-nums" />
          </li>
        ))}
      </ul>
    </WaitingProposal>
  );
}
