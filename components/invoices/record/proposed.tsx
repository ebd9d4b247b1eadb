"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { useTRPC } from "@/components/data/trpc";
import { WaitingProposal } from "@/components/proposals/waiting-proposal";
import type { InvoiceRecord } from "@/server/billing/invoices/invoice-record";

/** Acts on an invoice that wait for a second person. */
export function Proposed({ invoice }: { invoice: InvoiceRecord }) {
  const trpc = useTRPC();
  const { data: proposals } = useSuspenseQuery(trpc.proposals.list.queryOptions({ invoiceId: invoice.id }));
  const { data: money } = useSuspenseQuery(trpc.invoice.money.queryOptions({ invoiceId: invoice.id }));
  const seen = { lines: invoice.lines.length, refunds: money.refunds.length };
  return proposals.map((proposal) => (
    <WaitingProposal key={proposal.id} proposal={proposal} seen={seen}>
      {proposal.reason && <p className="text-ink-muted">{proposal.reason}</p>}
    </WaitingProposal>
  ));
}
