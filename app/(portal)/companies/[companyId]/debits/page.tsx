import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { orNotFound } from "@/app/(portal)/or-not-found";
import { partnerPerson } from "@/app/(portal)/partner-person";
import { getQueryClient, Hydrate, trpc } from "@/app/(portal)/prefetch";
import { Debits } from "@/components/companies/debits/debits";
import { debitFilesQuery, debitsOfFileQuery, loadDebitsAddress } from "@/components/companies/debits/debits-address";
import { Words } from "@/components/translations/words";
import { isId } from "@/server/domain/formats/id";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("debits"))("title") };
}

/** A company's planned direct debits, and the files for its bank. */
export default async function DebitsPage({ params, searchParams }: PageProps<"/companies/[companyId]/debits">) {
  await partnerPerson();
  const { companyId } = await params;
  const address = await loadDebitsAddress(searchParams);
  const queries = getQueryClient();
  await orNotFound(queries.fetchQuery(trpc.companies.get.queryOptions({ companyId })));
  await Promise.all([
    queries.prefetchQuery(trpc.debits.coming.queryOptions({ companyId })),
    queries.prefetchQuery(trpc.debits.files.queryOptions(debitFilesQuery(companyId, address))),
    queries.prefetchQuery(trpc.debits.refused.queryOptions({ companyId })),
    address.file !== null &&
      isId(address.file) &&
      queries.prefetchQuery(trpc.debits.ofFile.queryOptions(debitsOfFileQuery(address.file, address))),
  ]);
  return (
    <Words of={["bank", "companies", "debitReasons", "debits", "repeatedDebits"]}>
      <Hydrate>
        <Debits companyId={companyId} />
      </Hydrate>
    </Words>
  );
}
