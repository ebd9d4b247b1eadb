import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { orNotFound } from "@/app/(portal)/or-not-found";
import { partnerPerson } from "@/app/(portal)/partner-person";
import { getQueryClient, Hydrate, trpc } from "@/app/(portal)/prefetch";
import { Mandates } from "@/components/companies/mandates/mandates";
import { loadMandatesAddress, mandatesQuery } from "@/components/companies/mandates/mandates-address";
import { Words } from "@/components/translations/words";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("mandates"))("title") };
}

/** A company's mandates for direct debits. */
export default async function MandatesPage({ params, searchParams }: PageProps<"/companies/[companyId]/mandates">) {
  await partnerPerson();
  const { companyId } = await params;
  const address = await loadMandatesAddress(searchParams);
  const queries = getQueryClient();
  await orNotFound(queries.fetchQuery(trpc.companies.get.queryOptions({ companyId })));
  await queries.prefetchQuery(trpc.mandates.list.queryOptions(mandatesQuery(companyId, address)));
  return (
    <Words of={["companies", "mandates", "debitReasons"]}>
      <Hydrate>
        <Mandates companyId={companyId} />
      </Hydrate>
    </Words>
  );
}
