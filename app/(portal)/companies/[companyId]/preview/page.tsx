import { TRPCError } from "@trpc/server";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
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
  await requireCompany(companyId);
  return (
    <Words of={["companies", "collection", "previews"]}>
      <Hydrate>
        <CompanyPreview companyId={companyId} />
      </Hydrate>
    </Words>
  );
}

/** Shows "not found" if the company's id is malformed, unknown or another partner's. */
async function requireCompany(companyId: string): Promise<void> {
  try {
    await getQueryClient().fetchQuery(trpc.companies.get.queryOptions({ companyId }));
  } catch (error) {
    if (error instanceof TRPCError && (error.code === "NOT_FOUND" || error.code === "BAD_REQUEST")) notFound();
    throw error;
  }
}
