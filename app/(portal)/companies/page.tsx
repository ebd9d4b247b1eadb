import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { Companies } from "@/components/companies/companies";
import { type CompaniesAddress, companiesQuery, loadCompaniesAddress } from "@/components/companies/companies-address";
import { CompaniesSkeleton } from "@/components/companies/companies-skeleton";
import type { Reader } from "@/components/shell/reader";
import { Words } from "@/components/translations/words";
import { partnerPerson } from "../partner-person";
import { getQueryClient, Hydrate, trpc } from "../prefetch";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("companies"))("title") };
}

/** The list of companies. */
export default async function CompaniesPage({ searchParams }: PageProps<"/companies">) {
  const { role } = await partnerPerson();
  const { company, ...address } = await loadCompaniesAddress(searchParams);
  // A filter on one company opens that company's page.
  if (company) redirect(`/companies/${company}?company=${company}`);
  return (
    <Words of={["companies"]}>
      <Suspense fallback={<CompaniesSkeleton />}>
        <Fetched address={address} role={role} />
      </Suspense>
    </Words>
  );
}

/** Loads the rows before they replace the skeleton. If loading fails, the list shows it. */
async function Fetched({ address, role }: { address: CompaniesAddress } & Pick<Reader, "role">) {
  await getQueryClient().prefetchQuery(trpc.companies.list.queryOptions(companiesQuery(address)));
  return (
    <Hydrate>
      <Companies role={role} />
    </Hydrate>
  );
}
