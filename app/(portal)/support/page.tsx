import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { filterOf, type InboxAddress, loadInboxAddress, narrowingOf, supportTabOf } from "@/components/conversations/inbox/inbox-address";
import { InboxSkeleton } from "@/components/conversations/inbox/inbox-skeleton";
import { Refused } from "@/components/conversations/support/refused";
import { SupportInbox } from "@/components/conversations/support/support-inbox";
import { Words } from "@/components/translations/words";
import { ButtonLink } from "@/components/ui/form/button-link";
import { EmptyState } from "@/components/ui/page/empty-state";
import { PageBody } from "@/components/ui/page/page-head";
import { signedInPerson } from "@/server/auth/auth";
import { getQueryClient, Hydrate, trpc } from "../prefetch";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("support"))("title") };
}

/** Conversations that partners have assigned to support. */
export default async function SupportPage({ searchParams }: PageProps<"/support">) {
  const say = await getTranslations("support");
  if ((await signedInPerson())?.role !== "support") return <NotAllowed />;
  const address = await loadInboxAddress(searchParams);
  return (
    <Words of={["collection", "conversation", "invoices", "support"]}>
      <h1 className="sr-only">{say("title")}</h1>
      <Suspense fallback={<InboxSkeleton title={say("title")} withConversation={address.invoice !== null} />}>
        <Fetched address={address} />
      </Suspense>
    </Words>
  );
}

/**
 * Loads the list, the counts and the open conversation before they replace the skeleton, so that nothing moves. The panes show failures.
 */
async function Fetched({ address }: { address: InboxAddress }) {
  const { status, invoice } = address;
  const queries = getQueryClient();
  await Promise.all([
    queries.prefetchInfiniteQuery(
      trpc.support.list.infiniteQueryOptions(
        { status: supportTabOf(status), ...narrowingOf(address) },
        { getNextPageParam: (page) => page.nextCursor },
      ),
    ),
    queries.prefetchQuery(trpc.support.counts.queryOptions(filterOf(address))),
    invoice && queries.prefetchQuery(trpc.support.conversation.queryOptions({ invoiceId: invoice })),
  ]);
  return (
    <Hydrate>
      <SupportInbox />
      <Refused />
    </Hydrate>
  );
}

/** Shown to people who are not in the support team. */
async function NotAllowed() {
  const say = await getTranslations("support.notAllowed");
  return (
    <PageBody className="pt-6">
      <h1 className="sr-only">{say("page")}</h1>
      <EmptyState
        kind="not-allowed"
        title={say("title")}
        action={
          <ButtonLink size="sm" href="/tickets">
            {say("toTickets")}
          </ButtonLink>
        }
      >
        {say("body")}
      </EmptyState>
    </PageBody>
  );
}
