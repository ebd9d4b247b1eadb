import { useTranslations } from "next-intl";
import type { SkeletonColumn } from "@/components/ui/page/skeleton";

export type ImportColumn = SkeletonColumn & {
  id: string;
  /** Class of the heading and the cells. */
  className?: string;
  /** Class of the cells only. */
  look?: string;
};

/**
 * Columns of the list. `currency`: the currency of all rows, which the headings name; null if the rows have different ones, and each amount
 * shows its own.
 */
export function useImportColumns(currency: string | null): ImportColumn[] {
  const say = useTranslations("imports.columns");
  const inCurrency = (name: string) => (currency ? say("inCurrency", { name, currency }) : name);
  return [
    { id: "title", head: say("title"), clip: true, card: 1, className: "sm:w-[30%]", look: "font-medium" },
    { id: "company", head: say("company"), clip: true, card: "line", hideOrder: 3, look: "text-ink-muted" },
    { id: "state", head: say("state"), card: 3 },
    { id: "created", head: say("created"), card: "hide", hideOrder: 2, look: "text-ink-muted" },
    { id: "invoices", head: say("invoices"), numeric: true, card: 4 },
    { id: "billed", head: inCurrency(say("billed")), numeric: true, card: "hide", hideOrder: 1, look: "text-ink-muted" },
    { id: "outstanding", head: inCurrency(say("outstanding")), money: true, card: 2, look: "font-medium" },
  ];
}

/** Returns the columns without the parts that only rows need. */
export function asSkeleton(columns: ImportColumn[]): SkeletonColumn[] {
  return columns.map(({ id, look, ...cellProps }) => cellProps);
}
