import { useTranslations } from "next-intl";
import type { SkeletonColumn } from "@/components/ui/page/skeleton";

export type CompanyColumn = SkeletonColumn & {
  id: string;
  /** Class of the cells only. */
  look?: string;
};

/** Columns of the list. `currency`: the currency of all rows; null if the rows have different ones, and each amount shows its own. */
export function useCompanyColumns(currency: string | null): CompanyColumn[] {
  const say = useTranslations("companies.columns");
  return [
    { id: "name", head: say("name"), clip: true, card: 1, look: "font-medium" },
    { id: "place", head: say("place"), clip: true, card: 3, look: "text-ink-muted" },
    { id: "email", head: say("email"), clip: true, card: "hide", hideOrder: 3, look: "text-ink-muted" },
    { id: "unanswered", head: say("unanswered"), card: 4 },
    {
      id: "outstanding",
      head: currency ? say("outstandingIn", { currency }) : say("outstanding"),
      money: true,
      card: 2,
      look: "font-medium",
    },
  ];
}

/** Returns the columns without the parts that only rows need. */
export function asSkeleton(columns: CompanyColumn[]): SkeletonColumn[] {
  return columns.map(({ id, look, ...cellProps }) => cellProps);
}
