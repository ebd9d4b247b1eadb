import type { CellLayout } from "@/components/ui/table/table";
import type { ListAddress } from "./list-address";

export const columnNames = [
  "select",
  "number",
  "customer",
  "company",
  "state",
  "payment",
  "transmitted",
  "due",
  "billed",
  "outstanding",
] as const;

export type ColumnName = (typeof columnNames)[number];

/** Cell properties of each column, on a wide page and on a phone's card. */
export const columnCells: Record<ColumnName, CellLayout & { className?: string; sort?: ListAddress["sort"] }> = {
  select: { edge: true },
  number: { card: "hide", sort: "number" },
  customer: { clip: true, card: 1, sort: "customer", className: "font-medium" },
  company: { clip: true, card: "line", hideOrder: 2, className: "sm:w-[16%] text-ink-muted" },
  state: { card: 3 },
  payment: { card: 4 },
  transmitted: { numeric: true, card: "hide", hideOrder: 1, className: "text-ink-muted" },
  due: { numeric: true, card: "hide", hideOrder: 3, sort: "due", className: "text-ink-muted" },
  billed: { numeric: true, card: "hide", hideOrder: 3, sort: "billed", className: "text-ink-muted" },
  outstanding: { money: true, card: 2, sort: "outstanding", className: "font-medium" },
};
