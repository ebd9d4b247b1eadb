import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { Imports } from "@/components/imports/imports";
import { type ImportsAddress, importsQuery, loadImportsAddress } from "@/components/imports/imports-address";
import { ImportsSkeleton } from "@/components/imports/imports-skeleton";
import { Words } from "@/components/translations/words";
import { partnerPerson } from "../partner-person";
import { getQueryClient, Hydrate, trpc } from "../prefetch";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("imports"))("title") };
}

/** The list of imports. */
export default async function ImportsPage({ searchParams }: PageProps<"/imports">) {
  await partnerPerson();
  const address = await loadImportsAddress(searchParams);
  return (
    <Words of={["imports", "companies"]}>
      <Suspense fallback={<ImportsSkeleton />}>
        <Fetched address={address} />
      </Suspense>
    </Words>
  );
}

/** Loads the rows before they replace the skeleton. If loading fails, the list shows it. */
async function Fetched({ address }: { address: ImportsAddress }) {
  await getQueryClient().prefetchQuery(trpc.imports.list.queryOptions(importsQuery(address)));
  return (
    <Hydrate>
      <Imports />
    </Hydrate>
  );
}
