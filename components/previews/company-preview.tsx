"use client";

import { keepPreviousData, useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useTRPC } from "@/components/data/trpc";
import { PageBody, PageHead } from "@/components/ui/page/page-head";
import { InCountry } from "@/components/ui/text/region";
import { previewAddress } from "./preview-address";
import { PreviewDesk } from "./preview-desk";

/** Preview of everything that a customer gets with the company's settings, for a made-up customer. */
export function CompanyPreview({ companyId }: { companyId: string }) {
  const say = useTranslations("previews");
  const companies = useTranslations("companies");
  const trpc = useTRPC();
  const [{ language }] = useQueryStates(previewAddress);
  const { data: company } = useSuspenseQuery(trpc.companies.get.queryOptions({ companyId }));
  const preview = useQuery(
    trpc.previews.ofCompany.queryOptions(
      { companyId, locale: language },
      { placeholderData: keepPreviousData, staleTime: 0, refetchOnWindowFocus: false },
    ),
  );
  return (
    <InCountry country={company.countryCode}>
      <PageHead
        rule
        title={say("title")}
        crumbs={[
          { label: companies("title"), href: "/companies" },
          { label: company.name, href: `/companies/${companyId}` },
        ]}
      />
      <PageBody className="pt-6">
        <PreviewDesk of={{ companyId }} preview={preview} choice={<p className="text-sm">{say("example")}</p>} />
      </PageBody>
    </InCountry>
  );
}
