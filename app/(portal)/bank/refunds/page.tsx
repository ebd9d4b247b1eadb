import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { loadRefundsAddress } from "@/components/bank/bank-address";
import { BankSkeleton } from "@/components/bank/bank-skeleton";
import { Refunds } from "@/components/bank/refunds";
import { Words } from "@/components/translations/words";
import { partnerPerson } from "../../partner-person";
import { getQueryClient, Hydrate, trpc } from "../../prefetch";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("bank.refunds"))("title") };
}

/** Money to give back, and the files for the company's bank. */
export default async function RefundsPage({ searchParams }: PageProps<"/bank/refunds">) {
  await partnerPerson();
  const { company } = await loadRefundsAddress(searchParams);
  return (
    <Words of={["bank"]}>
      <Suspense fallback={<BankSkeleton />}>
        <Fetched companyId={company} />
      </Suspense>
    </Words>
  );
}

async function Fetched({ companyId }: { companyId: string | null }) {
  const queries = getQueryClient();
  await Promise.all([
    queries.prefetchQuery(trpc.payouts.owed.queryOptions({ companyId })),
    queries.prefetchQuery(trpc.payouts.list.queryOptions({ companyId })),
  ]);
  return (
    <Hydrate>
      <Refunds />
    </Hydrate>
  );
}
