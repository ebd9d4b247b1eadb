"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { useTRPC } from "@/components/data/trpc";
import { Button } from "@/components/ui/form/button";
import { FilterBar } from "@/components/ui/form/filter-bar";
import { FilterChip } from "@/components/ui/form/filter-chip";
import { OnDemand } from "@/components/ui/overlay/on-demand";
import { useIsHydrated } from "@/components/ui/page/use-is-hydrated";
import { useRegion } from "@/components/ui/text/region";
import type { ListedInvoice } from "@/server/billing/invoices/listed-invoice";
import { formatDay } from "@/server/domain/formats/dates";
import { formatAmount } from "@/server/domain/formats/money";
import { noFilters } from "./list-address";
import type { Change, ListAddressControl } from "./use-list-address";

interface Chip {
  name: string;
  value: string;
  /** Change that removes the filter. */
  without: Change;
}

/** Active filters other than the tab and the search, each with a button to remove it, and a button to add more. */
export function InvoiceFilters({ list, rows }: { list: ListAddressControl; rows: ListedInvoice[] }) {
  const say = useTranslations("invoices.filters");
  const ui = useTranslations("ui");
  const bar = useRef<HTMLDivElement>(null);
  const chips = useChips(list, rows);

  // The focused button disappears together with its chip, so the button that adds filters gets the focus.
  function remove(without: Change) {
    list.go(without);
    bar.current?.querySelector<HTMLElement>("[aria-haspopup]")?.focus();
  }

  return (
    <div ref={bar}>
      <FilterBar name={say("name")}>
        {chips.map(({ name, value, without }) => (
          <FilterChip key={name} name={name} value={value} onRemove={() => remove(without)} />
        ))}
        <OnDemand
          load={() => import("./filter-popover")}
          props={{ list }}
          popup="dialog"
          trigger={
            <Button size="sm" variant="quiet">
              <Plus />
              {say("add")}
            </Button>
          }
        />
        {chips.length > 0 && (
          <Button size="sm" variant="quiet" onClick={() => remove(noFilters)}>
            {ui("clearAll")}
          </Button>
        )}
      </FilterBar>
    </div>
  );
}

function useChips({ address }: ListAddressControl, rows: ListedInvoice[]): Chip[] {
  const say = useTranslations("invoices.filters");
  const region = useRegion();
  const { company, import: importId, amount: amountKind, min, max, period: dayKind, from, to } = address;
  const companyName = useCompanyName(company);
  const importTitle = useImportTitle(importId, rows);

  const between = (lower: string | null, upper: string | null) => {
    if (lower && upper) return say("chipBetween", { from: lower, to: upper });
    return lower ? say("chipFrom", { value: lower }) : say("chipTo", { value: upper ?? "" });
  };
  const amount = (cents: number | null) => (cents === null ? null : formatAmount(cents, region));
  const day = (text: string | null) => text && formatDay(text, region, "date");

  return [
    ...(company ? [{ name: say("company"), value: companyName, without: { company: null } }] : []),
    ...(importId ? [{ name: say("import"), value: importTitle, without: { import: null } }] : []),
    ...(min !== null || max !== null
      ? [{ name: say(amountKind), value: between(amount(min), amount(max)), without: { min: null, max: null } }]
      : []),
    ...(from || to ? [{ name: say(dayKind), value: between(day(from), day(to)), without: { from: null, to: null } }] : []),
  ];
}

function useCompanyName(companyId: string | null): string {
  const { data } = useQuery(useTRPC().companies.names.queryOptions());
  const names = useIsHydrated() ? data : undefined;
  return names?.find(({ id }) => id === companyId)?.name ?? "…";
}

/** Returns the import's title, from a shown row of the import if there is one, otherwise from a query. */
function useImportTitle(importId: string | null, rows: ListedInvoice[]): string {
  const known = rows.find((row) => row.importId === importId)?.importTitle;
  const { data } = useQuery(useTRPC().imports.get.queryOptions({ importId: importId ?? "" }, { enabled: importId !== null && !known }));
  return known ?? data?.title ?? "…";
}
