"use client";

import { useQuery } from "@tanstack/react-query";
import { ListFilter } from "lucide-react";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { useSelectedCompany } from "@/components/shell/selected-company";
import { FilterChip } from "@/components/ui/form/filter-chip";
import { IconButton } from "@/components/ui/form/icon-button";
import { OnDemand } from "@/components/ui/overlay/on-demand";

/** Filters the list by one company. `partnerName`: name shown beside the choice of all companies. */
export function CompanyFilter({ partnerName }: { partnerName: string }) {
  const say = useTranslations("tickets.filter");
  return (
    <OnDemand
      load={() => import("@/components/shell/company-switch-open")}
      props={{ partnerName }}
      popup="dialog"
      trigger={
        <IconButton name={say("byCompany")} variant="quiet" size="sm">
          <ListFilter />
        </IconButton>
      }
    />
  );
}

/** The company filter, with a button to remove it. */
export function CompanyChip() {
  const say = useTranslations("tickets.filter");
  const { companyId, selectCompany } = useSelectedCompany();
  const { data: names } = useQuery(useTRPC().companies.names.queryOptions());
  if (!companyId) return null;
  return (
    <div className="border-b border-line px-4 py-2">
      <FilterChip
        name={say("company")}
        value={names?.find(({ id }) => id === companyId)?.name ?? "…"}
        onRemove={() => selectCompany(null)}
      />
    </div>
  );
}
