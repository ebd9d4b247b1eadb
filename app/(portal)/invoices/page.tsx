import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { InvoiceList } from "@/components/invoices/list/invoice-list";
import { InvoiceListSkeleton } from "@/components/invoices/list/invoice-list-skeleton";
import { filterOf, type ListAddress, loadListAddress, queryOf } from "@/components/invoices/list/list-address";
import { Words } from "@/components/translations/words";
import { clock } from "@/server/platform/clock";
import { partnerPerson } from "../partner-person";
import { getQueryClient, Hydrate, trpc } from "../prefetch";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("invoices"))("title") };
}

/** The list of invoices, for finding one or selecting many. */
export default async function InvoicesPage({ searchParams }: PageProps<"/invoices">) {
  const person = await partnerPerson();
  const address = await loadListAddress(searchParams);
  return (
    <Words of={["invoices", "bulkJobs"]}>
      <Suspense fallback={<InvoiceListSkeleton />}>
        <Fetched address={address} now={clock.now(person)} />
      </Suspense>
    </Words>
  );
}

/** Loads the rows before they replace the skeleton. Counts and sums over all matching invoices take longer, and arrive later. */
async function Fetched({ address, now }: { address: ListAddress; now: Date }) {
  const queries = getQueryClient();
  void queries.prefetchQuery(trpc.invoices.summary.queryOptions(filterOf(address)));
  // Each tab (`fact`) shows its own count, so the chosen one does not filter them.
  void queries.prefetchQuery(trpc.invoices.counts.queryOptions({ ...filterOf(address), fact: null }));
  await queries.prefetchQuery(trpc.invoices.list.queryOptions(queryOf(address)));
  return (
    <Hydrate>
      <InvoiceList now={now} />
    </Hydrate>
  );
}
