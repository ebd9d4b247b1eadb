"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { SettingsSection } from "@/components/invoices/collection/settings-section";
import { locales } from "@/server/domain/formats/locales";
import type { CompanyDescription } from "@/server/tenancy/companies/describe-company";

/** Initial settings of the company's next imports. */
export function CompanySettings({ company, canEdit }: { company: CompanyDescription; canEdit: boolean }) {
  const say = useTranslations("collection");
  const { data: stored } = useSuspenseQuery(useTRPC().companies.settings.queryOptions({ companyId: company.id }));
  return (
    <SettingsSection
      of={{ companyId: company.id }}
      companyId={company.id}
      currency={company.currency}
      country={company.countryCode}
      languages={[company.locale, ...locales.filter((locale) => locale !== company.locale)]}
      stored={stored}
      canEdit={canEdit}
      note={say("forNextImports")}
    />
  );
}
