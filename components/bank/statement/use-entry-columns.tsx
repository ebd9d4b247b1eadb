import { useTranslations } from "next-intl";
import { SortLink } from "@/components/ui/table/sort-link";
import type { CellLayout } from "@/components/ui/table/table";
import type { EntrySort } from "@/server/domain/rules/statement-list";
import type { StatementAddressControl } from "./use-statement-address";

export interface EntryColumn extends CellLayout {
  id: "day" | "name" | "text" | "outcome" | "category" | "amount";
  head: React.ReactNode;
  className?: string;
  /** Direction, if the list is sorted by this column. */
  sort?: "ascending" | "descending";
}

/** Columns of a statement's list. Heads sort the list. */
export function useEntryColumns({ address, go, hrefOf }: StatementAddressControl, currency: string): EntryColumn[] {
  const say = useTranslations("bank.statement.columns");
  /** The head of a column by which the list can be sorted; its link reverses the order if the list is sorted by it already. */
  const sortable = (sort: EntrySort, words: string): Pick<EntryColumn, "head" | "sort"> => {
    const isSorted = address.sort === sort;
    const isAscending = address.direction === "asc";
    const direction = isAscending ? "ascending" : "descending";
    const reversed = isAscending ? "desc" : "asc";
    const next = { sort, direction: isSorted ? reversed : firstDirection[sort] } as const;
    return {
      head: (
        <SortLink
          href={hrefOf(next)}
          direction={isSorted ? direction : undefined}
          onNavigate={(event) => {
            event.preventDefault();
            go(next);
          }}
        >
          {words}
        </SortLink>
      ),
      ...(isSorted && { sort: direction }),
    };
  };
  return [
    { id: "day", card: 4, className: "sm:w-24 whitespace-nowrap text-ink-muted", ...sortable("day", say("day")) },
    { id: "name", card: 1, clip: true, className: "sm:w-[22%] font-medium", ...sortable("name", say("name")) },
    { id: "text", card: "hide", clip: true, hideOrder: 2, className: "sm:w-[22%] text-ink-muted", head: say("text") },
    { id: "outcome", card: 3, className: "min-w-0 sm:w-[24%] sm:max-w-0", head: say("outcome") },
    { id: "category", card: "line", className: "min-w-0 sm:w-[18%] sm:max-w-0", head: say("category") },
    { id: "amount", card: 2, money: true, ...sortable("amount", say("inCurrency", { name: say("amount"), currency })) },
  ];
}

/** First direction of each sort: the order of the file, the earliest day, names from A, amounts from the largest. */
const firstDirection = { place: "asc", day: "asc", name: "asc", amount: "desc" } as const;
