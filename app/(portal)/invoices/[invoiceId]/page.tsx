import type { Metadata } from "next";
import { cache } from "react";
import { orNotFound } from "@/app/(portal)/or-not-found";
import { partnerPerson } from "@/app/(portal)/partner-person";
import { getQueryClient, Hydrate, trpc } from "@/app/(portal)/prefetch";
import { Invoice } from "@/components/invoices/record/invoice";
import { Words } from "@/components/translations/words";

export async function generateMetadata({ params }: PageProps<"/invoices/[invoiceId]">): Promise<Metadata> {
  const { customerName, invoiceNumber } = await findInvoice((await params).invoiceId);
  return { title: `${customerName} ${invoiceNumber}` };
}

/** One invoice: its account, its conversation, its recipient, and its events. */
export default async function InvoicePage({ params }: PageProps<"/invoices/[invoiceId]">) {
  const { invoiceId } = await params;
  const { role } = await partnerPerson({ supportGoesTo: `/support?invoice=${encodeURIComponent(invoiceId)}` });
  await findInvoice(invoiceId);
  void getQueryClient().prefetchQuery(trpc.invoice.timeline.queryOptions({ invoiceId }));
  void getQueryClient().prefetchQuery(trpc.invoice.money.queryOptions({ invoiceId }));
  void getQueryClient().prefetchQuery(trpc.invoice.household.queryOptions({ invoiceId }));
  void getQueryClient().prefetchQuery(trpc.proposals.list.queryOptions({ invoiceId }));
  void getQueryClient().prefetchQuery(trpc.invoice.plan.queryOptions({ invoiceId }));
  void getQueryClient().prefetchQuery(trpc.debits.repetitionOfInvoice.queryOptions({ invoiceId }));
  void getQueryClient().prefetchQuery(trpc.invoice.reference.queryOptions({ invoiceId }));
  void getQueryClient().prefetchQuery(trpc.tickets.conversation.queryOptions({ invoiceId }));
  return (
    <Words of={["invoice", "collection", "invoices", "conversation", "debitReasons", "proposals", "repeatedDebits"]}>
      <Hydrate>
        <Invoice invoiceId={invoiceId} role={role} />
      </Hydrate>
    </Words>
  );
}

const findInvoice = cache((invoiceId: string) => orNotFound(getQueryClient().fetchQuery(trpc.invoice.get.queryOptions({ invoiceId }))));
