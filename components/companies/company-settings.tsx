"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { SettingsSection } from "@/components/invoices/collection/settings-section";
import { companyPreviewHref } from "@/components/previews/preview-address";
import { locales } from "@/server/domain/formats/locales";
import { lateFeeRuleOf } from "@/server/domain/rules/late-fee-rules";
import type { CompanyDescription } from "@/server/tenancy/companies/describe-company";

/** Settings with which the company's next imports start. */
export function CompanySettings({ company, canEdit }: { company: CompanyDescription; canEdit: boolean }) {
  const say = useTranslations("collection");
  const { data: stored } = useSuspenseQuery(useTRPC().companies.settings.queryOptions({ companyId: company.id }));
  const isFeeWithheld = lateFeeRuleOf(company.countryCode).terms?.includes("enterprise_number") && company.enterpriseNumber === null;
  return (
    <SettingsSection
      of={{ companyId: company.id }}
      companyId={company.id}
      currency={company.currency}
      country={company.countryCode}
      languages={[company.locale, ...locales.filter((locale) => locale !== company.locale)]}
      stored={stored}
      canEdit={canEdit}
      warning={isFeeWithheld && say("withheld.company")}
      previewHref={companyPreviewHref(company.id)}
      note={say("forNextImports")}
    />
  );
}
