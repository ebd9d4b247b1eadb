import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { orNotFound } from "@/app/(portal)/or-not-found";
import { partnerPerson } from "@/app/(portal)/partner-person";
import { getQueryClient, Hydrate, trpc } from "@/app/(portal)/prefetch";
import { ImportPreview } from "@/components/previews/import-preview";
import { customersQuery, loadPreviewAddress } from "@/components/previews/preview-address";
import { Words } from "@/components/translations/words";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("previews"))("title") };
}

/** The mails and pages that the customers of an import get. */
export default async function ImportPreviewPage({ params, searchParams }: PageProps<"/imports/[importId]/preview">) {
  await partnerPerson();
  const { importId } = await params;
  const { q } = await loadPreviewAddress(searchParams);
  await orNotFound(getQueryClient().fetchQuery(trpc.imports.get.queryOptions({ importId })));
  await getQueryClient().prefetchQuery(trpc.invoices.list.queryOptions(customersQuery(importId, q)));
  return (
    <Words of={["imports", "collection", "previews"]}>
      <Hydrate>
        <ImportPreview importId={importId} />
      </Hydrate>
    </Words>
  );
}
