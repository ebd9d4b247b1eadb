import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { filterAndOrderOf, filterOf, type InboxAddress, loadInboxAddress } from "@/components/conversations/inbox/inbox-address";
import { InboxSkeleton } from "@/components/conversations/inbox/inbox-skeleton";
import { TicketsInbox } from "@/components/conversations/tickets/tickets-inbox";
import { Words } from "@/components/translations/words";
import { partnerPerson } from "../partner-person";
import { getQueryClient, Hydrate, trpc } from "../prefetch";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("tickets"))("title") };
}

/** Conversations with customers. */
export default async function TicketsPage({ searchParams }: PageProps<"/tickets">) {
  const { partnerName } = await partnerPerson();
  const address = await loadInboxAddress(searchParams);
  const say = await getTranslations("tickets");
  return (
    <Words of={["collection", "conversation", "invoices", "tickets"]}>
      <h1 className="sr-only">{say("title")}</h1>
      <Suspense fallback={<InboxSkeleton title={say("title")} withConversation={address.invoice !== null} />}>
        <Fetched address={address} partnerName={partnerName ?? ""} />
      </Suspense>
    </Words>
  );
}

/**
 * Loads the list, the counts, and the open conversation with its invoice before they replace the skeleton, so that nothing moves. The panes
 * show failures.
 */
async function Fetched({ address, partnerName }: { address: InboxAddress; partnerName: string }) {
  const { status, company, invoice } = address;
  const queries = getQueryClient();
  await Promise.all([
    queries.prefetchInfiniteQuery(
      trpc.tickets.list.infiniteQueryOptions(
        { status, companyId: company, ...filterAndOrderOf(address) },
        { getNextPageParam: (page) => page.nextCursor },
      ),
    ),
    queries.prefetchQuery(trpc.tickets.counts.queryOptions({ companyId: company, ...filterOf(address) })),
    invoice && queries.prefetchQuery(trpc.tickets.conversation.queryOptions({ invoiceId: invoice })),
    invoice && queries.prefetchQuery(trpc.invoice.get.queryOptions({ invoiceId: invoice })),
    invoice && queries.prefetchQuery(trpc.invoice.plan.queryOptions({ invoiceId: invoice })),
    invoice && queries.prefetchQuery(trpc.invoice.timeline.queryOptions({ invoiceId: invoice })),
  ]);
  return (
    <Hydrate>
      <TicketsInbox partnerName={partnerName} />
    </Hydrate>
  );
}
