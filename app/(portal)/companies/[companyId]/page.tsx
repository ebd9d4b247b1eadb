import type { Metadata } from "next";
import { cache } from "react";
import { orNotFound } from "@/app/(portal)/or-not-found";
import { partnerPerson } from "@/app/(portal)/partner-person";
import { getQueryClient, Hydrate, trpc } from "@/app/(portal)/prefetch";
import { longestWaiting, newestImports, newestInvoices } from "@/components/companies/company-parts";
import { CompanyRecord } from "@/components/companies/company-record";
import { Words } from "@/components/translations/words";

export async function generateMetadata({ params }: PageProps<"/companies/[companyId]">): Promise<Metadata> {
  return { title: (await findCompany((await params).companyId)).name };
}

/** One company: its accounts and settings, its newest imports and invoices, and the conversations that have waited longest. */
export default async function CompanyPage({ params }: PageProps<"/companies/[companyId]">) {
  const { role } = await partnerPerson();
  const { companyId } = await params;
  await findCompany(companyId);
  const queries = getQueryClient();
  await Promise.all([
    queries.prefetchQuery(trpc.bankAccounts.list.queryOptions({ companyId })),
    queries.prefetchQuery(trpc.bank.settings.queryOptions({ companyId })),
    queries.prefetchQuery(trpc.bank.knownPayers.queryOptions({ companyId })),
    queries.prefetchQuery(trpc.companies.settings.queryOptions({ companyId })),
    queries.prefetchQuery(trpc.imports.list.queryOptions(newestImports(companyId))),
    queries.prefetchQuery(trpc.invoices.list.queryOptions(newestInvoices(companyId))),
    queries.prefetchQuery(trpc.tickets.list.queryOptions(longestWaiting(companyId))),
  ]);
  return (
    <Words of={["bankAccounts", "companies", "collection", "conversation", "debits", "imports", "invoice", "invoices", "mandates"]}>
      <Hydrate>
        <CompanyRecord companyId={companyId} role={role} />
      </Hydrate>
    </Words>
  );
}

const findCompany = cache((companyId: string) => orNotFound(getQueryClient().fetchQuery(trpc.companies.get.queryOptions({ companyId }))));
