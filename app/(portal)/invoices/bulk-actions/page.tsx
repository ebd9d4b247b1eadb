import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { partnerPerson } from "@/app/(portal)/partner-person";
import { getQueryClient, Hydrate, trpc } from "@/app/(portal)/prefetch";
import { BulkJobs } from "@/components/invoices/bulk/bulk-jobs";
import { loadJobsAddress, PAGE_SIZE } from "@/components/invoices/bulk/job-address";
import { Words } from "@/components/translations/words";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("bulkJobs"))("acts") };
}

/** The list of bulk actions. */
export default async function BulkJobsPage({ searchParams }: PageProps<"/invoices/bulk-actions">) {
  await partnerPerson();
  const { page } = await loadJobsAddress(searchParams);
  await getQueryClient().prefetchQuery(trpc.bulkJobs.list.queryOptions({ pageNumber: page, pageSize: PAGE_SIZE }));
  return (
    <Words of={["bulkJobs"]}>
      <Hydrate>
        <BulkJobs />
      </Hydrate>
    </Words>
  );
}
