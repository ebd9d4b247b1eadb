import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/form/button";
import { FilterBar } from "@/components/ui/form/filter-bar";
import type { EntryCount } from "@/server/bank/entries/count-entries";
import { type CategoryFilter, categoryFilters } from "@/server/domain/rules/statement-list";
import { CategorySelect } from "./category-select";
import type { StatementAddressControl } from "./use-statement-address";

interface Props {
  list: StatementAddressControl;
  counts: readonly EntryCount[];
}

/** The filter by category, if the statement has payments without an invoice. */
export function EntryFilters({ list: { address, go }, counts }: Props) {
  const say = useTranslations("bank.statement");
  const ui = useTranslations("ui");
  const { outcome, category } = address;
  const countOf = (counted: CategoryFilter) =>
    counts
      .filter((each) => each.category === counted && (outcome === null || each.outcome === outcome))
      .reduce((sum, { count }) => sum + count, 0);
  if (category === null && !counts.some((each) => each.category !== null)) return <div className="h-3" />;
  return (
    <FilterBar name={say("filters")}>
      <CategorySelect
        value={category}
        options={categoryFilters.filter((each) => each === category || countOf(each) > 0)}
        countOf={countOf}
        onChange={(next) => go({ category: next })}
      />
      {(outcome !== null || category !== null) && (
        <Button size="sm" variant="quiet" onClick={() => go({ outcome: null, category: null })}>
          {ui("clearAll")}
        </Button>
      )}
    </FilterBar>
  );
}
