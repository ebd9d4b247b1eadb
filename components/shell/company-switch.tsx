"use client";

import { useQuery } from "@tanstack/react-query";
import { Building2, ChevronsUpDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { OnDemand } from "@/components/ui/overlay/on-demand";
import { useSelectedCompany } from "./selected-company";

/** Limits every list to one company, or shows all again. */
export function CompanySwitch({ partnerName }: { partnerName: string }) {
  const say = useTranslations("shell");
  const { companyId } = useSelectedCompany();
  const { data: names } = useQuery(useTRPC().companies.names.queryOptions());
  const chosen = names?.find(({ id }) => id === companyId);
  const trigger = (
    <button
      type="button"
      className="flex h-8 w-full cursor-pointer items-center gap-2 rounded-md border border-line bg-surface px-2 text-left text-sm max-lg:h-11"
    >
      <Building2 aria-hidden="true" strokeWidth={1.75} className="size-4 flex-none text-ink-muted" />
      <span className="truncate">{chosen?.name ?? say("allCompanies")}</span>
      <ChevronsUpDown aria-hidden="true" strokeWidth={1.75} className="ml-auto size-4 flex-none text-ink-faint" />
    </button>
  );
  return <OnDemand load={() => import("./company-switch-open")} props={{ partnerName }} popup="dialog" trigger={trigger} />;
}
