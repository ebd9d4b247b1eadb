import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { orNotFound } from "@/app/(portal)/or-not-found";
import { partnerPerson } from "@/app/(portal)/partner-person";
import { getQueryClient, Hydrate, trpc } from "@/app/(portal)/prefetch";
import { CompanyPreview } from "@/components/previews/company-preview";
import { Words } from "@/components/translations/words";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("previews"))("title") };
}

/** An example of the mails and pages that a company's customers get. */
export default async function CompanyPreviewPage({ params }: PageProps<"/companies/[companyId]/preview">) {
  await partnerPerson();
  const { companyId } = await params;
  await orNotFound(getQueryClient().fetchQuery(trpc.companies.get.queryOptions({ companyId })));
  return (
    <Words of={["companies", "collection", "previews"]}>
      <Hydrate>
        <CompanyPreview companyId={companyId} />
      </Hydrate>
    </Words>
  );
}
