import type { Metadata } from "next";
import { cache } from "react";
import { orNotFound } from "@/app/(portal)/or-not-found";
import { partnerPerson } from "@/app/(portal)/partner-person";
import { getQueryClient, Hydrate, trpc } from "@/app/(portal)/prefetch";
import { ImportRecord } from "@/components/imports/import-record";
import { contentsQuery, loadImportAddress } from "@/components/imports/imports-address";
import { Words } from "@/components/translations/words";

export async function generateMetadata({ params }: PageProps<"/imports/[importId]">): Promise<Metadata> {
  return { title: (await findImport((await params).importId)).title };
}

/** One import: its invoices, how they reach customers, its transmission and its progress. */
export default async function ImportPage({ params, searchParams }: PageProps<"/imports/[importId]">) {
  await partnerPerson();
  const { importId } = await params;
  const address = await loadImportAddress(searchParams);
  const { transmittedAt } = await findImport(importId);
  await Promise.all([
    transmittedAt && getQueryClient().prefetchQuery(trpc.imports.progress.queryOptions({ importId })),
    getQueryClient().prefetchQuery(trpc.imports.forecast.queryOptions({ importId })),
    getQueryClient().prefetchQuery(trpc.imports.settings.queryOptions({ importId })),
    getQueryClient().prefetchQuery(trpc.imports.languages.queryOptions({ importId })),
    getQueryClient().prefetchQuery(trpc.imports.contents.queryOptions(contentsQuery(importId, address))),
  ]);
  return (
    <Words of={["imports", "collection", "invoice"]}>
      <Hydrate>
        <ImportRecord importId={importId} />
      </Hydrate>
    </Words>
  );
}

const findImport = cache((importId: string) => orNotFound(getQueryClient().fetchQuery(trpc.imports.get.queryOptions({ importId }))));
