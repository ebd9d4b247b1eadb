import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { cache } from "react";
import { orNotFound } from "@/app/(portal)/or-not-found";
import { partnerPerson } from "@/app/(portal)/partner-person";
import { getQueryClient, Hydrate, trpc } from "@/app/(portal)/prefetch";
import { BulkJob } from "@/components/invoices/bulk/bulk-job";
import { itemsQueryOf, loadJobAddress } from "@/components/invoices/bulk/job-address";
import { Words } from "@/components/translations/words";

export async function generateMetadata({ params }: PageProps<"/invoices/bulk-actions/[jobId]">): Promise<Metadata> {
  const { kind, size } = await findJob((await params).jobId);
  return { title: (await getTranslations("bulkJobs"))(`kind.${kind}`, { count: size }) };
}

/** One bulk action: its progress, then its result. */
export default async function BulkJobPage({ params, searchParams }: PageProps<"/invoices/bulk-actions/[jobId]">) {
  await partnerPerson();
  const { jobId } = await params;
  const address = await loadJobAddress(searchParams);
  await findJob(jobId);
  await getQueryClient().prefetchQuery(trpc.bulkJobs.items.queryOptions(itemsQueryOf(jobId, address)));
  return (
    <Words of={["bulkJobs"]}>
      <Hydrate>
        <BulkJob jobId={jobId} />
      </Hydrate>
    </Words>
  );
}

const findJob = cache((jobId: string) => orNotFound(getQueryClient().fetchQuery(trpc.bulkJobs.get.queryOptions({ jobId }))));
